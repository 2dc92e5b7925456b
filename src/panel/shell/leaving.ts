// Asks before a page with unsaved changes is left: by a link, by the browser's buttons, or by closing the tab.
import { useEffect, useState } from 'react'

type Leaving = () => void

const dirty = new Set<symbol>()
const listeners = new Set<() => void>()
let pending: Leaving | null = null

function setPending(next: Leaving | null) {
  pending = next
  for (const listener of listeners) listener()
}

/** The navigation that waits for an answer, for the dialog. */
export const pendingLeave = () => pending

export function subscribeToLeaving(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const stay = () => setPending(null)

/** Gives up the unsaved changes. */
export function leave() {
  const leaving = pending
  dirty.clear()
  setPending(null)
  leaving?.()
}

export const hasUnsavedChanges = () => dirty.size > 0

/** Calls `leave` at once, or after the user has agreed to lose unsaved changes. */
export function askBeforeLeaving(leave: Leaving) {
  if (hasUnsavedChanges()) setPending(leave)
  else leave()
}

/** For forms: while `isDirty`, leaving the page asks first. */
export function useLeaveGuard(isDirty: boolean) {
  const [id] = useState(() => Symbol('form'))
  useEffect(() => {
    if (!isDirty) return
    dirty.add(id)
    // The question must be there when the service cannot be reached.
    void import('../design/dialog-window.tsx').catch(() => {})
    return () => void dirty.delete(id)
  }, [id, isDirty])
}

addEventListener('beforeunload', (event) => {
  if (hasUnsavedChanges()) event.preventDefault()
})

let address = location.href
for (const type of ['pushState', 'replaceState'])
  addEventListener(type, () => {
    address = location.href
  })

// Registered before the router's own listener. The browser has changed the address already, so it is changed back.
addEventListener(
  'popstate',
  (event) => {
    if (!hasUnsavedChanges()) {
      address = location.href
      return
    }
    event.stopImmediatePropagation()
    const target = location.href
    history.pushState(null, '', address)
    setPending(() => history.pushState(null, '', target))
  },
  { capture: true },
)
