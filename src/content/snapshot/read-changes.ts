// Reads what the snapshot lacks: change counters and the rows they point to, all seen at one moment.
import { and, asc, eq, getTableColumns, gte, inArray } from 'drizzle-orm'
import type { Tx } from '../../db/client.ts'
import { contentChanges, contentVersions } from '../../db/schema/history.ts'
import type { Resource, Row } from '../define-resource.ts'
import type { Version } from './member.ts'

/** Above this, reading the whole table is cheaper than naming the rows. */
const MANY_ROWS = 1_000

export type Change = {
  resource: Resource
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
export async function readChange(tx: Tx, resource: Resource, known: Version | undefined, current: Version) {
  if (known !== undefined && known?.token === current?.token) return null
  const ids = known ? await changedIds(tx, resource, known) : null
  return { resource, version: current, ids, rows: await readPublicRows(tx, resource, ids) } satisfies Change
}

// The log leads from the known version to the present one only if it still holds the known one itself: after a
// restored backup the same counter carries another token.
async function changedIds(tx: Tx, resource: Resource, known: NonNullable<Version>): Promise<number[] | null> {
  const log = await tx
    .select()
    .from(contentChanges)
    .where(and(eq(contentChanges.resource, resource.name), gte(contentChanges.counter, known.counter)))
    .orderBy(asc(contentChanges.counter))
  if (log[0]?.token !== known.token) return null
  const ids = new Set<number>()
  for (const change of log.slice(1)) {
    if (change.ids === null) return null
    for (const id of change.ids) ids.add(id)
  }
  return ids.size > MANY_ROWS ? null : [...ids]
}

async function readPublicRows(tx: Tx, resource: Resource, ids: number[] | null): Promise<Row[]> {
  if (ids?.length === 0) return []
  const { table } = resource
  const columns = getTableColumns(table)
  const published = columns.status ? eq(columns.status, 'published') : undefined
  const rows = await tx
    .select({ ...columns, ...resource.derived })
    .from(table)
    .where(and(published, ids ? inArray(table.id, ids) : undefined))
  return rows as Row[]
}
