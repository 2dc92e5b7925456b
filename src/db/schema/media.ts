// The library of images. A row reserves its path for good: one that was ever public is cached for a year.
import { index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { adminUsers } from './auth.ts'
import { record } from './shared-columns.ts'

/**
 * `pending`: reserved, the object is on its way. `ready`: listed and served. `removing`: hidden, the object may still
 * be there. `removed`: keeps the path from being given again.
 */
export const mediaStates = ['pending', 'ready', 'removing', 'removed'] as const

export const media = pgTable(
  'media',
  {
    ...record(),
    state: text({ enum: mediaStates }).notNull().default('pending'),
    /** Below `/media/`, and the object's key: `2026/05/name.jpg`. */
    path: text().notNull().unique(),
    mime: text().notNull(),
    width: integer().notNull(),
    height: integer().notNull(),
    size: integer().notNull(),
    /** The object's, as the store gave it; null until it is stored. */
    etag: text(),
    alt: text(),
    title: text(),
    uploaded_by: integer().references(() => adminUsers.id, { onDelete: 'set null' }),
  },
  (table) => [index('media_state').on(table.state, table.id)],
)
