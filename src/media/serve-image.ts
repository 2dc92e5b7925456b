// Serves `GET /media/…`: the row says whether an image is public, the object store has its bytes.
import type { ObjectAnswer, ObjectHead } from '../platform/storage/storage.ts'
import type { MediaServices } from './media-context.ts'
import { type MediaRow, readReady } from './media-rows.ts'

/** The public image with this path, or null. Throws 503 when it is not cached and the database is unavailable. */
export async function findPublicImage(services: MediaServices, path: string): Promise<MediaRow | null> {
  const cached = services.imageCache.get(path)
  if (cached) return cached
  // This rejects text that Postgres does not accept too, such as NUL.
  if (!/^\d{4}\/\d{2}\/[\p{L}\p{N}\p{M}\u200c-]{1,200}\.[a-z]{3,4}$/u.test(path)) return null
  return readPublicImage(services, path)
}

/** The public image with this path as the database has it now, or null. Throws 503. */
export async function readPublicImage(services: MediaServices, path: string): Promise<MediaRow | null> {
  const row = await services.database.query((tx) => readReady(tx, path))
  if (row) services.imageCache.add(row)
  else services.imageCache.delete(path)
  return row
}

/** The image's bytes, or the part in a `Range` header; status 404 if another replica deleted it. Throws 503. */
export async function openImage(
  services: MediaServices,
  row: MediaRow,
  range: string | null,
): Promise<ObjectAnswer> {
  const answer = await services.storage.get(row.path, { range })
  if (answer.status === 404) services.imageCache.delete(row.path)
  return answer
}

/** Size and ETag of the image's bytes, or null if another replica deleted it. Throws 503. */
export async function readImageHead(services: MediaServices, row: MediaRow): Promise<ObjectHead | null> {
  const head = await services.storage.head(row.path)
  if (!head) services.imageCache.delete(row.path)
  return head
}
