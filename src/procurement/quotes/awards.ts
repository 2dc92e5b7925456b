// What a quote was awarded to, as its lifecycle needs it; offers are compared and awarded in `offers`.
import { asc, eq, sql } from 'drizzle-orm'
import type { Tx } from '../../platform/db/database.ts'
import {
  quoteAwards,
  quoteLines,
  quoteOffers,
  quotes,
  suppliers,
} from '../../platform/db/schema/procurement.ts'
import { AppError } from '../../text/errors.ts'

/** One for each awarded offer; `total` has the lines and `charges`, in minor units of the quote's currency. */
export async function readAwards(tx: Tx, quoteId: number) {
  const { offer_id, total, charges } = quoteAwards
  const rows = await tx
    .select({ id: suppliers.id, name: suppliers.name, offer_id, total, charges })
    .from(quoteAwards)
    .innerJoin(quoteOffers, eq(quoteOffers.id, offer_id))
    .innerJoin(suppliers, eq(suppliers.id, quoteOffers.supplier_id))
    .where(eq(quoteAwards.quote_id, quoteId))
    .orderBy(asc(offer_id))
  return rows.map(({ id, name, ...award }) => ({ supplier: { id, name }, ...award }))
}

export async function isAwarded(tx: Tx, quoteId: number): Promise<boolean> {
  const [award] = await tx
    .select({ offer_id: quoteAwards.offer_id })
    .from(quoteAwards)
    .where(eq(quoteAwards.quote_id, quoteId))
    .limit(1)
  return award !== undefined
}

/** Throws 409 `not_awarded` for a quote with offers, none of which it was awarded to. */
export async function assertAwarded(tx: Tx, quoteId: number) {
  const [offer] = await tx
    .select({ id: quoteOffers.id })
    .from(quoteOffers)
    .where(eq(quoteOffers.quote_id, quoteId))
    .limit(1)
  if (!offer || (await isAwarded(tx, quoteId))) return
  const message = 'has offers; it is approved after it was awarded'
  throw new AppError('conflict', `The quote ${message}.`, {
    errors: [{ path: 'awards', code: 'not_awarded', message }],
  })
}

/** Gives the lines their estimated prices back, and the quote the sum of them. The offers stay. */
export async function removeAward(tx: Tx, quoteId: number) {
  const removed = await tx
    .delete(quoteAwards)
    .where(eq(quoteAwards.quote_id, quoteId))
    .returning({ offer_id: quoteAwards.offer_id })
  if (removed.length === 0) return
  const isOfQuote = eq(quoteLines.quote_id, quoteId)
  await tx
    .update(quoteLines)
    .set({
      unit_price: sql`coalesce(${quoteLines.estimated_unit_price}, ${quoteLines.unit_price})`,
      estimated_unit_price: null,
      supplier_id: null,
      awarded_total: null,
    })
    .where(isOfQuote)
  const sum = sql`(select sum(${quoteLines.quantity}::bigint * ${quoteLines.unit_price})
    from ${quoteLines} where ${isOfQuote})`
  await tx.update(quotes).set({ total: sum }).where(eq(quotes.id, quoteId))
}
