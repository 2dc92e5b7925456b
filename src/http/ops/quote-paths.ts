// Quotes and their lifecycle.
import { z } from 'zod'
import { newQuote, quoteChanges } from '../../procurement/quotes/quote-input.ts'
import { STATUSES, TRANSITIONS, VERBS, type Verb } from '../../procurement/quotes/quote-lifecycle.ts'
import { transitionBody } from '../../procurement/quotes/transition-quote.ts'
import { operations, type Paths } from '../openapi/describe-operation.ts'
import { changes, gets, lists } from '../openapi/record-operations.ts'
import {
  listOf,
  namedSchema,
  pagedQuery,
  recordFields,
  recordPath,
  timestamp,
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
const quote = z
  .object({
    ...quoteFields,
    lines: z.array(
      z.object({
        position: z.int(),
        item_id: z.int().nullable(),
        description: z.string(),
        quantity: z.int(),
        unit_price: amount,
        total: amount,
      }),
    ),
  })
  .meta({ id: 'Quote' })

const quoteEvent = z
  .object({
    id: z.int(),
    quote_id: z.int(),
    occurred_at: timestamp(),
    actor: z.string(),
    actor_id: z.int().nullable(),
    event: z.string(),
    from_status: status.nullable(),
    to_status: status,
    note: z.string().nullable(),
  })
  .meta({ id: 'QuoteEvent' })

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
      description: '`lines` replaces all lines.',
      ...changes(quote, namedSchema(quoteChanges, 'QuoteChanges')),
      errors: ['not_found', 'conflict'],
    },
    'GET /api/quotes/{id}/events': {
      id: 'listQuoteEvents',
      summary: 'List the history of a quote, oldest first',
      path: recordPath,
      query: pagedQuery(),
      responses: returns(listOf(quoteEvent)),
      errors: ['not_found', 'paging_required'],
    },
    ...Object.fromEntries(VERBS.map((verb) => [`POST /api/quotes/{id}/${verb}`, transition(verb)])),
  })

const TRANSITION_SUMMARIES: Record<Verb, string> = {
  submit: 'Submit a draft for approval',
  approve: 'Approve a quote',
  reject: 'Reject a quote',
  order: 'Mark a quote as ordered',
  receive: 'Mark a quote as received and book its items',
  cancel: 'Cancel a quote',
}

const transition = (verb: Verb) => ({
  id: `${verb}Quote`,
  summary: TRANSITION_SUMMARIES[verb],
  description: transitionText(verb),
  path: recordPath,
  conditional: true,
  body: transitionBody,
  bodyOptional: true,
  responses: returnsRecord(quote),
  errors: ['not_found' as const, 'conflict' as const],
})

/** "`submitted` → `approved`: the role `approver`, but not anyone who created, edited or submitted the quote." */
function transitionText(verb: Verb) {
  const lines = TRANSITIONS.filter((transition) => transition.verb === verb).map(
    ({ from, to, allowed, excludesContributors }) => {
      const people = allowed.map((role) => (role === 'owner' ? 'the requester' : `the role \`${role}\``))
      const exception = excludesContributors
        ? ', but not anyone who created, edited or submitted the quote'
        : ''
      return `\`${from}\` → \`${to}\`: ${[...people, '`admin`'].join(' or ')}${exception}.`
    },
  )
  return lines.join(' ')
}
