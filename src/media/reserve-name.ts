// The stored name of a file and its states: pending → ready ⇄ trashed → removing → removed. The unique `path` column decides
// which upload gets a name, so replicas need no coordination and the object store no conditional writes.
import { and, eq, inArray, like, lt, or } from 'drizzle-orm'
import { actorId } from '../accounts/actor.ts'
import { confirmActor } from '../accounts/permissions.ts'
import type { Database, Tx } from '../platform/db/database.ts'
import { escapeLike } from '../platform/db/like-pattern.ts'
import { media } from '../platform/db/schema/media.ts'
import { unavailable } from '../text/errors.ts'
import { isImage } from './file-types.ts'
import type { MediaCleanupServices, MediaContext, MediaServices } from './media-context.ts'
import type { MediaRow } from './media-rows.ts'
import type { PreparedFile } from './prepare-file.ts'
import { expireTrashedMedia, moveObject, trashKey } from './trashed-media.ts'
import { removeVariants } from './variants.ts'

/** Storing takes far less; an older pending row was left by a process that died. */
const PENDING_TIMEOUT_MS = 15 * 60_000
const MAX_ATTEMPTS = 100

export type FileDetails = {
  /** A slug without extension; if empty, `image` or `document`. */
  name: string
  alt: string | null
  title: string | null
  /** `yyyy/mm`; by default the current month. */
  month?: string
}

/**
 * Inserts a pending row whose path no file has or ever had: the name, or the name with `-2`, `-3`, … Throws 401 or
 * 403 when the actor may no longer upload, and 503.
 */
export async function reserveName(
  ctx: MediaContext,
  details: FileDetails,
  { bytes, extension, ...file }: PreparedFile,
): Promise<MediaRow> {
  const now = ctx.clock()
  const base = `${details.month ?? now.toISOString().slice(0, 7).replace('-', '/')}/${details.name || (isImage(file) ? 'image' : 'document')}`
  const values = {
    ...file,
    size: bytes.byteLength,
    alt: details.alt,
    title: details.title,
    uploaded_by: actorId(ctx.actor),
    created_at: now,
    updated_at: now,
  }
  return ctx.database.transaction(async (tx) => {
    await confirmActor(tx, ctx.actor)
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
      const path = await findFreePath(tx, base, extension)
      // Waits for a parallel insert of the same path to commit or roll back.
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

async function findFreePath(tx: Tx, base: string, extension: string) {
  const pathWith = (suffix: number) => `${base}${suffix > 1 ? `-${suffix}` : ''}.${extension}`
  const rows = await tx
    .select({ path: media.path })
    .from(media)
    .where(or(eq(media.path, pathWith(1)), like(media.path, `${escapeLike(base)}-%.${extension}`)))
  const taken = new Set(rows.map(({ path }) => path))
  let suffix = 1
  while (taken.has(pathWith(suffix))) suffix++
  return pathWith(suffix)
}

/** Publishes a stored file: from now on it is listed and served. Throws 503 if its row was cleaned up meanwhile. */
export async function markReady(services: MediaServices, row: MediaRow, etag: string): Promise<MediaRow> {
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

/**
 * Gives a reserved name back after a failed store. If the object may have been stored (`uncertain`), the row becomes
 * `removing` instead and its name stays taken.
 */
export async function releaseReservation(
  { database }: { database: Pick<Database, 'transaction'> },
  row: MediaRow,
  uncertain: boolean,
) {
  const isPending = and(eq(media.id, row.id), eq(media.state, 'pending'))
  await database.transaction(async (tx) => {
    if (uncertain) await tx.update(media).set({ state: 'removing' }).where(isPending)
    else await tx.delete(media).where(isPending)
  })
}

/** Removes expired pending and trashed files, and retries moves and removals that failed. Throws 503. */
export async function removeAbandoned(services: MediaCleanupServices) {
  const expired = new Date(services.clock().getTime() - PENDING_TIMEOUT_MS)
  const abandoned = await services.database.transaction(async (tx) => {
    await tx
      .update(media)
      .set({ state: 'removing' })
      .where(and(eq(media.state, 'pending'), lt(media.created_at, expired)))
    await expireTrashedMedia(tx, new Date(services.clock().getTime() - services.trashKeepMs))
    return tx
      .select()
      .from(media)
      .where(inArray(media.state, ['trashing', 'removing']))
  })
  for (const row of abandoned)
    await (row.state === 'trashing' ? moveObject(services, row) : removeStoredFile(services, row))
}

/** Deletes the object of a `removing` row and marks it `removed`; its path stays taken. Throws 503. */
export async function removeStoredFile(services: MediaCleanupServices, row: MediaRow) {
  services.imageCache.delete(row.path)
  await services.storage.remove(row.path)
  await removeVariants(services.storage, row.path)
  await services.storage.remove(trashKey(row.path))
  await services.database.transaction((tx) =>
    tx
      .update(media)
      .set({ state: 'removed' })
      .where(and(eq(media.id, row.id), eq(media.state, 'removing'))),
  )
}
