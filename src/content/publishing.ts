// The life of a publishable record: draft until an admin publishes it, public from `published_at` on.
import type { AddAuditEntry } from '../audit/append-audit-row.ts'
import { type Actor, actorId } from '../auth/actor.ts'
import { isCreator } from '../auth/permissions.ts'
import type { Resource, Row } from './define-resource.ts'
import type { Input } from './parse-record.ts'

type Write = { before: Row | null; input: Input; actor: Actor; autosave: boolean; now: Date }

/**
 * The input with what the write may do to `status`, `published_at` and `author_id`: an autosave changes neither of
 * the first two, the first publication sets the date, and a new record belongs to whoever made it.
 */
export function settlePublication({ before, input, actor, autosave, now }: Write): Input {
  const settled = { ...input }
  if (autosave) {
    delete settled.status
    delete settled.published_at
  }
  const publishes = settled.status === 'published' && before?.status !== 'published'
  if (publishes && settled.published_at == null) settled.published_at = before?.published_at ?? now
  if (!before && (settled.author_id == null || isCreator(actor))) settled.author_id = actorId(actor)
  return settled
}

/** Whether the record is meant for the public, now or at its date. */
export const isLive = (row: Row) => !('status' in row) || row.status === 'published'

/** Whether the public could read this record by its date; one that was moved since is in its revisions. */
export function wasPublic(row: Row, now: Date): boolean {
  if (!('published_at' in row)) return true
  return row.published_at instanceof Date && row.published_at <= now
}

/** Notes for the audit trail that a write put a publishable record before the public, or took it away. */
export function notePublication(note: AddAuditEntry, { resource, before, after }: Publication) {
  if (!resource.publishable) return
  const [was, is] = [before !== null && isLive(before), after !== null && isLive(after)]
  if (was === is) return
  const { id, title, published_at } = (after ?? before)!
  const action = is ? 'content.publish' : after ? 'content.unpublish' : 'content.delete'
  note({ action, entity: resource.name, entityId: id, changes: { title, published_at } })
}

type Publication = { resource: Resource; before: Row | null; after: Row | null }
