import { assertMay } from '../auth/permissions.ts'
import { StorageError } from '../storage/storage.ts'
import { formats } from './image-formats.ts'
import type { MediaContext } from './media-context.ts'
import type { MediaRow } from './media-rows.ts'
import { examine, optimise } from './process-image.ts'
import { giveUp, reap, reserve, settle, type Wish } from './reserve-name.ts'

/**
 * The one way into the library: looks at the bytes, makes of them what the site shows, and stores it under a name
 * that nothing has. Throws 403, 415 (no image), 422 (an unfit one) and 503 (store, database or image queue), each
 * leaving neither row nor object.
 */
export async function storeImage(
  ctx: MediaContext,
  { bytes, ...wish }: Wish & { bytes: Uint8Array },
): Promise<MediaRow> {
  assertMay(ctx.actor, 'create', 'media')
  const header = await examine(bytes)
  const picture = await ctx.imageQueue.run(() => optimise(bytes, header))
  const row = await reserve(ctx, wish, picture)
  let etag: string
  try {
    const stored = await ctx.storage.put(row.path, picture.bytes, { type: formats[picture.format].mime })
    etag = stored.etag
  } catch (error) {
    // Where even this fails, the row stays pending and is reaped.
    await giveUp(ctx, row, error instanceof StorageError && error.uncertain).catch(() => {})
    throw error
  }
  const ready = await settle(ctx, row, etag)
  // Others' remains wait for the next upload when they cannot be cleared now.
  await reap(ctx).catch(() => {})
  return ready
}
