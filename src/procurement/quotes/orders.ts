// The orders of a quote, as its lifecycle needs them; what stands on each of them is read in `orders`.
import { asc, eq } from 'drizzle-orm'
import type { Tx } from '../../platform/db/database.ts'
import { orders, quoteOffers, suppliers } from '../../platform/db/schema/procurement.ts'
import type { Person } from '../people/person.ts'
import { readAwards } from './awards.ts'
import { nextNumbers } from './next-numbers.ts'

/** One order with each supplier that the quote was awarded to; one without a supplier where there were no offers. */
export async function placeOrders(
  tx: Tx,
  quoteId: number,
  { person, now }: { person: Person; now: Date },
): Promise<string[]> {
  const awards = await readAwards(tx, quoteId)
  const offers = awards.length > 0 ? awards.map(({ offer_id }) => offer_id) : [null]
  const numbers = await nextNumbers(tx, { prefix: 'PO', count: offers.length, now })
  await tx.insert(orders).values(
    offers.map((offer_id, index) => ({
      number: numbers[index]!,
      quote_id: quoteId,
      offer_id,
      ordered_by: person.id,
      created_at: now,
      updated_at: now,
    })),
  )
  return numbers
}

/** By number. */
export async function readOrders(tx: Tx, quoteId: number) {
  const rows = await tx
    .select({ number: orders.number, id: suppliers.id, name: suppliers.name })
    .from(orders)
    .leftJoin(quoteOffers, eq(quoteOffers.id, orders.offer_id))
    .leftJoin(suppliers, eq(suppliers.id, quoteOffers.supplier_id))
    .where(eq(orders.quote_id, quoteId))
    .orderBy(asc(orders.id))
  return rows.map(({ number, id, name }) => ({ number, supplier: id === null ? null : { id, name: name! } }))
}
