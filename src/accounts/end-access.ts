// Ending what acts for an account beside its sessions: its API tokens, and the connection with a person of the identity provider.
import { eq } from 'drizzle-orm'
import { z } from 'zod'
import type { Outbox } from '../mail/outbox.ts'
import type { Tx } from '../platform/db/database.ts'
import { type adminUsers, apiTokens, passkeys, sessions } from '../platform/db/schema/auth.ts'
import { users } from '../platform/db/schema/procurement.ts'
import { AppError, invalid } from '../text/errors.ts'
import { type Actor, actorId } from './actor.ts'
import { revokeTokensOf } from './api-tokens.ts'
import type { AddAuditEntry } from './audit/append-audit-row.ts'

type Account = Pick<typeof adminUsers.$inferSelect, 'id' | 'email' | 'name' | 'person_id' | 'password_hash'>

type EndingContext = {
  note: AddAuditEntry
  mail?: Outbox | undefined
  isProviderOnly?: boolean | undefined
}

/** An account without a person of the identity provider. */
export const NOT_CONNECTED = { person_id: null, connected_at: null }

/**
 * Takes from an account what acts for the person that it is connected with: no session, passkey or API token of the account does so
 * afterwards, not even once it is connected with the same person again. Its owner is told. The caller writes `NOT_CONNECTED`. Throws
 * 409 where the account has no password, or passwords are switched off.
 */
export async function endConnection(
  tx: Tx,
  { note, mail, isProviderOnly = false }: EndingContext,
  { id, email, name, person_id, password_hash }: Account,
): Promise<void> {
  if (person_id === null) return
  if (isProviderOnly || password_hash === null)
    throw new AppError(
      'conflict',
      `The company account is the only way into this account: ${isProviderOnly ? 'passwords are switched off here' : 'it needs a password first'}.`,
    )
  await tx.update(sessions).set({ acting_person_id: null }).where(eq(sessions.account_id, id))
  await tx.update(passkeys).set({ person_id: null }).where(eq(passkeys.account_id, id))
  await tx.update(apiTokens).set({ person_id: null }).where(eq(apiTokens.user_id, id))
  const [person] = await tx.select().from(users).where(eq(users.id, person_id))
  const changes = { subject: person!.subject }
  note({ action: 'user.unlink', entity: 'admin_users', entityId: id, changes })
  const data = { name, change: 'ended', person: person!.display_name } as const
  await mail?.add(tx, { kind: 'connection-changed', to: email, data })
}

/** What an admin may end as well where somebody else may have the password or a second factor of an account. */
export const accessEndings = {
  revoke_tokens: z
    .boolean()
    .optional()
    .meta({ description: '`true`: revokes all API tokens of the account.' }),
  disconnect: z.boolean().optional().meta({
    description:
      '`true`: ends the connection with a person of the identity provider. Not for your own account, nor where it is the only way in.',
  }),
}

export type AccessEndings = { [Name in keyof typeof accessEndings]?: boolean | undefined }

type Ending = { actor: Actor; account: Account; endings: AccessEndings; now: Date }

/**
 * Tells the owner, and resolves with what the caller writes into the account. Throws 409 like `endConnection`, and 422 for one's own
 * connection.
 */
export async function endAccess(
  tx: Tx,
  ctx: EndingContext,
  { actor, account, endings, now }: Ending,
): Promise<Partial<typeof NOT_CONNECTED>> {
  const isOwner = actorId(actor) === account.id
  if (endings.revoke_tokens) {
    const revoked = await revokeTokensOf(tx, { note: ctx.note, now }, account.id)
    const data = { name: account.name, tokens: revoked }
    if (revoked.length > 0 && !isOwner)
      await ctx.mail?.add(tx, { kind: 'tokens-revoked', to: account.email, data })
  }
  if (!endings.disconnect) return {}
  if (isOwner) throw ownConnection()
  await endConnection(tx, ctx, account)
  return NOT_CONNECTED
}

function ownConnection() {
  const message = 'must be absent for your own account: end it with DELETE /api/auth/oidc/link'
  return invalid([{ path: 'disconnect', code: 'not_allowed', message }])
}
