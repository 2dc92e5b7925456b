// Inventory items and stock transactions.
import { z } from 'zod'
import { INVENTORY_WRITERS, itemChanges, newItem } from '../../procurement/inventory/inventory-items.ts'
import { newTransaction, TRANSACTION_TYPES } from '../../procurement/inventory/inventory-transactions.ts'
import { operation, type Paths } from '../openapi/describe-operation.ts'
import { changes, gets, lists } from '../openapi/record-operations.ts'
import { namedSchema, recordFields, recordPath, timestamp } from '../openapi/record-schemas.ts'
import { returns, returnsCreated } from '../openapi/standard-responses.ts'
import { filters } from '../requests/query-schemas.ts'

const item = z
  .object({ ...recordFields(), sku: z.string(), name: z.string(), unit: z.string(), stock: z.int() })
  .meta({ id: 'InventoryItem' })

const transaction = z
  .object({
    id: z.int(),
    occurred_at: timestamp(),
    actor: z.string(),
    item_id: z.int(),
    type: z.enum(TRANSACTION_TYPES),
    quantity: z.int(),
    stock: z.int().meta({ description: 'The stock of the item after the transaction.' }),
    quote_id: z.int().nullable(),
    note: z.string().nullable(),
  })
  .meta({ id: 'InventoryTransaction' })

const readable = { access: 'procurement', tag: 'Inventory' } as const
const writable = { ...readable, roles: INVENTORY_WRITERS } as const

export const inventoryPaths = (): Paths => ({ ...itemPaths(), ...transactionPaths() })

const itemPaths = (): Paths => ({
  '/api/inventory/items': {
    get: operation({
      ...readable,
      id: 'listItems',
      summary: 'List items by SKU',
      ...lists(item),
    }),
    post: operation({
      ...writable,
      id: 'createItem',
      summary: 'Create an item',
      description: 'Its stock is 0 until a transaction is booked.',
      body: namedSchema(
        newItem,
        'NewItem',
        { sku: 'P-100', name: 'پمپ سانتریفیوژ', unit: 'عدد' },
        { sku: 'P-100', name: 'Centrifugal pump', unit: 'piece' },
      ),
      responses: returnsCreated(item),
      errors: ['conflict'],
    }),
  },
  '/api/inventory/items/{id}': {
    get: operation({
      ...readable,
      id: 'getItem',
      summary: 'Get an item with its stock',
      ...gets(item),
    }),
    patch: operation({
      ...writable,
      id: 'updateItem',
      summary: 'Change SKU, name or unit of an item',
      description: 'The stock changes only through transactions.',
      ...changes(item, namedSchema(itemChanges, 'ItemChanges')),
      errors: ['not_found', 'conflict'],
    }),
  },
})

const transactionPaths = (): Paths => ({
  '/api/inventory/transactions': {
    get: operation({
      ...readable,
      id: 'listTransactions',
      summary: 'List transactions, newest first',
      ...lists(transaction, filters.transactions),
    }),
    post: operation({
      ...writable,
      id: 'createTransaction',
      summary: 'Book a receipt, issue or adjustment',
      description:
        'The quantity of an adjustment may be negative. Fails with 409 if the stock would fall below zero.',
      idempotent: true,
      body: namedSchema(
        newTransaction,
        'NewTransaction',
        { item_id: 1, type: 'receipt', quantity: 8, note: 'تحویل از گمرک' },
        { item_id: 1, type: 'issue', quantity: 2, note: 'East station' },
      ),
      responses: {
        '201': { ...returnsCreated(transaction)['201'], headers: z.object({ Location: z.string() }) },
      },
      errors: ['conflict'],
    }),
  },
  '/api/inventory/transactions/{id}': {
    get: operation({
      ...readable,
      id: 'getTransaction',
      summary: 'Get a transaction',
      path: recordPath,
      responses: returns(transaction),
      errors: ['not_found'],
    }),
  },
})
