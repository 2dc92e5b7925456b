// Quotes, inventory, people with roles, and the trail of who changed what.
import { z } from 'zod'
import { auditQuery, filters } from '../../http/query-schemas.ts'
import { itemChanges, newItem } from '../../procurement/inventory/inventory-items.ts'
import { newTransaction, TRANSACTION_TYPES } from '../../procurement/inventory/inventory-transactions.ts'
import { ROLES } from '../../procurement/people/person.ts'
import { newUser } from '../../procurement/people/procurement-users.ts'
import { newQuote, quoteChanges } from '../../procurement/quotes/quote-input.ts'
import { STATUSES, TRANSITIONS, VERBS, type Verb } from '../../procurement/quotes/quote-lifecycle.ts'
import { transitionBody } from '../../procurement/quotes/transition-quote.ts'
import {
  creates,
  instant,
  lifecycle,
  listing,
  listOf,
  named,
  nothing,
  operation,
  type Paths,
  recordPath,
  sends,
  sendsRecord,
} from '../describe-operation.ts'

const status = z.enum(STATUSES)
const amount = z.int().meta({ description: 'In minor units of the currency.' })

const quoteSummary = {
  ...lifecycle(),
  number: z.string(),
  title: z.string(),
  currency: z.string().meta({ description: 'ISO 4217.' }),
  status,
  total: amount,
  requester: z.object({ id: z.int(), display_name: z.string() }),
}
const quoteInList = z.object(quoteSummary).meta({ id: 'QuoteSummary' })
const quote = z
  .object({
    ...quoteSummary,
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
    occurred_at: instant(),
    actor: z.string(),
    actor_id: z.int().nullable(),
    event: z.string(),
    from_status: status.nullable(),
    to_status: status,
    note: z.string().nullable(),
  })
  .meta({ id: 'QuoteEvent' })

const item = z
  .object({ ...lifecycle(), sku: z.string(), name: z.string(), unit: z.string(), stock: z.int() })
  .meta({ id: 'InventoryItem' })

const transaction = z
  .object({
    id: z.int(),
    occurred_at: instant(),
    actor: z.string(),
    item_id: z.int(),
    type: z.enum(TRANSACTION_TYPES),
    quantity: z.int(),
    stock: z.int().meta({ description: 'What there was after it.' }),
    quote_id: z.int().nullable(),
    note: z.string().nullable(),
  })
  .meta({ id: 'InventoryTransaction' })

const about = {
  subject: z
    .string()
    .meta({ description: 'Of the identity provider; `local:<id>` is an account of our own.' }),
  email: z.string().nullable(),
  display_name: z.string(),
  roles: z.array(z.enum(ROLES)),
}
const user = z.object({ ...lifecycle(), ...about }).meta({ id: 'User' })
const myself = z.object({ id: z.int(), ...about }).meta({ id: 'Myself' })

const auditRow = z
  .object({
    id: z.int(),
    occurred_at: instant(),
    actor: z.string(),
    actor_id: z.string().nullable(),
    action: z.string(),
    entity: z.string(),
    entity_id: z.string(),
    request_id: z.string().nullable(),
    changes: z.record(z.string(), z.unknown()).nullable(),
    hash: z.string(),
  })
  .meta({ id: 'AuditRow' })

const trail = z.object({
  items: z.array(auditRow),
  limit: z.int(),
  next_before: z
    .int()
    .nullable()
    .meta({ description: 'Send it as `before` for the next page; null: there is none.' }),
})

const integrity = z
  .object({
    ok: z.boolean(),
    rows: z.int(),
    first_broken: z.int().nullable(),
    last: z.object({ id: z.int(), hash: z.string() }).nullable(),
  })
  .meta({ id: 'AuditIntegrity' })

const person = { requireSession: 'person' } as const
const quotes = { ...person, tag: 'Quotes' }
const inventory = { ...person, tag: 'Inventory' }
const users = { ...person, tag: 'Users' }
const audit = { ...person, tag: 'Audit' }

const replayed =
  '`Idempotency-Replayed: true` where the key was seen before: the answer is that of the first time.'

/** "submitted → approved (approver)": what a verb does, and who may besides an admin. */
const stepsOf = (verb: Verb) =>
  TRANSITIONS.filter((row) => row.verb === verb)
    .map(
      ({ from, to, allowed, excludesOwner }) =>
        `${from} → ${to} by ${allowed.join(' or ')}${excludesOwner ? ', not one of their own' : ''}`,
    )
    .join('; ')

