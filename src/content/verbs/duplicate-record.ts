import { gt, sql } from 'drizzle-orm'
import { auditActor } from '../../accounts/actor.ts'
import { auditedTransaction } from '../../accounts/audit/append-audit-row.ts'
import { assertEditor, confirmActor } from '../../accounts/permissions.ts'
import { assertReaches } from '../../accounts/token-scopes.ts'
import { lockUntilCommit, type Tx } from '../../platform/db/database.ts'
import { ADMIN_FIELDS } from '../../text/record-fields.ts'
import type { ContentContext } from '../content-context.ts'
import { MAX_POSITION, type Resource, type Row } from '../definition/define-resource.ts'
import { columnOf, lockRow, recordNotFound } from '../definition/find-record.ts'
import { generateSlug } from '../rules/slugs.ts'
import { insertRecord, renumber } from './insert-records.ts'

/**
 * Creates a copy of a record, right after it in an ordered resource: a draft where there are drafts, with the slug and a
 * suffix. Throws 403 and 404.
 */
export async function duplicateRecord(
  ctx: ContentContext,
  { resource, idOrKey }: { resource: Resource; idOrKey: string },
): Promise<Row> {
  assertEditor(ctx.actor)
  assertReaches(ctx.actor, resource.name)
  return auditedTransaction(ctx, auditActor(ctx.actor), async (tx, note) => {
    await confirmActor(tx, ctx.actor)
    await lockUntilCommit(tx, resource.name)
    const original = await lockRow(tx, resource, idOrKey)
    if (!original) throw recordNotFound(resource)
    const fields = Object.keys(resource.input.shape).filter((name) => !ADMIN_FIELDS.includes(name))
    const input = Object.fromEntries(fields.map((name) => [name, original[name]]))
    if (resource.slugFrom) input.slug = await generateSlug(tx, resource, String(original.slug))
    const position = resource.ordered ? await makeRoomAfter(tx, resource, original.id) : undefined
    const insert = { resource, input, autosave: false, note }
    return insertRecord(tx, ctx, position === undefined ? insert : { ...insert, position })
  })
}

/** The position after a record, from which all later records have moved on by one. */
async function makeRoomAfter(tx: Tx, resource: Resource, id: number): Promise<number> {
  const position = columnOf(resource, 'position')
  const { table } = resource
  const [place] = await tx
    .select({
      own: sql<number>`max(${position}) filter (where ${table.id} = ${id})`.mapWith(Number),
      highest: sql<number>`max(${position})`.mapWith(Number),
      // Records with the same position are in the order of their ids; a copy would come after all of them.
      isShared: sql<boolean>`count(*) <> count(distinct ${position})`,
    })
    .from(table)
  if (place!.isShared || place!.highest >= MAX_POSITION) {
    await renumber(tx, resource)
    return makeRoomAfter(tx, resource, id)
  }
  await tx
    .update(table)
    .set({ position: sql`${position} + 1` })
    .where(gt(position, place!.own))
  return place!.own + 1
}
