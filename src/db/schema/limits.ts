// Counts that limits are made of, shared by all replicas; see `db/rate-limits.ts`, the only one to touch them.
import { index, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

const moments = () => timestamp({ withTimezone: true }).array().notNull()

/** One row a bucket, so that a row lock is all it takes to count it. */
export const rateLimits = pgTable(
  'rate_limits',
  {
    bucket: text().primaryKey(),
    /** What counts, oldest first; never more than the limit. */
    hits: moments(),
    /** When attempts began whose outcome will say whether they count. */
    pending: moments(),
    /** What the last attempt was told. */
    outcome: text({ enum: ['go', 'wait', 'full'] }).notNull(),
    expires_at: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [index('rate_limits_expiry').on(table.expires_at)],
)
