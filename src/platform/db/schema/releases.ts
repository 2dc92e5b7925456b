// Releases: sets of working copies that are published together.
import { index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { adminUsers } from './auth.ts'
import { instant, record } from './shared-columns.ts'
import type { Refusal } from './working-copies.ts'

type State = Record<string, unknown>

export const releaseStates = ['open', 'published', 'undone'] as const

export const releases = pgTable(
  'releases',
  {
    ...record(),
    name: text().notNull(),
    state: text({ enum: releaseStates }).notNull().default('open'),
    created_by: text().notNull(),
    publish_at: instant(),
    /** The account that set `publish_at`. */
    scheduled_by: text(),
    scheduled_by_id: integer().references(() => adminUsers.id, { onDelete: 'set null' }),
    /** The reason of a refused publication; kept until it is scheduled again. */
    refusal: jsonb().$type<Refusal>(),
    published_at: instant(),
    published_by: text(),
  },
  (table) => [index('releases_due').on(table.publish_at)],
)

export const releaseItems = pgTable(
  'release_items',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    release_id: integer()
      .notNull()
      .references(() => releases.id, { onDelete: 'cascade' }),
    resource: text().notNull(),
    record_id: integer().notNull(),
    /** All fields of the record before and after the publication; null until then. */
    before: jsonb().$type<State>(),
    after: jsonb().$type<State>(),
  },
  (table) => [
    uniqueIndex('release_item').on(table.release_id, table.resource, table.record_id),
    index('release_items_of_record').on(table.resource, table.record_id),
  ],
)
