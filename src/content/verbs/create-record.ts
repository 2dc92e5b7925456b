import { max, sql } from 'drizzle-orm'
import { type AddAuditEntry, auditedTransaction } from '../../audit/append-audit-row.ts'
import { auditActor } from '../../auth/actor.ts'
import { assertMay, confirmActor } from '../../auth/permissions.ts'
import { lockUntilCommit, type Tx } from '../../db/database.ts'
import { invalid } from '../../errors.ts'
import type { ContentContext } from '../content-context.ts'
import { MAX_POSITION, type Resource, type Row } from '../define-resource.ts'
import { columnOf, columnsOf } from '../find-record.ts'
import { deleteRedirectFrom, pagePath } from '../page-redirects.ts'
import { type Input, parseRecord } from '../parse-record.ts'
import { applyPublicationRules, notePublication } from '../publishing.ts'
import { addRevision } from '../revisions.ts'
import { generateSlug } from '../slugs.ts'
import { isPublished, lastPublicSlug } from '../visibility.ts'

type Create = { resource: Resource; body: unknown; autosave: boolean }

/** Creates a record, at the end of an ordered resource. Throws 403, 409 (a unique value is taken) and 422. */
export async function createRecord(ctx: ContentContext, { resource, body, autosave }: Create): Promise<Row> {
  assertMay(ctx.actor, 'create', resource.name)
  const input = await parseRecord(ctx, resource, body, 'create')
  return auditedTransaction(ctx, auditActor(ctx.actor), async (tx, note) => {
    await confirmActor(tx, ctx.actor)
    await lockUntilCommit(tx, resource.name)
    return insertRecord(tx, ctx, { resource, input, autosave, note })
  })
}

type Insert = { resource: Resource; input: Input; autosave: boolean; note: AddAuditEntry }

/** The part of `createRecord` inside the transaction, which must hold the resource's lock. */
export async function insertRecord(
  tx: Tx,
  ctx: ContentContext,
  { resource, input, autosave, note }: Insert,
): Promise<Row> {
  const now = ctx.clock()
  const { actor } = ctx
  const published = applyPublicationRules({ resource, before: null, input, actor, autosave, now })
  const values: Input = { ...published, created_at: now, updated_at: now }
  if (resource.slugFrom) values.slug ??= await generateSlug(tx, resource, String(input[resource.slugFrom]))
  if (resource.publishable) values.public_slug = lastPublicSlug(resource, { ...DRAFT, ...values }, now)
  if (resource.ordered) values.position = await nextPosition(tx, resource)
  const [row] = (await tx.insert(resource.table).values(values).returning(columnsOf(resource))) as [Row]
  const issues = (await resource.check?.(row, tx)) ?? []
  if (issues.length > 0) throw invalid(issues)
  if (resource.pagePrefix && isPublished(row)) await deleteRedirectFrom(tx, pagePath(resource, row.slug))
  if (resource.publishable && isPublished(row)) ctx.onPublish?.(resource.name)
  notePublication(note, { resource, before: null, after: row })
  await addRevision(tx, { resource, before: null, after: row, actor, autosave, now })
  return row
}

/** The column defaults that decide whether a new record is visible. */
const DRAFT = { id: 0, version: 1, status: 'draft', public_slug: null }

async function nextPosition(tx: Tx, resource: Resource) {
  const position = columnOf(resource, 'position')
  const [last] = await tx.select({ position: max(position) }).from(resource.table)
  const next = Number(last?.position ?? 0) + 1
  if (next <= MAX_POSITION) return next
  // An admin set the highest position: renumber the list in its present order.
  const { table } = resource
  await tx.execute(sql`update ${table} set position = ranked.place from (
    select id, row_number() over (order by position, id) as place from ${table}) as ranked
    where ${table.id} = ranked.id`)
  return (await tx.$count(table)) + 1
}
