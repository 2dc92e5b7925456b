import { and, eq, getTableColumns, ne } from 'drizzle-orm'
import { getTableConfig, type PgColumn } from 'drizzle-orm/pg-core'
import { auditActor } from '../../accounts/actor.ts'
import { auditedTransaction } from '../../accounts/audit/append-audit-row.ts'
import { assertEditor, confirmActor } from '../../accounts/permissions.ts'
import { assertReaches, assertScopes } from '../../accounts/token-scopes.ts'
import { lockUntilCommit, type Tx } from '../../platform/db/database.ts'
import { AppError, invalid } from '../../text/errors.ts'
import { assertReviewed } from '../collaboration/review-rules.ts'
import type { ContentContext } from '../content-context.ts'
import type { Resource, Row } from '../definition/define-resource.ts'
import { columnOf, columnsOf } from '../definition/find-record.ts'
import { addRevision } from '../history/revisions.ts'
import { deleteEntry, lockEntry, takeOut } from '../history/trash.ts'
import { findResource } from '../resources/resource-registry.ts'
import { deleteRedirectsFrom, pagePath } from '../rules/page-redirects.ts'
import { assertMayShow, notePublication } from '../rules/publishing.ts'
import { generateSlug } from '../rules/slugs.ts'
import { isPublished } from '../rules/visibility.ts'

export type RestoredRecord = {
  resource: Resource
  record: Row
  /** The former slug, if another record has it now. */
  formerSlug: string | null
  /** References that are null now, because their records no longer exist. */
  emptied: string[]
}

/**
 * Restores a deleted record with its id, position, status and history. Throws 403, 404, 409 (another record has its unique
 * value now) and 422.
 */
export async function restoreDeleted(ctx: ContentContext, entryId: number): Promise<RestoredRecord> {
  assertEditor(ctx.actor)
  return auditedTransaction(ctx, auditActor(ctx.actor), async (tx, note) => {
    await confirmActor(tx, ctx.actor)
    const entry = await lockEntry(tx, ctx, entryId)
    const resource = findResource(entry.resource)
    if (!resource) throw new AppError('not_found', 'There is no such entry in the trash.')
    assertReaches(ctx.actor, resource.name)
    assertScopes(ctx.actor, 'write')
    // Like a creation, so that no new record takes the slug meanwhile.
    await lockUntilCommit(tx, resource.name)
    const now = ctx.clock()
    const values = fromState(resource, entry.state)
    const emptied = await emptyMissingReferences(tx, resource, values)
    const formerSlug = await replaceTakenSlug(tx, resource, values)
    const [record] = (await tx
      .insert(resource.table)
      .values({ ...values, version: Number(values.version) + 1, updated_at: now })
      .returning(columnsOf(resource))) as [Row]
    assertMayShow(ctx.actor, record)
    await assertReviewed(tx, ctx, { resource, before: null, after: record })
    const issues = (await resource.check?.(record, tx)) ?? []
    if (issues.length > 0) throw invalid(issues)
    if (resource.pagePrefix && isPublished(record))
      await deleteRedirectsFrom(tx, [pagePath(resource, record.slug)])
    if (resource.publishable && isPublished(record)) ctx.onPublish?.(resource.name)
    await takeOut(tx, entry)
    const before = { ...record, ...(formerSlug !== null && { slug: formerSlug }) }
    await addRevision(tx, { resource, before, after: record, actor: ctx.actor, autosave: false, now })
    note({
      action: 'content.restore',
      entity: resource.name,
      entityId: record.id,
      changes: { title: entry.label },
    })
    notePublication(note, { resource, before: null, after: record })
    return { resource, record, formerSlug, emptied }
  })
}

/** Deletes a record and its history for good. Throws 403 and 404. */
export async function deleteForGood(ctx: ContentContext, entryId: number): Promise<void> {
  assertEditor(ctx.actor)
  await auditedTransaction(ctx, auditActor(ctx.actor), async (tx, note) => {
    await confirmActor(tx, ctx.actor)
    const entry = await lockEntry(tx, ctx, entryId)
    assertReaches(ctx.actor, entry.resource)
    await deleteEntry(tx, entry)
    note({
      action: 'content.purge',
      entity: entry.resource,
      entityId: entry.record_id,
      changes: { title: entry.label },
    })
  })
}

/** Column values of a stored state; a column that was added since then gets its default. */
function fromState(resource: Resource, state: Record<string, unknown>): Record<string, unknown> {
  const columns = getTableColumns(resource.table) as Record<string, PgColumn>
  const names = Object.keys(state).filter((name) => name in columns)
  return Object.fromEntries(
    names.map((name) => {
      const value = state[name]
      return [name, columns[name]!.dataType === 'date' && typeof value === 'string' ? new Date(value) : value]
    }),
  )
}

async function emptyMissingReferences(tx: Tx, resource: Resource, values: Record<string, unknown>) {
  const emptied: string[] = []
  for (const key of getTableConfig(resource.table).foreignKeys) {
    const { columns, foreignColumns, foreignTable } = key.reference()
    const name = columns[0]!.name
    if (values[name] == null) continue
    const [found] = await tx
      .select({ id: foreignColumns[0]! })
      .from(foreignTable)
      .where(eq(foreignColumns[0]!, values[name]))
      .for('key share')
    if (found) continue
    values[name] = null
    emptied.push(name)
  }
  return emptied
}

/** Gives the values a free slug if another record has theirs; the former slug, or null. */
async function replaceTakenSlug(tx: Tx, resource: Resource, values: Record<string, unknown>) {
  if (resource.slugFrom === null) return null
  const formerSlug = String(values.slug)
  const [other] = await tx
    .select({ id: resource.table.id })
    .from(resource.table)
    .where(and(eq(columnOf(resource, 'slug'), formerSlug), ne(resource.table.id, values.id as number)))
  if (!other) return null
  values.slug = await generateSlug(tx, resource, formerSlug)
  if ('public_slug' in values && values.public_slug === formerSlug) values.public_slug = null
  return formerSlug
}
