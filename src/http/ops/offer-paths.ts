// Offers for quotes, their comparison, and awards.
import { z } from 'zod'
import { award, newOffer, offerChanges } from '../../procurement/offers/offer-input.ts'
import { OFFER_WRITERS } from '../../procurement/offers/offer-rows.ts'
import { operations, type Paths } from '../openapi/describe-operation.ts'
import { changes, gets, removes } from '../openapi/record-operations.ts'
import {
  listOf,
  namedSchema,
  pagedQuery,
  recordFields,
  recordId,
  recordPath,
} from '../openapi/record-schemas.ts'
import { returns, returnsCreated, returnsCsv, returnsRecord } from '../openapi/standard-responses.ts'
import { quote } from './quote-paths.ts'

const amount = z.int().meta({ description: 'In minor units of the currency of the offer.' })
const converted = z.int().nullable().meta({
  description: 'In minor units of the currency of the quote; null beyond the largest exact integer.',
})
const text = z.string().nullable()
const party = { id: z.int(), name: z.string() }

const offerTerms = {
  currency: z.string().meta({ description: 'ISO 4217.' }),
  rate: text.meta({
    description: "Units of the quote's currency for one of the offer's; null where they are the same.",
    examples: ['0.9215'],
  }),
  valid_until: z.iso.date().nullable(),
  shipping: amount,
  discount: amount,
  tax: amount,
}
const offeredLine = {
  unit_price: amount,
  quantity: z.int().nullable().meta({ description: 'What the supplier can deliver; null: all of the line.' }),
  lead_time_days: z.int().nullable(),
  note: text,
}

const offer = z
  .object({
    ...recordFields(),
    quote_id: z.int(),
    supplier: z.object(party),
    ...offerTerms,
    lines: z.array(z.object({ line_id: z.int(), ...offeredLine })),
  })
  .meta({ id: 'Offer' })

const comparison = z
  .object({
    quote_id: z.int(),
    currency: z.string().meta({ description: 'ISO 4217; that of the quote.' }),
    offers: z.array(
      z.object({
        id: z.int(),
        supplier: z.object({ ...party, active: z.boolean() }),
        ...offerTerms,
        expired: z.boolean().meta({ description: 'Its last day has passed, in UTC.' }),
        complete: z.boolean().meta({ description: 'It has every line in full.' }),
        charges: converted.meta({ description: 'Shipping − discount + tax.' }),
        total: converted,
        best: z.boolean().meta({ description: 'No other complete offer that can be awarded costs less.' }),
      }),
    ),
    lines: z.array(
      z.object({
        line_id: z.int(),
        position: z.int(),
        description: z.string(),
        quantity: z.int(),
        estimated_unit_price: z.int(),
        offers: z
          .array(
            z
              .object({
                offer_id: z.int(),
                ...offeredLine,
                converted_unit_price: converted,
                total: converted,
                partial: z.boolean(),
                best: z.boolean(),
                awarded: z.boolean(),
              })
              .nullable(),
          )
          .meta({ description: 'In the order of `offers` above; null where an offer lacks the line.' }),
      }),
    ),
  })
  .meta({ id: 'OfferComparison' })

const offerPath = z.object({ id: recordId, offer: recordId })

const shared = { access: 'procurement', tag: 'Quotes' } as const

export const offerPaths = (): Paths =>
  operations(shared, {
    'GET /api/quotes/{id}/offers': {
      id: 'listOffers',
      summary: 'List the offers for a quote, oldest first',
      path: recordPath,
      query: pagedQuery(),
      responses: returns(listOf(offer)),
      errors: ['not_found', 'paging_required'],
    },
    'POST /api/quotes/{id}/offers': {
      roles: OFFER_WRITERS,
      id: 'createOffer',
      summary: 'Add the offer of a supplier to a submitted quote',
      description: 'One offer a supplier, until the quote is awarded.',
      idempotent: true,
      path: recordPath,
      body: namedSchema(
        newOffer,
        'NewOffer',
        { supplier_id: 1, currency: 'EUR', lines: [{ line_id: 1, unit_price: 415_000, lead_time_days: 21 }] },
        {
          supplier_id: 2,
          currency: 'USD',
          rate: '0.9215',
          valid_until: '2027-03-31',
          shipping: 12_000,
          lines: [{ line_id: 1, unit_price: 440_000, quantity: 6, note: 'two more in May' }],
        },
      ),
      responses: returnsCreated(offer),
      errors: ['not_found', 'conflict'],
    },
    'GET /api/quotes/{id}/offers/comparison': {
      id: 'compareOffers',
      summary: 'Compare the offers for a quote, in its currency',
      path: recordPath,
      responses: returns(comparison),
      errors: ['not_found'],
    },
    'GET /api/quotes/{id}/offers/comparison.csv': {
      id: 'exportComparison',
      summary: 'Export the comparison as CSV, a column for each offer',
      path: recordPath,
      responses: returnsCsv,
      errors: ['not_found'],
    },
    'GET /api/quotes/{id}/offers/{offer}': {
      id: 'getOffer',
      summary: 'Get an offer with its lines',
      ...gets(offer),
      path: offerPath,
    },
    'PATCH /api/quotes/{id}/offers/{offer}': {
      roles: OFFER_WRITERS,
      id: 'updateOffer',
      summary: 'Change an offer',
      description: '`lines` replaces all lines. A new currency needs a new `rate`.',
      ...changes(offer, namedSchema(offerChanges, 'OfferChanges')),
      path: offerPath,
      errors: ['not_found', 'conflict'],
    },
    'DELETE /api/quotes/{id}/offers/{offer}': {
      roles: OFFER_WRITERS,
      id: 'removeOffer',
      summary: 'Delete an offer',
      ...removes,
      path: offerPath,
      errors: ['not_found', 'conflict'],
    },
    'POST /api/quotes/{id}/award': {
      roles: OFFER_WRITERS,
      id: 'awardQuote',
      summary: 'Award a submitted quote to an offer, or to an offer for each line',
      description:
        'The lines take the awarded prices and suppliers, until the quote is returned. Approvals given before are taken away. Needs a `reason` where it is not the cheapest.',
      path: recordPath,
      conditional: true,
      body: namedSchema(
        award,
        'QuoteAward',
        { offer_id: 1 },
        {
          lines: [{ line_id: 1, offer_id: 2 }],
          reason: 'Delivers three weeks earlier.',
        },
      ),
      responses: returnsRecord(quote),
      errors: ['not_found', 'conflict'],
    },
  })
