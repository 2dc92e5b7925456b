// GET  POST /api/admin/{resource}           list, create
// POST /api/admin/{resource}/reorder        ordered resources
import { Hono } from 'hono'
import type { Resource } from '../../content/definition/define-resource.ts'
import { presentForEditors } from '../../content/definition/record-views.ts'
import { recordsMatching } from '../../content/search/record-search.ts'
import { createRecord } from '../../content/verbs/create-record.ts'
import { chooseFields, toListQuery } from '../../content/verbs/list-query.ts'
import { listRecords } from '../../content/verbs/list-records.ts'
import { reorderRecords } from '../../content/verbs/reorder-records.ts'
import type { Deps } from '../../deps.ts'
import { contentLanguages } from '../../text/content-language.ts'
import type { AppEnv } from '../requests/app-env.ts'
import { contentContext } from '../requests/content-request.ts'
import { idempotencyKey, replayedHeader } from '../requests/idempotency-key.ts'
import { listFilters, writeQuery } from '../requests/query-schemas.ts'
import { readJson } from '../requests/request-body.ts'
import { ifMatchOf, listQuery, pagingOf, query } from '../requests/request-parameters.ts'
import { WARNING } from '../responses/send-body.ts'
import { sendCreated } from './send-record.ts'

/** The routes below `/api/admin/{resource}` for all its records. */
export function collectionRoutes(deps: Deps, resource: Resource) {
  const routes = new Hono<AppEnv>()
  const languages = contentLanguages(deps.config.site.languages)

  // The parameters of all resources together take a tenth of the start.
  routes.get(
    '/',
    listQuery(() => listFilters(resource)),
    async (c) => {
      const { q, ...parameters } = c.req.valid('query') as Record<string, unknown> & { q?: string }
      const query = toListQuery(resource, parameters, { now: deps.clock(), languages })
      if (q !== undefined && !(await deps.searchIndex.isCaughtUp(resource))) c.header('Warning', WARNING)
      const { items, etag, ...envelope } = await listRecords(contentContext(deps, c), {
        resource,
        paging: pagingOf(parameters),
        query,
        where:
          q === undefined ? undefined : recordsMatching(resource, q, deps.searchIndex.keyOf(resource.name)),
      })
      if (etag) c.header('ETag', etag)
      const shown = items.map((row) => chooseFields(presentForEditors(resource, row), query.fields))
      return c.json({ items: shown, ...envelope })
    },
  )

  if (!resource.singleton) {
    routes.post('/', query(writeQuery), async (c) => {
      const { autosave = false } = c.req.valid('query')
      const create = { resource, body: await readJson(c), autosave, key: idempotencyKey(c) }
      const { answer, replayed } = await createRecord(contentContext(deps, c), create)
      return sendCreated(c, resource, answer, replayedHeader(replayed))
    })
  }

  if (resource.ordered) {
    routes.post('/reorder', async (c) => {
      const body = await readJson(c)
      const { items, etag } = await reorderRecords(contentContext(deps, c), {
        resource,
        body,
        ifMatch: ifMatchOf(c),
      })
      return c.json({ items }, 200, { ETag: etag })
    })
  }

  return routes
}
