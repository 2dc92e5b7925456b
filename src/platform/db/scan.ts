// Reads long lists in batches, for exports and for verifying the audit log. See `Database.scan`.
import type { Driver, RowsAfter } from './driver.ts'
import { rowsOf } from './rows-of.ts'
import { withDeadline } from './with-deadline.ts'

const BATCH_SIZE = 1_000
const BATCHES_PER_COLLECTION = 10

/** `deadlineMs` is that of a batch. */
export const scan = <Row extends { id: number }>(
  driver: Driver,
  rowsAfter: RowsAfter,
  deadlineMs: number,
): AsyncGenerator<Row[], void> =>
  driver.cursor ? scanCursor(driver.cursor, rowsAfter, deadlineMs) : scanPages(driver, rowsAfter, deadlineMs)

async function* scanCursor<Row>(
  openCursor: NonNullable<Driver['cursor']>,
  rowsAfter: RowsAfter,
  deadlineMs: number,
): AsyncGenerator<Row[], void> {
  const batches = openCursor(rowsAfter(0, null), BATCH_SIZE)
  try {
    for (;;) {
      const batch = await withDeadline(deadlineMs, () => batches.next())
      if (batch.done) return
      yield batch.value as Row[]
    }
  } finally {
    await batches.return?.()
  }
}

async function* scanPages<Row extends { id: number }>(
  driver: Driver,
  rowsAfter: RowsAfter,
  deadlineMs: number,
): AsyncGenerator<Row[], void> {
  for (let id = 0, batches = 1; ; batches++) {
    const rows = await withDeadline(deadlineMs, () => rowsOf<Row>(driver.drizzle, rowsAfter(id, BATCH_SIZE)))
    if (rows.length > 0) yield rows
    if (rows.length < BATCH_SIZE) return
    id = rows.at(-1)!.id
    // PGlite's results are outside the garbage collector's accounting: half a gigabyte for 150,000 rows.
    if (batches % BATCHES_PER_COLLECTION === 0) Bun.gc(true)
  }
}
