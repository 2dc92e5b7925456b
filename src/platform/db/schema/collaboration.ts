// The talk of colleagues about records: comments, reviews, and the authors of states that visitors do not see yet. Rows
// name their record like revisions do, so that they stay while it is in the trash.
import { index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { adminUsers } from './auth.ts'
import { instant } from './shared-columns.ts'

const account = () => integer().references(() => adminUsers.id, { onDelete: 'set null' })

export const comments = pgTable(
  'comments',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    resource: text().notNull(),
    record_id: integer().notNull(),
    author_id: account(),
    /** The name then, which stays when the account is deleted. */
    author: text().notNull(),
    body: text().notNull(),
    /** The passage that it is about: a field, the words, and where in the plain text of the field they began. */
    field: text(),
    quote: text(),
    position: integer(),
    created_at: instant().notNull(),
    edited_at: instant(),
    resolved_at: instant(),
    resolved_by: text(),
  },
  (table) => [
    index('comments_of_record').on(table.resource, table.record_id, table.id),
    index('comments_author').on(table.author_id),
  ],
)

/** `unwanted`: its author asks an admin to delete the draft. */
export const reviewStates = ['requested', 'returned', 'approved', 'unwanted'] as const

/** The review of what a record shall become: a row from the request until it is withdrawn or published. */
export const reviews = pgTable(
  'reviews',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    resource: text().notNull(),
    record_id: integer().notNull(),
    state: text({ enum: reviewStates }).notNull(),
    /** The subject of the state: a working copy, or with null the unpublished article, in this version and no other. */
    copy_id: integer(),
    version: integer().notNull(),
    requested_by_id: account(),
    requested_by: text().notNull(),
    requested_at: instant().notNull(),
    request_note: text(),
    decided_by_id: account(),
    decided_by: text(),
    decided_at: instant(),
    decision_note: text(),
  },
  (table) => [
    uniqueIndex('reviews_record').on(table.resource, table.record_id),
    index('reviews_state').on(table.state, table.id),
  ],
)

/** The accounts that wrote an unpublished state, with their roles then; kept only where `REVIEW_REQUIRED` is on. */
export const draftWriters = pgTable(
  'draft_writers',
  {
    resource: text().notNull(),
    record_id: integer().notNull(),
    /** Deliberately not a reference: nobody becomes free to approve by a deleted account. */
    account_id: integer().notNull(),
    role: text({ enum: ['admin', 'editor', 'creator'] }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.resource, table.record_id, table.account_id, table.role] })],
)
