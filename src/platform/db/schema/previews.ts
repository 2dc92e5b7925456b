// Preview links to the current state of a record, or of the site with a set of working copies; the tokens themselves are not stored.
import { index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { adminUsers } from './auth.ts'
import { releases } from './releases.ts'
import { instant } from './shared-columns.ts'

export const previews = pgTable(
  'previews',
  {
    id: uuid().primaryKey(),
    /** Of a link to one record. */
    resource: text(),
    record_id: integer(),
    /** The set of a link to the site: these records, or those of the release. */
    items: jsonb().$type<{ resource: string; record_id: number }[]>(),
    release_id: integer().references(() => releases.id, { onDelete: 'cascade' }),
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
