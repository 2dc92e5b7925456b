// GET /api/audit-log             ?limit=50 &before= &from= &to= &actor= &actor_id= &action= &entity= &entity_id= &request_id=
// GET /api/audit-log/integrity   verifies the hash chain
import { type Context, Hono } from 'hono'
import { listAuditLog } from '../../accounts/audit/list-audit-log.ts'
import { verifyAuditChain } from '../../accounts/audit/verify-audit-chain.ts'
import type { Deps } from '../../deps.ts'
import { createBoundedQueue } from '../../platform/bounded-queue.ts'
import { assertRole } from '../../procurement/people/person.ts'
import { unavailable } from '../../text/errors.ts'
import type { AppEnv } from '../requests/app-env.ts'
import { procurement } from '../requests/procurement-requests.ts'
import { auditQuery } from '../requests/query-schemas.ts'
import { closedQuery } from '../requests/validate-request.ts'
import type { RouteGroup } from '../route-group.ts'

export const auditGroup: RouteGroup = {
  ...procurement,
  paths: ['/api/audit-log'],
  operations: async () => (await import('./audit-paths.ts')).auditPaths(),
  routes: auditRoutes,
}

function auditRoutes({ database }: Deps) {
  const assertReader = (c: Context<AppEnv>) => assertRole(c.get('person'), ['auditor', 'admin'])
  // Each reads the whole log.
  const checks = createBoundedQueue({
    maxRunning: 1,
    maxWaiting: 4,
    createRefusal: () => unavailable('integrity check'),
  })

  return new Hono<AppEnv>()
    .basePath('/api/audit-log')
    .use(async (c, next) => {
      assertReader(c)
      await next()
    })
    .get(
      '/',
      closedQuery(() => auditQuery),
      async (c) => c.json(await listAuditLog(database, c.req.valid('query'))),
    )
    .get('/integrity', async (c) => c.json(await checks.run(() => verifyAuditChain(database))))
}
