// Content of all resources, with the same routes for each.
// GET  /api/admin/site                                             the site with drafts
// GET  POST /api/admin/{resource}                                  list, create
// POST /api/admin/{resource}/batch
// POST /api/admin/{resource}/reorder
// GET  PUT PATCH DELETE /api/admin/{resource}/{id}
// POST /api/admin/{resource}/{id}/duplicate
// GET  /api/admin/{resource}/{id}/revisions[/{revision}]
// POST /api/admin/{resource}/{id}/revisions/{revision}/restore
// … /api/admin/{resource}/{id}/preview                              see preview-routes.ts
// PUT  PATCH DELETE /api/admin/seo-meta                            the key in the body or the query
import { Hono } from 'hono'
import { z } from 'zod'
import type { Resource, Row } from '../../content/define-resource.ts'
import { chooseFields, toListQuery } from '../../content/list-query.ts'
import { presentForEditors } from '../../content/record-views.ts'
import { resources } from '../../content/resource-registry.ts'
import { readSiteWithDrafts } from '../../content/site-with-drafts.ts'
import { batchRecords } from '../../content/verbs/batch-records.ts'
import { createRecord } from '../../content/verbs/create-record.ts'
import { deleteRecord } from '../../content/verbs/delete-record.ts'
import { canDuplicate, duplicateRecord } from '../../content/verbs/duplicate-record.ts'
import { getRecord } from '../../content/verbs/get-record.ts'
import { getRevision } from '../../content/verbs/get-revision.ts'
import { listRecords } from '../../content/verbs/list-records.ts'
import { reorderRecords } from '../../content/verbs/reorder-records.ts'
import { listRevisions, restoreRevision } from '../../content/verbs/restore-revision.ts'
import { patchRecord, replaceRecord } from '../../content/verbs/update-record.ts'
import { upsertRecord } from '../../content/verbs/upsert-record.ts'
import type { Deps } from '../../deps.ts'
import { invalid } from '../../errors.ts'
import type { AppContext, AppEnv } from '../../http/app-env.ts'
import { contentContext, reportPublications } from '../../http/content-request.ts'
import { batchQuery, listFilters, revisionQuery, writeQuery } from '../../http/query-schemas.ts'
import { readJson, readOptionalJson } from '../../http/request-body.ts'
import { ifMatchOf, listQuery, pagingOf, query, queryOf } from '../../http/validate-request.ts'
import { parseInput } from '../../parse-input.ts'
import { etagOf } from '../../record-version.ts'
import { recordsMatching } from '../../search/record-search.ts'
import { previewRoutes } from './preview-routes.ts'

export function contentRoutes(deps: Deps) {
  const routes = new Hono<AppEnv>()
  routes.use(reportPublications(deps))
  routes.get('/site', async (c) =>
    c.json(await readSiteWithDrafts(contentContext(deps, c), deps.snapshot.languages)),
  )
  for (const resource of resources) {
    routes.route(`/${resource.name}`, resourceRoutes(deps, resource))
    if (resource.pagePrefix !== null) routes.route(`/${resource.name}`, previewRoutes(deps, resource))
  }
  return routes
}

