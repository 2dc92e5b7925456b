// GET POST /api/quotes/{id}/offers                       {supplier_id, currency, rate?, lines: [{line_id, unit_price}], …}
// GET /api/quotes/{id}/offers/comparison
// GET /api/quotes/{id}/offers/comparison.csv
// GET PATCH DELETE /api/quotes/{id}/offers/{offer}
// POST /api/quotes/{id}/award                            {offer_id | lines: [{line_id, offer_id}], reason?}
import { Hono } from 'hono'
import type { Deps } from '../../deps.ts'
import { awardQuote } from '../../procurement/offers/award-quote.ts'
import { type Comparison, compareOffers } from '../../procurement/offers/compare-offers.ts'
import { comparisonTable } from '../../procurement/offers/comparison-csv.ts'
import type { OfferView } from '../../procurement/offers/offer-rows.ts'
import { getOffer, listOffers } from '../../procurement/offers/read-offers.ts'
import { createOffer, removeOffer, updateOffer } from '../../procurement/offers/write-offers.ts'
import { toCsv } from '../../text/csv.ts'
import { parseRecordId } from '../../text/record-id.ts'
import { etagOf } from '../../text/record-version.ts'
import type { AppContext, AppEnv } from '../requests/app-env.ts'
import { idempotencyKey } from '../requests/idempotency-key.ts'
import { procurementContext, sendCreated } from '../requests/procurement-requests.ts'
import { readJson } from '../requests/request-body.ts'
import { idOf, ifMatchOf, listQuery, pagingOf } from '../requests/request-parameters.ts'
import { apart, needsBelow } from '../requests/token-needs.ts'
import { csvHeaders, sendStream } from '../responses/send-stream.ts'

/** What the routes ask of tokens; they belong to the group of quotes. */
export const offerTokens = needsBelow('/api/quotes/:id', {
  'GET /offers': apart('procurement'),
  'POST /offers': apart('procurement'),
  'GET /offers/comparison': apart('procurement'),
  'GET /offers/comparison.csv': apart('procurement'),
  'GET /offers/:offer': apart('procurement'),
  'PATCH /offers/:offer': apart('procurement'),
  'DELETE /offers/:offer': apart('procurement'),
  'POST /award': apart('procurement'),
})

export function offerRoutes(deps: Deps) {
  const contextOf = (c: AppContext) => procurementContext(deps, c)
  const send = (c: AppContext, offer: OfferView) => c.json(offer, 200, { ETag: etagOf(offer.version) })
  const targetOf = (c: AppContext) => ({
    quoteId: idOf(c),
    id: parseRecordId(c.req.param('offer') ?? '') ?? Number.NaN,
  })

  return new Hono<AppEnv>()
    .basePath('/api/quotes/:id')
    .get('/offers', listQuery({}), async (c) => {
      const paging = pagingOf(c.req.valid('query'))
      return c.json(await listOffers(contextOf(c), { quoteId: idOf(c), paging }))
    })
    .post('/offers', async (c) => {
      const request = { quoteId: idOf(c), body: await readJson(c), key: idempotencyKey(c) }
      const outcome = await createOffer(contextOf(c), request)
      const { id, version, quote_id } = outcome.answer
      const headers = { Location: `/api/quotes/${quote_id}/offers/${id}`, ETag: etagOf(version) }
      return sendCreated(c, outcome, headers)
    })
    .get('/offers/comparison', async (c) => c.json(await compareOffers(contextOf(c), idOf(c))))
    .get('/offers/comparison.csv', async (c) => {
      const comparison = await compareOffers(contextOf(c), idOf(c))
      const { columns, rows } = comparisonTable(comparison)
      return sendStream(c, toCsv(columns, once(rows)), csvHeaders(nameOf(comparison)))
    })
    .get('/offers/:offer', async (c) => send(c, await getOffer(contextOf(c), targetOf(c))))
    .patch('/offers/:offer', async (c) => {
      const change = { ...targetOf(c), body: await readJson(c), ifMatch: ifMatchOf(c) }
      return send(c, await updateOffer(contextOf(c), change))
    })
    .delete('/offers/:offer', async (c) => {
      await removeOffer(contextOf(c), { ...targetOf(c), ifMatch: ifMatchOf(c) })
      return c.body(null, 204)
    })
    .post('/award', async (c) => {
      const request = { id: idOf(c), body: await readJson(c), ifMatch: ifMatchOf(c) }
      const quote = await awardQuote(contextOf(c), request)
      deps.analytics.event('quote', { event: 'awarded' })
      return c.json(quote, 200, { ETag: etagOf(quote.version) })
    })
}

const nameOf = ({ quote_id }: Comparison) => `offers-${quote_id}.csv`

async function* once<Row>(rows: Row[]) {
  yield rows
}
