import { assertMay } from '../accounts/permissions.ts'
import { StorageError } from '../platform/storage/storage.ts'
import type { MediaContext } from './media-context.ts'
import type { MediaRow } from './media-rows.ts'
import { prepareFile } from './prepare-file.ts'
import {
  type FileDetails,
  markReady,
  releaseReservation,
  removeAbandoned,
  reserveName,
} from './reserve-name.ts'

/**
 * The single path of every file into the library, uploaded, imported or generated: inspect, optimise, reserve a name,
 * store. Throws 403, 415 (neither an image nor a PDF), 422 (image refused) and 503 (store, database or queue), and leaves
 * neither row nor object behind.
 */
export async function storeFile(
  ctx: MediaContext,
  { bytes, ...details }: FileDetails & { bytes: Uint8Array },
): Promise<MediaRow> {
  assertMay(ctx.actor, 'create', 'media')
  const file = await prepareFile(bytes, ctx.imageQueue)
  const reserved = await reserveName(ctx, details, file)
  let etag: string
  try {
    const stored = await ctx.storage.put(reserved.path, file.bytes, { type: file.mime })
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
