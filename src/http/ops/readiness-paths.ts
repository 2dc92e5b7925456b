import type { Paths } from '../openapi/describe-operation.ts'
import { checks, getOperation, liveness } from '../openapi/health-operations.ts'

export const readinessPaths = (): Paths => ({
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
})
