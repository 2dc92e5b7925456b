// Publishes a working copy: one write of the fields that it changes, with all that a write has.
import type { z } from 'zod'
import type { AddAuditEntry } from '../../accounts/audit/append-audit-row.ts'
import type { Tx } from '../../platform/db/database.ts'
import { AppError, invalid } from '../../text/errors.ts'
import { assertFresh } from '../../text/record-version.ts'
import { assertCopyReviewed, endReview } from '../collaboration/review-rules.ts'
import type { ContentContext } from '../content-context.ts'
import type { Resource, Row } from '../definition/define-resource.ts'
import { recordNotFound } from '../definition/find-record.ts'
import { parseRecord } from '../definition/parse-record.ts'
import { compareStates, deleteCopy, draftEtag, noDraft, readCopy, statesOf } from '../history/working-copy.ts'
import { changeRecord, inWriteTransaction } from '../verbs/update-record.ts'
import { assertMayDraft, type Target } from './edit-draft.ts'

/**
 * Publishes the working copy; returns the live record. Fields that one side has changed are taken. Throws 403, 404, 409,
 * 412 (also `base_changed`, naming the fields that both sides have changed) and 422.
 */
export async function publishDraft(
  ctx: ContentContext,
  { resource, idOrKey, ifMatch }: Target & { ifMatch: string | null },
): Promise<Row> {
  assertMayDraft(ctx, resource)
  return inWriteTransaction(ctx, { resource, idOrKey }, (tx, note, live) =>
    publishCopy(tx, ctx, { resource, live, ifMatch, note }),
  )
}

type Publication = { resource: Resource; live: Row | null; ifMatch: string | null; note: AddAuditEntry }

/** The part of a publication inside the transaction. `live`: the record, locked, or null if there is none. */
export async function publishCopy(
  tx: Tx,
  ctx: ContentContext,
  { resource, live, ifMatch, note }: Publication,
): Promise<Row> {
  if (!live) throw recordNotFound(resource)
  const copy = await readCopy(tx, resource, live.id)
  if (!copy) throw noDraft(resource)
  assertFresh(ifMatch, draftEtag(copy))
  const states = statesOf(resource, live, copy)
  const { changed, conflicts } = compareStates(states)
  if (conflicts.length > 0) throw baseChanged(conflicts)
  const missing = changed.filter((name) => states.state[name] === null && !acceptsNull(resource, name))
  const body = Object.fromEntries(
    changed.filter((name) => !missing.includes(name)).map((name) => [name, states.state[name]]),
  )
  const issues = missing.map((path) => ({ path, code: 'required', message: 'is required' }))
  const changes = await parseRecord(ctx, resource, body, 'patch').catch((error) => {
    if (!(error instanceof AppError && error.errors)) throw error
    throw invalid([...issues, ...error.errors])
  })
  if (issues.length > 0) throw invalid(issues)
  await assertCopyReviewed(tx, ctx, { resource, live, copy })
  await deleteCopy(tx, resource, live.id)
  const change = { resource, before: live, changes, ifMatch: null, autosave: false, note, isReviewed: true }
  const published = await changeRecord(tx, ctx, change)
  await endReview(tx, resource, live.id)
  return published
}

function baseChanged(names: readonly string[]) {
  const errors = names.map((path) => ({
    path,
    code: 'base_changed',
    message: 'has been changed in the live record too, to another value',
  }))
  const message = `The live record has other values of ${names.join(', ')} by now: merge them and send \`base_version\`.`
  return new AppError('base_changed', message, { errors })
}

const acceptsNull = (resource: Resource, name: string) =>
  (resource.input.shape[name] as z.ZodType).safeParse(null).success
