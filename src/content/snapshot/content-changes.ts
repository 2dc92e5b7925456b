// Reads what the snapshot lacks: change counters and the rows they point to, all seen at one moment.
import { and, asc, eq, getTableColumns, gt, gte, type SQL, sql } from 'drizzle-orm'
import type { Tx } from '../../db/database.ts'
import { contentChanges, contentVersions } from '../../db/schema/history.ts'
import type { Resource, Row } from '../define-resource.ts'
import type { Version } from './snapshot-member.ts'

/** Above this, reading the whole table is cheaper than naming the rows. */
const MANY_ROWS = 1_000

export type Change = {
  resource: Resource
  /** The version that it leads from; undefined: any. */
  known: Version | undefined
  /** The version that it leads to. */
  version: Version
  rows: Row[]
  /** The records that `rows` stand for; null: all of them. */
  ids: number[] | null
}

/** The current version of every resource that ever changed. */
export async function readVersions(tx: Tx): Promise<Map<string, Version>> {
  const rows = await tx.select().from(contentVersions)
  return new Map(rows.map(({ resource, counter, token }) => [resource, { counter, token }]))
}

/** The change from `known` to the state that `tx` sees, or null where there is none. */
export async function readChange(
  tx: Tx,
  resource: Resource,
  known: Version | undefined,
  current: Version,
): Promise<Change | null> {
  if (known !== undefined && known?.token === current?.token) return null
  const logged = known && (await readLoggedChange(tx, resource, known, current, MANY_ROWS))
  return logged ?? { resource, known, version: current, ids: null, rows: await readPublicRows(tx, resource) }
}

/**
 * The change from `known` to the state that `tx` sees, if it can be told by its records and these are not more than
 * `most`, else null.
 */
export async function readLoggedChange(
  tx: Tx,
  resource: Resource,
  known: NonNullable<Version>,
  current: Version,
  most: number,
): Promise<Change | null> {
  const since = (from: SQL) => and(eq(contentChanges.resource, resource.name), from)
  const touched = tx
    .select({ id: sql`unnest(${contentChanges.ids})` })
    .from(contentChanges)
    .where(since(gt(contentChanges.counter, known.counter)))
  // Asked for at once, so that neither waits for the answer of the other.
  const [log, rows] = await Promise.all([
    tx
      .select()
      .from(contentChanges)
      .where(since(gte(contentChanges.counter, known.counter)))
      .orderBy(asc(contentChanges.counter)),
    readPublicRows(tx, resource, sql`${resource.table.id} = any(array(${touched}))`, most + 1),
  ])
  // The log leads from the known version to the present one only if it still holds the known one itself: after a
  // restored backup the same counter carries another token.
  if (log[0]?.token !== known.token) return null
  const ids = new Set<number>()
  for (const change of log.slice(1)) {
    if (change.ids === null) return null
    for (const id of change.ids) ids.add(id)
  }
  return ids.size > most ? null : { resource, known, version: current, ids: [...ids], rows }
}

async function readPublicRows(tx: Tx, resource: Resource, condition?: SQL, most?: number): Promise<Row[]> {
  const { table } = resource
  const columns = getTableColumns(table)
  const published = columns.status ? eq(columns.status, 'published') : undefined
  const query = tx
    .select({ ...columns, ...resource.derived })
    .from(table)
    .where(and(published, condition))
  return (await (most === undefined ? query : query.limit(most))) as Row[]
}
