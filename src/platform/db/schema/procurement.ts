// Procurement: users with roles, quotes with lines and events, and inventory. Amounts of money are whole minor units of
// the quote's currency. Events and transactions are only inserted; triggers of the migration refuse anything else.
import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  json,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { instant, record, singleton } from './shared-columns.ts'

const amount = () => bigint({ mode: 'number' })

export const users = pgTable('users', {
  ...record(),
  /** The identity provider's `sub`, or `local:<id>` of an admin user. */
  subject: text().notNull().unique(),
  email: text(),
  display_name: text().notNull(),
  /** Issue time of the token that email and name were last taken from; null until the person has been here. */
  claims_at: instant(),
  /** Nobody signs in as a disabled person, and their sessions have ended. */
  disabled: boolean().notNull().default(false),
})

const ROLES = ['requester', 'buyer', 'approver', 'storekeeper', 'auditor', 'admin'] as const

export const userRoles = pgTable(
  'user_roles',
  {
    user_id: integer()
      .notNull()
      .references(() => users.id),
    role: text({ enum: ROLES }).notNull(),
    granted_at: instant().notNull(),
  },
  (table) => [primaryKey({ columns: [table.user_id, table.role] })],
)

/** Substitutes of approvers; both days are included, in UTC. */
export const substitutes = pgTable(
  'substitutes',
  {
    ...record(),
    approver_id: integer()
      .notNull()
      .references(() => users.id),
    substitute_id: integer()
      .notNull()
      .references(() => users.id),
    from_day: date({ mode: 'string' }).notNull(),
    to_day: date({ mode: 'string' }).notNull(),
  },
  (table) => [
    index('substitutes_of_substitute').on(table.substitute_id, table.to_day),
    index('substitutes_of_approver').on(table.approver_id),
  ],
)

export type SupplierContact = {
  name: string
  role: string | null
  email: string | null
  phone: string | null
}

export const suppliers = pgTable(
  'suppliers',
  {
    ...record(),
    name: text().notNull(),
    code: text(),
    tax_id: text(),
    contacts: jsonb().$type<SupplierContact[]>().notNull().default([]),
    address: text(),
    currency: text(),
    payment_terms: text(),
    lead_time_days: integer(),
    /** Per cent of the ordered quantity that may come on top of it. */
    over_receipt_tolerance: integer().notNull().default(0),
    note: text(),
    active: boolean().notNull().default(true),
    /** The supplier that replaces this one since they were merged. */
    merged_into: integer().references((): AnyPgColumn => suppliers.id),
  },
  (table) => [
    uniqueIndex('suppliers_code').on(sql`lower(${table.code})`),
    index('suppliers_merged_into').on(table.merged_into),
  ],
)

const STATUSES = [
  'draft',
  'submitted',
  'approved',
  'rejected',
  'ordered',
  'partially_received',
  'received',
  'cancelled',
] as const

export const quotes = pgTable(
  'quotes',
  {
    ...record(),
    number: text().notNull().unique(),
    title: text().notNull(),
    currency: text().notNull(),
    status: text({ enum: STATUSES }).notNull().default('draft'),
    total: amount().notNull(),
    /** Whether the rest of an order was cancelled after a delivery. */
    closed_short: boolean().notNull().default(false),
    requester_id: integer()
      .notNull()
      .references(() => users.id),
  },
  (table) => [
    index('quotes_of_requester').on(table.requester_id, table.id),
    index('quotes_by_status').on(table.status, table.id),
  ],
)

/** The approvals of a submitted quote, until it is returned or rejected. */
export const quoteApprovals = pgTable(
  'quote_approvals',
  {
    quote_id: integer()
      .notNull()
      .references(() => quotes.id),
    approver_id: integer()
      .notNull()
      .references(() => users.id),
    approved_at: instant().notNull(),
    /** The approver in whose place a substitute approved. */
    on_behalf_of: integer().references(() => users.id),
  },
  (table) => [
    primaryKey({ columns: [table.quote_id, table.approver_id] }),
    // An approver and their substitute count as one person.
    uniqueIndex('quote_approvals_seat').on(
      table.quote_id,
      sql`coalesce(${table.on_behalf_of}, ${table.approver_id})`,
    ),
  ],
)

/** By currency, the totals up to which one, two and three people approve. */
export const approvalLimits = pgTable('approval_limits', {
  ...singleton(),
  limits: jsonb().$type<Record<string, number[]>>().notNull().default({}),
})

const lastNumbers = () => ({ year: integer().primaryKey(), last: integer().notNull() })

/** The last number of each year, raised under the row's lock, so numbers have no gaps. */
export const quoteNumbers = pgTable('quote_numbers', lastNumbers())
export const orderNumbers = pgTable('order_numbers', lastNumbers())

export const items = pgTable(
  'inventory_items',
  {
    ...record(),
    sku: text().notNull(),
    name: text().notNull(),
    unit: text().notNull(),
    stock: amount().notNull().default(0),
  },
  (table) => [
    uniqueIndex('inventory_items_sku').on(sql`lower(${table.sku})`),
    check('inventory_items_stock', sql`${table.stock} >= 0`),
  ],
)

export const quoteLines = pgTable(
  'quote_lines',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    quote_id: integer()
      .notNull()
      .references(() => quotes.id),
    position: integer().notNull(),
    item_id: integer().references(() => items.id),
    description: text().notNull(),
    quantity: integer().notNull(),
    unit_price: amount().notNull(),
    /** The received quantity, less the returned one. */
    received: integer().notNull().default(0),
    /** Of the awarded offer. */
    supplier_id: integer().references(() => suppliers.id),
    /** The price before the award. */
    estimated_unit_price: amount(),
    /** Of the awarded price, converted as a whole: not always the quantity times a price that is rounded itself. */
    awarded_total: amount(),
  },
  (table) => [
    check('quote_lines_received', sql`${table.received} >= 0`),
    unique('quote_lines_order').on(table.quote_id, table.position),
    index('quote_lines_of_supplier').on(table.supplier_id),
  ],
)

