import type { Paths } from '../openapi/describe-operation.ts'
import { checks, getOperation, liveness } from '../openapi/health-operations.ts'

export const healthPaths = (): Paths => ({
  '/api/live': liveness('getApiLiveness'),
  '/api/health': getOperation(
    { id: 'getHealth', summary: 'Check database and image storage' },
    checks('ok', ['degraded'], ['database', 'storage']),
  ),
})
