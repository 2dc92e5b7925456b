// GET /health         the process is up; touches nothing
// GET /health/ready   every dependency is reachable, and the process is not shutting down
// GET /metrics        Prometheus text format
import { Hono } from 'hono'
import type { Paths } from '../openapi/describe-operation.ts'
import { checks, getOperation, liveness } from '../openapi/health-operations.ts'
import type { AppEnv } from '../requests/app-env.ts'
import { healthHeaders } from '../responses/health-headers.ts'
import type { RouteGroup } from '../route-group.ts'

export const readinessGroup: RouteGroup = {
  paths: ['/health', '/metrics'],
  authentication: 'none',
  cors: 'none',
  maxBodyBytes: 0,
  operations: readinessPaths,
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

function readinessPaths(): Paths {
  return {
    '/health': liveness('getLiveness'),
    '/health/ready': getOperation(
      {
        id: 'getReadiness',
        summary: 'Check all dependencies',
        description: 'Database, object store and identity provider. `draining` while the service shuts down.',
      },
      checks('ready', ['degraded', 'draining'], ['database', 'object_store', 'identity_provider']),
    ),
    '/metrics': getOperation(
      { id: 'getMetrics', summary: 'Get metrics in the Prometheus text format' },
      { '200': { description: 'OK', content: { 'text/plain': { schema: { type: 'string' } } } } },
    ),
  }
}
