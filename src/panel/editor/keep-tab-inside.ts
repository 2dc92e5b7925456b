import type { Editor } from '@tiptap/core'

const STOPS = 'button:not([disabled]), input, textarea, [contenteditable="true"]'

/**
 * Keeps Tab inside of a text that fills the screen, until the signal: from the last control to the first one, and back. The
 * text comes first: Tab changes the level of an item there, and goes to the next cell; where it can do neither, it does
 * nothing in lists and tables, so that what is typed next does not reach the tools.
 */
export function keepTabInside(editor: Editor, frame: Element, signal: AbortSignal) {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Tab' || event.defaultPrevented) return
    const isInText = (event.target as Element).closest('.rich-text') !== null
    if (isInText && (editor.isActive('listItem') || editor.isActive('table'))) return event.preventDefault()
    const stops = [...frame.querySelectorAll<HTMLElement>(STOPS)].filter((stop) => stop.offsetParent !== null)
    const edge = stops.at(event.shiftKey ? 0 : -1)
    if (!edge?.contains(document.activeElement)) return
    event.preventDefault()
    stops.at(event.shiftKey ? -1 : 0)?.focus()
  }
  if (!signal.aborted) frame.addEventListener('keydown', onKeyDown as EventListener, { signal })
}
