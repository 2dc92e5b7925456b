// What was ordered of a quote, for the papers that suppliers get.
import { asc, eq } from 'drizzle-orm'
import type { Tx } from '../../platform/db/database.ts'
import {
  items,
  orders,
  quoteLines,
  quoteOffers,
  suppliers,
  users,
} from '../../platform/db/schema/procurement.ts'
import { AppError } from '../../text/errors.ts'
import { toNumber } from '../offers/offer-amounts.ts'
import { type Offer, readOffers } from '../offers/offer-rows.ts'
import type { ProcurementContext } from '../people/procurement-context.ts'
import { findQuote, type Quote } from '../quotes/quote-rows.ts'

export type OrderSheet = Awaited<ReturnType<typeof readOrderSheet>>

/** The orders of a quote with their lines, each in the currency of its offer. Throws 404, also before it was ordered. */
export const readOrderSheet = ({ database, person }: ProcurementContext, quoteId: number) =>
  database.readConsistently(async (tx) => {
    const quote = await findQuote(tx, person, quoteId)
    const placed = await readPlaced(tx, quote.id)
    if (placed.length === 0)
      throw new AppError('not_found', `The quote ${quote.number} has not been ordered.`)
    const lines = await readLines(tx, quote.id)
    const offers = await readOffers(tx, eq(quoteOffers.quote_id, quote.id))
    return {
      quote_id: quote.id,
      quote_number: quote.number,
      title: quote.title,
      status: quote.status,
      orders: placed.map(({ order, ordered_by, supplier }) => ({
        number: order.number,
        ordered_at: order.created_at,
        ordered_by: { id: order.ordered_by, display_name: ordered_by },
        supplier: supplier && presentSupplier(supplier),
        ...termsOf(quote, offers.find(({ id }) => id === order.offer_id) ?? null, lines),
      })),
    }
  })

const readPlaced = (tx: Tx, quoteId: number) =>
  tx
    .select({ order: orders, ordered_by: users.display_name, supplier: suppliers })
    .from(orders)
    .innerJoin(users, eq(users.id, orders.ordered_by))
    .leftJoin(quoteOffers, eq(quoteOffers.id, orders.offer_id))
    .leftJoin(suppliers, eq(suppliers.id, quoteOffers.supplier_id))
    .where(eq(orders.quote_id, quoteId))
    .orderBy(asc(orders.id))

const presentSupplier = (supplier: typeof suppliers.$inferSelect) => ({
  id: supplier.id,
  name: supplier.name,
  code: supplier.code,
  tax_id: supplier.tax_id,
  address: supplier.address,
  contact: supplier.contacts[0]?.name ?? null,
  payment_terms: supplier.payment_terms,
})

const readLines = (tx: Tx, quoteId: number) =>
  tx
    .select({ line: quoteLines, sku: items.sku, unit: items.unit })
    .from(quoteLines)
    .leftJoin(items, eq(items.id, quoteLines.item_id))
    .where(eq(quoteLines.quote_id, quoteId))
    .orderBy(asc(quoteLines.position))

type Line = Awaited<ReturnType<typeof readLines>>[number]

/** What is ordered at which prices, in the currency of the offer; without one, at those of the quote. */
function termsOf(quote: Quote, offer: Offer | null, lines: readonly Line[]) {
  const ordered = lines.flatMap(({ line, sku, unit }) => {
    if (offer && line.supplier_id !== offer.supplier_id) return []
    const offered = offer?.lines.find(({ line_id }) => line_id === line.id)
    const unit_price = offered?.unit_price ?? line.unit_price
    return [
      {
        id: line.id,
        position: line.position,
        item: sku === null ? null : { id: line.item_id!, sku, unit: unit! },
        description: line.description,
        quantity: line.quantity,
        unit_price,
        total: line.quantity * unit_price,
        lead_time_days: offered?.lead_time_days ?? null,
      },
    ]
  })
  const { currency, shipping, discount, tax } = offer ?? { currency: quote.currency, ...NO_CHARGES }
  const sum = ordered.reduce((sum, line) => sum + BigInt(line.total), BigInt(shipping - discount + tax))
  return { currency, lines: ordered, shipping, discount, tax, total: toNumber(sum) }
}

const NO_CHARGES = { shipping: 0, discount: 0, tax: 0 }
