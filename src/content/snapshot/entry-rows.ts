// Parts of many rows, for what is kept of large tables. They are read as JSON: decoding column by column takes five times as long.
import { and, asc, getTableColumns, gt, type SQL, sql } from 'drizzle-orm'
import { rowsOf, type Tx } from '../../platform/db/database.ts'
import { fieldInAll, furtherFields } from '../../text/content-language.ts'
import type { Resource, Row } from '../definition/define-resource.ts'
import { publishedOnly } from '../rules/visibility.ts'

/** The columns of entries without texts, of up to `max` published records with an id above `last`, by id. */
export function readEntryRows(
  tx: Tx,
  resource: Resource,
  { last, max }: { last: number; max: number },
): Promise<Row[]> {
  const { table, visibleBetween, countedText, requiredTexts } = resource
  const names = [
    ...['version', 'position', 'slug', 'category_id', 'tags', ...requiredTexts.flatMap(furtherFields)],
    ...[visibleBetween?.from, visibleBetween?.until].filter((name) => name != null),
    ...(countedText ? fieldInAll('words') : []),
  ]
  const where = and(publishedOnly(resource), gt(table.id, last))!
  return readColumns(tx, resource, { names, where, max })
}

/** The columns that pages are listed by. Timestamps as in `JSON.stringify`. */
export type ListedFields = {
  id: number
  updated_at: string
  published_at?: string | null
  noindex?: boolean
  image?: string | null
}

/** These fields of the records with these ids. */
export async function readListedFields(
  tx: Tx,
  resource: Resource,
  ids: readonly number[],
): Promise<ListedFields[]> {
  const rows = await readColumns(tx, resource, {
    names: ['updated_at', 'published_at', 'noindex', 'image'],
    where: sql`${resource.table.id} = any(${sql.param(ids)}::int[])`,
    max: ids.length,
  })
  return JSON.parse(JSON.stringify(rows))
}

type Selection = { names: readonly string[]; where: SQL; max: number }

/** The ids of the records and those of the columns that the table has. */
async function readColumns(tx: Tx, { table }: Resource, { names, where, max }: Selection): Promise<Row[]> {
  const columns = getTableColumns(table)
  const wanted = ['id', ...names].flatMap((name) => columns[name] ?? [])
  const rows = tx
    .select(Object.fromEntries(wanted.map((column) => [column.name, column])))
    .from(table)
    .where(where)
    .orderBy(asc(table.id))
    .limit(max)
  const [found] = await rowsOf<{ json: string }>(
    tx,
    sql`select coalesce(json_agg(rows), '[]')::text as json from ${rows} as rows`,
  )
  const dates = wanted.filter(({ dataType }) => dataType === 'date').map(({ name }) => name)
  const parsed: Row[] = JSON.parse(found!.json)
  for (const row of parsed)
    for (const name of dates) if (row[name] !== null) row[name] = new Date(row[name] as string)
  return parsed
}
