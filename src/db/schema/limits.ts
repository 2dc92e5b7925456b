// Buckets of the rate limits, shared by all replicas. Only `db/rate-limits.ts` reads and writes them.
import { index, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

const timestamps = () => timestamp({ withTimezone: true }).array().notNull()

/** One row per bucket, so that counting needs only its row lock. */
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
