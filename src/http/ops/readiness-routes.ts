// GET /health         the process is up; touches nothing
// GET /health/ready   every dependency is reachable, and the process is not shutting down
// GET /metrics        Prometheus text format
import { Hono } from 'hono'
import type { AppEnv } from '../requests/app-env.ts'
import { healthHeaders } from '../responses/health-headers.ts'
import type { RouteGroup } from '../route-group.ts'

export const readinessGroup: RouteGroup = {
  paths: ['/health', '/metrics'],
  authentication: 'none',
  cors: 'none',
  maxBodyBytes: 0,
  operations: async () => (await import('./readiness-paths.ts')).readinessPaths(),
  routes({ config, probes }, { metrics }) {
    const headers = healthHeaders(config.server.commit)
    return new Hono<AppEnv>()
      .get('/health', (c) => c.json({ status: 'ok' }, 200, headers))
      .get('/health/ready', async (c) => {
        const checks = await probes.check()
        if (probes.draining) return c.json({ status: 'draining', checks }, 503, headers)
        const isReady = Object.values(checks).every(Boolean)
        return c.json({ status: isReady ? 'ready' : 'degraded', checks }, isReady ? 200 : 503, headers)
      })
      .get('/metrics', (c) => metrics.printMetrics(c, headers))
  },
}
