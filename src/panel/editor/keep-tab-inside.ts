const STOPS = 'button:not([disabled]), input, textarea, [contenteditable="true"]'

/** Leads Tab from the last element back to the first one, and Shift+Tab the other way. */
export function keepTabInside(event: Pick<KeyboardEvent, 'shiftKey' | 'preventDefault'>, frame: Element) {
  const stops = [...frame.querySelectorAll<HTMLElement>(STOPS)].filter((stop) => stop.offsetParent !== null)
  const edge = stops.at(event.shiftKey ? 0 : -1)
  if (!edge?.contains(document.activeElement)) return
  event.preventDefault()
  stops.at(event.shiftKey ? -1 : 0)?.focus()
}
