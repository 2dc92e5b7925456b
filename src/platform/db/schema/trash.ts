// Deleted records and images, kept for a while so that they can be restored.
import { index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from './shared-columns.ts'

export const trash = pgTable(
  'trash',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    /** Name of the resource, or `media`. */
    resource: text().notNull(),
    record_id: integer().notNull(),
    /** Names the record in lists. */
    label: text().notNull(),
    /** All columns of the record as JSON. */
    state: jsonb().$type<Record<string, unknown>>().notNull(),
    deleted_at: instant().notNull(),
    actor_id: integer(),
    actor: text().notNull(),
  },
  (table) => [
    index('trash_deleted').on(table.deleted_at),
    index('trash_record').on(table.resource, table.record_id),
  ],
)
