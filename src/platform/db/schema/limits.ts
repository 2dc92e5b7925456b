// Counts that limit clients, shared by all replicas.
import { sql } from 'drizzle-orm'
import { index, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

const timestamps = () => timestamp({ withTimezone: true }).array().notNull()

/** One row per bucket of a rate limit, so that counting needs only its row lock. See `db/rate-limits.ts`. */
export const rateLimits = pgTable(
  'rate_limits',
  {
    bucket: text().primaryKey(),
    /** Counted attempts, oldest first; at most the limit. */
    hits: timestamps(),
    /** Start times of attempts whose outcome decides whether they count. */
    pending: timestamps(),
    /** The outcome of the last attempt. */
    outcome: text({ enum: ['go', 'wait', 'full'] }).notNull(),
    expires_at: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [index('rate_limits_expiry').on(table.expires_at)],
)

/** Failed sign-ins per account, and the queues that they cause. See `auth/account-delay.ts`. */
export const signInDelays = pgTable(
  'sign_in_delays',
  {
    /** `account`, `network` or `known`, and a hash; emails and addresses are not stored. */
    key: text().primaryKey(),
    /** Of an account: the failures of the last hour, newest first. */
    failures: timestamps().default(sql`'{}'`),
    /** Of a network: when its next attempt may be decided. */
    next_at: timestamp({ withTimezone: true }),
    expires_at: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [index('sign_in_delays_expiry').on(table.expires_at)],
)
