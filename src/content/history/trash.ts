// The trash: the last state of every deleted record, kept for `TRASH_KEEP_DAYS`.
import { and, desc, eq, getTableColumns, gt, inArray, lte, ne, sql } from 'drizzle-orm'
import { type Actor, actorId } from '../../accounts/actor.ts'
import { assertEditor } from '../../accounts/permissions.ts'
import { assertScopes, hasScope, narrowedTo, reaches } from '../../accounts/token-scopes.ts'
import { containsWords } from '../../platform/db/contains-words.ts'
import { awaitAtEnd, type Tx } from '../../platform/db/database.ts'
import { comments, draftWriters, reviews } from '../../platform/db/schema/collaboration.ts'
import { revisions } from '../../platform/db/schema/history.ts'
import { trash } from '../../platform/db/schema/trash.ts'
import { endedCopies } from '../../platform/db/schema/working-copies.ts'
import { selectPage } from '../../platform/db/select-page.ts'
import { statement } from '../../platform/db/statement.ts'
import { AppError } from '../../text/errors.ts'
import type { Paging } from '../../text/paging.ts'
import type { ContentContext } from '../content-context.ts'
import type { Resource, Row } from '../definition/define-resource.ts'
import { furtherLabelColumns } from '../definition/record-label.ts'
import { findResource, resources } from '../resources/resource-registry.ts'
import { deleteRevisions } from './revisions.ts'
import { deleteCopy } from './working-copy.ts'

/** The resource name of images in the trash. */
export const MEDIA = 'media'

export type TrashRow = typeof trash.$inferSelect
type Expiry = Pick<ContentContext, 'clock' | 'trashKeepMs'>
export type TrashContext = Expiry & Pick<ContentContext, 'actor'>

const FURTHER_LABELS = [...new Set(resources.flatMap(furtherLabelColumns))]

/** Entries whose time is over are deleted by the next deletions, this many each time. */
const EXPIRED_BATCH = 50

type Addition = { resource: string; recordId: number; label: string; state: Record<string, unknown> }

export async function addToTrash(
  tx: Tx,
  { clock, actor }: TrashContext,
  { resource, recordId, label, state }: Addition,
) {
  const entry = {
    resource,
    record_id: recordId,
    label,
    state,
    deleted_at: clock(),
    actor_id: actorId(actor),
    actor: actor.name,
  }
  await awaitAtEnd(tx, insertEntry(tx, entry))
}

const insertEntry = statement((db) =>
  db.insert(trash).values({
    resource: sql.placeholder('resource'),
    record_id: sql.placeholder('record_id'),
    label: sql.placeholder('label'),
    state: sql.placeholder('state'),
    deleted_at: sql.placeholder('deleted_at'),
    actor_id: sql.placeholder('actor_id'),
    actor: sql.placeholder('actor'),
  }),
)

/** Entries that have not expired, the last deleted first. Throws 403. */
export async function listTrash(
  ctx: ContentContext,
  { resource, search, paging }: { resource: string | undefined; search: string; paging: Paging | null },
) {
  assertEditor(ctx.actor)
  const where = and(
    gt(trash.deleted_at, expiryOf(ctx)),
    resource === undefined ? undefined : eq(trash.resource, resource),
    shownTo(ctx.actor),
    // The label matches in any language: each panel shows it in its own.
    containsWords(search, [
      trash.label,
      ...FURTHER_LABELS.map((column) => sql`${trash.state} ->> ${column}`),
    ]),
  )
  return ctx.database.readConsistently((tx) => {
    const query = tx.select().from(trash).where(where).orderBy(desc(trash.deleted_at), desc(trash.id))
    return selectPage(tx, { table: trash, where, query, paging })
  })
}

/** An API token sees images with the scope `media`, and with `read` the records of its resources. */
function shownTo(actor: Actor) {
  const names = narrowedTo(actor)
  return and(
    hasScope(actor, 'media') ? undefined : ne(trash.resource, MEDIA),
    hasScope(actor, 'read') ? undefined : eq(trash.resource, MEDIA),
    names ? inArray(trash.resource, [...names, MEDIA]) : undefined,
  )
}

