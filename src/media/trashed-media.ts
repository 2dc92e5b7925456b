// Images in the trash. Their objects move to `trash/…` in the store, so that no replica serves them from its cache, and their
// paths stay taken.
import { and, eq, inArray, lte } from 'drizzle-orm'
import { auditActor } from '../accounts/actor.ts'
import { type AddAuditEntry, auditedTransaction } from '../accounts/audit/append-audit-row.ts'
import { assertMay, confirmActor } from '../accounts/permissions.ts'
import { addToTrash, lockEntry, MEDIA, takeOut } from '../content/history/trash.ts'
import type { Tx } from '../platform/db/database.ts'
import { media } from '../platform/db/schema/media.ts'
import { trash } from '../platform/db/schema/trash.ts'
import { AppError } from '../text/errors.ts'
import type { MediaCleanupServices, MediaContext } from './media-context.ts'
import { type MediaRow, mediaUrl, presentMedia, readMedia } from './media-rows.ts'
import { removeVariants } from './variants.ts'

export const trashKey = (path: string) => `trash/${path}`

/** Hides the image and records it in the trash; `moveObject` must follow. */
export async function hideMedia(tx: Tx, ctx: MediaContext, row: MediaRow, note: AddAuditEntry) {
  await tx.update(media).set({ state: 'trashing' }).where(eq(media.id, row.id))
  const label = mediaUrl(row.path)
  const { alt, title, mime, size } = row
  const { width, height } = presentMedia(row)
  await addToTrash(tx, ctx, {
    resource: MEDIA,
    recordId: row.id,
    label,
    state: { url: label, alt, title, mime, width, height, size },
  })
  note({ action: 'media.delete', entity: MEDIA, entityId: row.id, changes: { path: row.path } })
}

/** Moves the object of a `trashing` image; may be repeated. Throws 503. */
export async function moveObject(services: MediaCleanupServices, row: MediaRow) {
  services.imageCache.delete(row.path)
  const isStored = await copyObject(services, row, { from: row.path, to: trashKey(row.path) })
  await services.storage.remove(row.path)
  await removeVariants(services.storage, row.path)
  const isKept = isStored || (await services.storage.head(trashKey(row.path))) !== null
  await services.database.transaction((tx) =>
    tx
      .update(media)
      .set({ state: isKept ? 'trashed' : 'removed' })
      .where(and(eq(media.id, row.id), eq(media.state, 'trashing'))),
  )
}

/** Makes an image public again under its old URL. Throws 403, 404 (its file is lost, too) and 503. */
export async function restoreMedia(ctx: MediaContext, entryId: number): Promise<MediaRow> {
  assertMay(ctx.actor, 'remove', MEDIA)
  const { record_id } = await ctx.database.transaction((tx) => lockEntry(tx, ctx, entryId))
  const row = await ctx.database.query((tx) => readMedia(tx, record_id, { states: ['trashing', 'trashed'] }))
  if (!(await ctx.storage.head(row.path))) {
    const isCopied = await copyObject(ctx, row, { from: trashKey(row.path), to: row.path })
    if (!isCopied) throw new AppError('not_found', 'The file no longer exists.')
  }
  const head = await ctx.storage.head(row.path)
  const restored = await auditedTransaction(ctx, auditActor(ctx.actor), async (tx, note) => {
    await confirmActor(tx, ctx.actor)
    const entry = await lockEntry(tx, ctx, entryId)
    const [ready] = await tx
      .update(media)
      .set({
        state: 'ready',
        etag: head?.etag ?? row.etag,
        version: row.version + 1,
        updated_at: ctx.clock(),
      })
      .where(and(eq(media.id, row.id), inArray(media.state, ['trashing', 'trashed'])))
      .returning()
    if (!ready) throw new AppError('not_found', 'There is no such entry in the trash.')
    await takeOut(tx, entry)
    note({ action: 'media.restore', entity: MEDIA, entityId: row.id, changes: { path: row.path } })
    return ready
  })
  await ctx.storage.remove(trashKey(row.path))
  return restored
}

/** Marks an image in the trash for removal; `removeAbandoned` deletes its object. Throws 403 and 404. */
export async function deleteTrashedMedia(ctx: MediaContext, entryId: number): Promise<void> {
  assertMay(ctx.actor, 'remove', MEDIA)
  await auditedTransaction(ctx, auditActor(ctx.actor), async (tx, note) => {
    await confirmActor(tx, ctx.actor)
    const entry = await lockEntry(tx, ctx, entryId)
    await markForRemoval(tx, entry.record_id)
    await takeOut(tx, entry)
    note({ action: 'media.purge', entity: MEDIA, entityId: entry.record_id, changes: { path: entry.label } })
  })
}

/** Marks the images whose time in the trash is over for removal. */
export async function expireTrashedMedia(tx: Tx, before: Date) {
  const expired = await tx
    .select()
    .from(trash)
    .where(and(eq(trash.resource, MEDIA), lte(trash.deleted_at, before)))
    .limit(50)
    .for('update', { skipLocked: true })
  for (const entry of expired) {
    await markForRemoval(tx, entry.record_id)
    await takeOut(tx, entry)
  }
}

const markForRemoval = (tx: Tx, id: number) =>
  tx
    .update(media)
    .set({ state: 'removing' })
    .where(and(eq(media.id, id), inArray(media.state, ['trashing', 'trashed'])))

/** Whether there was an object to copy. */
async function copyObject(
  { storage }: MediaCleanupServices,
  { mime }: MediaRow,
  { from, to }: { from: string; to: string },
): Promise<boolean> {
  const answer = await storage.get(from)
  if (answer.status !== 200) return false
  const bytes = await new Response(answer.body).bytes()
  try {
    await storage.put(to, bytes, { type: mime })
  } catch (error) {
    // A parallel request may have copied it.
    if (!(await storage.head(to))) throw error
  }
  return true
}
