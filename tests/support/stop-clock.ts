import { setSystemTime } from 'bun:test'

/**
 * Stops the machine's clock for this process, until the result is disposed: what counts within a minute then counts the same on
 * a machine of any speed. Timers and sleeps go on.
 */
export function stopClock(at = new Date()): Disposable {
  setSystemTime(at)
  return { [Symbol.dispose]: () => void setSystemTime() }
}
