// The operations sub-app: probes, metrics and procurement.
// GET /health         the process is up; touches nothing
// GET /health/ready   every dependency is reachable, and the process is not shutting down
// GET /metrics        Prometheus text format
// /api/quotes, /api/inventory, /api/users, /api/audit-log
import { Hono } from 'hono'
import type { Deps } from '../../deps.ts'
import type { HttpMetrics } from '../http-metrics.ts'
import type { AppEnv } from '../requests/app-env.ts'
import { MAX_JSON_BYTES } from '../requests/body-limits.ts'
import { healthHeaders } from '../responses/health-headers.ts'
import type { RouteAccess, SubApp } from '../route-access.ts'
import { auditRoutes } from './audit-log-routes.ts'
import { inventoryRoutes } from './inventory-routes.ts'
import { userRoutes } from './procurement-user-routes.ts'
import { quoteRoutes } from './quote-routes.ts'

const access: RouteAccess[] = [
  { paths: ['/health', '/metrics'], authentication: 'none', cors: 'none', maxBodyBytes: 0 },
  {
    paths: ['/api/quotes', '/api/inventory', '/api/users', '/api/audit-log'],
    authentication: 'procurement',
    cors: 'listed-origins',
    maxBodyBytes: MAX_JSON_BYTES,
  },
]

export function opsApp(deps: Deps, { printMetrics }: HttpMetrics): SubApp {
  const { config, probes } = deps
  const headers = healthHeaders(config.server.commit)
  const routes = new Hono<AppEnv>()
    .get('/health', (c) => c.json({ status: 'ok' }, 200, headers))
    .get('/health/ready', async (c) => {
      const checks = await probes.check()
      if (probes.draining) return c.json({ status: 'draining', checks }, 503, headers)
      const isReady = Object.values(checks).every(Boolean)
      return c.json({ status: isReady ? 'ready' : 'degraded', checks }, isReady ? 200 : 503, headers)
    })
    .get('/metrics', (c) => printMetrics(c, headers))
    .route('/api/quotes', quoteRoutes(deps))
    .route('/api/inventory', inventoryRoutes(deps))
    .route('/api/users', userRoutes(deps))
    .route('/api/audit-log', auditRoutes(deps))
  return { access, routes }
}
