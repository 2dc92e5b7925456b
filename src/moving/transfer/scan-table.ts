import { and, asc, eq, getTableColumns, gt, or, type SQL } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Tx } from '../../platform/db/database.ts'

const BATCH_SIZE = 200
/** PGlite's results are outside the garbage collector's accounting. */
const BATCHES_PER_COLLECTION = 20

export type TableRow = Record<string, unknown> & { id: number }

/** All rows of a table in batches, by position where it is given, then by id. */
export async function* scan(
  tx: Tx,
  table: PgTable & { id: PgColumn },
  position: PgColumn | null = null,
): AsyncGenerator<TableRow[], void> {
  let after: SQL | undefined
  for (let batch = 1; ; batch++) {
    const rows = (await tx
      .select(getTableColumns(table))
      .from(table)
      .where(after)
      .orderBy(...(position ? [asc(position)] : []), asc(table.id))
      .limit(BATCH_SIZE)) as TableRow[]
    const last = rows.at(-1)
    if (last) yield rows
    if (!last || rows.length < BATCH_SIZE) return
    after = position
      ? or(gt(position, last.position), and(eq(position, last.position), gt(table.id, last.id)))
      : gt(table.id, last.id)
    if (batch % BATCHES_PER_COLLECTION === 0) Bun.gc(true)
  }
}
