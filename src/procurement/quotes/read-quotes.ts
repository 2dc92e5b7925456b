import { and, asc, count, desc, eq } from 'drizzle-orm'
import { quoteEvents, quotes, users } from '../../db/schema/procurement.ts'
import { type Page, type Paging, pageOf, pagingRequired } from '../../paging.ts'
import type { ProcurementContext } from '../procurement-context.ts'
import { type Status, seesAll } from './quote-lifecycle.ts'
import { findQuote, presentSummary, type QuoteView, readView } from './quote-rows.ts'

type Filter = { status?: Status | undefined; mine?: boolean | undefined; paging: Paging | null }

/** The quotes that the person sees, newest first, without lines. Throws 422 `paging_required`. */
export async function listQuotes(
  { database, person }: ProcurementContext,
  { status, mine = false, paging }: Filter,
): Promise<Page<ReturnType<typeof presentSummary>>> {
  const wanted = and(
    mine || !seesAll(person) ? eq(quotes.requester_id, person.id) : undefined,
    status && eq(quotes.status, status),
  )
  return database.readConsistently(async (tx) => {
    const [counted] = await tx.select({ total: count() }).from(quotes).where(wanted)
    const total = counted?.total ?? 0
    if (!paging && pagingRequired(total)) throw pagingRequired(total)
    const query = tx
      .select({ quote: quotes, requester: users.display_name })
      .from(quotes)
      .innerJoin(users, eq(users.id, quotes.requester_id))
      .where(wanted)
      .orderBy(desc(quotes.id))
    const rows = await (paging
      ? query.limit(paging.perPage).offset((paging.page - 1) * paging.perPage)
      : query)
    return pageOf(
      rows.map(({ quote, requester }) => presentSummary(quote, requester)),
      total,
      paging,
    )
  })
}

/** One whole quote. Throws 404, also for one that the person does not see. */
export const getQuote = ({ database, person }: ProcurementContext, id: number): Promise<QuoteView> =>
  database.readConsistently(async (tx) => readView(tx, (await findQuote(tx, person, id)).id))

/** What happened to a quote, oldest first. Throws 404. */
export async function listEvents(
  { database, person }: ProcurementContext,
  { id, paging }: { id: number; paging: Paging | null },
) {
  return database.readConsistently(async (tx) => {
    const quote = await findQuote(tx, person, id)
    const ofQuote = eq(quoteEvents.quote_id, quote.id)
    const [counted] = await tx.select({ total: count() }).from(quoteEvents).where(ofQuote)
    const total = counted?.total ?? 0
    if (!paging && pagingRequired(total)) throw pagingRequired(total)
    const query = tx.select().from(quoteEvents).where(ofQuote).orderBy(asc(quoteEvents.id))
    const rows = await (paging
      ? query.limit(paging.perPage).offset((paging.page - 1) * paging.perPage)
      : query)
    return pageOf(rows, total, paging)
  })
}
