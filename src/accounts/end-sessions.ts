// Ending sessions. What a session began with may be gone, known to somebody else, or too little by now: a password, a second factor,
// a role. So a change of those ends all sessions of the account and of its person, but for the one that makes it.
import {
  and,
  eq,
  exists,
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
import { rowsOf, type Tx } from '../platform/db/database.ts'
import { type adminUsers, revokedTokens, sessions, signInTickets } from '../platform/db/schema/auth.ts'
import type { AuthContext } from './auth-context.ts'
import { dropTickets } from './tickets.ts'

type Account = typeof adminUsers.$inferSelect

/** Ended sessions are kept for so long, to recognize the devices of an account. */
const KEEP_MS = 90 * 86_400_000

/** Of sessions, deleted by one statement. */
const BATCH = 500

const isRevoked = (tx: Tx) =>
  tx.select({ jti: revokedTokens.jti }).from(revokedTokens).where(eq(revokedTokens.jti, sessions.id))

export const isLive = (tx: Tx, now: Date | Param) =>
  and(gt(sessions.expires_at, now), notExists(isRevoked(tx)))

/** Empties what signs out at the provider, in sessions that have ended. */
const forgetHints = (tx: Tx, which: SQL) =>
  tx
    .update(sessions)
    .set({ sign_out_hint: null, provider_id_token: null })
    .where(and(or(isNotNull(sessions.sign_out_hint), isNotNull(sessions.provider_id_token)), which))

/** Ends the sessions that these are and that still live. Resolves with how many there were. */
export async function endSessions(tx: Tx, now: Date, which: SQL): Promise<number> {
  const [row] = await rowsOf<{ ended: number }>(
    tx,
    sql`with ended as (
      insert into ${revokedTokens} (jti, expires_at) (${tx
        .select({ jti: sessions.id, expires_at: sessions.expires_at })
        .from(sessions)
        .where(and(which, isLive(tx, now)))})
      on conflict do nothing returning 1
    ) select count(*)::int as ended from ended`,
  )
  await forgetHints(tx, which)
  return row!.ended
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

/**
 * A clean-up task: of ended sessions only the last of each device is kept, for 90 days, without its hint for signing out at the
 * provider. However many there are, each statement deletes a few.
 */
export const endedSessionsTask =
  ({ database, clock }: Pick<AuthContext, 'database' | 'clock'>) =>
  async () => {
    const now = clock()
    const newer = alias(sessions, 'newer')
    await database.query((tx) => forgetHints(tx, lt(sessions.expires_at, now)))
    const deleteSome = (tx: Tx) => {
      // Each found by an index. A session has one owner.
      const owners = [eq(newer.account_id, sessions.account_id), eq(newer.person_id, sessions.person_id)]
      const isReplaced = owners.map((hasSameOwner) =>
        exists(
          tx
            .select({ id: newer.id })
            .from(newer)
            .where(
              and(
                hasSameOwner,
                eq(newer.user_agent, sessions.user_agent),
                gt(newer.created_at, sessions.created_at),
              ),
            ),
        ),
      )
      const ended = tx
        .select({ id: sessions.id })
        .from(sessions)
        .where(
          and(
            lt(sessions.expires_at, now),
            or(lt(sessions.expires_at, new Date(now.getTime() - KEEP_MS)), ...isReplaced),
          ),
        )
        .orderBy(sessions.expires_at)
        .limit(BATCH)
      return tx.delete(sessions).where(inArray(sessions.id, ended)).returning({ id: sessions.id })
    }
    while ((await database.query(deleteSome)).length === BATCH);
  }
