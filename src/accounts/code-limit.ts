// Limits guessing the six digits of an authenticator app, from however many addresses: by somebody who knows the password, and by
// somebody who has a session. 20 wrong codes a day would take 30 years for an even chance. Passkeys and recovery codes cannot be guessed
// and go on.
import type { RateLimits } from '../platform/db/rate-limits.ts'
import { AppError } from '../text/errors.ts'
import { isWrongPassword } from './wrong-password.ts'

const WRONG_CODES = { max: 20, windowMs: 86_400_000 }

/** Codes for signing in and codes for confirming a change are counted apart: a stolen session uses up none for signing in. */
export type CodeUse = 'sign-in' | 'confirmation'

/** `since`: when the app was set up. Another app starts a new count; another password does not, as a mailbox is enough to set one. */
type Guessed = { use: CodeUse; account: number; since: Date | null }

/** Counts a code when `verify` throws that it is wrong. Throws its errors, and 429. */
export type LimitCodes = <T>(guessed: Guessed, verify: () => Promise<T>) => Promise<T>

export const createCodeLimit =
  (limits: RateLimits): LimitCodes =>
  async ({ use, account, since }, verify) => {
    const bucket = `totp ${use} ${account} ${since?.getTime() ?? 0}`
    const { outcome, resetMs } = await limits.begin(bucket, WRONG_CODES)
    if (outcome !== 'go') throw tooManyCodes(use, outcome === 'full' ? resetMs : 1_000)
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

const OTHERWISE: Record<CodeUse, string> = {
  'sign-in': 'use a passkey or a recovery code',
  confirmation: 'confirm with your password or a passkey',
}

const tooManyCodes = (use: CodeUse, waitMs: number) =>
  new AppError(
    'too_many_requests',
    `Too many wrong codes for this account; ${OTHERWISE[use]}, or try again later.`,
    { headers: { 'Retry-After': String(Math.max(1, Math.ceil(waitMs / 1_000))) } },
  )
