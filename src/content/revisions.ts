// The history of a record: each revision is the state that a write left. Autosaves of one sitting share one.
import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import { type Actor, actorId } from '../auth/actor.ts'
import type { Tx } from '../db/database.ts'
import { revisions } from '../db/schema/history.ts'
import type { Resource, Row } from './define-resource.ts'

const KEPT_PER_RECORD = 50
const SITTING_MS = 10 * 60_000

type Write = {
  resource: Resource
  before: Row | null
  after: Row
  actor: Actor
  autosave: boolean
  now: Date
}

/** The condition for the revisions of one record. */
export const ofRecord = (resource: Resource, id: number) =>
  and(eq(revisions.resource, resource.name), eq(revisions.record_id, id))

/** Keeps the state that a write left; the caller's transaction is the write's. */
export async function keepRevision(tx: Tx, { resource, before, after, actor, autosave, now }: Write) {
  const state = stateOf(resource, after)
  const fields = changedFields(before ? stateOf(resource, before) : {}, state)
  const ofThis = ofRecord(resource, after.id)
  const entry = { version: after.version, created_at: now, state }
  if (autosave) {
    const [last] = await tx.select().from(revisions).where(ofThis).orderBy(desc(revisions.id)).limit(1)
    const sameSitting =
      last?.autosave &&
      last.actor_id === actorId(actor) &&
      now.getTime() - last.created_at.getTime() < SITTING_MS
    if (sameSitting) {
      const all = [...new Set([...last.fields, ...fields])]
      await tx
        .update(revisions)
        .set({ ...entry, fields: all })
        .where(eq(revisions.id, last.id))
      return
    }
  }
  const made = tx.insert(revisions).values({
    ...entry,
    resource: resource.name,
    record_id: after.id,
    actor_id: actorId(actor),
    actor: actor.name,
    autosave,
    fields,
  })
  const surplus = tx
    .select({ id: revisions.id })
    .from(revisions)
    .where(ofThis)
    .orderBy(desc(revisions.id))
    .offset(KEPT_PER_RECORD)
  // Sent together: the second does not wait for the answer to the first.
  await Promise.all([made, tx.delete(revisions).where(inArray(revisions.id, surplus))])
}

/** Forgets the history of a record that is removed. */
export async function dropRevisions(tx: Tx, resource: Resource, id: number) {
  await tx.delete(revisions).where(ofRecord(resource, id))
}

/** Whether a kept state of a record was public by `now`, although its date has been moved since. */
export async function wasOncePublic(tx: Tx, resource: Resource, { id, now }: { id: number; now: Date }) {
  const { state } = revisions
  const [found] = await tx
    .select({ id: revisions.id })
    .from(revisions)
    .where(
      and(
        ofRecord(resource, id),
        sql`${state} ->> 'status' = 'published'`,
        sql`(${state} ->> 'published_at')::timestamptz <= ${now.toISOString()}::timestamptz`,
      ),
    )
    .limit(1)
  return found !== undefined
}

/** The input fields of a record as JSON holds them, so that a restore passes the same checks as a write. */
function stateOf(resource: Resource, row: Row): Record<string, unknown> {
  const fields = Object.keys(resource.input.shape).map((name) => [name, row[name] ?? null])
  return JSON.parse(JSON.stringify(Object.fromEntries(fields)))
}

function changedFields(before: Record<string, unknown>, after: Record<string, unknown>) {
  return Object.keys(after).filter((name) => !Bun.deepEquals(before[name] ?? null, after[name]))
}

/** Newest first, without the states. */
export const revisionView = {
  id: revisions.id,
  version: revisions.version,
  created_at: revisions.created_at,
  actor_id: revisions.actor_id,
  actor: revisions.actor,
  autosave: revisions.autosave,
  fields: revisions.fields,
}
