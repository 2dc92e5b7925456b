// The media library. A path is never reused, because caches keep a published image for a year.
import { doublePrecision, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { textOrder } from '../text-order.ts'
import { adminUsers } from './auth.ts'
import { record } from './shared-columns.ts'

/**
 * `pending`: path reserved, object being stored. `ready`: listed and served. `trashing`: hidden, the object may not have moved
 * to the trash yet. `trashed`: can be restored. `removing`: hidden for good, the object may still exist. `removed`: keeps the
 * path reserved.
 */
export const mediaStates = ['pending', 'ready', 'trashing', 'trashed', 'removing', 'removed'] as const

export const media = pgTable(
  'media',
  {
    ...record(),
    state: text({ enum: mediaStates }).notNull().default('pending'),
    /** The path below `/media/`, also the object's key: `2026/05/name.jpg`. */
    path: text().notNull().unique(),
    mime: text().notNull(),
    width: integer().notNull(),
    height: integer().notNull(),
    size: integer().notNull(),
    /** As returned by the object store; null until the object is stored. */
    etag: text(),
    alt: text(),
    alt_en: text(),
    title: text(),
    tags: jsonb().$type<string[]>().notNull().default([]),
    /** The point that crops keep in view, from the upper left: 0 to 1 of width and height, in thousandths. */
    focal_x: doublePrecision().notNull().default(0.5),
    focal_y: doublePrecision().notNull().default(0.5),
    /** Degrees by which it is shown turned clockwise, before it is cut to `crop`. */
    rotation: integer().$type<0 | 90 | 180 | 270>().notNull().default(0),
    /** The part of the turned image that is shown, as shares of its width and height; null: all of it. */
    crop: jsonb().$type<{ x: number; y: number; width: number; height: number }>(),
    /** A ThumbHash as base64; null for images from before placeholders, until `media placeholders` runs, and documents. */
    placeholder: text(),
    /** No longer read or written; dropped a release later. */
    pages: integer(),
    uploaded_by: integer().references(() => adminUsers.id, { onDelete: 'set null' }),
  },
  (table) => [
    index('media_state').on(table.state, table.id),
    index('media_path_order').on(textOrder(table.path, 'fa'), table.id),
  ],
)
