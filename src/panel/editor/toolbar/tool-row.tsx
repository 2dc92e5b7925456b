import { type FocusEvent, type KeyboardEvent, type ReactNode, type Ref, useRef } from 'react'

type ToolRowProps = {
  label: string
  className?: string
  first?: ReactNode
  more?: ReactNode
  children: ReactNode
  ref?: Ref<HTMLDivElement>
}

/**
 * Buttons with one Tab stop: the arrow keys move between them. The focus comes back to the one that had it last. `first`
 * and `more` stand around the tools, which are the children of the element of `ref`.
 */
export function ToolRow({ label, className = '', first, more, children, ref }: ToolRowProps) {
  const row = useRef<HTMLDivElement>(null)
  const last = useRef<HTMLElement | null>(null)
  const stops = () =>
    [...row.current!.querySelectorAll<HTMLElement>('button:not([disabled])')].filter((button) =>
      button.checkVisibility({ visibilityProperty: true }),
    )

  function onKeyDown(event: KeyboardEvent) {
    // Menus of the row stand elsewhere in the page; their events pass here as well.
    if (!row.current!.contains(event.target as Element)) return
    const all = stops()
    const index = all.indexOf(document.activeElement as HTMLElement)
    if (event.key === 'Tab') {
      // The browser's Tab leaves the row from the first or the last button.
      last.current = document.activeElement as HTMLElement
      all.at(event.shiftKey ? 0 : -1)?.focus()
      return
    }
    const isRtl = getComputedStyle(row.current!).direction === 'rtl'
    const targets: Record<string, number> = {
      [isRtl ? 'ArrowLeft' : 'ArrowRight']: (index + 1) % all.length,
      [isRtl ? 'ArrowRight' : 'ArrowLeft']: (index - 1 + all.length) % all.length,
      Home: 0,
      End: all.length - 1,
    }
    const target = targets[event.key]
    if (target === undefined) return
    event.preventDefault()
    event.stopPropagation()
    all[target]?.focus()
  }
  function onFocus({ relatedTarget, target }: FocusEvent) {
    const isEntering = !row.current!.contains(relatedTarget as Element | null)
    const before = last.current
    last.current = null
    if (isEntering && before?.isConnected && before !== target && target.matches(':focus-visible'))
      before.focus()
  }
  return (
    <div
      ref={row}
      role="toolbar"
      aria-label={label}
      aria-orientation="horizontal"
      className={`tools ${className}`.trim()}
      onKeyDownCapture={onKeyDown}
      onFocus={onFocus}
    >
      {first}
      <div ref={ref} className="tools-list">
        {children}
      </div>
      {more}
    </div>
  )
}

/** A line between groups of buttons. */
export const ToolSeparator = () => <span className="tool-separator" aria-hidden="true" />
