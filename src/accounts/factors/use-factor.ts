// Verifies one factor of an account and uses it up.
import { z } from 'zod'
import type { Tx } from '../../platform/db/database.ts'
import type { adminUsers } from '../../platform/db/schema/auth.ts'
import { invalid } from '../../text/errors.ts'
import { accountAsActor } from '../actor.ts'
import { auditedTransaction } from '../audit/append-audit-row.ts'
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
  account: Pick<typeof adminUsers.$inferSelect, 'id' | 'name'>
  proof: FactorProof
  use: CodeUse
  /** In the same transaction, which `refuse` rolls back. */
  accept(tx: Tx, factor: 'totp' | 'passkey' | 'recovery'): Promise<T>
  refuse(): Error
}

/**
 * Uses up a factor, a passkey before a code, and runs `accept`; a used recovery code has its audit row. Throws its errors, `refuse()`
 * for a wrong factor, 422, and 429 for too many codes.
 */
export async function verifyFactor<T>(
  ctx: SignInContext,
  { account, proof, use, accept, refuse }: Verification<T>,
): Promise<T> {
  const { id } = account
  const verify = () =>
    auditedTransaction(ctx, accountAsActor(account), async (tx, note) => {
      const factor = await useFactor(tx, ctx, id, proof)
      if (!factor) throw refuse()
      if (factor === 'recovery') note({ action: 'recovery_code.use', entity: 'admin_users', entityId: id })
      return accept(tx, factor)
    })
  if (proof.passkey || proof.totp === undefined) return verify()
  const since = await ctx.database.query((tx) => totpSince(tx, id))
  return ctx.limitCodes({ use, account: id, since }, verify)
}
