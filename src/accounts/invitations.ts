// Invitations: an account without a password gets a link that sets the first one. Sent by mail, or without a mail server
// handed over by the admin who invites.
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Outbox } from '../mail/outbox.ts'
import type { Tx } from '../platform/db/database.ts'
import { adminUsers } from '../platform/db/schema/auth.ts'
import { AppError } from '../text/errors.ts'
import { createAccountLink, deleteAccountLinks, invalidToken, takeAccountLink } from './account-links.ts'
import { type Actor, auditActor } from './actor.ts'
import { auditedTransaction } from './audit/append-audit-row.ts'
import type { AccountContext } from './auth-context.ts'
import { endSessionsOfPerson } from './end-sessions.ts'
import { confirmActor } from './permissions.ts'
import { assertActorProved } from './proofs.ts'

type InvitationContext = AccountContext & { mail: Outbox }
type User = typeof adminUsers.$inferSelect

/** `link` is present where there is no mail server: the admin hands it over. */
export type Invitation = { expires_at: Date; mailed: boolean; link?: string }

/** Replaces the invitation of an account within a transaction; call `wake` after the commit. */
export async function addInvitation(
  tx: Tx,
  { mail, clock }: InvitationContext,
  { user, inviter }: { user: User; inviter: string },
): Promise<Invitation> {
  await deleteAccountLinks(tx, user.id, 'invitation')
  const { id, expiresAt } = await createAccountLink(tx, {
    purpose: 'invitation',
    user,
    now: clock(),
    links: mail.links,
  })
  await mail.add(tx, {
    kind: 'invitation',
    to: user.email,
    data: { link: id, name: user.name, inviter },
  })
  return {
    expires_at: expiresAt,
    mailed: mail.isOn,
    ...(!mail.isOn && { link: mail.links.invitation(id) }),
  }
}

/**
 * Sends a new invitation; the one before is no longer valid. Throws 403 `reauthentication_required`, 404, and 409 for an account with
 * a password.
 */
export async function inviteAgain(ctx: InvitationContext, actor: Actor, id: number): Promise<Invitation> {
  const invitation = await auditedTransaction(ctx, auditActor(actor), async (tx, note) => {
    await confirmActor(tx, actor)
    const user = await findInvited(tx, id)
    await assertActorProved(tx, ctx, actor)
    note({ action: 'user.invite', entity: 'admin_users', entityId: id })
    return addInvitation(tx, ctx, { user, inviter: actor.name })
  })
  ctx.mail.wake()
  return invitation
}

/** Takes the invitation back: its link is no longer valid. Throws 404, and 409 for an account with a password. */
export async function withdrawInvitation(ctx: AccountContext, actor: Actor, id: number): Promise<void> {
  await auditedTransaction(ctx, auditActor(actor), async (tx, note) => {
    await confirmActor(tx, actor)
    await findInvited(tx, id)
    if ((await deleteAccountLinks(tx, id, 'invitation')) === 0) return
    note({ action: 'user.uninvite', entity: 'admin_users', entityId: id })
  })
}

/** Sets the first password of an invited account, once, and ends its sessions. Throws 422 `invalid_token`, and 503. */
export async function acceptInvitation(
  ctx: InvitationContext,
  { token, password }: { token: string; password: string },
): Promise<void> {
  if (ctx.mail.links.read('invitation', token) === null) throw invalidToken()
  const password_hash = await ctx.passwords.hash(password)
  await auditedTransaction(ctx, { name: 'invitation', id: null }, async (tx, note) => {
    const now = ctx.clock()
    const { userId } = await takeAccountLink(tx, { purpose: 'invitation', token, now })
    const [user] = await tx
      .update(adminUsers)
      .set({
        password_hash,
        // Without a mail server the admin who invites has the link, too.
        password_set_by_admin: !ctx.mail.isOn,
        token_version: sql`${adminUsers.token_version} + 1`,
        version: sql`${adminUsers.version} + 1`,
        updated_at: now,
      })
      .where(and(eq(adminUsers.id, userId), isNull(adminUsers.password_hash), eq(adminUsers.disabled, false)))
      .returning()
    if (!user) throw invalidToken()
    await endSessionsOfPerson(tx, now, user.person_id)
    note({ action: 'user.accept', entity: 'admin_users', entityId: userId, changes: { password: 'set' } })
  })
}

// Locked, so that the invitation cannot be accepted meanwhile.
async function findInvited(tx: Tx, id: number): Promise<User> {
  const query = tx.select().from(adminUsers).where(eq(adminUsers.id, id)).for('update')
  const [user] = Number.isInteger(id) ? await query : []
  if (!user) throw new AppError('not_found', 'Account not found.')
  if (user.password_hash !== null)
    throw new AppError('conflict', 'The account has a password already, so it needs no invitation.')
  return user
}
