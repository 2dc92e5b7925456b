// Connects an account of the site with a person of the identity provider. The owner proves both, and then acts as both.
import { and, eq, isNull, or, sql } from 'drizzle-orm'
import { auditActor, type UserActor } from '../../accounts/actor.ts'
import { type AuditOrigin, auditedTransaction } from '../../accounts/audit/append-audit-row.ts'
import type { AuthContext } from '../../accounts/auth-context.ts'
import { endConnection, NOT_CONNECTED } from '../../accounts/end-access.ts'
import { forbidden } from '../../accounts/permissions.ts'
import { assertProved, type Proven } from '../../accounts/proofs.ts'
import { takeTicket } from '../../accounts/tickets.ts'
import type { Tx } from '../../platform/db/database.ts'
import { adminUsers, passkeys, sessions } from '../../platform/db/schema/auth.ts'
import { users } from '../../platform/db/schema/procurement.ts'
import { sha256 } from '../../platform/sha256.ts'
import { AppError, invalid } from '../../text/errors.ts'

type ConnectContext = AuthContext & { audit: AuditOrigin }

/** What a `provider-connection` ticket holds. */
export type ConnectionTicket = {
  /** Hash of the browser's secret. */
  browser: string
  personId: number
  /** The provider's id of its session. */
  session: string | null
  /** The account that began. */
  accountId: number
}

/** `session`: the id of the account's session. `ticket`, `browser`: secrets that its browser sent. */
type Connection = { session: string; ticket: string; browser: string | null }

/**
 * Connects an account with the person of the ticket. The request comes from a session of the account: a redirect back from the provider
 * alone connects nobody, since a stranger can send a browser there. From then on this session, and the password or the passkey of its
 * proof, act for the person, and the owner is told. Throws 403 `reauthentication_required`, or `forbidden` for a person who is switched
 * off, 409 where one of the two is connected with another, and 422 for a ticket that is too old, used, or of another browser or account.
 */
export async function connectAccount(
  ctx: ConnectContext,
  actor: UserActor,
  { session, ticket, browser }: Connection,
): Promise<void> {
  const use = { purpose: 'provider-connection', secret: ticket, now: ctx.clock() } as const
  await auditedTransaction(ctx, auditActor(actor), async (tx, note) => {
    const proof = await assertProved(tx, ctx, session)
    const data = (await takeTicket(tx, use)) as ConnectionTicket | null
    if (!data || browser === null || sha256(browser) !== data.browser || data.accountId !== actor.id)
      throw invalid([{ path: 'ticket', code: 'invalid', message: 'is too old or used already; begin again' }])
    const { personId } = data
    const [person] = await tx
      .select()
      .from(users)
      .where(and(eq(users.id, personId), eq(users.disabled, false)))
    const [account] = await tx
      .update(adminUsers)
      .set({ person_id: personId, version: sql`${adminUsers.version} + 1`, updated_at: ctx.clock() })
      .where(
        and(
          eq(adminUsers.id, actor.id),
          eq(adminUsers.token_version, actor.tokenVersion),
          eq(adminUsers.disabled, false),
          or(isNull(adminUsers.person_id), eq(adminUsers.person_id, personId)),
        ),
      )
      .returning()
    if (!person) throw forbidden('This company account is switched off in procurement.')
    if (!account) throw connectedElsewhere()
    await proveByConnection(tx, ctx, { accountId: actor.id, personId, session, proof })
    const changes = { subject: person.subject }
    note({ action: 'user.link', entity: 'admin_users', entityId: actor.id, changes })
    const told = { name: account.name, change: 'made', person: person.display_name } as const
    await ctx.mail?.add(tx, { kind: 'connection-changed', to: account.email, data: told })
  }).catch((error) => {
    // The person is connected with another account.
    throw error instanceof AppError && error.code === 'conflict' ? connectedElsewhere() : error
  })
  ctx.mail?.wake()
}

const connectedElsewhere = () =>
  new AppError(
    'conflict',
    'This company account is connected with another account, or yours with another one: disconnect it there first.',
  )

type Proving = { accountId: number; personId: number; session: string; proof: Proven }

async function proveByConnection(
  tx: Tx,
  { clock }: ConnectContext,
  { accountId, personId, session: id, proof }: Proving,
) {
  const [session] = await tx
    .update(sessions)
    .set({ acting_person_id: personId })
    .where(and(eq(sessions.id, id), eq(sessions.account_id, accountId)))
    .returning({ method: sessions.method })
  if (proof.by === 'current_password' || session?.method.startsWith('password'))
    await tx.update(adminUsers).set({ connected_at: clock() }).where(eq(adminUsers.id, accountId))
  if (proof.passkey !== null)
    await tx
      .update(passkeys)
      .set({ person_id: personId })
      .where(and(eq(passkeys.credential_id, proof.passkey), eq(passkeys.account_id, accountId)))
}

/** Ends the connection of an account with its person. Throws 409 like `endConnection`. */
export async function disconnectAccount(ctx: ConnectContext, actor: UserActor): Promise<void> {
  await auditedTransaction(ctx, auditActor(actor), async (tx, note) => {
    const rows = tx.select().from(adminUsers).where(eq(adminUsers.id, actor.id))
    const [account] = await rows.for('update')
    if (!account || account.person_id === null) return
    await endConnection(tx, { ...ctx, note }, account)
    await tx
      .update(adminUsers)
      .set({ ...NOT_CONNECTED, version: sql`${adminUsers.version} + 1`, updated_at: ctx.clock() })
      .where(eq(adminUsers.id, actor.id))
  })
  ctx.mail?.wake()
}
