// Tickets connect the steps of a sign-in. The database holds only a hash of the secret, which the client brings back.
import { and, eq, gt, lte, type SQL, sql } from 'drizzle-orm'
import type { Database, Tx } from '../platform/db/database.ts'
import { signInTickets } from '../platform/db/schema/auth.ts'
import { sha256 } from '../platform/sha256.ts'

/** The step that a ticket is for; it is refused for any other. */
export type TicketPurpose =
  | 'provider-state'
  | 'provider-ticket'
  | 'provider-connection'
  | 'provider-sign-out'
  | 'second-factor'
  | 'factor-setup'
  | 'passkey'

export const createSecret = () =>
  Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64url')

type Ticket = {
  purpose: TicketPurpose
  data: Record<string, unknown>
  now: Date
  lifetimeMs: number
  /** Made by the caller where another part needs it too. */
  secret?: string
}

/** Adds a ticket and returns its secret. */
export async function createTicket(tx: Tx, ticket: Ticket): Promise<string> {
  const { purpose, data, now, lifetimeMs, secret = createSecret() } = ticket
  await tx.insert(signInTickets).values({
    secret_hash: sha256(secret),
    purpose,
    data,
    expires_at: new Date(now.getTime() + lifetimeMs),
  })
  return secret
}

type Use = { purpose: TicketPurpose; secret: string; now: Date }

const matches = ({ purpose, secret, now }: Use) =>
  and(
    eq(signInTickets.secret_hash, sha256(secret)),
    eq(signInTickets.purpose, purpose),
    gt(signInTickets.expires_at, now),
  )

/** Uses up a ticket, which only one of several simultaneous calls gets; null for one that is used, expired or unknown. */
export async function takeTicket(tx: Tx, use: Use): Promise<Record<string, unknown> | null> {
  const [ticket] = await tx.delete(signInTickets).where(matches(use)).returning()
  return ticket?.data ?? null
}

/** Reads a ticket that stays valid, for a step that may be tried again. */
export async function readTicket(tx: Tx, use: Use): Promise<Record<string, unknown> | null> {
  const [ticket] = await tx.select().from(signInTickets).where(matches(use))
  return ticket?.data ?? null
}

/** Adds to what a ticket holds. Resolves with whether it was valid. */
export async function addToTicket(tx: Tx, use: Use, added: Record<string, unknown>): Promise<boolean> {
  const { data } = signInTickets
  const updated = await tx
    .update(signInTickets)
    .set({ data: sql`${data} || ${sql.param(added, data)}` })
    .where(matches(use))
    .returning({ hash: signInTickets.secret_hash })
  return updated.length > 0
}

/** Deletes tickets of this purpose, so that nobody can take them any more. */
export async function dropTickets(tx: Tx, purpose: TicketPurpose, which: SQL): Promise<void> {
  await tx.delete(signInTickets).where(and(eq(signInTickets.purpose, purpose), which))
}

/** A clean-up task. */
export const expiredTicketsTask =
  ({ database, clock }: { database: Database; clock: () => Date }) =>
  async () => {
    await database.query((tx) => tx.delete(signInTickets).where(lte(signInTickets.expires_at, clock())))
  }
