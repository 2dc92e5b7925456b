// The offers for a quote side by side: a column for each offer, a row for each line, all in the currency of the quote.
import { eq } from 'drizzle-orm'
import type { Tx } from '../../platform/db/database.ts'
import { quoteOffers } from '../../platform/db/schema/procurement.ts'
import type { ProcurementContext } from '../people/procurement-context.ts'
import { isAwarded } from '../quotes/awards.ts'
import { findQuote, readLines } from '../quotes/quote-rows.ts'
import { type Cell, isAwardable, type PricedOffer, priceOffer, toNumber } from './offer-amounts.ts'
import { type Offer, readOffers } from './offer-rows.ts'

/** Offers are valid for the whole of their last day, in UTC. */
export const isExpired = ({ valid_until }: Pick<Offer, 'valid_until'>, now: Date) =>
  valid_until !== null && valid_until < now.toISOString().slice(0, 10)

/** Whether nothing is awarded to the offer, whatever it costs. */
const isOut = (offer: Offer, now: Date) => isExpired(offer, now) || !offer.supplier.active

/** The lowest prices of those that can be awarded; null where there are none. */
export function lowestPrices(offers: readonly PricedOffer[], now: Date) {
  const open = offers.filter(({ offer }) => !isOut(offer, now))
  const lines = new Map<number, bigint>()
  for (const { cells } of open)
    for (const [line, cell] of cells) {
      const lowest = lines.get(line)
      if (isAwardable(cell) && (lowest === undefined || cell.total < lowest)) lines.set(line, cell.total)
    }
  const totals = open.filter(({ isComplete }) => isComplete).map(({ total }) => total)
  const whole = totals.reduce<bigint | null>(
    (lowest, total) => (lowest === null || total < lowest ? total : lowest),
    null,
  )
  return { whole, lines }
}

export async function readPricedOffers(
  tx: Tx,
  quote: { id: number; currency: string },
  options: { lock?: boolean } = {},
) {
  const lines = await readLines(tx, quote.id)
  const offers = await readOffers(tx, eq(quoteOffers.quote_id, quote.id), options)
  return { lines, offers: offers.map((offer) => priceOffer(offer, lines, quote.currency)) }
}

export type Comparison = Awaited<ReturnType<typeof compareOffers>>

/** Throws 404, also for a quote that is not visible to the person. The statements do not grow with the offers or lines. */
export const compareOffers = ({ database, person, clock }: ProcurementContext, id: number) =>
  database.readConsistently(async (tx) => {
    const quote = await findQuote(tx, person, id)
    const { lines, offers } = await readPricedOffers(tx, quote)
    const hasAward = await isAwarded(tx, id)
    const now = clock()
    const lowest = lowestPrices(offers, now)
    return {
      quote_id: quote.id,
      currency: quote.currency,
      offers: offers.map(({ offer, charges, total, isComplete }) => ({
        id: offer.id,
        supplier: { id: offer.supplier_id, name: offer.supplier.name, active: offer.supplier.active },
        currency: offer.currency,
        rate: offer.rate,
        valid_until: offer.valid_until,
        expired: isExpired(offer, now),
        complete: isComplete,
        shipping: offer.shipping,
        discount: offer.discount,
        tax: offer.tax,
        charges: toNumber(charges),
        total: toNumber(total),
        best: isComplete && !isOut(offer, now) && total === lowest.whole,
      })),
      lines: lines.map(({ id: line_id, position, description, quantity, ...line }) => ({
        line_id,
        position,
        description,
        quantity,
        estimated_unit_price: line.estimated_unit_price ?? line.unit_price,
        offers: offers.map(({ offer, cells }) => {
          const cell = cells.get(line_id)
          return cell
            ? {
                ...presentCell(offer.id, cell),
                best: !isOut(offer, now) && isAwardable(cell) && cell.total === lowest.lines.get(line_id),
                awarded: hasAward && line.supplier_id === offer.supplier_id,
              }
            : null
        }),
      })),
    }
  })

const presentCell = (offer_id: number, { offered, unitPrice, total, isPartial }: Cell) => ({
  offer_id,
  unit_price: offered.unit_price,
  converted_unit_price: toNumber(unitPrice),
  total: toNumber(total),
  quantity: offered.quantity,
  partial: isPartial,
  lead_time_days: offered.lead_time_days,
  note: offered.note,
})
