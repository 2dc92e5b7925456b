// POST /api/admin/{resource}/batch   up to 500 writes in one transaction
import { Hono } from 'hono'
import { presentForEditors } from '../../content/definition/record-views.ts'
import { resources } from '../../content/resources/resource-registry.ts'
import { batchRecords } from '../../content/verbs/batch-records.ts'
import type { AppEnv } from '../requests/app-env.ts'
import { MAX_BATCH_BYTES } from '../requests/body-limits.ts'
import { contentContext, reportPublications } from '../requests/content-request.ts'
import { batchQuery } from '../requests/query-schemas.ts'
import { readJson } from '../requests/request-body.ts'
import { query } from '../requests/request-parameters.ts'
import { contentApi } from '../requests/route-access.ts'
import { needsOneOf, within } from '../requests/token-needs.ts'
import type { RouteGroup } from '../route-group.ts'

const batches = resources.map((resource) => ({ resource, path: `/api/admin/${resource.name}/batch` }))

export const batchGroup: RouteGroup = {
  ...contentApi,
  paths: batches.map(({ path }) => path),
  tokens: Object.fromEntries(
    batches.map(({ resource, path }) => [
      `POST ${path}`,
      // Each operation needs its own.
      within({ resource: resource.name }, needsOneOf('write', 'publish', 'delete')),
    ]),
  ),
  maxBodyBytes: MAX_BATCH_BYTES,
  operations: async () => (await import('./batch-paths.ts')).batchPaths(),
  routes(deps) {
    const routes = new Hono<AppEnv>()
    for (const { resource, path } of batches)
      routes.post(path, reportPublications(deps), query(batchQuery), async (c) => {
        const { records = true } = c.req.valid('query')
        const results = await batchRecords(contentContext(deps, c), { resource, body: await readJson(c) })
        const items = results.map(({ record, ...result }) => ({
          ...result,
          ...(records && record && { record: presentForEditors(resource, record) }),
        }))
        return c.json({ items })
      })
    return routes
  },
}
