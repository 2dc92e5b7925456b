// Inventory items and stock transactions.
import { z } from 'zod'
import { INVENTORY_WRITERS, itemChanges, newItem } from '../../procurement/inventory/inventory-items.ts'
import { newTransaction, TRANSACTION_TYPES } from '../../procurement/inventory/inventory-transactions.ts'
import { operations, type Paths } from '../openapi/describe-operation.ts'
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

const shared = { access: 'procurement', tag: 'Inventory' } as const

export const inventoryPaths = (): Paths =>
  operations(shared, {
    'GET /api/inventory/items': {
      id: 'listItems',
      summary: 'List items by SKU',
      ...lists(item, filters.items),
    },
    'POST /api/inventory/items': {
      roles: INVENTORY_WRITERS,
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
    },
    'GET /api/inventory/items/{id}': {
      id: 'getItem',
      summary: 'Get an item with its stock',
      ...gets(item),
    },
    'PATCH /api/inventory/items/{id}': {
      roles: INVENTORY_WRITERS,
      id: 'updateItem',
      summary: 'Change SKU, name or unit of an item',
      description: 'The stock changes only through transactions.',
      ...changes(item, namedSchema(itemChanges, 'ItemChanges')),
      errors: ['not_found', 'conflict'],
    },
    'GET /api/inventory/transactions': {
      id: 'listTransactions',
      summary: 'List transactions, newest first',
      ...lists(transaction, filters.transactions),
    },
    'POST /api/inventory/transactions': {
      roles: INVENTORY_WRITERS,
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
    },
    'GET /api/inventory/transactions/{id}': {
      id: 'getTransaction',
      summary: 'Get a transaction',
      path: recordPath,
      responses: returns(transaction),
      errors: ['not_found'],
    },
  })
