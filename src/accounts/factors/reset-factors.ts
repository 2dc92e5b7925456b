import { eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { lockUntilCommit } from '../../platform/db/database.ts'
import { adminUsers, passkeys, recoveryCodes, totpFactors } from '../../platform/db/schema/auth.ts'
import { AppError } from '../../text/errors.ts'
import { type Actor, auditActor } from '../actor.ts'
import { auditedTransaction } from '../audit/append-audit-row.ts'
import type { AccountContext } from '../auth-context.ts'
import { type AccessEndings, accessEndings, endAccess } from '../end-access.ts'
import { endSessionsOfPerson } from '../end-sessions.ts'
import { keepAdmin } from '../last-admin.ts'
import { confirmActor } from '../permissions.ts'
import { assertActorProved } from '../proofs.ts'
import { hasFactor, readFactors } from './factor-state.ts'

/** The body of a reset. */
export const factorReset = z.strictObject(accessEndings)

type Reset = { id: number; endings?: AccessEndings }

/**
 * Removes the factors and recovery codes of somebody who lost them, and ends the sessions of the account and of its person. The password
 * is no longer proof of that person. Resolves with whether there was anything to remove. Throws 403 `reauthentication_required`, 404,
 * and 409 like `endAccess`, for the last way in of the last admin, or for one's own: they are removed on the account page.
 */
export async function resetFactors(
  ctx: AccountContext,
  actor: Actor,
  { id, endings = {} }: Reset,
): Promise<boolean> {
  const isReset = await auditedTransaction(ctx, auditActor(actor), async (tx, note) => {
    await lockUntilCommit(tx, 'admin_users')
    await confirmActor(tx, actor)
    if (actor.kind === 'user' && actor.id === id)
      throw new AppError('conflict', 'Remove your own second factor on your account page.')
    const [user] = Number.isInteger(id)
      ? await tx.select().from(adminUsers).where(eq(adminUsers.id, id)).for('no key update')
      : []
    if (!user) throw new AppError('not_found', 'Account not found.')
    const hadFactor = hasFactor(await readFactors(tx, id))
    if (!hadFactor && !endings.revoke_tokens && !endings.disconnect) return false
    const now = ctx.clock()
    const left = await endAccess(tx, { ...ctx, note }, { actor, account: user, endings, now })
    await keepAdmin(tx, ctx, async () => {
      for (const table of [totpFactors, recoveryCodes, passkeys])
        await tx.delete(table).where(eq(table.account_id, id))
    })
    await assertActorProved(tx, ctx, actor)
    await tx
      .update(adminUsers)
      .set({
        token_version: sql`${adminUsers.token_version} + 1`,
        connected_at: null,
        ...left,
        version: sql`${adminUsers.version} + 1`,
        updated_at: now,
      })
      .where(eq(adminUsers.id, id))
    await endSessionsOfPerson(tx, now, user.person_id)
    if (!hadFactor) return true
    const changes = { second_factor: 'reset' }
    note({ action: 'factor.reset', entity: 'admin_users', entityId: id, changes })
    const data = { name: user.name, change: 'reset' } as const
    await ctx.mail?.add(tx, { kind: 'factors-changed', to: user.email, data })
    return true
  })
  ctx.mail?.wake()
  return isReset
}