/** An entry with the record's state, to restore it or to delete it for good. Throws 403 and 404. */
export async function getTrashEntry(ctx: ContentContext, id: number): Promise<TrashRow> {
  assertEditor(ctx.actor)
  const entry = await ctx.database.query((tx) => readEntry(tx, ctx, id))
  if (entry.resource === MEDIA) assertScopes(ctx.actor, 'media')
  if (!reaches(ctx.actor, entry.resource)) throw noSuchEntry()
  return entry
}

/** An entry to show. Throws 403 and 404. */
export async function readTrashEntry(ctx: ContentContext, id: number): Promise<TrashRow> {
  const entry = await getTrashEntry(ctx, id)
  if (entry.resource !== MEDIA) assertScopes(ctx.actor, 'read')
  return entry
}

/** The entry, locked until the transaction ends. Throws 404. */
export const lockEntry = (tx: Tx, ctx: TrashContext, id: number) => readEntry(tx, ctx, id, true)

async function readEntry(tx: Tx, ctx: TrashContext, id: number, lock = false): Promise<TrashRow> {
  const where = Number.isInteger(id) ? and(eq(trash.id, id), gt(trash.deleted_at, expiryOf(ctx))) : null
  const query = where && tx.select().from(trash).where(where)
  const [row] = query ? await (lock ? query.for('update') : query) : []
  if (!row) throw noSuchEntry()
  return row
}

const noSuchEntry = () => new AppError('not_found', 'There is no such entry in the trash.')

/** Deletes an entry, and what is kept with the record: revisions, working copy, comments and review. */
export async function deleteEntry(tx: Tx, { id, resource, record_id }: TrashRow) {
  await tx.delete(trash).where(eq(trash.id, id))
  const definition = findResource(resource)
  if (!definition) return
  await deleteRevisions(tx, definition, record_id)
  await deleteCopy(tx, definition, record_id)
  for (const table of [endedCopies, comments, reviews, draftWriters])
    await tx.delete(table).where(and(eq(table.resource, resource), eq(table.record_id, record_id)))
}

/** Deletes the records whose time is over; expired images are removed with their objects by the media library. */
export async function deleteExpired(tx: Tx, ctx: Expiry) {
  const expired = await tx
    .select()
    .from(trash)
    .where(lte(trash.deleted_at, expiryOf(ctx)))
    .orderBy(trash.deleted_at)
    .limit(EXPIRED_BATCH)
    .for('update', { skipLocked: true })
  for (const row of expired) if (findResource(row.resource)) await deleteEntry(tx, row)
}

/** Whether the trash or the history knows records of a resource without records: their ids must not be given to others. */
export async function hasDeletedRecords(tx: Tx, { name }: Resource): Promise<boolean> {
  const known = [trash, revisions].map((table) =>
    tx.select({ id: table.id }).from(table).where(eq(table.resource, name)).limit(1),
  )
  return (await Promise.all(known)).some((rows) => rows.length > 0)
}

/** Forgets an entry without touching the revisions, which belong to the restored record again. */
export const takeOut = (tx: Tx, { id }: TrashRow) => tx.delete(trash).where(inArray(trash.id, [id]))

export const expiresAt = (
  row: Pick<TrashRow, 'deleted_at'>,
  { trashKeepMs }: Pick<TrashContext, 'trashKeepMs'>,
) => new Date(row.deleted_at.getTime() + trashKeepMs)

const expiryOf = ({ clock, trashKeepMs }: Expiry) => new Date(clock().getTime() - trashKeepMs)

/** All columns of a row as JSON. */
export const stateOfRow = ({ table }: Resource, row: Row): Record<string, unknown> =>
  JSON.parse(
    JSON.stringify(
      Object.fromEntries(Object.keys(getTableColumns(table)).map((name) => [name, row[name] ?? null])),
    ),
  )
