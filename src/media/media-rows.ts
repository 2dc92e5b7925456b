// Rows of the library as the verbs find them and as others may see them.
import { and, eq, inArray, type SQL } from 'drizzle-orm'
import type { Tx } from '../db/database.ts'
import { media, type mediaStates } from '../db/schema/media.ts'
import { AppError } from '../errors.ts'

export type MediaRow = typeof media.$inferSelect

/** The address of an image, relative to the site's media base. */
export const urlOf = (path: string) => `/media/${path}`

/** The path of an image of ours that a relative URL names in any encoding, or null. */
export function pathIn(url: string): string | null {
  const path = /^\/media\/([^?#]+)/.exec(url)?.[1]
  try {
    return path ? decodeURIComponent(path).normalize('NFC') : null
  } catch {
    return null
  }
}

/** What others may know of an image. */
export const presentMedia = (row: MediaRow) => ({
  id: row.id,
  version: row.version,
  url: urlOf(row.path),
  width: row.width,
  height: row.height,
  size: row.size,
  mime: row.mime,
  alt: row.alt,
  title: row.title,
  created_at: row.created_at,
  updated_at: row.updated_at,
})

type State = (typeof mediaStates)[number]
const SHOWN: State[] = ['ready']

/** The image with this id, in one of `states`; throws 404. */
export async function readMedia(
  tx: Tx,
  id: number,
  { states = SHOWN, lock = false }: { states?: State[]; lock?: boolean } = {},
): Promise<MediaRow> {
  const found = Number.isInteger(id)
    ? await readWhere(tx, and(eq(media.id, id), inArray(media.state, states)), lock)
    : null
  if (!found) throw new AppError('not_found', 'There is no such image.')
  return found
}

/** The image that is public at this path, or null. */
export const readReady = (tx: Tx, path: string) =>
  readWhere(tx, and(eq(media.path, path), eq(media.state, 'ready')), false)

async function readWhere(tx: Tx, where: SQL | undefined, lock: boolean): Promise<MediaRow | null> {
  const query = tx.select().from(media).where(where)
  const [row] = await (lock ? query.for('update') : query)
  return row ?? null
}
