// Quotes and their lifecycle.
import { z } from 'zod'
import { newQuote, quoteChanges } from '../../procurement/quotes/quote-input.ts'
import { PLAIN_VERBS, STATUSES, TRANSITIONS, type Verb } from '../../procurement/quotes/quote-lifecycle.ts'
import { transitionBody } from '../../procurement/quotes/transition-quote.ts'
import { delivery, goodsReturn } from '../../procurement/receipts/move-goods.ts'
import { operations, type Paths } from '../openapi/describe-operation.ts'
import { changes, gets, lists } from '../openapi/record-operations.ts'
import {
  listOf,
  namedSchema,
  pagedQuery,
  recordFields,
  recordPath,
  timestamp,
  via,
} from '../openapi/record-schemas.ts'
import { returns, returnsCreated, returnsRecord } from '../openapi/standard-responses.ts'
import { filters } from '../requests/query-schemas.ts'

const status = z.enum(STATUSES)
const amount = z.int().meta({ description: 'In minor units of the currency.' })

const quoteFields = {
  ...recordFields(),
  number: z.string(),
  title: z.string(),
  currency: z.string().meta({ description: 'ISO 4217.' }),
  status,
  total: amount,
  requester: z.object({ id: z.int(), display_name: z.string() }),
}
const quoteSummary = z.object(quoteFields).meta({ id: 'QuoteSummary' })
const person = z.object({ id: z.int(), display_name: z.string() })
const party = z.object({ id: z.int(), name: z.string() })

/** The schema of a quote, which an award answers too. */
export const quote = z
  .object({
    ...quoteFields,
    lines: z.array(
      z.object({
        id: z.int(),
        position: z.int(),
        item_id: z.int().nullable(),
        description: z.string(),
        quantity: z.int(),
        unit_price: amount,
        total: amount.meta({
          description:
            'Of an awarded offer in another currency, converted as a whole: not always the quantity times the rounded price.',
        }),
        supplier: party.nullable().meta({ description: 'Of the award.' }),
        estimated_unit_price: z.int().nullable().meta({ description: 'The price before the award.' }),
        received: z.int().meta({ description: 'What has come, less what went back.' }),
        receivable: z.int().meta({ description: 'What may still come, with the tolerance of the supplier.' }),
      }),
    ),
    awards: z
      .array(
        z.object({
          supplier: party,
          offer_id: z.int(),
          total: amount.meta({ description: 'The awarded lines and the charges.' }),
          charges: amount.meta({ description: 'Shipping − discount + tax of the offer.' }),
        }),
      )
      .meta({ description: 'What it was awarded to; `total` of the quote is their sum then.' }),
    orders: z
      .array(z.object({ number: z.string(), supplier: party.nullable() }))
      .meta({ description: 'What was ordered: one for each supplier that it was awarded to.' }),
    closed_short: z.boolean().meta({
      description: 'Whether the rest of the order was cancelled after a delivery.',
    }),
    approvals: z
      .array(
        z.object({
          approver: person,
          on_behalf_of: person
            .nullable()
            .meta({ description: 'The approver for whom a substitute stood in.' }),
          approved_at: timestamp(),
        }),
      )
      .meta({ description: 'Oldest first. A return and a rejection take them away.' }),
    approvals_needed: z.int().nullable().meta({
      description: 'How many people must approve it, by the limits of now; null once it is decided.',
    }),
  })
  .meta({ id: 'Quote' })

const quoteEvent = z
  .object({
    id: z.int(),
    quote_id: z.int(),
    occurred_at: timestamp(),
    actor: z.string(),
    actor_id: z.int().nullable(),
    via: via(),
    event: z.string(),
    from_status: status.nullable(),
    to_status: status,
    note: z.string().nullable(),
  })
  .meta({ id: 'QuoteEvent' })

const receipt = z
  .object({
    id: z.int(),
    kind: z.enum(['receipt', 'return']),
    occurred_at: timestamp(),
    actor: z.string(),
    note: z.string().nullable(),
    lines: z.array(z.object({ line_id: z.int(), quantity: z.int() })),
  })
  .meta({ id: 'QuoteReceipt' })

const offered = z.int().meta({ description: 'In minor units of the currency of the order.' })

const orderSheet = z
  .object({
    quote_id: z.int(),
    quote_number: z.string(),
    title: z.string(),
    status,
    orders: z.array(
      z.object({
        number: z.string(),
        ordered_at: timestamp(),
        ordered_by: person,
        supplier: z
          .object({
            id: z.int(),
            name: z.string(),
            code: z.string().nullable(),
            tax_id: z.string().nullable(),
            address: z.string().nullable(),
            contact: z.string().nullable().meta({ description: 'The name of the first contact.' }),
            payment_terms: z.string().nullable(),
          })
          .nullable(),
        currency: z.string().meta({ description: 'Of the offer; without one, of the quote. ISO 4217.' }),
        lines: z.array(
          z.object({
            id: z.int(),
            position: z.int(),
            item: z.object({ id: z.int(), sku: z.string(), unit: z.string() }).nullable(),
            description: z.string(),
            quantity: z.int(),
            unit_price: offered,
            total: offered,
            lead_time_days: z.int().nullable(),
          }),
        ),
        shipping: offered,
        discount: offered,
        tax: offered,
        total: z.int().nullable().meta({ description: 'Null beyond the largest exact integer.' }),
      }),
    ),
  })
  .meta({ id: 'OrderSheet' })

