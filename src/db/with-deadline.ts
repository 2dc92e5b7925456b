import { unavailable } from '../errors.ts'
import { toAppError } from './database-errors.ts'

/**
 * The result of `run`, or 503 after `milliseconds`. `run` cannot be cancelled: it receives a function that tells whether
 * the deadline has passed, to stop by itself. Database errors are turned into `AppError`s.
 */
export async function withDeadline<T>(
  milliseconds: number,
  run: (hasExpired: () => boolean) => Promise<T>,
): Promise<T> {
  let expired = false
  let timer: Timer | undefined
  const deadline = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      expired = true
      reject(unavailable('database'))
    }, milliseconds)
  })
  try {
    return await Promise.race([run(() => expired), deadline])
  } catch (error) {
    throw toAppError(error)
  } finally {
    clearTimeout(timer)
  }
}
