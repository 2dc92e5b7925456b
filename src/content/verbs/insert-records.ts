// The part of a creation inside the transaction: inserts one or many records with slugs, positions and first revisions.
import { max, sql } from 'drizzle-orm'
import type { AddAuditEntry } from '../../accounts/audit/append-audit-row.ts'
import type { Tx } from '../../platform/db/database.ts'
import { statementFor } from '../../platform/db/statement.ts'
import { invalid } from '../../text/errors.ts'
import { assertReviewed } from '../collaboration/review-rules.ts'
import type { ContentContext } from '../content-context.ts'
import { MAX_POSITION, type Resource, type Row } from '../definition/define-resource.ts'
import { columnOf } from '../definition/find-record.ts'
import type { Input } from '../definition/parse-record.ts'
import { addFirstRevisions } from '../history/revisions.ts'
import { deleteRedirectsFrom, pagePath } from '../rules/page-redirects.ts'
import { applyPublicationRules, assertMayShow, notePublication } from '../rules/publishing.ts'
import { generateSlugs } from '../rules/slugs.ts'
import { isPublished, keepsPublicSlug, lastPublicSlug } from '../rules/visibility.ts'
import { columnsIn, insertRows } from './write-row.ts'

type Common = {
  resource: Resource
  autosave: boolean
  note: AddAuditEntry
  /** Of the first record; by default the end of the list. */
  position?: number
}

/** Inserts a record. The transaction must hold the resource's lock. Throws 409 and 422. */
export async function insertRecord(
  tx: Tx,
  ctx: ContentContext,
  { input, ...common }: Common & { input: Input },
): Promise<Row> {
  const [row] = await insertRecords(tx, ctx, { ...common, inputs: [input] })
  return row!
}

type Inserts = Common & { inputs: readonly Input[] }

/**
 * Inserts records in this order, with a few statements for all of them. The transaction must hold the resource's lock.
 * Throws 409 and 422.
 */
export async function insertRecords(tx: Tx, ctx: ContentContext, inserts: Inserts): Promise<Row[]> {
  const { resource, autosave, note } = inserts
  const { actor } = ctx
  const now = ctx.clock()
  const values = await valuesOf(tx, ctx, inserts, now)
  const rows = await insertInOrder(tx, resource, values)
  assertMayShow(actor, ...rows)
  for (const row of rows) {
    const issues = (await resource.check?.(row, tx)) ?? []
    if (issues.length > 0) throw invalid(issues)
    await assertReviewed(tx, ctx, { resource, before: null, after: row })
  }
  const published = rows.filter(isPublished)
  if (resource.pagePrefix)
    await deleteRedirectsFrom(
      tx,
      published.map((row) => pagePath(resource, row.slug)),
    )
  if (resource.publishable) for (const _ of published) ctx.onPublish?.(resource.name)
  for (const row of rows) notePublication(note, { resource, before: null, after: row })
  await addFirstRevisions(tx, { resource, rows, actor, autosave, now })
  return rows
}

/** With one statement, unless the records differ in the columns that they set. */
async function insertInOrder(tx: Tx, resource: Resource, values: readonly Input[]): Promise<Row[]> {
  const rows: Row[] = []
  for (let start = 0; start < values.length; start = rows.length) {
    const columns = columnsIn(values[start]!).join()
    const end = values.findIndex((value, index) => index > start && columnsIn(value).join() !== columns)
    rows.push(...(await insertRows(tx, resource, values.slice(start, end === -1 ? undefined : end))))
  }
  return rows
}

/** The column defaults that decide whether a new record is visible. */
const draftOf = ({ publishable }: Resource) => ({
  ...{ id: 0, version: 1, public_slug: null },
  ...(publishable && { status: 'draft' }),
})

async function valuesOf(
  tx: Tx,
  { actor }: ContentContext,
  { resource, inputs, autosave, position }: Inserts,
  now: Date,
): Promise<Input[]> {
  const { slugFrom } = resource
  const named = slugFrom
    ? inputs.map((input) => ({
        slug: (input.slug ?? undefined) as string | undefined,
        text: String(input[slugFrom]),
      }))
    : []
  const [slugs, first] = await Promise.all([
    generateSlugs(tx, resource, named),
    resource.ordered ? (position ?? nextPosition(tx, resource, inputs.length)) : 0,
  ])
  return inputs.map((input, index) => {
    const published = applyPublicationRules({ resource, before: null, input, actor, autosave, now })
    const values: Input = { ...published, created_at: now, updated_at: now }
    if (slugFrom) values.slug = slugs[index]
    if (keepsPublicSlug(resource))
      values.public_slug = lastPublicSlug(resource, { ...draftOf(resource), ...values }, now)
    if (resource.ordered) values.position = first + index
    return values
  })
}

const selectLastPosition = statementFor((db, resource: Resource) =>
  db.select({ position: max(columnOf(resource, 'position')) }).from(resource.table),
)

/** The first of `count` free positions at the end. */
async function nextPosition(tx: Tx, resource: Resource, count: number): Promise<number> {
  const [last] = await selectLastPosition(tx, resource)
  const next = Number(last?.position ?? 0) + 1
  if (next + count - 1 <= MAX_POSITION) return next
  // An admin set the highest position.
  await renumber(tx, resource)
  return (await tx.$count(resource.table)) + 1
}

/** Gives the records the positions 1, 2, 3, … in their present order. */
export async function renumber(tx: Tx, { table }: Resource) {
  await tx.execute(sql`update ${table} set position = ranked.place from (
    select id, row_number() over (order by position, id) as place from ${table}) as ranked
    where ${table.id} = ranked.id`)
}
