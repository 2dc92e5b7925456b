// The full-text indexes; see `src/content/search`. Public content has one row per record and language. `resource` is the name
// of a resource and the format of the index, as in `articles 8 fa en`.
import {
  bigint,
  customType,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core'
import { instant } from './shared-columns.ts'

const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' })

export const searchDocuments = pgTable(
  'search_documents',
  {
    resource: text().notNull(),
    record_id: integer().notNull(),
    /** Language tag of the text. */
    language: text().notNull(),
    slug: text(),
    title: text().notNull(),
    body: text().notNull(),
    /** The public sees the record from this moment on. */
    visible_from: timestamp({ withTimezone: true, precision: 3 }).notNull(),
    title_words: tsvector().notNull(),
    words: tsvector().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.resource, table.record_id, table.language] }),
    index('search_documents_words').using('gin', table.words),
    index('search_documents_title_words').using('gin', table.title_words),
  ],
)

/** All texts of a record in both languages, drafts too, for searching admin lists. */
export const recordWords = pgTable(
  'record_words',
  {
    resource: text().notNull(),
    record_id: integer().notNull(),
    words: tsvector().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.resource, table.record_id] }),
    index('record_words_words').using('gin', table.words),
  ],
)

/** The content version that the index of a resource shows, and what it lacks; absent for one that was not begun. */
export const searchStates = pgTable('search_states', {
  resource: text().primaryKey(),
  counter: bigint({ mode: 'number' }).notNull(),
  token: uuid().notNull(),
  /** Also the last part of `resource`. */
  format: text().notNull(),
  /** The ids of changed records that are not indexed yet. */
  pending: integer().array().notNull().default([]),
  /** While the index is built: records with an id above this one are not indexed yet. */
  built_up_to: integer(),
  /** Unused indexes are deleted. */
  used_at: instant().notNull().defaultNow(),
})
