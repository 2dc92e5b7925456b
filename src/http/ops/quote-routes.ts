// GET  POST /api/quotes                                                 ?q= &status= &mine=true; {title, currency, lines}
// GET  PATCH /api/quotes/{id}
// GET  /api/quotes/{id}/events
// POST /api/quotes/{id}/copy
// POST /api/quotes/{id}/{submit|approve|return|reject|reopen|order|close|cancel}   {note?}, or no body; return: {note}
// GET  /api/quotes/{id}/order
// POST /api/quotes/{id}/receive                                         {lines?: [{line_id, quantity}], note?}, or no body
// POST /api/quotes/{id}/return-goods                                    {lines: [{line_id, quantity}], reason}
// GET  /api/quotes/{id}/receipts
import { Hono } from 'hono'
import type { Deps } from '../../deps.ts'
import { readOrderSheet } from '../../procurement/orders/read-order-sheet.ts'
import { PLAIN_VERBS, VERBS } from '../../procurement/quotes/quote-lifecycle.ts'
import type { QuoteView } from '../../procurement/quotes/quote-rows.ts'
import { getQuote, listEvents, listQuotes } from '../../procurement/quotes/read-quotes.ts'
import { transitionBody, transitionQuote } from '../../procurement/quotes/transition-quote.ts'
import { copyQuote, createQuote, updateQuote } from '../../procurement/quotes/write-quotes.ts'
import { listReceipts, receiveGoods, returnGoods } from '../../procurement/receipts/move-goods.ts'
import { parseInput } from '../../text/parse-input.ts'
import { etagOf } from '../../text/record-version.ts'
import type { AppContext, AppEnv } from '../requests/app-env.ts'
import { idempotencyKey, replayedHeader } from '../requests/idempotency-key.ts'
import { procurement, procurementContext, sendCreated } from '../requests/procurement-requests.ts'
import { filters } from '../requests/query-schemas.ts'
import { readJson, readOptionalJson } from '../requests/request-body.ts'
import { idOf, ifMatchOf, listQuery, pagingOf } from '../requests/request-parameters.ts'
import { apart, needsBelow } from '../requests/token-needs.ts'
import type { RouteGroup } from '../route-group.ts'
import { offerRoutes, offerTokens } from './offer-routes.ts'

export const quoteGroup: RouteGroup = {
  ...procurement,
  paths: ['/api/quotes'],
  tokens: {
    ...offerTokens,
    ...needsBelow('/api/quotes', {
      'GET /': apart('procurement'),
      'POST /': apart('procurement'),
      'GET /:id': apart('procurement'),
      'PATCH /:id': apart('procurement'),
      'GET /:id/events': apart('procurement'),
      'GET /:id/receipts': apart('procurement'),
      'GET /:id/order': apart('procurement'),
      'POST /:id/copy': apart('procurement'),
      ...Object.fromEntries(VERBS.map((verb) => [`POST /:id/${verb}`, apart('procurement')])),
    }),
  },
  operations: async () => {
    const [{ quotePaths }, { offerPaths }] = await Promise.all([
      import('./quote-paths.ts'),
      import('./offer-paths.ts'),
    ])
    return { ...quotePaths(), ...offerPaths() }
  },
  routes: (deps) => new Hono<AppEnv>().route('/', quoteRoutes(deps)).route('/', offerRoutes(deps)),
}

function quoteRoutes(deps: Deps) {
  const contextOf = (c: AppContext) => procurementContext(deps, c)
  const send = (c: AppContext, quote: QuoteView) => c.json(quote, 200, { ETag: etagOf(quote.version) })

  async function moveGoods(c: AppContext, move: typeof receiveGoods) {
    const body = await readOptionalJson(c)
    const request = { id: idOf(c), body, key: idempotencyKey(c), ifMatch: ifMatchOf(c) }
    const { answer, replayed } = await move(contextOf(c), request)
    if (!replayed) deps.analytics.event('quote', { event: answer.status })
    return c.json(answer, 200, { ETag: etagOf(answer.version), ...replayedHeader(replayed) })
  }

  const routes = new Hono<AppEnv>()
    .basePath('/api/quotes')
    .get('/', listQuery(filters.quotes), async (c) => {
      const { q, status, mine, ...query } = c.req.valid('query')
      return c.json(await listQuotes(contextOf(c), { q, status, mine, paging: pagingOf(query) }))
    })
    .post('/', async (c) => {
      const body = await readJson(c)
      const outcome = await createQuote(contextOf(c), { body, key: idempotencyKey(c) })
      if (!outcome.replayed) deps.analytics.event('quote', { event: 'created' })
      const { id, version } = outcome.answer
      return sendCreated(c, outcome, { Location: `/api/quotes/${id}`, ETag: etagOf(version) })
    })
    .get('/:id', async (c) => send(c, await getQuote(contextOf(c), idOf(c))))
    .patch('/:id', async (c) => {
      const change = { id: idOf(c), body: await readJson(c), ifMatch: ifMatchOf(c) }
      return send(c, await updateQuote(contextOf(c), change))
    })
    .post('/:id/copy', async (c) => {
      const outcome = await copyQuote(contextOf(c), { id: idOf(c), key: idempotencyKey(c) })
      const { id, version } = outcome.answer
      return sendCreated(c, outcome, { Location: `/api/quotes/${id}`, ETag: etagOf(version) })
    })
    .get('/:id/events', listQuery({}), async (c) =>
      c.json(await listEvents(contextOf(c), { id: idOf(c), paging: pagingOf(c.req.valid('query')) })),
    )
    .get('/:id/receipts', listQuery({}), async (c) =>
      c.json(await listReceipts(contextOf(c), { id: idOf(c), paging: pagingOf(c.req.valid('query')) })),
    )
    .get('/:id/order', async (c) => c.json(await readOrderSheet(contextOf(c), idOf(c))))
    .post('/:id/receive', (c) => moveGoods(c, receiveGoods))
    .post('/:id/return-goods', (c) => moveGoods(c, returnGoods))
  for (const verb of PLAIN_VERBS) {
    routes.post(`/:id/${verb}`, async (c) => {
      const { note } = parseInput(transitionBody, await readOptionalJson(c))
      const quote = await transitionQuote(contextOf(c), { id: idOf(c), verb, note, ifMatch: ifMatchOf(c) })
      deps.analytics.event('quote', { event: quote.status })
      return send(c, quote)
    })
  }
  return routes
}
