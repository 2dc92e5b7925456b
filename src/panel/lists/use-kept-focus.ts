import { type RefObject, useEffect } from 'react'
import { setInteractionModality } from 'react-aria/useFocusVisible'

/** How long after the Tab key a focus counts as its effect. */
const TAB_MS = 150

/**
 * Keeps the focus on a button or link inside of a table when a screen reader puts it there. The table of react-aria has one
 * tab stop, and moves a focus that enters elsewhere to its first row.
 */
export function useKeptFocus(frame: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const element = frame.current
    let lastTab = Number.NEGATIVE_INFINITY
    const onKeyDown = ({ key }: KeyboardEvent) => {
      if (key === 'Tab') lastTab = performance.now()
    }
    const onFocus = ({ target, relatedTarget }: FocusEvent) => {
      const isInside = relatedTarget instanceof Node && element?.contains(relatedTarget)
      const isInCell =
        target instanceof HTMLElement && target.matches('[role=gridcell] *, [role=rowheader] *')
      if (isInside || !isInCell || performance.now() - lastTab < TAB_MS) return
      // Only a focus by pointer may enter anywhere; the table reads this when the event reaches it.
      setInteractionModality('pointer')
      setTimeout(() => setInteractionModality('virtual'), 0)
    }
    document.addEventListener('keydown', onKeyDown, { capture: true })
    element?.addEventListener('focusin', onFocus)
    return () => {
      document.removeEventListener('keydown', onKeyDown, { capture: true })
      element?.removeEventListener('focusin', onFocus)
    }
  }, [frame])
}
