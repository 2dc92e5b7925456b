// Replaces (PUT) and patches (PATCH) a record: the same transaction with different fields.

import { getTableColumns, is, SQL, sql } from 'drizzle-orm'
import { auditActor } from '../../accounts/actor.ts'
import { type AddAuditEntry, auditedTransaction } from '../../accounts/audit/append-audit-row.ts'
import { assertMay, confirmActor, forbidden, isCreator, roleAllows } from '../../accounts/permissions.ts'
import { awaitAtEnd, lockUntilCommit, type Tx } from '../../platform/db/database.ts'
import { invalid } from '../../text/errors.ts'
import { ADMIN_FIELDS } from '../../text/record-fields.ts'
import { assertFresh, etagOf } from '../../text/record-version.ts'
import { assertReviewed, endReview } from '../collaboration/review-rules.ts'
import { tellPublished } from '../collaboration/reviews.ts'
import type { ContentContext } from '../content-context.ts'
import type { Resource, Row } from '../definition/define-resource.ts'
import { lockRow, readRow, recordNotFound } from '../definition/find-record.ts'
import { type Input, parseRecord, withWordCounts } from '../definition/parse-record.ts'
import { addRevision } from '../history/revisions.ts'
import { updateRedirects } from '../rules/page-redirects.ts'
import { applyPublicationRules, assertMayShow, notePublication } from '../rules/publishing.ts'
import { isPublished, keepsPublicSlug, lastPublicSlug } from '../rules/visibility.ts'
import { updateRow } from './write-row.ts'

export type Update = {
  resource: Resource
  idOrKey: string
  body: unknown
  ifMatch: string | null
  autosave: boolean
}

/** Changes only the fields sent; an empty body changes nothing. Throws 403, 404, 409, 412 and 422. */
export async function patchRecord(ctx: ContentContext, update: Update): Promise<Row> {
  await assertMayUpdate(ctx, update)
  const changes = await parseRecord(ctx, update.resource, update.body, 'patch')
  return inWriteTransaction(ctx, update, (tx, note, before) =>
    changeRecord(tx, ctx, { ...update, before, changes, note }),
  )
}

/**
 * Replaces the whole record: absent fields become null or the column's default, except position, publication, author and
 * slug, which stay. Throws 403, 404, 409, 412 and 422.
 */
export async function replaceRecord(ctx: ContentContext, update: Update): Promise<Row> {
  await assertMayUpdate(ctx, update)
  const input = await parseRecord(ctx, update.resource, update.body, 'replace')
  const changes = { ...absentFields(update.resource, input), ...input }
  return inWriteTransaction(ctx, update, (tx, note, before) =>
    changeRecord(tx, ctx, { ...update, before, changes, note }),
  )
}

/** Throws 403 before the body is validated; `changeRecord` checks again, with the record locked. */
async function assertMayUpdate({ database, actor }: ContentContext, { resource, idOrKey }: Update) {
  assertMay(actor, 'update', resource.name)
  // An admin's permission does not depend on the record.
  if (!isCreator(actor)) return
  const row = await database.query((tx) => readRow(tx, resource, idOrKey))
  assertMay(actor, 'update', resource.name, row)
}

/**
 * Runs a write in a transaction with audit log, in which the actor's account, the resource's lock and the record, which
 * `run` gets, are held.
 */
export function inWriteTransaction<T>(
  ctx: ContentContext,
  { resource, idOrKey }: Pick<Update, 'resource' | 'idOrKey'>,
  run: (tx: Tx, note: AddAuditEntry, before: Row | null) => Promise<T>,
) {
  const isSerial = resource.serialWrites || resource.addressedByKey
  return auditedTransaction(ctx, auditActor(ctx.actor), async (tx, note) => {
    // Pipelined, in this order.
    const [, , before] = await Promise.all([
      confirmActor(tx, ctx.actor),
      isSerial && lockUntilCommit(tx, resource.name),
      lockRow(tx, resource, idOrKey),
    ])
    return run(tx, note, before)
  })
}

/** `before`: the record, locked, or null if there is none; `isReviewed`: `REVIEW_REQUIRED` is met. */
type Change = Omit<Update, 'body' | 'idOrKey'> & {
  before: Row | null
  changes: Input
  note: AddAuditEntry
  isReviewed?: boolean
}

/** The part of an update inside the transaction. The returned row is what the database returns once the transaction has ended. */
export async function changeRecord(tx: Tx, ctx: ContentContext, change: Change): Promise<Row> {
  const { resource, before, changes, autosave, ifMatch } = change
  const { actor } = ctx
  assertMay(actor, 'update', resource.name, before)
  if (!before) throw recordNotFound(resource)
  assertFresh(ifMatch, etagOf(before.version))
  const now = ctx.clock()
  const values = { ...applyPublicationRules({ resource, before, input: changes, actor, autosave, now }) }
  assertMayShow(actor, before, { ...before, ...values })
  if (Object.keys(values).length === 0) return before
  const publicSlug = lastPublicSlug(resource, before, now)
  const isRenamed = values.slug !== undefined && values.slug !== before.slug
  if (isRenamed && publicSlug !== null && !roleAllows(actor, 'publish', resource.name)) {
    throw forbidden('Only an admin can change the slug of a record that has been public.')
  }
  if (keepsPublicSlug(resource)) {
    const lastSlug = lastPublicSlug(resource, { ...before, ...values, public_slug: publicSlug }, now)
    if (lastSlug !== before.public_slug) values.public_slug = lastSlug
  }
  const after: Row = { ...before, ...values, version: before.version + 1, updated_at: now }
  const updated = updateRow(tx, resource, { ...values, id: before.id, updated_at: now })
  const sent = updated.then((row) => Object.assign(after, row))
  // The new values are known unless the database decides them, so the following statements are pipelined.
  await (Object.values(values).some((value) => is(value, SQL)) ? sent : awaitAtEnd(tx, sent))
  const issues = (await resource.check?.(after, tx)) ?? []
  if (issues.length > 0) throw invalid(issues)
  if (resource.pagePrefix) await updateRedirects(tx, ctx, { resource, before, after, publicSlug })
  if (!change.isReviewed) await assertReviewed(tx, ctx, { resource, before, after })
  if (resource.publishable && isPublished(after) && !isPublished(before)) {
    ctx.onPublish?.(resource.name)
    await endReview(tx, resource, after.id)
    await tellPublished(tx, ctx, resource, after)
  }
  notePublication(change.note, { resource, before, after })
  await addRevision(tx, { resource, before, after, actor, autosave, now })
  return after
}

/** The values that a PUT sets for the fields it does not contain. */
export function absentFields(resource: Resource, input: Input): Record<string, SQL | null> {
  const columns = getTableColumns(resource.table)
  const kept = new Set<string>([...ADMIN_FIELDS, 'slug'])
  const absent = Object.keys(resource.input.shape).filter((name) => !(name in input) && !kept.has(name))
  const values = absent.map((name) => [name, columns[name]!.hasDefault ? sql`default` : null])
  return withWordCounts(resource, Object.fromEntries(values))
}
