import type { SQL } from 'drizzle-orm'
import type { Tx } from './driver.ts'

/** Rows of a raw statement, for either driver. */
export const rowsOf = async <Row>(tx: Tx, statement: SQL): Promise<Row[]> =>
  rowsIn(await tx.execute(statement))

/** The rows in what a driver returns for a raw statement. */
export const rowsIn = <Row>(result: unknown) =>
  (Array.isArray(result) ? result : (result as { rows: unknown[] }).rows) as Row[]
