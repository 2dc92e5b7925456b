import type { SQL } from 'drizzle-orm'
import type { Tx } from './driver.ts'

/** Rows of a raw statement, for either driver. */
export async function rowsOf<Row>(tx: Tx, statement: SQL): Promise<Row[]> {
  const result: unknown = await tx.execute(statement)
  return (Array.isArray(result) ? result : (result as { rows: unknown[] }).rows) as Row[]
}
