import { assertMay } from '../auth/permissions.ts'
import { StorageError } from '../storage/storage.ts'
import { formats } from './image-formats.ts'
import type { MediaContext } from './media-context.ts'
import type { MediaRow } from './media-rows.ts'
import { inspectImage, optimiseImage } from './process-image.ts'
import {
  type ImageDetails,
  markReady,
  releaseReservation,
  removeAbandoned,
  reserveName,
} from './reserve-name.ts'

/**
 * The single path of every image into the library, uploaded, imported or generated: inspect, optimise, reserve a name,
 * store. Throws 403, 415 (not an image), 422 (image refused) and 503 (store, database or queue), and leaves neither
 * row nor object behind.
 */
export async function storeImage(
  ctx: MediaContext,
  { bytes, ...details }: ImageDetails & { bytes: Uint8Array },
): Promise<MediaRow> {
  assertMay(ctx.actor, 'create', 'media')
  const header = await inspectImage(bytes)
  const image = await ctx.imageQueue.run(() => optimiseImage(bytes, header))
  const reserved = await reserveName(ctx, details, image)
  let etag: string
  try {
    const stored = await ctx.storage.put(reserved.path, image.bytes, { type: formats[image.format].mime })
    etag = stored.etag
  } catch (error) {
    // If this fails too, the row stays pending until removeAbandoned finds it.
    await releaseReservation(ctx, reserved, error instanceof StorageError && error.uncertain).catch(() => {})
    throw error
  }
  const row = await markReady(ctx, reserved, etag)
  // Leftovers of other uploads; on failure the next upload tries again.
  await removeAbandoned(ctx).catch(() => {})
  return row
}
