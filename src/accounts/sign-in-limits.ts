import type { RateLimits } from '../platform/db/rate-limits.ts'
import { createAccountDelay, type SignInAttempt } from './account-delay.ts'
import { createFailedLoginLimit } from './failed-logins.ts'

type Options = Parameters<typeof createAccountDelay>[0] & { limits: RateLimits }

/** Runs `verify` within the limits of the client address and of the account. Throws its errors, 429 and 503. */
export type LimitAttempts = <T>(attempt: SignInAttempt, verify: () => Promise<T>) => Promise<T>

export function createSignInLimits({ limits, ...options }: Options): LimitAttempts {
  const limitAddress = createFailedLoginLimit(limits)
  const delayAttempt = createAccountDelay(options)
  // An address over its limit is refused before it takes part in the delays of the account.
  return (attempt, verify) => limitAddress(attempt.address, () => delayAttempt(attempt, verify))
}
