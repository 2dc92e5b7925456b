// Compares the library with the store: objects that no image has, and images that lack their object.
import { and, eq, inArray } from 'drizzle-orm'
import { media } from '../db/schema/media.ts'
import type { MediaCleanupServices } from './media-context.ts'
import { reap, removeObject } from './reserve-name.ts'

export type Sweep = {
  /** Keys of objects without an image. */
  objects: string[]
  /** Paths of images without an object. */
  images: string[]
  /** How many images there are in all. */
  total: number
}

/** A younger object may belong to an upload whose row is not seen yet. */
const SETTLED_MS = 15 * 60_000

/** What is left over on either side. Throws 503. */
export async function findLeftovers({ database, storage, clock }: MediaCleanupServices): Promise<Sweep> {
  const stored = new Map<string, Date>()
  for await (const { key, modified } of storage.list()) stored.set(key, modified)
  // Read after the store: what was uploaded in between is in both.
  const rows = await database.query((tx) =>
    tx
      .select({ path: media.path, state: media.state })
      .from(media)
      .where(inArray(media.state, ['ready', 'pending'])),
  )
  const known = new Set(rows.map(({ path }) => path))
  const ready = rows.filter(({ state }) => state === 'ready').map(({ path }) => path)
  const images: string[] = []
  for (const path of ready) if (!stored.has(path) && !(await storage.head(path))) images.push(path)
  const settled = clock().getTime() - SETTLED_MS
  const objects = [...stored].filter(([key, modified]) => !known.has(key) && modified.getTime() < settled)
  return { objects: objects.map(([key]) => key).sort(), images: images.sort(), total: ready.length }
}

/**
 * Removes what was found left over; the addresses of the images stay taken. Throws when the store has none of the
 * images, for then it is another store than theirs, and 503.
 */
export async function removeLeftovers(services: MediaCleanupServices, { objects, images, total }: Sweep) {
  if (total > 0 && images.length === total) {
    throw new Error(
      'The store has none of the images of the library: is it the right one? Nothing was removed.',
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
    if (row) await removeObject(services, row)
  }
  await reap(services)
}
