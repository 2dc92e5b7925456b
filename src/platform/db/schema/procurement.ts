// Procurement: users with roles, quotes with lines and events, and inventory. Amounts of money are whole minor units of
// the quote's currency. Events and transactions are only inserted; triggers of the migration refuse anything else.
import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  json,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { instant, record } from './shared-columns.ts'

const amount = () => bigint({ mode: 'number' })

export const users = pgTable('users', {
  ...record(),
  /** The identity provider's `sub`, or `local:<id>` of an admin user. */
  subject: text().notNull().unique(),
  email: text(),
  display_name: text().notNull(),
  /** Issue time of the token that email and name were copied from; null when an admin entered them. */
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

const STATUSES = ['draft', 'submitted', 'approved', 'rejected', 'ordered', 'received', 'cancelled'] as const

export const quotes = pgTable(
  'quotes',
  {
    ...record(),
    number: text().notNull().unique(),
    title: text().notNull(),
    currency: text().notNull(),
    status: text({ enum: STATUSES }).notNull().default('draft'),
    total: amount().notNull(),
    requester_id: integer()
      .notNull()
      .references(() => users.id),
  },
  (table) => [
    index('quotes_of_requester').on(table.requester_id, table.id),
    index('quotes_by_status').on(table.status, table.id),
  ],
)

/** The last quote number of each year, raised under the row's lock, so numbers have no gaps. */
export const quoteNumbers = pgTable('quote_numbers', {
  year: integer().primaryKey(),
  last: integer().notNull(),
})

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
  },
  (table) => [unique('quote_lines_order').on(table.quote_id, table.position)],
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
