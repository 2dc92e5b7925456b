// Reads the changes that the snapshot lacks: the change counters, and the rows that were changed since.
import { and, asc, eq, getTableColumns, gt, gte, type SQL, sql } from 'drizzle-orm'
import type { Tx } from '../../platform/db/database.ts'
import { contentChanges, contentVersions } from '../../platform/db/schema/history.ts'
import { giveWay } from '../../platform/give-way.ts'
import type { Resource, Row } from '../definition/define-resource.ts'
import { publishedOnly } from '../rules/visibility.ts'

/** The state of the database that a member shows; null for a resource that was never changed. */
export type Version = { counter: number; token: string } | null

/** For more changed rows than this, reading the whole table is cheaper. */
const MAX_CHANGED_ROWS = 1_000

/** Rows of a whole table that are read and converted at a time: many would be in memory twice, and block other requests. */
const ROWS_PER_BATCH = 1_000

/** A table that the snapshot follows; `only` limits it to the rows that readers may see. */
export type Source = Pick<Resource, 'name' | 'table' | 'derived'> & { only?: SQL }

/** A table, and how its rows are kept in memory. */
export type Kept<Entry = unknown> = {
  readonly source: Source
  toEntry(row: Row): Entry
  /** How a table is read that is too large to be kept whole; null if it is not. */
  readLargeTable?(tx: Tx): Promise<LargeTable<Entry> | null>
}

/** `rowsAfter` reads up to `max` of the published rows with an id above `last`, by id. */
export type LargeTable<Entry> = {
  rowsAfter(last: number, max: number): Promise<Row[]>
  toEntry(row: Row): Entry
}

export type Change = {
  source: Source
  /** The version that the change applies to; undefined for any version. */
  known: Version | undefined
  /** The version that results. */
  version: Version
  /** The entries of the published rows among the changed ones. */
  entries: unknown[]
  /** The ids of all changed records, deleted and unpublished ones too; null if `entries` is the whole table. */
  ids: number[] | null
}

/** The current versions of all resources that were ever changed, by name. */
export async function readVersions(tx: Tx): Promise<Map<string, Version>> {
  const rows = await tx.select().from(contentVersions)
  return new Map(rows.map(({ resource, counter, token }) => [resource, { counter, token }]))
}

type Reading = { known: Version | undefined; current: Version; onProgress: () => void }

/**
 * The change from `known` to the state that `tx` sees, or null if there is none. Calls `onProgress` after each part of a
 * long table.
 */
export async function readChange(
  tx: Tx,
  kept: Kept,
  { known, current, onProgress }: Reading,
): Promise<Change | null> {
  if (known !== undefined && known?.token === current?.token) return null
  const logged = known && (await readLoggedChange(tx, kept, { known, current, maxRows: MAX_CHANGED_ROWS }))
  const { source } = kept
  return (
    logged ?? { source, known, version: current, ids: null, entries: await readTable(tx, kept, onProgress) }
  )
}

type Known = NonNullable<Version>
type Range = { known: Known; current: Version; maxRows: number }

/**
 * The change from `known` to the state that `tx` sees, by the records in the change log. Null if the log does not reach
 * back to `known` or more than `maxRows` records were changed.
 */
export async function readLoggedChange(
  tx: Tx,
  kept: Kept,
  { known, current, maxRows }: Range,
): Promise<Change | null> {
  const { source } = kept
  // The queries are pipelined: neither waits for the result of the other.
  const [ids, rows] = await Promise.all([
    readChangedIds(tx, source, { known, maxRows }),
    publishedRows(tx, source, isChangedSince(tx, source, known)).limit(maxRows + 1),
  ])
  return ids && { source, known, version: current, ids, entries: (rows as Row[]).map(kept.toEntry, kept) }
}

/** The condition for the records that the change log names since `known`. */
function isChangedSince(tx: Tx, { name, table }: Pick<Source, 'name' | 'table'>, known: Known): SQL {
  const ids = tx
    .select({ id: sql`unnest(${contentChanges.ids})` })
    .from(contentChanges)
    .where(and(eq(contentChanges.resource, name), gt(contentChanges.counter, known.counter)))
  return sql`${table.id} = any(array(${ids}))`
}

/**
 * The ids of the records changed since `known`, deleted ones too. Null if the change log does not reach back to it or names
 * more than `maxRows`.
 */
export async function readChangedIds(
  tx: Tx,
  { name }: Pick<Source, 'name'>,
  { known, maxRows }: Omit<Range, 'current'>,
): Promise<number[] | null> {
  const log = await tx
    .select()
    .from(contentChanges)
    .where(and(eq(contentChanges.resource, name), gte(contentChanges.counter, known.counter)))
    .orderBy(asc(contentChanges.counter))
  // The log must contain the known version itself: after a backup was restored, its counter belongs to another token.
  if (log[0]?.token !== known.token) return null
  const ids = new Set<number>()
  for (const change of log.slice(1)) {
    if (change.ids === null) return null
    for (const id of change.ids) ids.add(id)
  }
  return ids.size > maxRows ? null : [...ids]
}

/** Every published row of a table, in batches by id; the next one is under way while one is converted. */
async function readTable(tx: Tx, kept: Kept, onProgress: () => void): Promise<unknown[]> {
  const { source } = kept
  const { id } = source.table
  const { rowsAfter, toEntry } = (await kept.readLargeTable?.(tx)) ?? {
    rowsAfter: async (last: number, max: number) =>
      (await publishedRows(tx, source, gt(id, last)).orderBy(asc(id)).limit(max)) as Row[],
    toEntry: (row: Row) => kept.toEntry(row),
  }
  const entries: unknown[] = []
  let rows = await rowsAfter(0, ROWS_PER_BATCH)
  for (;;) {
    onProgress()
    const next = rows.length < ROWS_PER_BATCH ? null : rowsAfter(rows.at(-1)!.id, ROWS_PER_BATCH)
    for (const row of rows) entries.push(toEntry(row))
    if (!next) return entries
    await giveWay()
    rows = await next
  }
}

function publishedRows(tx: Tx, source: Source, condition: SQL) {
  const { table, only } = source
  return tx
    .select({ ...getTableColumns(table), ...source.derived })
    .from(table)
    .where(and(publishedOnly(source), only, condition))
}
