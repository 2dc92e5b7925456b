import type { RateLimits } from '../platform/db/rate-limits.ts'
import { createAccountDelay, createFailureCount, type SignInAttempt } from './account-delay.ts'
import { createFailedLoginLimit, createWrongProofLimit, noteFailedLogin } from './failed-logins.ts'
import { isWrongPassword } from './wrong-password.ts'

type Options = Parameters<typeof createAccountDelay>[0] & { limits: RateLimits }

/** Runs `verify` within the limits of the client address and of the account. Throws its errors, 429 and 503. */
export type LimitAttempts = <T>(attempt: SignInAttempt, verify: () => Promise<T>) => Promise<T>

type ProofAttempt = SignInAttempt & {
  /** Its id. */
  session: string
}

/**
 * Runs `verify` within the limit of the session alone: strangers who try to sign in, at the same address or to the same account, neither
 * use it up nor hold it up. Throws its errors, 429 and 503.
 */
export type LimitProofs = <T>(attempt: ProofAttempt, verify: () => Promise<T>) => Promise<T>

export function createSignInLimits({ limits, ...options }: Options) {
  const limitAddress = createFailedLoginLimit(limits)
  const delayAttempt = createAccountDelay(options)
  const limitSession = createWrongProofLimit(limits)
  const countFailure = createFailureCount(options)
  // An address over its limit is refused before it takes part in the delays of the account.
  const limitAttempts: LimitAttempts = (attempt, verify) =>
    limitAddress(attempt.address, () => delayAttempt(attempt, verify))
  const limitProofs: LimitProofs = ({ session, email, address }, verify) =>
    limitSession(session, async () => {
      try {
        return await verify()
      } catch (error) {
        if (isWrongPassword(error)) {
          await noteFailedLogin(limits, address)
          await countFailure(email)
        }
        throw error
      }
    })
  return { limitAttempts, limitProofs }
}
