// GET  /api/admin/{resource}/{id}/revisions[/{revision}]
// POST /api/admin/{resource}/{id}/revisions/{revision}/restore
import { Hono } from 'hono'
import type { Resource } from '../../content/definition/define-resource.ts'
import { getRevision } from '../../content/verbs/get-revision.ts'
import { listRevisions, restoreRevision } from '../../content/verbs/restore-revision.ts'
import type { Deps } from '../../deps.ts'
import type { AppEnv } from '../requests/app-env.ts'
import { contentContext } from '../requests/content-request.ts'
import { revisionQuery } from '../requests/query-schemas.ts'
import { ifMatchOf, listQuery, pagingOf, query } from '../requests/request-parameters.ts'
import { sendRecord } from './send-record.ts'

/** The revision routes below `/api/admin/{resource}`. */
export const revisionRoutes = (deps: Deps, resource: Resource) =>
  new Hono<AppEnv>()
    .get('/:id/revisions', listQuery({}), async (c) => {
      const paging = pagingOf(c.req.valid('query'))
      return c.json(
        await listRevisions(contentContext(deps, c), { resource, idOrKey: c.req.param('id'), paging }),
      )
    })
    .get('/:id/revisions/:revision', query(revisionQuery), async (c) => {
      const { id, revision } = c.req.param()
      const { diff = null } = c.req.valid('query')
      return c.json(await getRevision(contentContext(deps, c), { resource, idOrKey: id, revision, diff }))
    })
    .post('/:id/revisions/:revision/restore', async (c) => {
      const { id, revision } = c.req.param()
      const restore = { resource, idOrKey: id, revision, ifMatch: ifMatchOf(c) }
      return sendRecord(c, resource, await restoreRevision(contentContext(deps, c), restore))
    })
