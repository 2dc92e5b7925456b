import { asc, eq } from 'drizzle-orm'
import { quoteOffers } from '../../platform/db/schema/procurement.ts'
import { selectPage } from '../../platform/db/select-page.ts'
import type { Page, Paging } from '../../text/paging.ts'
import type { ProcurementContext } from '../people/procurement-context.ts'
import { findQuote } from '../quotes/quote-rows.ts'
import { findOffer, type OfferView, offersWhere, presentOffer, withLines } from './offer-rows.ts'

/** The offers for a quote, oldest first. Throws 404, also for a quote that is not visible to the person. */
export const listOffers = (
  { database, person }: ProcurementContext,
  { quoteId, paging }: { quoteId: number; paging: Paging | null },
): Promise<Page<OfferView>> =>
  database.readConsistently(async (tx) => {
    const quote = await findQuote(tx, person, quoteId)
    const where = eq(quoteOffers.quote_id, quote.id)
    const query = offersWhere(tx, where).orderBy(asc(quoteOffers.id))
    const page = await selectPage(tx, { table: quoteOffers, where, query, paging })
    return { ...page, items: (await withLines(tx, page.items)).map(presentOffer) }
  })

/** Throws 404. */
export const getOffer = (
  { database, person }: ProcurementContext,
  { quoteId, id }: { quoteId: number; id: number },
): Promise<OfferView> =>
  database.readConsistently(async (tx) => {
    const quote = await findQuote(tx, person, quoteId)
    return presentOffer(await findOffer(tx, quote.id, id))
  })
