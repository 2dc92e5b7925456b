// Names are given by the database: the unique row decides, whatever the store can do, on however many replicas.
import { and, eq, inArray, like, lt, or } from 'drizzle-orm'
import { actorId } from '../auth/actor.ts'
import { confirmActor } from '../auth/permissions.ts'
import type { Tx } from '../db/database.ts'
import { escapeLike } from '../db/like-pattern.ts'
import { media } from '../db/schema/media.ts'
import { unavailable } from '../errors.ts'
import { formats } from './image-formats.ts'
import type { MediaCleanupServices, MediaContext, MediaServices } from './media-context.ts'
import type { MediaRow } from './media-rows.ts'
import type { Picture } from './process-image.ts'

/** A put ends long before; what is still pending then belongs to a process that died. */
const PENDING_MS = 15 * 60_000
const ATTEMPTS = 100

export type Wish = {
  name: string
  alt: string | null
  title: string | null
  /** `yyyy/mm`; this month where absent. */
  month?: string
}

/** A pending row with a path that no image has or had: the name, or the name with `-2`, `-3`, … */
export async function reserve(ctx: MediaContext, wish: Wish, picture: Picture): Promise<MediaRow> {
  const now = ctx.clock()
  const { extension, mime } = formats[picture.format]
  const base = `${wish.month ?? now.toISOString().slice(0, 7).replace('-', '/')}/${wish.name}`
  const values = {
    mime,
    width: picture.width,
    height: picture.height,
    size: picture.bytes.byteLength,
    alt: wish.alt,
    title: wish.title,
    uploaded_by: actorId(ctx.actor),
    created_at: now,
    updated_at: now,
  }
  return ctx.database.transaction(async (tx) => {
    await confirmActor(tx, ctx.actor)
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      const path = await freePath(tx, base, extension)
      // Waits for whoever is about to take the same path, and then finds it taken.
      const [row] = await tx
        .insert(media)
        .values({ ...values, path })
        .onConflictDoNothing()
        .returning()
      if (row) return row
    }
    throw unavailable('name')
  })
}

async function freePath(tx: Tx, base: string, extension: string) {
  const pathOf = (suffix: number) => `${base}${suffix > 1 ? `-${suffix}` : ''}.${extension}`
  const rows = await tx
    .select({ path: media.path })
    .from(media)
    .where(or(eq(media.path, pathOf(1)), like(media.path, `${escapeLike(base)}-%.${extension}`)))
  const taken = new Set(rows.map(({ path }) => path))
  let suffix = 1
  while (taken.has(pathOf(suffix))) suffix++
  return pathOf(suffix)
}

/** The object is stored: from now on the image is listed and served. Throws 503 when it was reaped meanwhile. */
export async function settle(services: MediaServices, row: MediaRow, etag: string): Promise<MediaRow> {
  const [ready] = await services.database.transaction((tx) =>
    tx
      .update(media)
      .set({ state: 'ready', etag })
      .where(and(eq(media.id, row.id), eq(media.state, 'pending')))
      .returning(),
  )
  if (!ready) throw unavailable('object store')
  return ready
}

/** The put failed. Where nothing can have been stored the name is free again, else it stays taken. */
export async function giveUp(services: MediaServices, row: MediaRow, uncertain: boolean) {
  const pending = and(eq(media.id, row.id), eq(media.state, 'pending'))
  await services.database.transaction(async (tx) => {
    if (uncertain) await tx.update(media).set({ state: 'removing' }).where(pending)
    else await tx.delete(media).where(pending)
  })
}

/** Clears what dead processes left pending, and what could not be removed when it was to be. */
export async function reap(services: MediaCleanupServices) {
  const before = new Date(services.clock().getTime() - PENDING_MS)
  const left = await services.database.transaction(async (tx) => {
    await tx
      .update(media)
      .set({ state: 'removing' })
      .where(and(eq(media.state, 'pending'), lt(media.created_at, before)))
    return tx.select().from(media).where(eq(media.state, 'removing'))
  })
  for (const row of left) await removeObject(services, row)
}

/** Removes the object of a row that is `removing`; its path stays taken for ever. Throws 503. */
export async function removeObject(services: MediaCleanupServices, row: MediaRow) {
  services.imageCache.forget(row.path)
  await services.storage.remove(row.path)
  await services.database.transaction((tx) =>
    tx
      .update(media)
      .set({ state: 'removed' })
      .where(and(eq(media.id, row.id), inArray(media.state, ['removing']))),
  )
}
