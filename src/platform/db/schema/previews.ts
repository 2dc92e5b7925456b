// Preview links to the current state of a record; the tokens themselves are not stored.
import { index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { adminUsers } from './auth.ts'
import { instant } from './shared-columns.ts'

export const previews = pgTable(
  'previews',
  {
    id: uuid().primaryKey(),
    resource: text().notNull(),
    record_id: integer().notNull(),
    created_by: text().notNull(),
    /** The account and its role then: the link ends with either. Null for links from before these columns. */
    created_by_id: integer().references(() => adminUsers.id, { onDelete: 'cascade' }),
    created_by_role: text({ enum: ['admin', 'editor', 'creator'] }),
    created_at: instant().notNull(),
    expires_at: instant().notNull(),
  },
  (table) => [
    index('previews_of_record').on(table.resource, table.record_id),
    index('previews_expiry').on(table.expires_at),
  ],
)
