// GET /health         the process is up; touches nothing
// GET /health/ready   every part that the service needs is there, and it is not stopping
// GET /metrics        Prometheus text format
// /api/quotes, /api/inventory, /api/users, /api/audit-log
import { Hono } from 'hono'
import type { Deps } from '../../deps.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { healthHeaders } from '../../http/health-headers.ts'
import { auditRoutes } from './audit-log-routes.ts'
import { inventoryRoutes } from './inventory-routes.ts'
import { userRoutes } from './procurement-user-routes.ts'
import { quoteRoutes } from './quote-routes.ts'

/** What a scraper and an orchestrator call, at the root, and procurement; its guard stands before it in `app.ts`. */
export function opsRoutes(deps: Deps) {
  const { config, probes, metrics } = deps
  const headers = healthHeaders(config.server.commit)
  return new Hono<AppEnv>()
    .get('/health', (c) => c.json({ status: 'ok' }, 200, headers))
    .get('/health/ready', async (c) => {
      if (probes.draining) return c.json({ status: 'draining', checks: await probes.check() }, 503, headers)
      const checks = await probes.check()
      const ready = Object.values(checks).every(Boolean)
      return c.json({ status: ready ? 'ready' : 'degraded', checks }, ready ? 200 : 503, headers)
    })
    .get('/metrics', async (c) =>
      c.body(await metrics.text(), 200, { ...headers, 'Content-Type': metrics.contentType }),
    )
    .route('/api/quotes', quoteRoutes(deps))
    .route('/api/inventory', inventoryRoutes(deps))
    .route('/api/users', userRoutes(deps))
    .route('/api/audit-log', auditRoutes(deps))
}
