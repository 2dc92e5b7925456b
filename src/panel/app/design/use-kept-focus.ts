import { type RefObject, useLayoutEffect } from 'react'

const controlsOf = (element: HTMLElement) => [
  ...element.querySelectorAll<HTMLElement>('a[href], button:not([disabled])'),
]

/**
 * For lists that change by themselves: when the rendering of this component takes away the control that has the focus, the
 * one that is now in its place gets it. Otherwise the keyboard would begin at the top of the page again.
 */
export function useKeptFocus(list: RefObject<HTMLElement | null>) {
  const focused = document.activeElement
  const index = list.current?.contains(focused)
    ? controlsOf(list.current).indexOf(focused as HTMLElement)
    : -1
  useLayoutEffect(() => {
    if (index < 0 || focused?.isConnected || !list.current) return
    const controls = controlsOf(list.current)
    controls[Math.min(index, controls.length - 1)]?.focus()
  })
}
