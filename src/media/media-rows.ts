// Reads and presents rows of the media library.

import { and, eq, inArray, type SQL } from 'drizzle-orm'
import { stampOf } from '../content/images/focal-point.ts'
import type { Tx } from '../platform/db/database.ts'
import { media, type mediaStates } from '../platform/db/schema/media.ts'
import { translated } from '../text/content-language.ts'
import { AppError } from '../text/errors.ts'
import { isImage } from './file-types.ts'

export type MediaRow = typeof media.$inferSelect

/** The URL of a file, relative to the site's media base. */
export const mediaUrl = (path: string) => `/media/${path}`

export const presentMedia = (row: MediaRow) => ({
  id: row.id,
  version: row.version,
  url: mediaUrl(row.path),
  width: isImage(row) ? row.width : null,
  height: isImage(row) ? row.height : null,
  size: row.size,
  mime: row.mime,
  ...translated(row, 'alt'),
  title: row.title,
  tags: row.tags,
  focal_x: row.focal_x,
  focal_y: row.focal_y,
  rotation: row.rotation,
  crop: row.crop,
  v: isImage(row) ? stampOf({ x: row.focal_x, y: row.focal_y }, row) : null,
  placeholder: row.placeholder,
  created_at: row.created_at,
  updated_at: row.updated_at,
})

type State = (typeof mediaStates)[number]
const READY: State[] = ['ready']

/** The file with this id in one of the `states`; `lock` holds off other writers until commit. Throws 404. */
export async function readMedia(
  tx: Tx,
  id: number,
  { states = READY, lock = false }: { states?: State[]; lock?: boolean } = {},
): Promise<MediaRow> {
  const row = Number.isInteger(id)
    ? await readWhere(tx, and(eq(media.id, id), inArray(media.state, states)), lock)
    : null
  if (!row) throw new AppError('not_found', 'File not found.')
  return row
}

/** The public file with this path, or null. */
export const readReady = (tx: Tx, path: string) =>
  readWhere(tx, and(eq(media.path, path), eq(media.state, 'ready')), false)

async function readWhere(tx: Tx, where: SQL | undefined, lock: boolean): Promise<MediaRow | null> {
  const query = tx.select().from(media).where(where)
  const [row] = await (lock ? query.for('update') : query)
  return row ?? null
}
