// The history of a record: each write leaves a revision with the resulting state; autosaves of one session share one.
import { and, desc, eq, getTableColumns, inArray, sql } from 'drizzle-orm'
import { type Actor, actorId } from '../../accounts/actor.ts'
import { awaitAtEnd, type Tx } from '../../platform/db/database.ts'
import { insertMany } from '../../platform/db/insert-many.ts'
import { revisions } from '../../platform/db/schema/history.ts'
import { selectPage } from '../../platform/db/select-page.ts'
import { statement } from '../../platform/db/statement.ts'
import type { Paging } from '../../text/paging.ts'
import type { Resource, Row } from '../definition/define-resource.ts'

const MAX_PER_RECORD = 50
const SESSION_MS = 10 * 60_000

type Write = {
  resource: Resource
  before: Row | null
  after: Row
  actor: Actor
  autosave: boolean
  now: Date
}

/** The condition for the revisions of one record. */
export const revisionsOf = (resource: Resource, id: number) =>
  and(eq(revisions.resource, resource.name), eq(revisions.record_id, id))

/** Stores the state after a write, in the write's transaction, and deletes the oldest surplus revisions. */
export async function addRevision(tx: Tx, write: Write) {
  const { resource, after, actor, now } = write
  const entry = entryOf(write)
  const ofRecord = revisionsOf(resource, after.id)
  if (write.autosave) {
    const [last] = await tx.select().from(revisions).where(ofRecord).orderBy(desc(revisions.id)).limit(1)
    const isSameSession =
      last?.autosave &&
      last.actor_id === actorId(actor) &&
      now.getTime() - last.created_at.getTime() < SESSION_MS
    if (isSameSession) {
      const { version, created_at, state } = entry
      const fields = [...new Set([...last.fields, ...entry.fields])]
      await tx.update(revisions).set({ version, created_at, state, fields }).where(eq(revisions.id, last.id))
      return
    }
  }
  await awaitAtEnd(tx, insertRevision(tx, entry))
  // Each revision is of another version, so a record of fewer versions has no more revisions.
  if (after.version > MAX_PER_RECORD)
    await awaitAtEnd(tx, deleteSurplus(tx, { resource: resource.name, id: after.id }))
}

const insertRevision = statement((db) =>
  db.insert(revisions).values({
    resource: sql.placeholder('resource'),
    record_id: sql.placeholder('record_id'),
    version: sql.placeholder('version'),
    created_at: sql.placeholder('created_at'),
    actor_id: sql.placeholder('actor_id'),
    actor: sql.placeholder('actor'),
    autosave: sql.placeholder('autosave'),
    fields: sql.placeholder('fields'),
    state: sql.placeholder('state'),
  }),
)

const insertRevisions = statement(() =>
  insertMany(
    revisions,
    Object.keys(getTableColumns(revisions)).filter((name) => name !== 'id'),
  ),
)

const deleteSurplus = statement((db) => {
  const surplus = db
    .select({ id: revisions.id })
    .from(revisions)
    .where(
      and(
        eq(revisions.resource, sql.placeholder('resource')),
        eq(revisions.record_id, sql.placeholder('id')),
      ),
    )
    .orderBy(desc(revisions.id))
    .offset(MAX_PER_RECORD)
  return db.delete(revisions).where(inArray(revisions.id, surplus))
})

type Creation = Omit<Write, 'before' | 'after'> & { rows: readonly Row[] }

/** Stores the first revision of each new record. */
export async function addFirstRevisions(tx: Tx, { rows, ...creation }: Creation) {
  const entries = rows.map((after) => entryOf({ ...creation, before: null, after }))
  const sent =
    entries.length === 1
      ? insertRevision(tx, entries[0])
      : insertRevisions(tx, { rows: JSON.stringify(entries) })
  await awaitAtEnd(tx, sent)
}

function entryOf({ resource, before, after, actor, autosave, now }: Write) {
  const state = fieldsOf(resource, after)
  return {
    resource: resource.name,
    record_id: after.id,
    version: after.version,
    created_at: now,
    actor_id: actorId(actor),
    actor: actor.name,
    autosave,
    fields: changedFields(before ? fieldsOf(resource, before) : {}, state),
    state,
  }
}

/** Deletes the history of a deleted record. */
export async function deleteRevisions(tx: Tx, resource: Resource, id: number) {
  await tx.delete(revisions).where(revisionsOf(resource, id))
}

/** The input fields of a record as JSON, so that a restore goes through the same validation as a write. */
export const stateOf = (resource: Resource, row: Row): Record<string, unknown> =>
  JSON.parse(JSON.stringify(fieldsOf(resource, row)))

const fieldsOf = (resource: Resource, row: Row): Record<string, unknown> =>
  Object.fromEntries(Object.keys(resource.input.shape).map((name) => [name, row[name] ?? null]))

/** The fields with different values; a missing field equals null. */
export function changedFields(before: Record<string, unknown>, after: Record<string, unknown>) {
  const names = new Set([...Object.keys(after), ...Object.keys(before)])
  return [...names].filter((name) => !Bun.deepEquals(before[name] ?? null, after[name] ?? null))
}

/** The revisions of a record, the newest first. */
export function selectRevisions(
  tx: Tx,
  resource: Resource,
  { id, paging }: { id: number; paging: Paging | null },
) {
  const where = revisionsOf(resource, id)
  const query = tx.select(revisionColumns).from(revisions).where(where).orderBy(desc(revisions.id))
  return selectPage(tx, { table: revisions, where, query, paging })
}

/** The columns shown in a list of revisions: all but the state. */
export const revisionColumns = {
  id: revisions.id,
  version: revisions.version,
  created_at: revisions.created_at,
  actor_id: revisions.actor_id,
  actor: revisions.actor,
  autosave: revisions.autosave,
  fields: revisions.fields,
}
