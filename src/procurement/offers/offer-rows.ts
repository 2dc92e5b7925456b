// Reads and presents rows of offers and their lines.
import { and, asc, eq, inArray, type SQL } from 'drizzle-orm'
import type { Tx } from '../../platform/db/database.ts'
import { quoteOfferLines, quoteOffers, suppliers } from '../../platform/db/schema/procurement.ts'
import { AppError } from '../../text/errors.ts'
import type { Role } from '../people/person.ts'
import type { OfferLine } from './offer-input.ts'

/** Who adds, changes and removes offers, and awards a quote. Everybody who sees a quote sees its offers. */
export const OFFER_WRITERS: readonly Role[] = ['buyer', 'admin']

export type OfferRow = typeof quoteOffers.$inferSelect
export type Offer = OfferRow & {
  supplier: { name: string; active: boolean }
  lines: OfferLine[]
}
export type OfferView = ReturnType<typeof presentOffer>

/** Throws 404. */
export async function findOffer(tx: Tx, quoteId: number, id: number, options = {}): Promise<Offer> {
  const isOffer = and(eq(quoteOffers.quote_id, quoteId), eq(quoteOffers.id, id))
  const [offer] = Number.isInteger(id) ? await readOffers(tx, isOffer, options) : []
  if (!offer) throw new AppError('not_found', 'Offer not found.')
  return offer
}

/** Offers with their lines, by id. `lock` holds off other writers, and mergers of their suppliers, until commit. */
export async function readOffers(tx: Tx, where: SQL | undefined, { lock = false } = {}): Promise<Offer[]> {
  // Apart from their suppliers: a row that a merger changed while it was waited for would no longer fit the supplier before it.
  if (lock)
    await tx
      .select({ id: quoteOffers.id })
      .from(quoteOffers)
      .where(where)
      .orderBy(asc(quoteOffers.id))
      .for('update')
  return withLines(tx, await offersWhere(tx, where).orderBy(asc(quoteOffers.id)))
}

/** The offers without their lines. */
export const offersWhere = (tx: Tx, where: SQL | undefined) =>
  tx
    .select({ offer: quoteOffers, supplier: { name: suppliers.name, active: suppliers.active } })
    .from(quoteOffers)
    .innerJoin(suppliers, eq(suppliers.id, quoteOffers.supplier_id))
    .where(where)

type OfferWithSupplier = Awaited<ReturnType<typeof offersWhere>>[number]

export async function withLines(tx: Tx, rows: readonly OfferWithSupplier[]): Promise<Offer[]> {
  const offers = rows.map(({ offer, supplier }): Offer => ({ ...offer, supplier, lines: [] }))
  if (offers.length === 0) return offers
  const byId = new Map(offers.map((offer) => [offer.id, offer]))
  const lines = await tx
    .select()
    .from(quoteOfferLines)
    .where(inArray(quoteOfferLines.offer_id, [...byId.keys()]))
    .orderBy(asc(quoteOfferLines.line_id))
  for (const { offer_id, ...line } of lines) byId.get(offer_id)!.lines.push(line)
  return offers
}

export const presentOffer = (offer: Offer) => ({
  id: offer.id,
  version: offer.version,
  quote_id: offer.quote_id,
  supplier: { id: offer.supplier_id, name: offer.supplier.name },
  currency: offer.currency,
  rate: offer.rate,
  valid_until: offer.valid_until,
  shipping: offer.shipping,
  discount: offer.discount,
  tax: offer.tax,
  lines: offer.lines.map(({ line_id, unit_price, quantity, lead_time_days, note }) => ({
    line_id,
    unit_price,
    quantity,
    lead_time_days,
    note,
  })),
  created_at: offer.created_at,
  updated_at: offer.updated_at,
})
