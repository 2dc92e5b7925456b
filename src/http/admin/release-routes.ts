// GET  POST /api/admin/releases            sets of working copies that are published together
// GET  PATCH DELETE /api/admin/releases/{id}
// POST /api/admin/releases/{id}/publish    all of them in one transaction
// POST /api/admin/releases/{id}/undo       writes the states before
import { Hono } from 'hono'
import { createRelease, deleteRelease, updateRelease } from '../../content/releases/edit-release.ts'
import { getRelease, publishRelease, undoRelease } from '../../content/releases/publish-release.ts'
import { listReleases, presentRelease, type Release } from '../../content/releases/release.ts'
import type { Deps } from '../../deps.ts'
import { etagOf } from '../../text/record-version.ts'
import type { AppContext, AppEnv } from '../requests/app-env.ts'
import { contentContext, reportPublications } from '../requests/content-request.ts'
import { filters } from '../requests/query-schemas.ts'
import { readJson } from '../requests/request-body.ts'
import { idOf, ifMatchOf, listQuery, pagingOf } from '../requests/request-parameters.ts'
import { contentApi } from '../requests/route-access.ts'
import { needs, needsBelow, within } from '../requests/token-needs.ts'
import type { RouteGroup } from '../route-group.ts'

export const releaseGroup: RouteGroup = {
  ...contentApi,
  paths: ['/api/admin/releases'],
  tokens: needsBelow('/api/admin/releases', {
    'GET /': within('narrowed', needs('read')),
    'POST /': within('narrowed', needs('write')),
    'GET /:id': within('narrowed', needs('read')),
    'PATCH /:id': within('narrowed', needs('write')),
    'DELETE /:id': within('narrowed', needs('write')),
    'POST /:id/publish': within('narrowed', needs('write', 'publish')),
    'POST /:id/undo': within('narrowed', needs('write', 'publish')),
  }),
  operations: async () => (await import('./release-paths.ts')).releasePaths(),
  routes: releaseRoutes,
}

function releaseRoutes(deps: Deps) {
  const targetOf = (c: AppContext) => ({ id: idOf(c), ifMatch: ifMatchOf(c) })
  const send = async (c: AppContext, { id }: Pick<Release, 'id'>, status: 200 | 201 = 200) => {
    const { release, items } = await getRelease(contentContext(deps, c), id)
    return c.json({ ...presentRelease(release), items }, status, {
      ETag: etagOf(release.version),
      ...(status === 201 && { Location: `/api/admin/releases/${id}` }),
    })
  }
  return new Hono<AppEnv>()
    .basePath('/api/admin/releases')
    .get('/', listQuery(filters.releases), async (c) => {
      const { state, ...parameters } = c.req.valid('query')
      return c.json(await listReleases(contentContext(deps, c), { state, paging: pagingOf(parameters) }))
    })
    .post('/', async (c) => {
      const release = await createRelease(contentContext(deps, c), await readJson(c))
      return send(c, release, 201)
    })
    .get('/:id', (c) => send(c, { id: idOf(c) }))
    .patch('/:id', async (c) => {
      const body = await readJson(c)
      return send(c, await updateRelease(contentContext(deps, c), { ...targetOf(c), body }))
    })
    .delete('/:id', async (c) => {
      await deleteRelease(contentContext(deps, c), targetOf(c))
      return c.body(null, 204)
    })
    .post('/:id/publish', reportPublications(deps), async (c) =>
      send(c, await publishRelease(contentContext(deps, c), targetOf(c))),
    )
    .post('/:id/undo', async (c) => send(c, await undoRelease(contentContext(deps, c), targetOf(c))))
}
