// Limits guessing the six digits of an authenticator app by somebody who knows the password, from however many addresses:
// 20 wrong codes a day would take 30 years for an even chance. Passkeys and recovery codes cannot be guessed and go on.
import type { RateLimits } from '../platform/db/rate-limits.ts'
import { AppError } from '../text/errors.ts'
import { isWrongPassword } from './wrong-password.ts'

const WRONG_CODES = { max: 20, windowMs: 86_400_000 }

/** `token_version` goes up with a new password, which a guesser does not know. */
type Guessed = { id: number; token_version: number }

/** Counts a code when `verify` throws that it is wrong. Throws its errors, and 429. */
export type LimitCodes = <T>(account: Guessed, verify: () => Promise<T>) => Promise<T>

export const createCodeLimit =
  (limits: RateLimits): LimitCodes =>
  async (account, verify) => {
    const bucket = `totp ${account.id} ${account.token_version}`
    const { outcome, resetMs } = await limits.begin(bucket, WRONG_CODES)
    if (outcome !== 'go') throw tooManyCodes(outcome === 'full' ? resetMs : 1_000)
    let isWrong = false
    try {
      return await verify()
    } catch (error) {
      isWrong = isWrongPassword(error)
      throw error
    } finally {
      await limits.settle(bucket, WRONG_CODES, isWrong)
    }
  }

const tooManyCodes = (waitMs: number) =>
  new AppError(
    'too_many_requests',
    'Too many wrong codes for this account; use a passkey or a recovery code, or try again later.',
    { headers: { 'Retry-After': String(Math.max(1, Math.ceil(waitMs / 1_000))) } },
  )
