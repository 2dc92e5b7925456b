// Compares the library with the object store: finds objects without an image and images without an object.
import { and, eq, inArray } from 'drizzle-orm'
import { media } from '../platform/db/schema/media.ts'
import { parseDerivedKey } from '../platform/storage/derived-keys.ts'
import type { MediaCleanupServices } from './media-context.ts'
import { removeAbandoned, removeStoredFile } from './reserve-name.ts'
import { trashKey } from './trashed-media.ts'
import { isCurrentVariant } from './variants.ts'

export type Leftovers = {
  /** Keys of objects without an image, and of variants that nobody can ask for. */
  objects: string[]
  /** Paths of images without an object. */
  images: string[]
  /** The number of all images. */
  total: number
}

/** A younger object may belong to an upload whose row is not committed yet. */
const MIN_OBJECT_AGE_MS = 15 * 60_000

/** The objects that an image in this state may have. */
function keysOf({ path, state }: { path: string; state: string }): string[] {
  if (state === 'trashing') return [path, trashKey(path)]
  return [state === 'trashed' ? trashKey(path) : path]
}

/** Throws 503. */
export async function findLeftovers({ database, storage, clock }: MediaCleanupServices): Promise<Leftovers> {
  const stored = new Map<string, Date>()
  for await (const { key, modified } of storage.list()) stored.set(key, modified)
  // The rows are read after the store's list, so that an image uploaded in between is found in the database.
  const rows = await database.query((tx) =>
    tx
      .select({
        path: media.path,
        state: media.state,
        focal_x: media.focal_x,
        focal_y: media.focal_y,
        rotation: media.rotation,
        crop: media.crop,
      })
      .from(media)
      .where(inArray(media.state, ['ready', 'pending', 'trashing', 'trashed'])),
  )
  const paths = new Set(rows.flatMap(keysOf))
  const ready = new Map(rows.filter(({ state }) => state === 'ready').map((row) => [row.path, row]))
  const readyPaths = [...ready.keys()]
  const isVariant = (key: string) => {
    const derived = parseDerivedKey(key)
    const row = derived && ready.get(derived.original)
    return row ? isCurrentVariant(derived.name, row) : false
  }
  const images: string[] = []
  for (const path of readyPaths) if (!stored.has(path) && !(await storage.head(path))) images.push(path)
  const newest = clock().getTime() - MIN_OBJECT_AGE_MS
  const objects = [...stored].filter(
    ([key, modified]) => !paths.has(key) && !isVariant(key) && modified.getTime() < newest,
  )
  return { objects: objects.map(([key]) => key).sort(), images: images.sort(), total: readyPaths.length }
}

/**
 * Removes leftovers; the URLs of removed images stay taken. Throws when the store has none of the library's images,
 * because then it is probably the wrong store, and 503.
 */
export async function removeLeftovers(services: MediaCleanupServices, { objects, images, total }: Leftovers) {
  if (total > 0 && images.length === total) {
    throw new Error(
      'The object store has none of the images of the library. Nothing was removed; check that it is the right store (STORAGE_*).',
    )
  }
  for (const key of objects) await services.storage.remove(key)
  for (const path of images) {
    const [row] = await services.database.transaction((tx) =>
      tx
        .update(media)
        .set({ state: 'removing' })
        .where(and(eq(media.path, path), eq(media.state, 'ready')))
        .returning(),
    )
    if (row) await removeStoredFile(services, row)
  }
  await removeAbandoned(services)
}
