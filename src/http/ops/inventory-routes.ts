// GET POST /api/inventory/items              ?q=; {sku, name, unit}
// GET PATCH /api/inventory/items/{id}
// GET POST /api/inventory/transactions       ?item_id= &quote_id= &type=; {item_id, type, quantity, note?}
// GET /api/inventory/transactions/{id}
import { Hono } from 'hono'
import type { Deps } from '../../deps.ts'
import {
  createItem,
  getItem,
  type Item,
  listItems,
  presentItem,
  updateItem,
} from '../../procurement/inventory/inventory-items.ts'
import {
  createTransaction,
  getTransaction,
  listTransactions,
} from '../../procurement/inventory/inventory-transactions.ts'
import { etagOf } from '../../text/record-version.ts'
import type { AppContext, AppEnv } from '../requests/app-env.ts'
import { idempotencyKey } from '../requests/idempotency-key.ts'
import { procurement, procurementContext, sendCreated } from '../requests/procurement-requests.ts'
import { filters } from '../requests/query-schemas.ts'
import { readJson } from '../requests/request-body.ts'
import { idOf, ifMatchOf, listQuery, pagingOf } from '../requests/request-parameters.ts'
import { apart, needsBelow } from '../requests/token-needs.ts'
import type { RouteGroup } from '../route-group.ts'

export const inventoryGroup: RouteGroup = {
  ...procurement,
  paths: ['/api/inventory'],
  tokens: needsBelow('/api/inventory', {
    'GET /items': apart('procurement'),
    'POST /items': apart('procurement'),
    'GET /items/:id': apart('procurement'),
    'PATCH /items/:id': apart('procurement'),
    'GET /transactions': apart('procurement'),
    'POST /transactions': apart('procurement'),
    'GET /transactions/:id': apart('procurement'),
  }),
  operations: async () => (await import('./inventory-paths.ts')).inventoryPaths(),
  routes: inventoryRoutes,
}

function inventoryRoutes(deps: Deps) {
  const contextOf = (c: AppContext) => procurementContext(deps, c)
  const language = deps.config.site.languages[0]!
  const send = (c: AppContext, item: Item, status: 200 | 201) =>
    c.json(presentItem(item), status, {
      ETag: etagOf(item.version),
      ...(status === 201 && { Location: `/api/inventory/items/${item.id}` }),
    })

  return new Hono<AppEnv>()
    .basePath('/api/inventory')
    .get('/items', listQuery(filters.items), async (c) => {
      const { q, ...query } = c.req.valid('query')
      const page = await listItems(contextOf(c), { q, language, paging: pagingOf(query) })
      return c.json({ ...page, items: page.items.map(presentItem) })
    })
    .post('/items', async (c) => send(c, await createItem(contextOf(c), await readJson(c)), 201))
    .get('/items/:id', async (c) => send(c, await getItem(contextOf(c), idOf(c)), 200))
    .patch('/items/:id', async (c) => {
      const ifMatch = ifMatchOf(c)
      const change = { id: idOf(c), body: await readJson(c), ifMatch }
      return send(c, await updateItem(contextOf(c), change), 200)
    })
    .get('/transactions', listQuery(filters.transactions), async (c) => {
      const { item_id, quote_id, type, ...query } = c.req.valid('query')
      const filter = { item_id, quote_id, type, paging: pagingOf(query) }
      return c.json(await listTransactions(contextOf(c), filter))
    })
    .post('/transactions', async (c) => {
      const body = await readJson(c)
      const outcome = await createTransaction(contextOf(c), { body, key: idempotencyKey(c) })
      return sendCreated(c, outcome, { Location: `/api/inventory/transactions/${outcome.answer.id}` })
    })
    .get('/transactions/:id', async (c) => c.json(await getTransaction(contextOf(c), idOf(c))))
}
