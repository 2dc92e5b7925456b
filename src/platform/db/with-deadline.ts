import { unavailable } from '../../text/errors.ts'
import { toAppError } from './database-errors.ts'

export type Deadline = {
  /** Whether the time is up, for `run` to stop by itself. */
  hasExpired(): boolean
  /** Starts the time anew, for work in steps; throws 503 if it is up. */
  restart(): void
}

/** The result of `run`, which cannot be cancelled, or 503 after `milliseconds`. Turns database errors into `AppError`s. */
export async function withDeadline<T>(
  milliseconds: number,
  run: (deadline: Deadline) => Promise<T>,
): Promise<T> {
  let expired = false
  let timer: Timer | undefined
  const { promise: timeout, reject } = Promise.withResolvers<never>()
  const start = () => {
    timer = setTimeout(() => {
      expired = true
      reject(unavailable('database'))
    }, milliseconds)
  }
  const deadline: Deadline = {
    hasExpired: () => expired,
    restart() {
      if (expired) throw unavailable('database')
      clearTimeout(timer)
      start()
    },
  }
  start()
  try {
    return await Promise.race([run(deadline), timeout])
  } catch (error) {
    throw toAppError(error)
  } finally {
    clearTimeout(timer)
  }
}
