// GET  POST /api/quotes                                                 ?status= &mine=true; {title, currency, lines}
// GET  PATCH /api/quotes/{id}
// GET  /api/quotes/{id}/events
// POST /api/quotes/{id}/{submit|approve|reject|order|receive|cancel}   {note?}, or no body
import { Hono } from 'hono'
import type { Deps } from '../../deps.ts'
import { VERBS } from '../../procurement/quotes/quote-lifecycle.ts'
import type { QuoteView } from '../../procurement/quotes/quote-rows.ts'
import { getQuote, listEvents, listQuotes } from '../../procurement/quotes/read-quotes.ts'
import { transitionBody, transitionQuote } from '../../procurement/quotes/transition-quote.ts'
import { createQuote, updateQuote } from '../../procurement/quotes/write-quotes.ts'
import { parseInput } from '../../text/parse-input.ts'
import { etagOf } from '../../text/record-version.ts'
import type { AppContext, AppEnv } from '../requests/app-env.ts'
import { idempotencyKey } from '../requests/idempotency-key.ts'
import { procurement, procurementContext, sendCreated } from '../requests/procurement-requests.ts'
import { filters } from '../requests/query-schemas.ts'
import { readJson, readOptionalJson } from '../requests/request-body.ts'
import { idOf, ifMatchOf, listQuery, pagingOf } from '../requests/request-parameters.ts'
import { apart, needsBelow } from '../requests/token-needs.ts'
import type { RouteGroup } from '../route-group.ts'

export const quoteGroup: RouteGroup = {
  ...procurement,
  paths: ['/api/quotes'],
  tokens: needsBelow('/api/quotes', {
    'GET /': apart('procurement'),
    'POST /': apart('procurement'),
    'GET /:id': apart('procurement'),
    'PATCH /:id': apart('procurement'),
    'GET /:id/events': apart('procurement'),
    ...Object.fromEntries(VERBS.map((verb) => [`POST /:id/${verb}`, apart('procurement')])),
  }),
  operations: async () => (await import('./quote-paths.ts')).quotePaths(),
  routes: quoteRoutes,
}

function quoteRoutes(deps: Deps) {
  const contextOf = (c: AppContext) => procurementContext(deps, c)
  const send = (c: AppContext, quote: QuoteView) => c.json(quote, 200, { ETag: etagOf(quote.version) })

  const routes = new Hono<AppEnv>()
    .basePath('/api/quotes')
    .get('/', listQuery(filters.quotes), async (c) => {
      const { status, mine, ...query } = c.req.valid('query')
      return c.json(await listQuotes(contextOf(c), { status, mine, paging: pagingOf(query) }))
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
    .get('/:id/events', listQuery({}), async (c) =>
      c.json(await listEvents(contextOf(c), { id: idOf(c), paging: pagingOf(c.req.valid('query')) })),
    )
  for (const verb of VERBS) {
    routes.post(`/:id/${verb}`, async (c) => {
      const { note = null } = parseInput(transitionBody, await readOptionalJson(c))
      const quote = await transitionQuote(contextOf(c), { id: idOf(c), verb, note, ifMatch: ifMatchOf(c) })
      deps.analytics.event('quote', { event: quote.status })
      return send(c, quote)
    })
  }
  return routes
}
