// GET /api/admin/changes?page&per_page   the latest changes of all content: who changed which fields of what
import { Hono } from 'hono'
import { listChanges } from '../../content/history/list-changes.ts'
import type { AppEnv } from '../requests/app-env.ts'
import { contentContext } from '../requests/content-request.ts'
import { adminApi } from '../requests/route-access.ts'
import { listQuery, pagingOf } from '../requests/validate-request.ts'
import type { RouteGroup } from '../route-group.ts'

export const changeGroup: RouteGroup = {
  ...adminApi,
  paths: ['/api/admin/changes'],
  operations: async () => (await import('./change-paths.ts')).changePaths(),
  routes: (deps) =>
    new Hono<AppEnv>().get('/api/admin/changes', listQuery({}), async (c) =>
      c.json(await listChanges(contentContext(deps, c), pagingOf(c.req.valid('query')))),
    ),
}
