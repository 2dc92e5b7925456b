import { count, type SQL } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { assertPaged, type Page, type Paging, pageOf } from '../../text/paging.ts'
import type { Tx } from './database.ts'

/** A drizzle `select` that is complete except for its limit and offset. */
type PageableQuery<Row> = PromiseLike<Row[]> & {
  limit(count: number): { offset(count: number): PromiseLike<Row[]> }
}

type Selection<Row> = {
  /** The table whose rows are counted; joins in `query` must neither add nor drop rows. */
  table: PgTable
  /** The condition of `query`, which also filters the count. */
  where?: SQL | undefined
  query: PageableQuery<Row>
  paging: Paging | null
}

/**
 * One page of a query with the total, or every row when `paging` is null. Call it inside `readConsistently`, so that
 * the rows agree with the total. Throws 422 `paging_required` for more than 10,000 rows without paging.
 */
export async function selectPage<Row>(
  tx: Tx,
  { table, where, query, paging }: Selection<Row>,
): Promise<Page<Row>> {
  const [counted] = await tx.select({ total: count() }).from(table).where(where)
  const total = counted?.total ?? 0
  assertPaged(total, paging)
  const rows = await (paging ? query.limit(paging.perPage).offset((paging.page - 1) * paging.perPage) : query)
  return pageOf(rows, total, paging)
}
