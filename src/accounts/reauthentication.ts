// Sensitive changes ask once more who is there: a session that was left open or stolen is not enough.
import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { adminUsers } from '../platform/db/schema/auth.ts'
import { AppError } from '../text/errors.ts'
import type { SignInContext } from './auth-context.ts'
import { assertion } from './factors/passkey-input.ts'
import { typedCode, verifyFactor } from './factors/use-factor.ts'
import { verifyPassword } from './passwords.ts'
import { forbidden } from './permissions.ts'
import type { Session } from './sessions.ts'

/** Fields of the body of a sensitive change, one of which is needed. */
export const proofFields = {
  current_password: z.string().max(1_000).optional(),
  totp: typedCode.optional(),
  passkey: assertion.optional(),
}

export type Proof = z.output<z.ZodObject<typeof proofFields>>

/**
 * Throws 403 `reauthentication_required` without a proof, 422 `invalid_current_password` or `invalid_factor` for a wrong one,
 * and 429 like `login`, whose limits of the address and of the account it shares. `address` is from `clientKey`.
 */
export async function assertReauthenticated(
  ctx: SignInContext,
  { account }: Pick<Session, 'account'>,
  proof: Proof & { address: string },
): Promise<void> {
  if (!account) throw forbidden('Your company account has no account of this site.')
  const { current_password: current, totp, passkey } = proof
  const given = passkey ? 'passkey' : totp === undefined ? 'current_password' : 'totp'
  if (given === 'current_password' && current === undefined)
    throw new AppError(
      'reauthentication_required',
      'Send your current_password, a code of your authenticator app as totp, or a passkey, to confirm this change.',
    )
  await ctx.limitAttempts({ email: account.email, address: proof.address }, async () => {
    const [found] = await ctx.database.query((tx) =>
      tx.select().from(adminUsers).where(eq(adminUsers.id, account.actor.id)),
    )
    if (given === 'current_password') {
      if (!(await verifyPassword(current!, found?.password_hash ?? null))) throw wrong(given)
      return
    }
    if (!found) throw wrong(given)
    await verifyFactor(ctx, {
      account: found,
      proof: { totp, passkey },
      refuse: () => wrong(given),
      accept: async () => {},
    })
  })
}

const wrong = (path: keyof Proof) =>
  path === 'current_password'
    ? new AppError('invalid_current_password', 'The current password is incorrect.', {
        errors: [{ path, code: 'invalid_current_password', message: 'is incorrect' }],
      })
    : new AppError('invalid_factor', 'The code or passkey was not accepted.', {
        errors: [{ path, code: 'invalid_factor', message: 'was not accepted' }],
      })