const shared = { access: 'procurement', tag: 'Quotes' } as const

export const quotePaths = (): Paths =>
  operations(shared, {
    'GET /api/quotes': {
      id: 'listQuotes',
      summary: 'List quotes without their lines, newest first',
      description: 'People whose only role is `requester` get their own quotes.',
      ...lists(quoteSummary, filters.quotes),
    },
    'POST /api/quotes': {
      roles: ['requester', 'admin'],
      id: 'createQuote',
      summary: 'Create a draft',
      idempotent: true,
      body: namedSchema(
        newQuote,
        'NewQuote',
        {
          title: 'پمپ‌های ایستگاه شرق',
          currency: 'EUR',
          lines: [{ description: 'پمپ سانتریفیوژ', quantity: 8, unit_price: 420_000 }],
        },
        {
          title: 'Pumps for the east station',
          currency: 'EUR',
          lines: [{ description: 'Centrifugal pump', quantity: 8, unit_price: 420_000 }],
        },
      ),
      responses: returnsCreated(quote),
    },
    'GET /api/quotes/{id}': {
      id: 'getQuote',
      summary: 'Get a quote with its lines',
      ...gets(quote),
    },
    'PATCH /api/quotes/{id}': {
      id: 'updateQuote',
      summary: 'Change your own draft',
      description:
        '`lines` replaces all lines. Those with their `id` keep it, and what was offered for them. The currency stays once there are offers.',
      ...changes(quote, namedSchema(quoteChanges, 'QuoteChanges')),
      errors: ['not_found', 'conflict'],
    },
    'POST /api/quotes/{id}/copy': {
      roles: ['requester', 'admin'],
      id: 'copyQuote',
      summary: 'Create a draft of your own with the title and the lines of a quote',
      idempotent: true,
      path: recordPath,
      responses: returnsCreated(quote),
      errors: ['not_found', 'malformed_request', 'validation_failed'],
    },
    'GET /api/quotes/{id}/events': {
      id: 'listQuoteEvents',
      summary: 'List the history of a quote, oldest first',
      path: recordPath,
      query: pagedQuery(),
      responses: returns(listOf(quoteEvent)),
      errors: ['not_found', 'paging_required'],
    },
    'GET /api/quotes/{id}/receipts': {
      id: 'listQuoteReceipts',
      summary: 'List what was delivered and what went back, oldest first',
      path: recordPath,
      query: pagedQuery(),
      responses: returns(listOf(receipt)),
      errors: ['not_found', 'paging_required'],
    },
    'GET /api/quotes/{id}/order': {
      id: 'getOrder',
      summary: 'Get what was ordered, as it stands on the papers for the suppliers',
      description: 'Each order is in the currency of its offer. 404 before the quote was ordered.',
      path: recordPath,
      responses: returns(orderSheet),
      errors: ['not_found'],
    },
    ...Object.fromEntries(
      PLAIN_VERBS.map((verb) => [
        `POST /api/quotes/{id}/${verb}`,
        { ...transition(verb), body: transitionBody, bodyOptional: true },
      ]),
    ),
    'POST /api/quotes/{id}/receive': {
      ...transition('receive'),
      body: namedSchema(delivery, 'Delivery', { lines: [{ line_id: 12, quantity: 3 }] }),
      bodyOptional: true,
      idempotent: true,
      errors: ['not_found', 'conflict', 'malformed_request'],
    },
    'POST /api/quotes/{id}/return-goods': {
      ...transition('return-goods'),
      body: namedSchema(goodsReturn, 'GoodsReturn', {
        lines: [{ line_id: 12, quantity: 1 }],
        reason: 'Leaks.',
      }),
      idempotent: true,
      errors: ['not_found', 'conflict', 'malformed_request'],
    },
  })

const TRANSITION_SUMMARIES: Record<Verb, string> = {
  submit: 'Submit a draft for approval',
  approve: 'Approve a quote',
  return: 'Return a submitted quote for changes',
  reject: 'Reject a quote',
  reopen: 'Make a rejected quote a draft again',
  order: 'Order a quote: one order for each supplier, with a number',
  receive: 'Book a delivery, whole or in part, with its items',
  'return-goods': 'Book what goes back to the supplier',
  close: 'Cancel what is still open after a delivery',
  cancel: 'Cancel a quote',
}

const transition = (verb: Verb) => ({
  id: verb === 'return-goods' ? 'returnGoods' : `${verb}Quote`,
  summary: TRANSITION_SUMMARIES[verb],
  description: transitionText(verb),
  path: recordPath,
  conditional: true,
  responses: returnsRecord(quote),
  errors: ['not_found' as const, 'conflict' as const],
})

/** "`submitted` → `approved`: the role `approver`, but not anyone who created, edited, submitted or awarded the quote." */
function transitionText(verb: Verb) {
  const lines = TRANSITIONS.filter((transition) => transition.verb === verb).map(
    ({ from, to, allowed, excludesContributors, needs }) => {
      const people = allowed.map((role) => (role === 'owner' ? 'the requester' : `the role \`${role}\``))
      const exception = excludesContributors
        ? ', but not anyone who created, edited, submitted or awarded the quote'
        : ''
      return `\`${from}\` → \`${to}\`: ${[...people, '`admin`'].join(' or ')}${exception}.${needs ? ` Needs a \`${needs}\`.` : ''}`
    },
  )
  return lines.join(' ')
}
