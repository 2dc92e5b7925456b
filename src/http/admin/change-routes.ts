// GET /api/admin/changes?page&per_page   the latest changes of all content: who changed which fields of what
import { Hono } from 'hono'
import { listChanges } from '../../content/history/list-changes.ts'
import type { Deps } from '../../deps.ts'
import type { AppEnv } from '../requests/app-env.ts'
import { contentContext } from '../requests/content-request.ts'
import { listQuery, pagingOf } from '../requests/validate-request.ts'

export const changeRoutes = (deps: Deps) =>
  new Hono<AppEnv>().get('/', listQuery({}), async (c) =>
    c.json(await listChanges(contentContext(deps, c), pagingOf(c.req.valid('query')))),
  )
