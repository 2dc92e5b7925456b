// Sensitive changes ask once more who is there: a session that was left open or stolen is not enough.
import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { adminUsers } from '../platform/db/schema/auth.ts'
import { AppError } from '../text/errors.ts'
import type { SignInContext } from './auth-context.ts'
import { verifyPassword } from './passwords.ts'
import { forbidden } from './permissions.ts'
import type { Session } from './sessions.ts'

/** Fields of the body of a sensitive change, one of which is needed. */
export const proofFields = { current_password: z.string().max(1_000).optional() }

export type Proof = z.output<z.ZodObject<typeof proofFields>>

/**
 * Throws 403 `reauthentication_required` without a proof, 422 `invalid_current_password` for a wrong one, and 429 like
 * `login`, whose limits of the address and of the account it shares. `address` is from `clientKey`.
 */
export async function assertReauthenticated(
  ctx: SignInContext,
  { account }: Pick<Session, 'account'>,
  { current_password: password, address }: Proof & { address: string },
): Promise<void> {
  if (!account) throw forbidden('Your company account has no account of this site.')
  if (password === undefined)
    throw new AppError('reauthentication_required', 'Send your current_password to confirm this change.')
  await ctx.limitAttempts({ email: account.email, address }, async () => {
    const [found] = await ctx.database.query((tx) =>
      tx.select().from(adminUsers).where(eq(adminUsers.id, account.actor.id)),
    )
    if (await verifyPassword(password, found?.password_hash ?? null)) return
    throw new AppError('invalid_current_password', 'The current password is incorrect.', {
      errors: [{ path: 'current_password', code: 'invalid_current_password', message: 'is incorrect' }],
    })
  })
}
