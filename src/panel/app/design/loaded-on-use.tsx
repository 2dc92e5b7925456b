// Fields whose script is large: a plain field stands in their place until the pointer or the focus reaches it.
import { type ComponentType, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'

type LoadedOnUseProps<Props> = {
  /** The same function in each rendering. */
  load: () => Promise<ComponentType<Props>>
  /** Looks like the field. What is typed in it must reach the same state. */
  Still: ComponentType<Props>
  /** The element in the field that gets the focus if the plain one had it. */
  focus: string
  props: Props
}

type Caret = [start: number | null, end: number | null]

const caretOf = (element: Element | null): Caret =>
  element instanceof HTMLInputElement ? [element.selectionStart, element.selectionEnd] : [null, null]

/** A field that is loaded when it is first used. */
export function LoadedOnUse<Props extends object>({ load, Still, focus, props }: LoadedOnUseProps<Props>) {
  const frame = useRef<HTMLDivElement>(null)
  /** Null: the field has not had the focus. */
  const caret = useRef<Caret | null>(null)
  const [Loaded, setLoaded] = useState<ComponentType<Props> | null>(null)
  useEffect(() => {
    const element = frame.current!
    const listening = new AbortController()
    const prepare = () => void load().catch(() => {})
    const use = () => {
      load().then((component) => {
        if (listening.signal.aborted) return
        caret.current = element.contains(document.activeElement) ? caretOf(document.activeElement) : null
        // The part is shown at once: a key pressed before would leave the focus on what is no longer there.
        flushSync(() => setLoaded(() => component))
        listening.abort()
      }, prepare)
    }
    element.addEventListener('focusin', use, { signal: listening.signal })
    // Safari does not give the focus to a button that is clicked.
    element.addEventListener(
      'click',
      ({ target }) => {
        if (target instanceof Element) target.closest('button')?.focus()
      },
      { signal: listening.signal },
    )
    element.addEventListener('pointerenter', prepare, { signal: listening.signal })
    return () => listening.abort()
  }, [load])
  useLayoutEffect(() => {
    if (!Loaded || !caret.current) return
    const target = frame.current?.querySelector<HTMLElement>(focus)
    target?.focus()
    if (target instanceof HTMLInputElement) target.setSelectionRange(...caret.current)
  }, [Loaded, focus])
  return (
    <div ref={frame} className="field-on-use">
      {Loaded ? <Loaded {...props} /> : <Still {...props} />}
    </div>
  )
}