/** Deliveries of an order, and returns to the supplier. Append-only. */
export const quoteReceipts = pgTable(
  'quote_receipts',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    quote_id: integer()
      .notNull()
      .references(() => quotes.id),
    kind: text({ enum: ['receipt', 'return'] }).notNull(),
    occurred_at: instant().notNull(),
    actor: text().notNull(),
    actor_id: integer()
      .notNull()
      .references(() => users.id),
    note: text(),
  },
  (table) => [index('quote_receipts_of_quote').on(table.quote_id, table.id)],
)

export const quoteReceiptLines = pgTable(
  'quote_receipt_lines',
  {
    receipt_id: integer()
      .notNull()
      .references(() => quoteReceipts.id),
    line_id: integer()
      .notNull()
      .references(() => quoteLines.id),
    quantity: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.receipt_id, table.line_id] }),
    index('quote_receipt_lines_of_line').on(table.line_id),
  ],
)

/** What suppliers ask for the lines of a quote; amounts are in minor units of the offer's currency. */
export const quoteOffers = pgTable(
  'quote_offers',
  {
    ...record(),
    quote_id: integer()
      .notNull()
      .references(() => quotes.id),
    supplier_id: integer()
      .notNull()
      .references(() => suppliers.id),
    currency: text().notNull(),
    /** Units of the quote's currency for one of the offer's; null where they are the same. */
    rate: numeric(),
    valid_until: date(),
    shipping: amount().notNull().default(0),
    discount: amount().notNull().default(0),
    tax: amount().notNull().default(0),
  },
  (table) => [
    unique('quote_offers_of_supplier').on(table.quote_id, table.supplier_id),
    index('quote_offers_by_supplier').on(table.supplier_id),
  ],
)

export const quoteOfferLines = pgTable(
  'quote_offer_lines',
  {
    offer_id: integer()
      .notNull()
      .references(() => quoteOffers.id, { onDelete: 'cascade' }),
    line_id: integer()
      .notNull()
      .references(() => quoteLines.id, { onDelete: 'cascade' }),
    unit_price: amount().notNull(),
    /** What the supplier can deliver, where it is not all of the line. */
    quantity: integer(),
    lead_time_days: integer(),
    note: text(),
  },
  (table) => [
    primaryKey({ columns: [table.offer_id, table.line_id] }),
    index('quote_offer_lines_of_line').on(table.line_id),
  ],
)

/** The offers that a quote was awarded to; amounts are in minor units of the quote's currency. */
export const quoteAwards = pgTable(
  'quote_awards',
  {
    offer_id: integer()
      .primaryKey()
      .references(() => quoteOffers.id),
    quote_id: integer()
      .notNull()
      .references(() => quotes.id),
    /** The awarded lines and the charges. */
    total: amount().notNull(),
    /** Shipping − discount + tax of the offer. */
    charges: amount().notNull(),
  },
  (table) => [index('quote_awards_of_quote').on(table.quote_id)],
)

/** What was ordered: one for each awarded offer of the quote, or one without an offer. */
export const orders = pgTable(
  'orders',
  {
    ...record(),
    number: text().notNull().unique(),
    quote_id: integer()
      .notNull()
      .references(() => quotes.id),
    offer_id: integer().references(() => quoteOffers.id),
    ordered_by: integer()
      .notNull()
      .references(() => users.id),
  },
  (table) => [unique('orders_of_quote').on(table.quote_id, table.offer_id).nullsNotDistinct()],
)

export const quoteEvents = pgTable(
  'quote_events',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    quote_id: integer()
      .notNull()
      .references(() => quotes.id),
    occurred_at: instant().notNull(),
    /** The actor's display name at that time, never a token. */
    actor: text().notNull(),
    actor_id: integer()
      .notNull()
      .references(() => users.id),
    /** The API token that the actor used, such as `token "CI"`. */
    via: text(),
    event: text().notNull(),
    from_status: text({ enum: STATUSES }),
    to_status: text({ enum: STATUSES }).notNull(),
    note: text(),
  },
  (table) => [index('quote_events_of_quote').on(table.quote_id, table.id)],
)

export const inventoryTransactions = pgTable(
  'inventory_transactions',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    item_id: integer()
      .notNull()
      .references(() => items.id),
    occurred_at: instant().notNull(),
    actor: text().notNull(),
    actor_id: integer()
      .notNull()
      .references(() => users.id),
    type: text({ enum: ['receipt', 'issue', 'adjustment'] }).notNull(),
    /** Positive; signed for an adjustment. */
    quantity: integer().notNull(),
    /** Stock after this transaction. */
    stock: amount().notNull(),
    quote_id: integer().references(() => quotes.id),
    note: text(),
  },
  (table) => [
    index('inventory_transactions_of_item').on(table.item_id, table.id),
    index('inventory_transactions_of_quote').on(table.quote_id),
  ],
)

/** The response to a request with an `Idempotency-Key`, returned again when the request is repeated. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    /** The person of procurement; in the scopes of content, the admin account. */
    user_id: integer().notNull(),
    scope: text().notNull(),
    key: text().notNull(),
    fingerprint: text().notNull(),
    answer: json(),
    created_at: instant().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.user_id, table.scope, table.key] }),
    index('idempotency_keys_age').on(table.created_at),
  ],
)
