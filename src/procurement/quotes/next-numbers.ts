import { sql } from 'drizzle-orm'
import type { Tx } from '../../platform/db/database.ts'
import { orderNumbers, quoteNumbers } from '../../platform/db/schema/procurement.ts'

const COUNTERS = { Q: quoteNumbers, PO: orderNumbers }

/**
 * The next numbers of the year, in UTC: `Q-2026-0001`. Unlike a sequence, the row of the year is locked until commit and
 * rolls back, so numbers have no gaps.
 */
export async function nextNumbers(
  tx: Tx,
  { prefix, count, now }: { prefix: keyof typeof COUNTERS; count: number; now: Date },
): Promise<string[]> {
  const counters = COUNTERS[prefix]
  const year = now.getUTCFullYear()
  const [counter] = await tx
    .insert(counters)
    .values({ year, last: count })
    .onConflictDoUpdate({ target: counters.year, set: { last: sql`${counters.last} + ${count}` } })
    .returning({ last: counters.last })
  const first = counter!.last - count + 1
  return Array.from(
    { length: count },
    (_, index) => `${prefix}-${year}-${String(first + index).padStart(4, '0')}`,
  )
}
