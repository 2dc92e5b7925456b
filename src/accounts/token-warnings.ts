// Mails to the owners of API tokens that expire soon: once a week before, and once on the last day.
import { and, eq, gt, isNull, lte, or } from 'drizzle-orm'
import type { Outbox } from '../mail/outbox.ts'
import type { Database, Tx } from '../platform/db/database.ts'
import { adminUsers, apiTokens } from '../platform/db/schema/auth.ts'

const DAY_MS = 86_400_000
/** Days before the expiry, the last one first. */
const WARNINGS = [1, 7] as const
type Days = (typeof WARNINGS)[number]

/** The warning that a token with so little time left has had; null: none. One that is made for a day needs no warning. */
export const daysOfWarning = (now: Date, expiresAt: Date): Days | null =>
  WARNINGS.find((days) => expiresAt.getTime() - now.getTime() <= days * DAY_MS) ?? null

type Context = { database: Database; clock: () => Date; mail: () => Outbox }

/** A clean-up task. Row locks keep two replicas from sending the same warning. */
export const tokenWarningsTask =
  ({ database, clock, mail }: Context) =>
  async () => {
    const now = clock()
    for (const days of WARNINGS) await database.transaction((tx) => warn(tx, { days, now, mail: mail() }))
  }

async function warn(tx: Tx, { days, now, mail }: { days: Days; now: Date; mail: Outbox }) {
  const due = await tx
    .update(apiTokens)
    .set({ warned_days: days })
    .where(
      and(
        isNull(apiTokens.revoked_at),
        gt(apiTokens.expires_at, now),
        lte(apiTokens.expires_at, new Date(now.getTime() + days * DAY_MS)),
        or(isNull(apiTokens.warned_days), gt(apiTokens.warned_days, days)),
      ),
    )
    .returning({ userId: apiTokens.user_id, token: apiTokens.name })
  for (const { userId, token } of due) {
    const [owner] = await tx
      .select()
      .from(adminUsers)
      .where(and(eq(adminUsers.id, userId), eq(adminUsers.disabled, false)))
    if (!owner) continue
    const { email, name } = owner
    const data = { name, token, days }
    await mail.add(tx, { kind: 'token-expiring', to: email, data })
  }
}
