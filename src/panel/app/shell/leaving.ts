// Asks before a page with unsaved changes is left: by a link, by the browser's buttons, or by closing the tab.
import { useEffect, useRef, useState } from 'react'

type Leaving = () => void
/** Saves without asking; resolves with whether nothing is unsaved any more. */
type Flush = () => Promise<boolean>

/** Longer than this, nobody waits for a page. */
const MAX_FLUSH_MS = 3_000

const dirty = new Map<symbol, Flush | null>()
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

/** Calls `leave` at once, after drafts have saved themselves, or after the user has agreed to lose unsaved changes. */
export async function askBeforeLeaving(leave: Leaving) {
  if (!hasUnsavedChanges() || (await flushAll())) leave()
  else setPending(leave)
}

async function flushAll(): Promise<boolean> {
  const flushes = [...dirty.values()].flatMap((flush) => flush ?? [])
  if (flushes.length < dirty.size) return false
  const late = new Promise<boolean>((resolve) => setTimeout(() => resolve(false), MAX_FLUSH_MS))
  const results = Promise.all(flushes.map((flush) => flush())).then((done) => done.every(Boolean))
  return Promise.race([results, late])
}

/** Asks before the page is left while `isDirty`, unless `flush` saves everything; for forms. */
export function useLeaveGuard(isDirty: boolean, flush: Flush | null = null) {
  const [id] = useState(() => Symbol('form'))
  const latest = useRef(flush)
  latest.current = flush
  const canFlush = flush !== null
  useEffect(() => {
    if (!isDirty) return
    dirty.set(id, canFlush ? async () => (await latest.current?.()) ?? false : null)
    // The question must be there when the service cannot be reached.
    void import('../design/dialog-window.tsx').catch(() => {})
    return () => void dirty.delete(id)
  }, [id, isDirty, canFlush])
}

addEventListener('beforeunload', (event) => {
  if (hasUnsavedChanges()) event.preventDefault()
})

let address = location.href
for (const type of ['pushState', 'replaceState'])
  addEventListener(type, () => {
    address = location.href
  })

// The listener is registered before the router's own. The browser has changed the address already, so it is changed back.
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
    void askBeforeLeaving(() => history.pushState(null, '', target))
  },
  { capture: true },
)
