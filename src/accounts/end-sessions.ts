// Ending sessions. What a session began with may be gone, known to somebody else, or too little by now: a password, a second factor,
// a role. So a change of those ends all sessions of the account and of its person, but for the one that makes it.
import {
  and,
  eq,
  gt,
  inArray,
  isNotNull,
  lt,
  ne,
  notExists,
  or,
  type Param,
  type SQL,
  sql,
} from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Tx } from '../platform/db/database.ts'
import { type adminUsers, revokedTokens, sessions, signInTickets } from '../platform/db/schema/auth.ts'
import type { AuthContext } from './auth-context.ts'
import { dropTickets } from './tickets.ts'

type Account = typeof adminUsers.$inferSelect

/** Ended sessions are kept for so long, to recognize the devices of an account. */
const KEEP_MS = 90 * 86_400_000

const isRevoked = (tx: Tx) =>
  tx.select({ jti: revokedTokens.jti }).from(revokedTokens).where(eq(revokedTokens.jti, sessions.id))

export const isLive = (tx: Tx, now: Date | Param) =>
  and(gt(sessions.expires_at, now), notExists(isRevoked(tx)))

/** Ends these sessions. */
export async function revoke(tx: Tx, ended: readonly { id: string; expires_at: Date }[]): Promise<void> {
  await tx
    .insert(revokedTokens)
    .values(ended.map(({ id, expires_at }) => ({ jti: id, expires_at })))
    .onConflictDoNothing()
  const ids = ended.map(({ id }) => id)
  await forgetHints(tx, inArray(sessions.id, ids))
}

/** Empties what signs out at the provider, in sessions that have ended. */
const forgetHints = (tx: Tx, which: SQL) =>
  tx
    .update(sessions)
    .set({ sign_out_hint: null, provider_id_token: null })
    .where(and(or(isNotNull(sessions.sign_out_hint), isNotNull(sessions.provider_id_token)), which))

/** Ends the sessions that these are and that still live. Resolves with how many there were. */
export async function endSessions(tx: Tx, now: Date, which: SQL): Promise<number> {
  const live = await tx
    .select()
    .from(sessions)
    .where(and(which, isLive(tx, now)))
  if (live.length > 0) await revoke(tx, live)
  return live.length
}

/**
 * Ends the sessions of a person of the identity provider, `except` one, and the ticket that could begin another. Those of the account
 * that the person is connected with end when its `token_version` is raised.
 */
export async function endSessionsOfPerson(
  tx: Tx,
  now: Date,
  personId: number | null,
  except: string | null = null,
): Promise<void> {
  if (personId === null) return
  await dropTickets(tx, 'provider-ticket', sql`(${signInTickets.data}->>'personId')::int = ${personId}`)
  await endSessions(tx, now, and(eq(sessions.person_id, personId), isOther(except))!)
}

/** Ends all sessions of an account and of its person, `except` the one that makes a change. */
export async function endOtherSessions(
  tx: Tx,
  now: Date,
  { id, person_id }: Pick<Account, 'id' | 'person_id'>,
  except: string | null,
): Promise<void> {
  await endSessions(tx, now, and(eq(sessions.account_id, id), isOther(except))!)
  await endSessionsOfPerson(tx, now, person_id, except)
}

const isOther = (id: string | null) => (id === null ? undefined : ne(sessions.id, id))

/** A clean-up task: of ended sessions only the last of each device is kept, for 90 days, without what signs out at the provider. */
export const endedSessionsTask =
  ({ database, clock }: Pick<AuthContext, 'database' | 'clock'>) =>
  async () => {
    const now = clock()
    const newer = alias(sessions, 'newer')
    await database.query((tx) => forgetHints(tx, lt(sessions.expires_at, now)))
    await database.query((tx) =>
      tx.delete(sessions).where(
        and(
          lt(sessions.expires_at, now),
          or(
            lt(sessions.expires_at, new Date(now.getTime() - KEEP_MS)),
            sql`exists (${tx
              .select({ id: newer.id })
              .from(newer)
              .where(
                and(
                  sql`${newer.account_id} is not distinct from ${sessions.account_id}`,
                  sql`${newer.person_id} is not distinct from ${sessions.person_id}`,
                  eq(newer.user_agent, sessions.user_agent),
                  gt(newer.created_at, sessions.created_at),
                ),
              )})`,
          ),
        ),
      ),
    )
  }
