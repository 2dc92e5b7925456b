// The publication of a record: it is a draft until an admin publishes it, and visible from `published_at`.

import { type Actor, actorId } from '../../accounts/actor.ts'
import type { AddAuditEntry } from '../../accounts/audit/append-audit-row.ts'
import { roleAllows } from '../../accounts/permissions.ts'
import { assertScopes } from '../../accounts/token-scopes.ts'
import type { Resource, Row } from '../definition/define-resource.ts'
import type { Input } from '../definition/parse-record.ts'
import { labelOf } from '../definition/record-label.ts'
import { isPublished } from './visibility.ts'

type Write = {
  resource: Resource
  before: Row | null
  input: Input
  actor: Actor
  autosave: boolean
  now: Date
}

/**
 * The input with `status`, `published_at` and `author_id` as the write may set them: an autosave changes neither status
 * nor date, the first publication sets the date, and a new record belongs to its creator.
 */
export function applyPublicationRules({ resource, before, input, actor, autosave, now }: Write): Input {
  if (!resource.publishable) return input
  const values = { ...input }
  if (autosave) {
    delete values.status
    delete values.published_at
    delete values.unpublish_at
  }
  const publishes = values.status === 'published' && before?.status !== 'published'
  if (publishes && values.published_at == null) values.published_at = before?.published_at ?? now
  const mayNameAuthor = roleAllows(actor, 'publish', resource.name)
  if (!before && (values.author_id == null || !mayNameAuthor)) values.author_id = actorId(actor)
  return values
}

/** Throws 403 for an API token without the scope `publish`, where one of these states is, or will be, visible. */
export function assertMayShow(actor: Actor, ...states: readonly Row[]) {
  if (states.some(isPublished)) assertScopes(actor, 'publish')
}

type Publication = { resource: Resource; before: Row | null; after: Row }

/** Adds an audit entry if a write published or unpublished a record, or hid it or showed it again. */
export function notePublication(note: AddAuditEntry, { resource, before, after }: Publication) {
  if (!resource.publishable && !before) return
  const wasPublished = before !== null && isPublished(before)
  const isNowPublished = isPublished(after)
  if (wasPublished === isNowPublished) return
  const action = isNowPublished ? 'content.publish' : 'content.unpublish'
  const { id, published_at } = after
  const changes = { title: labelOf(resource, after), ...(resource.publishable && { published_at }) }
  note({ action, entity: resource.name, entityId: id, changes })
}
