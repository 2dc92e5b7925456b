import { gt, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { auditActor } from '../../accounts/actor.ts'
import { auditedTransaction } from '../../accounts/audit/append-audit-row.ts'
import { assertMay, confirmActor } from '../../accounts/permissions.ts'
import { lockUntilCommit, type Tx } from '../../platform/db/database.ts'
import { fieldInAll } from '../../text/content-language.ts'
import { ADMIN_FIELDS } from '../../text/record-fields.ts'
import { namingColumn } from '../../text/record-name.ts'
import type { ContentContext } from '../content-context.ts'
import { MAX_POSITION, type Resource, type Row } from '../definition/define-resource.ts'
import { columnOf, lockRow, recordNotFound } from '../definition/find-record.ts'
import type { Input } from '../definition/parse-record.ts'
import { generateSlug } from '../rules/slugs.ts'
import { insertRecord, renumber } from './insert-records.ts'

/**
 * Creates a copy of a record, right after it in an ordered resource: a draft where there are drafts, with the slug and a
 * suffix, and a name that says that it is a copy. Throws 403 and 404.
 */
export async function duplicateRecord(
  ctx: ContentContext,
  { resource, idOrKey }: { resource: Resource; idOrKey: string },
): Promise<Row> {
  assertMay(ctx.actor, 'create', resource.name)
  return auditedTransaction(ctx, auditActor(ctx.actor), async (tx, note) => {
    await confirmActor(tx, ctx.actor)
    await lockUntilCommit(tx, resource.name)
    const original = await lockRow(tx, resource, idOrKey)
    assertMay(ctx.actor, 'update', resource.name, original)
    if (!original) throw recordNotFound(resource)
    const fields = Object.keys(resource.input.shape).filter((name) => !ADMIN_FIELDS.includes(name))
    const input: Input = {
      ...Object.fromEntries(fields.map((name) => [name, original[name]])),
      ...namesOfCopy(resource, original),
      ...(original.hidden === true && { hidden: true }),
    }
    if (resource.slugFrom) input.slug = await generateSlug(tx, resource, String(original.slug))
    const position = resource.ordered ? await makeRoomAfter(tx, resource, original.id) : undefined
    const insert = { resource, input, autosave: false, note }
    return insertRecord(tx, ctx, position === undefined ? insert : { ...insert, position })
  })
}

/** The name of a copy in each language says that it is one, where the field has room for that. */
function namesOfCopy({ listColumns, fieldKinds, input }: Resource, original: Row): Record<string, string> {
  const naming = namingColumn(listColumns, (column) => fieldKinds.get(column) === 'image')
  const names = fieldInAll(naming).flatMap((field): [string, string][] => {
    const [name, schema] = [original[field], input.shape[field] as z.ZodType | undefined]
    if (typeof name !== 'string' || name === '') return []
    const mark = /\p{Script=Arabic}/u.test(name) ? '(رونوشت)' : '(copy)'
    const marked = name.endsWith(mark) ? name : `${name} ${mark}`
    return schema?.safeParse(marked).success ? [[field, marked]] : []
  })
  return Object.fromEntries(names)
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
