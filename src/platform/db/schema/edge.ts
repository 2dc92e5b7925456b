// The purges that the caches in front of the service have been sent. See `edge/purge-queue.ts`.
import { index, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

export const edgePurges = pgTable(
  'edge_purges',
  {
    /** A cache tag: the name of a resource, `media` or `pages`. */
    tag: text().primaryKey(),
    /** The state of the content that is to be shown, the same on all replicas. */
    state: text().notNull(),
    /** How often this state has been purged. */
    round: integer().notNull(),
    /** Failed attempts since the last purge. */
    attempts: integer().notNull(),
    /** When to purge (again); null: done. */
    due_at: timestamp({ withTimezone: true }),
  },
  (table) => [index('edge_purges_due').on(table.due_at)],
)
