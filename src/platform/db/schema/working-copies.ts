// Working copies: the next state of records, which only editors see until it is published.
import { index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { FieldIssue } from '../../../text/field-issues.ts'
import { adminUsers } from './auth.ts'
import { instant, record } from './shared-columns.ts'

type State = Record<string, unknown>

/** The reason of a refused publication. */
export type Refusal = { at: string; detail: string; errors: FieldIssue[] | null }

const account = () => integer().references(() => adminUsers.id, { onDelete: 'set null' })

export const workingCopies = pgTable(
  'working_copies',
  {
    ...record(),
    resource: text().notNull(),
    record_id: integer().notNull(),
    /** The version of the live record that the copy began from or was merged with, and all its fields then. */
    base_version: integer().notNull(),
    base: jsonb().$type<State>().notNull(),
    /** All fields of the record as they will be. */
    state: jsonb().$type<State>().notNull(),
    updated_by: text().notNull(),
    updated_by_id: account(),
    publish_at: instant(),
    /** The account that set `publish_at`. */
    scheduled_by: text(),
    scheduled_by_id: account(),
    /** Kept until the copy is scheduled again. */
    refusal: jsonb().$type<Refusal>(),
  },
  (table) => [
    uniqueIndex('working_copy_of_record').on(table.resource, table.record_id),
    index('working_copies_due').on(table.publish_at),
  ],
)

/** The last version of the copies of a record that have ended: the next one continues, so that no ETag is used twice. */
export const endedCopies = pgTable(
  'ended_copies',
  {
    resource: text().notNull(),
    record_id: integer().notNull(),
    version: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.resource, table.record_id] })],
)