function resourceRoutes(deps: Deps, resource: Resource) {
  const routes = new Hono<AppEnv>()

  routes.get('/', listQuery(listFilters(resource)), async (c) => {
    const { q, ...parameters } = c.req.valid('query') as Record<string, unknown> & { q?: string }
    const query = toListQuery(resource, parameters, deps.clock())
    if (q !== undefined) await deps.searchIndex.catchUp()
    const { items, etag, ...envelope } = await listRecords(contentContext(deps, c), {
      resource,
      paging: pagingOf(parameters),
      query,
      where: q === undefined ? undefined : recordsMatching(resource, q),
    })
    if (etag) c.header('ETag', etag)
    const shown = items.map((row) => chooseFields(presentForEditors(resource, row), query.fields))
    return c.json({ items: shown, ...envelope })
  })

  if (!resource.singleton) {
    routes.post('/', query(writeQuery), async (c) => {
      const { autosave = false } = c.req.valid('query')
      const row = await createRecord(contentContext(deps, c), { resource, body: await readJson(c), autosave })
      return sendCreated(c, resource, row)
    })
  }

  routes.post('/batch', query(batchQuery), async (c) => {
    const { records = true } = c.req.valid('query')
    const results = await batchRecords(contentContext(deps, c), { resource, body: await readJson(c) })
    const items = results.map(({ record, ...result }) => ({
      ...result,
      ...(records && record && { record: presentForEditors(resource, record) }),
    }))
    return c.json({ items })
  })

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

  routes.get('/:id', async (c) =>
    sendRecord(
      c,
      resource,
      await getRecord(contentContext(deps, c), { resource, idOrKey: c.req.param('id') }),
    ),
  )

  const write = (c: AppContext, idOrKey: string, body: unknown) => {
    const { autosave = false } = parseInput(writeQuery, queryOf(c))
    return { resource, idOrKey, body, ifMatch: ifMatchOf(c), autosave }
  }

  const put = async (c: AppContext, idOrKey: string, body: unknown) => {
    const update = write(c, idOrKey, body)
    const byKey = resource.addressedByKey && !/^\d+$/.test(idOrKey)
    if (!byKey) return sendRecord(c, resource, await replaceRecord(contentContext(deps, c), update))
    const { row, created } = await upsertRecord(contentContext(deps, c), update)
    return created ? sendCreated(c, resource, row) : sendRecord(c, resource, row)
  }

  const patch = async (c: AppContext, idOrKey: string, body: unknown) =>
    sendRecord(c, resource, await patchRecord(contentContext(deps, c), write(c, idOrKey, body)))

  const remove = async (c: AppContext, idOrKey: string) => {
    await deleteRecord(contentContext(deps, c), { resource, idOrKey, ifMatch: ifMatchOf(c) })
    return c.body(null, 204)
  }

  routes.put('/:id', async (c) => put(c, c.req.param('id'), await readJson(c)))
  routes.patch('/:id', async (c) => patch(c, c.req.param('id'), await readJson(c)))
  if (!resource.singleton) routes.delete('/:id', (c) => remove(c, c.req.param('id')))

  if (resource.addressedByKey) {
    routes.put('/', async (c) => {
      const body = await readJson(c)
      return put(c, keyIn(c, resource, body), body)
    })
    routes.patch('/', async (c) => {
      const body = await readJson(c)
      return patch(c, keyIn(c, resource, body), body)
    })
    routes.delete('/', async (c) => {
      const hasBody = c.req.query(resource.key!) === undefined
      return remove(c, keyIn(c, resource, hasBody ? await readOptionalJson(c) : null))
    })
  }

  if (canDuplicate(resource)) {
    routes.post('/:id/duplicate', async (c) => {
      const idOrKey = c.req.param('id')
      return sendCreated(c, resource, await duplicateRecord(contentContext(deps, c), { resource, idOrKey }))
    })
  }

  routes.get('/:id/revisions', listQuery({}), async (c) => {
    const paging = pagingOf(c.req.valid('query'))
    return c.json(
      await listRevisions(contentContext(deps, c), { resource, idOrKey: c.req.param('id'), paging }),
    )
  })
  routes.get('/:id/revisions/:revision', query(revisionQuery), async (c) => {
    const { id, revision } = c.req.param()
    const { diff = null } = c.req.valid('query')
    return c.json(await getRevision(contentContext(deps, c), { resource, idOrKey: id, revision, diff }))
  })
  routes.post('/:id/revisions/:revision/restore', async (c) => {
    const { id, revision } = c.req.param()
    const restore = { resource, idOrKey: id, revision, ifMatch: ifMatchOf(c) }
    return sendRecord(c, resource, await restoreRevision(contentContext(deps, c), restore))
  })
  return routes
}

/** The record's key from the query or the body. Throws 422 when it is in neither. */
function keyIn(c: AppContext, resource: Resource, body: unknown): string {
  const key = resource.key!
  const inBody =
    typeof body === 'object' && body !== null ? (body as Record<string, unknown>)[key] : undefined
  const value = queryOf(c)[key] ?? inBody
  if (value === undefined) {
    const message = 'is required: in the path, the query or the body'
    throw invalid([{ path: key, code: 'required', message }])
  }
  return String(
    parseInput(z.object({ [key]: resource.input.shape[key]! as z.ZodType }), { [key]: value })[key],
  )
}

function sendRecord(c: AppContext, resource: Resource, row: Row) {
  return c.json(presentForEditors(resource, row), 200, {
    ETag: etagOf(row.version),
  })
}

function sendCreated(c: AppContext, resource: Resource, row: Row) {
  const idOrKey = resource.addressedByKey ? row[resource.key!] : row.id
  return c.json(presentForEditors(resource, row), 201, {
    ETag: etagOf(row.version),
    Location: `/api/admin/${resource.name}/${idOrKey}`,
  })
}
