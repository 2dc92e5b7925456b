import { isWrongPassword } from '../../accounts/wrong-password.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../text/errors.ts'

/** Counts failed sign-ins and refusals in the metrics. */
export async function measure<T>(metrics: Deps['metrics'], attempt: Promise<T>): Promise<T> {
  try {
    return await attempt
  } catch (error) {
    if (isWrongPassword(error)) metrics.loginFailed()
    if (error instanceof AppError && error.code === 'too_many_requests') metrics.rateLimited('login')
    throw error
  }
}
