// Verifies one factor of an account and uses it up.
import { z } from 'zod'
import type { Tx } from '../../platform/db/database.ts'
import { invalid } from '../../text/errors.ts'
import type { SignInContext } from '../auth-context.ts'
import type { CodeUse } from '../code-limit.ts'
import type { Assertion } from './passkey-input.ts'
import { takeRecoveryCode } from './recovery-codes.ts'
import { takeTotpCode, totpSince } from './totp.ts'
import { takeAssertion } from './use-passkey.ts'

/** A typed code; any other text counts as a wrong code. */
export const typedCode = z.string().max(100)

export type FactorProof = {
  totp?: string | undefined
  recovery_code?: string | undefined
  passkey?: Assertion | undefined
}

/** The factor that the proof is of, or null when it is wrong. */
async function useFactor(tx: Tx, ctx: SignInContext, id: number, proof: FactorProof) {
  const { totp, recovery_code: recovery, passkey } = proof
  if (passkey) return (await takeAssertion(tx, ctx, { accountId: id, passkey })) ? 'passkey' : null
  if (totp !== undefined) return (await takeTotpCode(tx, ctx, { accountId: id, code: totp })) ? 'totp' : null
  if (recovery !== undefined) return (await takeRecoveryCode(tx, id, recovery)) ? 'recovery' : null
  throw invalid([{ path: 'totp', code: 'required', message: 'is required' }])
}

type Verification<T> = {
  accountId: number
  proof: FactorProof
  use: CodeUse
  /** In the same transaction, which `refuse` rolls back. */
  accept(tx: Tx, factor: 'totp' | 'passkey' | 'recovery'): Promise<T>
  refuse(): Error
}

/** Uses up a factor, a passkey before a code, and runs `accept`. Throws its errors, `refuse()` for a wrong factor, 422, and 429 for too many codes. */
export async function verifyFactor<T>(
  ctx: SignInContext,
  { accountId, proof, use, accept, refuse }: Verification<T>,
): Promise<T> {
  const verify = () =>
    ctx.database.transaction(async (tx) => {
      const factor = await useFactor(tx, ctx, accountId, proof)
      if (!factor) throw refuse()
      return accept(tx, factor)
    })
  if (proof.passkey || proof.totp === undefined) return verify()
  const since = await ctx.database.query((tx) => totpSince(tx, accountId))
  return ctx.limitCodes({ use, account: accountId, since }, verify)
}
