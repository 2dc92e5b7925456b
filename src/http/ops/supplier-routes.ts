// GET POST /api/suppliers              ?q= &active= &sort=; {name, code?, tax_id?, contacts?, …}
// GET /api/suppliers.csv               ?q= &active=
// POST /api/suppliers/import           ?dry_run=; CSV
// GET PATCH DELETE /api/suppliers/{id}
// POST /api/suppliers/{id}/merge       {into}
import { Hono } from 'hono'
import type { Deps } from '../../deps.ts'
import { importSuppliers } from '../../procurement/suppliers/import-suppliers.ts'
import { mergeSupplier } from '../../procurement/suppliers/merge-suppliers.ts'
import { SUPPLIER_COLUMNS, supplierRow } from '../../procurement/suppliers/supplier-csv.ts'
import {
  createSupplier,
  exportSuppliers,
  getSupplier,
  listSuppliers,
  presentSupplier,
  removeSupplier,
  type Supplier,
  updateSupplier,
} from '../../procurement/suppliers/suppliers.ts'
import { toCsv } from '../../text/csv.ts'
import { etagOf } from '../../text/record-version.ts'
import type { AppContext, AppEnv } from '../requests/app-env.ts'
import { procurement, procurementContext } from '../requests/procurement-requests.ts'
import { filters } from '../requests/query-schemas.ts'
import { readCsvBody, readJson } from '../requests/request-body.ts'
import { closedQuery, idOf, ifMatchOf, listQuery, pagingOf } from '../requests/request-parameters.ts'
import { apart, needsBelow } from '../requests/token-needs.ts'
import { csvHeaders, sendStream } from '../responses/send-stream.ts'
import type { RouteGroup } from '../route-group.ts'
import { supplierExport, supplierImport } from './supplier-paths.ts'

export const supplierGroup: RouteGroup = {
  ...procurement,
  paths: ['/api/suppliers', '/api/suppliers.csv'],
  tokens: {
    'GET /api/suppliers.csv': apart('procurement'),
    ...needsBelow('/api/suppliers', {
      'GET /': apart('procurement'),
      'POST /': apart('procurement'),
      'POST /import': apart('procurement'),
      'GET /:id': apart('procurement'),
      'PATCH /:id': apart('procurement'),
      'DELETE /:id': apart('procurement'),
      'POST /:id/merge': apart('procurement'),
    }),
  },
  operations: async () => (await import('./supplier-paths.ts')).supplierPaths(),
  routes: supplierRoutes,
}

function supplierRoutes(deps: Deps) {
  const contextOf = (c: AppContext) => procurementContext(deps, c)
  const language = deps.config.site.languages[0]!
  const send = (c: AppContext, supplier: Supplier, status: 200 | 201 = 200) =>
    c.json(presentSupplier(supplier), status, {
      ETag: etagOf(supplier.version),
      ...(status === 201 && { Location: `/api/suppliers/${supplier.id}` }),
    })

  return new Hono<AppEnv>()
    .get(
      '/api/suppliers.csv',
      closedQuery(() => supplierExport),
      (c) => {
        const batches = exportSuppliers(contextOf(c), c.req.valid('query'))
        return sendStream(c, toCsv(SUPPLIER_COLUMNS, rowsOf(batches)), csvHeaders('suppliers.csv'))
      },
    )
    .get('/api/suppliers', listQuery(filters.suppliers), async (c) => {
      const { q, active, sort, ...query } = c.req.valid('query')
      const request = { q, active, sort, language, paging: pagingOf(query) }
      const page = await listSuppliers(contextOf(c), request)
      return c.json({ ...page, items: page.items.map(presentSupplier) })
    })
    .post('/api/suppliers', async (c) => send(c, await createSupplier(contextOf(c), await readJson(c)), 201))
    .post(
      '/api/suppliers/import',
      closedQuery(() => supplierImport),
      async (c) => {
        const { dry_run: dryRun = false } = c.req.valid('query')
        return c.json(await importSuppliers(contextOf(c), { csv: await readCsvBody(c), dryRun }))
      },
    )
    .get('/api/suppliers/:id', async (c) => send(c, await getSupplier(contextOf(c), idOf(c))))
    .patch('/api/suppliers/:id', async (c) => {
      const change = { id: idOf(c), body: await readJson(c), ifMatch: ifMatchOf(c) }
      return send(c, await updateSupplier(contextOf(c), change))
    })
    .delete('/api/suppliers/:id', async (c) => {
      await removeSupplier(contextOf(c), { id: idOf(c), ifMatch: ifMatchOf(c) })
      return c.body(null, 204)
    })
    .post('/api/suppliers/:id/merge', async (c) => {
      const merger = { id: idOf(c), body: await readJson(c), ifMatch: ifMatchOf(c) }
      return send(c, await mergeSupplier(contextOf(c), merger))
    })
}

async function* rowsOf(batches: AsyncIterable<Supplier[]>) {
  for await (const batch of batches) yield batch.map(supplierRow)
}
