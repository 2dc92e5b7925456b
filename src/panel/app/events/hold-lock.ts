// Locks between the tabs of a browser. A tab that closes or crashes gives up its locks by itself. Browsers have them on
// secure pages only; elsewhere each tab acts as if it were alone.

/** Resolves with a function that gives the lock up, or null if waiting was aborted. */
export function holdLock(name: string, signal?: AbortSignal): Promise<(() => void) | null> {
  if (!('locks' in navigator)) return Promise.resolve(signal?.aborted ? null : () => {})
  return new Promise((resolve) => {
    const held = () =>
      new Promise<void>((release) => {
        resolve(() => release())
      })
    navigator.locks.request(name, signal ? { signal } : {}, held).catch(() => resolve(null))
  })
}
