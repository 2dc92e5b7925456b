// Health checks, metrics and the API documentation.
import { z } from 'zod'
import { operation, type Paths } from '../openapi/describe-operation.ts'
import { notModified, returns, returnsCacheable } from '../openapi/standard-responses.ts'

const alive = z.object({ status: z.literal('ok') })

/** 200 if all checks are true, 503 otherwise. */
const checks = (healthy: string, unhealthy: string[], names: string[]) => {
  const schema = z.object({
    status: z.enum([healthy, ...unhealthy]),
    checks: z.object(Object.fromEntries(names.map((name) => [name, z.boolean()]))),
  })
  const content = { 'application/json': { schema } }
  return {
    '200': { description: 'All checks passed.', content },
    '503': { description: 'At least one check failed.', content },
  }
}

type Get = { id: string; summary: string; description?: string }

// Declared responses replace the standard ones: the 503 of a health check is no problem document.
const get = (described: Get, responses: Parameters<typeof operation>[0]['responses']) => {
  const standard = operation({ ...described, tag: 'Operations', responses: {} })
  return { get: { ...standard, responses: { ...standard.responses, ...responses } } }
}

const LIVENESS = { summary: 'Check that the process responds', description: 'Checks no dependencies.' }

export const operationPaths = (): Paths => ({
  '/health': get({ id: 'getLiveness', ...LIVENESS }, returns(alive)),
  '/api/live': get({ id: 'getApiLiveness', ...LIVENESS }, returns(alive)),
  '/health/ready': get(
    {
      id: 'getReadiness',
      summary: 'Check all dependencies',
      description: 'Database, object store and identity provider. `draining` while the service shuts down.',
    },
    checks('ready', ['degraded', 'draining'], ['database', 'object_store', 'identity_provider']),
  ),
  '/api/health': get(
    { id: 'getHealth', summary: 'Check database and image storage' },
    checks('ok', ['degraded'], ['database', 'storage']),
  ),
  '/metrics': get(
    { id: 'getMetrics', summary: 'Get metrics in the Prometheus text format' },
    { '200': { description: 'OK', content: { 'text/plain': { schema: { type: 'string' } } } } },
  ),
  '/api/openapi.json': get(
    { id: 'getDocument', summary: 'Get this OpenAPI document' },
    returnsCacheable(z.object({ openapi: z.string() }).loose()),
  ),
  '/api/docs': get(
    { id: 'getDocs', summary: 'Get the interactive API reference' },
    returnsCacheable(null, 'text/html'),
  ),
  '/api/docs/{file}': {
    get: operation({
      id: 'getDocsFile',
      tag: 'Operations',
      summary: 'Get a script or style sheet of the API reference',
      path: z.object({ file: z.string() }),
      responses: {
        '200': {
          description: 'OK',
          content: {
            'text/javascript': { schema: { type: 'string' } },
            'text/css': { schema: { type: 'string' } },
          },
        },
        ...notModified,
      },
      errors: ['not_found'],
    }),
  },
})
