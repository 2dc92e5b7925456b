// Revisions for editors, and the change counters from which each replica learns that its snapshot is stale. Statement
// triggers raise the counters (see the migration `content_counters`), so changes through plain SQL are noticed too.
import { bigint, boolean, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from './shared-columns.ts'

export const revisions = pgTable(
  'revisions',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    resource: text().notNull(),
    record_id: integer().notNull(),
    version: integer().notNull(),
    actor_id: integer(),
    actor: text().notNull(),
    autosave: boolean().notNull(),
    created_at: instant().notNull(),
    fields: text().array().notNull(),
    state: jsonb().$type<Record<string, unknown>>().notNull(),
  },
  (table) => [index('revisions_of_record').on(table.resource, table.record_id, table.id)],
)

/** One row per resource: its number of changes, and a unique token of the last one. */
export const contentVersions = pgTable('content_versions', {
  resource: text().primaryKey(),
  counter: bigint({ mode: 'number' }).notNull().default(0),
  token: uuid().notNull().defaultRandom(),
})

/** The latest changes of each resource, so that a rebuild reads only the rows they affected; null ids: all rows. */
export const contentChanges = pgTable(
  'content_changes',
  {
    resource: text().notNull(),
    counter: bigint({ mode: 'number' }).notNull(),
    token: uuid().notNull(),
    ids: integer().array(),
  },
  (table) => [primaryKey({ columns: [table.resource, table.counter] })],
)
