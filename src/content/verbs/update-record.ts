// Replacing (PUT) and patching (PATCH) a record: the same transaction, with different fields in it.
import { getTableColumns, type SQL, sql } from 'drizzle-orm'
import { type AddAuditEntry, auditedTransaction } from '../../audit/append-audit-row.ts'
import { auditActor } from '../../auth/actor.ts'
import { assertMay, confirmActor, isCreator } from '../../auth/permissions.ts'
import { lockUntilCommit, type Tx } from '../../db/database.ts'
import { invalid } from '../../errors.ts'
import { assertFresh, etagOf } from '../../record-version.ts'
import type { ContentContext } from '../content-context.ts'
import type { Resource, Row } from '../define-resource.ts'
import { columnsOf, locate, notFound, readRow } from '../find-record.ts'
import { ADMIN_FIELDS, type Input, parseRecord } from '../parse-record.ts'
import { isLive, notePublication, settlePublication, wasPublic } from '../publishing.ts'
import { keepRevision, wasOncePublic } from '../revisions.ts'
import { clearRedirect, leaveRedirect, pagePath } from '../slugs.ts'

export type Update = {
  resource: Resource
  place: string
  body: unknown
  ifMatch: string | null
  autosave: boolean
}

/** Changes just the fields sent; an empty body changes nothing. Throws 403, 404, 409, 412 and 422. */
export async function patchRecord(ctx: ContentContext, update: Update): Promise<Row> {
  await assertMayChange(ctx, update)
  const input = parseRecord(ctx, update.resource, update.body, 'patch')
  return inTransaction(ctx, update, (tx, note) => changeRecord(tx, ctx, { ...update, changes: input, note }))
}

/**
 * Sets the whole record: what is absent becomes null or the column's default, but for what a PUT keeps (position,
 * publication, author, slug). Throws 403, 404, 409, 412 and 422.
 */
export async function replaceRecord(ctx: ContentContext, update: Update): Promise<Row> {
  await assertMayChange(ctx, update)
  const input = parseRecord(ctx, update.resource, update.body, 'replace')
  const changes = { ...absentFields(update.resource, input), ...input }
  return inTransaction(ctx, update, (tx, note) => changeRecord(tx, ctx, { ...update, changes, note }))
}

/** Throws 403 before the body is looked at; the transaction decides again, under the record's lock. */
async function assertMayChange({ database, actor }: ContentContext, { resource, place }: Update) {
  assertMay(actor, 'update', resource.name)
  // Of an admin the record need not be known.
  if (!isCreator(actor)) return
  const row = await database.query((tx) => readRow(tx, resource, locate(resource, place)))
  assertMay(actor, 'update', resource.name, row)
}

export function inTransaction<T>(
  ctx: ContentContext,
  { resource }: { resource: Resource },
  run: (tx: Tx, note: AddAuditEntry) => Promise<T>,
) {
  return auditedTransaction(ctx, auditActor(ctx.actor), async (tx, note) => {
    await confirmActor(tx, ctx.actor)
    if (resource.serialWrites || resource.addressedByKey) await lockUntilCommit(tx, resource.name)
    return run(tx, note)
  })
}

type Change = Omit<Update, 'body'> & { changes: Input; note: AddAuditEntry }

/** The part of an update that runs in its transaction. */
export async function changeRecord(tx: Tx, ctx: ContentContext, change: Change): Promise<Row> {
  const { resource, changes, autosave, ifMatch } = change
  const { actor } = ctx
  const before = await readRow(tx, resource, locate(resource, change.place), true)
  assertMay(actor, 'update', resource.name, before)
  if (!before) throw notFound(resource)
  assertFresh(ifMatch, etagOf(before.version))
  const now = ctx.clock()
  const settled = resource.publishable
    ? settlePublication({ before, input: changes, actor, autosave, now })
    : changes
  if (Object.keys(settled).length === 0) return before
  const [after] = (await tx
    .update(resource.table)
    .set({ ...settled, updated_at: now, version: sql`${resource.table.version} + 1` })
    .where(locate(resource, String(before.id))!)
    .returning(columnsOf(resource))) as [Row]
  const issues = (await resource.check?.(after, tx)) ?? []
  if (issues.length > 0) throw invalid(issues)
  if (resource.pagePrefix) {
    const [from, to] = [pagePath(resource, before), pagePath(resource, after)]
    const leaves =
      from !== to && (wasPublic(before, now) || (await wasOncePublic(tx, resource, { id: before.id, now })))
    if (leaves) await leaveRedirect(tx, ctx, { from, to })
    else if (isLive(after) && (from !== to || !isLive(before))) await clearRedirect(tx, to)
  }
  if (resource.publishable && isLive(after) && !isLive(before)) ctx.onPublish?.(resource.name)
  notePublication(change.note, { resource, before, after })
  await keepRevision(tx, { resource, before, after, actor, autosave, now })
  return after
}

/** What a PUT sets the fields to that it does not name. */
export function absentFields(resource: Resource, input: Input): Record<string, SQL | null> {
  const columns = getTableColumns(resource.table)
  const kept = new Set<string>([...ADMIN_FIELDS, 'slug'])
  const absent = Object.keys(resource.input.shape).filter((name) => !(name in input) && !kept.has(name))
  return Object.fromEntries(absent.map((name) => [name, columns[name]!.hasDefault ? sql`default` : null]))
}
