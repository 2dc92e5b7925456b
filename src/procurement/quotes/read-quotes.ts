import { and, asc, desc, eq, sql } from 'drizzle-orm'
import { containsWords } from '../../platform/db/contains-words.ts'
import { orders, quoteEvents, quotes, users } from '../../platform/db/schema/procurement.ts'
import { selectPage } from '../../platform/db/select-page.ts'
import type { Page, Paging } from '../../text/paging.ts'
import type { ProcurementContext } from '../people/procurement-context.ts'
import { canReadAllQuotes, type Status } from './quote-lifecycle.ts'
import { findQuote, presentSummary, type QuoteView, readView } from './quote-rows.ts'

type Filter = {
  q?: string | undefined
  status?: Status | undefined
  mine?: boolean | undefined
  paging: Paging | null
}

/** The quotes visible to the person, newest first, without lines. Throws 422 `paging_required`. */
export async function listQuotes(
  { database, person }: ProcurementContext,
  { q, status, mine = false, paging }: Filter,
): Promise<Page<ReturnType<typeof presentSummary>>> {
  const orderNumbers = sql`(select string_agg(${orders.number}, ' ') from ${orders} where ${orders.quote_id} = ${quotes.id})`
  const where = and(
    mine || !canReadAllQuotes(person) ? eq(quotes.requester_id, person.id) : undefined,
    status && eq(quotes.status, status),
    containsWords(q, [quotes.number, quotes.title, orderNumbers]),
  )
  const page = await database.readConsistently((tx) => {
    const query = tx
      .select({ quote: quotes, requester: users.display_name })
      .from(quotes)
      .innerJoin(users, eq(users.id, quotes.requester_id))
      .where(where)
      .orderBy(desc(quotes.id))
    return selectPage(tx, { table: quotes, where, query, paging })
  })
  return { ...page, items: page.items.map(({ quote, requester }) => presentSummary(quote, requester)) }
}

/** A quote with its lines. Throws 404, also for a quote that is not visible to the person. */
export const getQuote = ({ database, person }: ProcurementContext, id: number): Promise<QuoteView> =>
  database.readConsistently(async (tx) => readView(tx, (await findQuote(tx, person, id)).id))

/** The history of a quote, oldest first. Throws 404 and 422 `paging_required`. */
export const listEvents = (
  { database, person }: ProcurementContext,
  { id, paging }: { id: number; paging: Paging | null },
) =>
  database.readConsistently(async (tx) => {
    const quote = await findQuote(tx, person, id)
    const where = eq(quoteEvents.quote_id, quote.id)
    const query = tx.select().from(quoteEvents).where(where).orderBy(asc(quoteEvents.id))
    return selectPage(tx, { table: quoteEvents, where, query, paging })
  })
