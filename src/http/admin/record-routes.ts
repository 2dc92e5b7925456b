// GET  PUT PATCH DELETE /api/admin/{resource}/{id}   the id, or the key of a keyed resource
// PUT  PATCH DELETE /api/admin/seo-meta              keyed resources, with the key in the query or the body
// POST /api/admin/{resource}/{id}/duplicate
import { Hono } from 'hono'
import { z } from 'zod'
import { canDuplicate } from '../../content/definition/can-duplicate.ts'
import type { Resource } from '../../content/definition/define-resource.ts'
import { deleteRecord } from '../../content/verbs/delete-record.ts'
import { duplicateRecord } from '../../content/verbs/duplicate-record.ts'
import { getRecord } from '../../content/verbs/get-record.ts'
import { patchRecord, replaceRecord } from '../../content/verbs/update-record.ts'
import { upsertRecord } from '../../content/verbs/upsert-record.ts'
import type { Deps } from '../../deps.ts'
import { invalid } from '../../text/errors.ts'
import { parseInput } from '../../text/parse-input.ts'
import type { AppContext, AppEnv } from '../requests/app-env.ts'
import { contentContext } from '../requests/content-request.ts'
import { writeQuery } from '../requests/query-schemas.ts'
import { readJson, readOptionalJson } from '../requests/request-body.ts'
import { ifMatchOf, parseQuery, queryOf } from '../requests/request-parameters.ts'
import { sendCreated, sendRecord } from './send-record.ts'

/** The routes below `/api/admin/{resource}` for one record. */
export function recordRoutes(deps: Deps, resource: Resource) {
  const routes = new Hono<AppEnv>()

  routes.get('/:id', async (c) =>
    sendRecord(
      c,
      resource,
      await getRecord(contentContext(deps, c), { resource, idOrKey: c.req.param('id') }),
    ),
  )

  const write = (c: AppContext, idOrKey: string, body: unknown) => {
    const { autosave = false } = parseQuery(writeQuery, c)
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
