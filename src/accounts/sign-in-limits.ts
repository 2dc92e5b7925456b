import type { RateLimits } from '../platform/db/rate-limits.ts'
import { createAccountDelay, type SignInAttempt } from './account-delay.ts'
import { createFailedLoginLimit, type LimitAddress } from './failed-logins.ts'

type Options = Parameters<typeof createAccountDelay>[0] & { limits: RateLimits }

/** Runs `verify` within the limits of the client address and of the account. Throws its errors, 429 and 503. */
export type LimitAttempts = <T>(attempt: SignInAttempt, verify: () => Promise<T>) => Promise<T>

export function createSignInLimits({ limits, ...options }: Options): {
  limitAttempts: LimitAttempts
  /** For attempts that name no account. */
  limitAddress: LimitAddress
} {
  const limitAddress = createFailedLoginLimit(limits)
  const delayAttempt = createAccountDelay(options)
  return {
    limitAddress,
    // An address over its limit is refused before it takes part in the delays of the account.
    limitAttempts: (attempt, verify) => limitAddress(attempt.address, () => delayAttempt(attempt, verify)),
  }
}