export const procurementPaths = (): Paths => ({
  '/api/quotes': {
    get: operation({
      ...quotes,
      id: 'listQuotes',
      summary: 'Quotes, newest first, without their lines',
      description: 'Requesters see their own.',
      query: listing(filters.quotes),
      answers: sends(listOf(quoteInList)),
      errors: ['paging_required'],
    }),
    post: operation({
      ...quotes,
      id: 'createQuote',
      summary: 'Draft one',
      description: replayed,
      idempotent: true,
      body: named(
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
      answers: creates(quote),
    }),
  },
  '/api/quotes/{id}': {
    get: operation({
      ...quotes,
      id: 'getQuote',
      summary: 'One quote, whole',
      path: recordPath,
      answers: sendsRecord(quote),
      errors: ['not_found'],
    }),
    patch: operation({
      ...quotes,
      id: 'updateQuote',
      summary: 'Change a draft of one’s own; `lines` replaces all of them',
      path: recordPath,
      guarded: true,
      body: named(quoteChanges, 'QuoteChanges'),
      answers: sendsRecord(quote),
      errors: ['not_found', 'conflict'],
    }),
  },
  '/api/quotes/{id}/events': {
    get: operation({
      ...quotes,
      id: 'listQuoteEvents',
      summary: 'What happened to it, oldest first',
      path: recordPath,
      query: listing(),
      answers: sends(listOf(quoteEvent)),
      errors: ['not_found', 'paging_required'],
    }),
  },
  ...Object.fromEntries(
    VERBS.map((verb) => [
      `/api/quotes/{id}/${verb}`,
      {
        post: operation({
          ...quotes,
          id: `${verb}Quote`,
          summary: `${verb[0]!.toUpperCase()}${verb.slice(1)} it`,
          description: `${stepsOf(verb)}.`,
          path: recordPath,
          guarded: true,
          body: transitionBody,
          bodyOptional: true,
          answers: sendsRecord(quote),
          errors: ['not_found', 'conflict'],
        }),
      },
    ]),
  ),
  '/api/inventory/items': {
    get: operation({
      ...inventory,
      id: 'listItems',
      summary: 'What is kept in stock, by SKU',
      query: listing(),
      answers: sends(listOf(item)),
      errors: ['paging_required'],
    }),
    post: operation({
      ...inventory,
      id: 'createItem',
      summary: 'Add an item, without stock',
      body: named(
        newItem,
        'NewItem',
        { sku: 'P-100', name: 'پمپ سانتریفیوژ', unit: 'عدد' },
        { sku: 'P-100', name: 'Centrifugal pump', unit: 'piece' },
      ),
      answers: creates(item),
      errors: ['conflict'],
    }),
  },
  '/api/inventory/items/{id}': {
    get: operation({
      ...inventory,
      id: 'getItem',
      summary: 'One item with its stock',
      path: recordPath,
      answers: sendsRecord(item),
      errors: ['not_found'],
    }),
    patch: operation({
      ...inventory,
      id: 'updateItem',
      summary: 'Change it; stock changes by transactions alone',
      path: recordPath,
      guarded: true,
      body: named(itemChanges, 'ItemChanges'),
      answers: sendsRecord(item),
      errors: ['not_found', 'conflict'],
    }),
  },
  '/api/inventory/transactions': {
    get: operation({
      ...inventory,
      id: 'listTransactions',
      summary: 'What came in and went out, newest first',
      query: listing(filters.transactions),
      answers: sends(listOf(transaction)),
      errors: ['paging_required'],
    }),
    post: operation({
      ...inventory,
      id: 'createTransaction',
      summary: 'Book what came in or went out',
      description: `An adjustment’s quantity is signed; stock never falls below zero (409). ${replayed}`,
      idempotent: true,
      body: named(
        newTransaction,
        'NewTransaction',
        { item_id: 1, type: 'receipt', quantity: 8, note: 'تحویل از گمرک' },
        { item_id: 1, type: 'issue', quantity: 2, note: 'East station' },
      ),
      answers: {
        '201': { ...creates(transaction)['201'], headers: z.object({ Location: z.string() }) },
      },
      errors: ['conflict'],
    }),
  },
  '/api/inventory/transactions/{id}': {
    get: operation({
      ...inventory,
      id: 'getTransaction',
      summary: 'One transaction',
      path: recordPath,
      answers: sends(transaction),
      errors: ['not_found'],
    }),
  },
  '/api/users/me': {
    get: operation({
      ...users,
      id: 'getMyself',
      summary: 'Who one is, and which roles one has',
      answers: sends(myself),
    }),
  },
  '/api/users': {
    get: operation({
      ...users,
      id: 'listUsers',
      summary: 'Everybody who ever signed in or was added',
      query: listing(),
      answers: sends(listOf(user)),
      errors: ['paging_required'],
    }),
    post: operation({
      ...users,
      id: 'createUser',
      summary: 'Add somebody ahead of their first sign-in',
      body: named(
        newUser,
        'NewUser',
        { subject: 'sara', email: 'sara@example.com', display_name: 'سارا احمدی' },
        { subject: 'sara', email: 'sara@example.com', display_name: 'Sara Ahmadi' },
      ),
      answers: creates(user),
      errors: ['conflict'],
    }),
  },
  '/api/users/{id}': {
    get: operation({
      ...users,
      id: 'getUser',
      summary: 'One of them',
      path: recordPath,
      answers: sendsRecord(user),
      errors: ['not_found'],
    }),
  },
  '/api/users/{id}/roles/{role}': {
    put: operation({
      ...users,
      id: 'assignRole',
      summary: 'Give a role',
      path: recordPath.extend({ role: z.enum(ROLES) }),
      answers: sendsRecord(user),
      errors: ['not_found', 'validation_failed'],
    }),
    delete: operation({
      ...users,
      id: 'removeRole',
      summary: 'Take a role away',
      path: recordPath.extend({ role: z.enum(ROLES) }),
      answers: nothing,
      errors: ['not_found', 'last_admin'],
    }),
  },
  '/api/audit-log': {
    get: operation({
      ...audit,
      id: 'listAuditLog',
      summary: 'Who changed what, newest first',
      description: 'For `auditor` and `admin`.',
      query: auditQuery,
      answers: sends(trail),
    }),
  },
  '/api/audit-log/integrity': {
    get: operation({
      ...audit,
      id: 'checkAudit',
      summary: 'Whether the trail still says what was written',
      answers: sends(integrity),
    }),
  },
})
