// GET /api/live     the process is up; touches nothing
// GET /api/health   the database and the image storage are available
import { Hono } from 'hono'
import type { Deps } from '../../deps.ts'
import type { Paths } from '../openapi/describe-operation.ts'
import { checks, getOperation, liveness } from '../openapi/health-operations.ts'
import type { AppEnv } from '../requests/app-env.ts'
import { publicRead } from '../requests/route-access.ts'
import { healthHeaders } from '../responses/health-headers.ts'
import type { RouteGroup } from '../route-group.ts'

export const healthGroup: RouteGroup = {
  ...publicRead,
  paths: ['/api/live', '/api/health'],
  cors: 'none',
  operations: healthPaths,
  routes: healthRoutes,
}

function healthRoutes({ config, probes }: Deps) {
  const headers = healthHeaders(config.server.commit)
  return new Hono<AppEnv>()
    .get('/api/live', (c) => c.json({ status: 'ok' }, 200, headers))
    .get('/api/health', async (c) => {
      const { database, object_store: storage } = await probes.check()
      const healthy = database && storage
      const checks = { database, storage }
      return c.json({ status: healthy ? 'ok' : 'degraded', checks }, healthy ? 200 : 503, headers)
    })
}

function healthPaths(): Paths {
  return {
    '/api/live': liveness('getApiLiveness'),
    '/api/health': getOperation(
      { id: 'getHealth', summary: 'Check database and image storage' },
      checks('ok', ['degraded'], ['database', 'storage']),
    ),
  }
}
