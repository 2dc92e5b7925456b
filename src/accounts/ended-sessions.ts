import { and, eq, inArray } from 'drizzle-orm'
import { adminUsers, revokedTokens } from '../platform/db/schema/auth.ts'
import { users } from '../platform/db/schema/procurement.ts'
import type { AuthContext } from './auth-context.ts'
import type { Session } from './sessions.ts'

/**
 * Which of these sessions have ended, by a sign-out, its account or its person, or have another role by now. Three queries,
 * however many they are. Throws 503.
 */
export async function endedAmong<Item extends Pick<Session, 'id' | 'kind' | 'account' | 'person'>>(
  { database }: Pick<AuthContext, 'database'>,
  sessions: readonly Item[],
): Promise<Item[]> {
  const accountIds = [...new Set(sessions.flatMap(({ account }) => account?.actor.id ?? []))]
  const personIds = sessions.flatMap(({ kind, person }) => (kind === 'person' && person ? person.id : []))
  const ids = sessions.map(({ id }) => id)
  const [accounts, disabled, revoked] = await database.readConsistently((tx) =>
    Promise.all([
      tx
        .select({ id: adminUsers.id, role: adminUsers.role, tokenVersion: adminUsers.token_version })
        .from(adminUsers)
        .where(and(inArray(adminUsers.id, accountIds), eq(adminUsers.disabled, false))),
      tx
        .select({ id: users.id })
        .from(users)
        .where(and(inArray(users.id, personIds), eq(users.disabled, true))),
      tx.select({ id: revokedTokens.jti }).from(revokedTokens).where(inArray(revokedTokens.jti, ids)),
    ]),
  )
  const enabled = new Map(accounts.map((account) => [account.id, account]))
  const ended = new Set(revoked.map(({ id }) => id))
  const gone = new Set(disabled.map(({ id }) => id))
  return sessions.filter(({ id, kind, account, person }) => {
    const { actor } = account ?? {}
    const now = actor && enabled.get(actor.id)
    const isChanged = now?.role !== actor?.role
    // An account's own sessions end with its older tokens; those of the provider look the account up anew.
    const isOutdated = kind === 'account' && now?.tokenVersion !== actor?.tokenVersion
    return ended.has(id) || isChanged || isOutdated || (kind === 'person' && person && gone.has(person.id))
  })
}
