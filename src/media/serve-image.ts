// What `GET /media/…` sends: the row says whether an image is public, the store has its bytes.
import type { ObjectAnswer, ObjectHead } from '../storage/storage.ts'
import type { MediaServices } from './media-context.ts'
import { type MediaRow, readReady } from './media-rows.ts'

/** The public image at this path, or null; throws 503 for one that is not known while the database is away. */
export async function findServed(services: MediaServices, path: string): Promise<MediaRow | null> {
  const known = services.imageCache.get(path)
  if (known) return known
  // Also what Postgres takes in no text.
  if (!/^\d{4}\/\d{2}\/[\p{L}\p{N}\p{M}\u200c-]{1,200}\.[a-z]{3,4}$/u.test(path)) return null
  const row = await services.database.query((tx) => readReady(tx, path))
  if (row) services.imageCache.add(row)
  return row
}

/** The image's bytes, or those of a `Range` header; 404 once it was deleted elsewhere. Throws 503. */
export async function openImage(
  services: MediaServices,
  row: MediaRow,
  range: string | null,
): Promise<ObjectAnswer> {
  const answer = await services.storage.get(row.path, { range })
  if (answer.status === 404) services.imageCache.forget(row.path)
  return answer
}

/** What is known of the image's bytes, or null once it was deleted elsewhere. Throws 503. */
export async function inspectImage(services: MediaServices, row: MediaRow): Promise<ObjectHead | null> {
  const head = await services.storage.head(row.path)
  if (!head) services.imageCache.forget(row.path)
  return head
}
