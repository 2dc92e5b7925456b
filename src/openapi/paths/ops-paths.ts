// What orchestrators, scrapers and developers call.
import { z } from 'zod'
import { cached, operation, type Paths, sends } from '../describe-operation.ts'

const alive = z.object({ status: z.literal('ok') })

/** 200 when every check is true, 503 when one is not. */
const checks = (good: string, bad: string[], names: string[]) => {
  const schema = z.object({
    status: z.enum([good, ...bad]),
    checks: z.object(Object.fromEntries(names.map((name) => [name, z.boolean()]))),
  })
  const content = { 'application/json': { schema } }
  return {
    '200': { description: 'All is there.', content },
    '503': { description: 'Something is away.', content },
  }
}

const get = (id: string, summary: string, answers: Parameters<typeof operation>[0]['answers']) => {
  const described = operation({ id, tag: 'Operations', summary, answers: {} })
  return { get: { ...described, responses: { ...described.responses, ...answers } } }
}

export const operationPaths = (): Paths => ({
  '/health': get('getLiveness', 'The process is up; touches nothing', sends(alive)),
  '/api/live': get('getApiLiveness', 'The process is up; touches nothing', sends(alive)),
  '/health/ready': get(
    'getReadiness',
    'Every part that the service needs is there',
    checks('ready', ['degraded', 'draining'], ['database', 'object_store', 'identity_provider']),
  ),
  '/api/health': get(
    'getHealth',
    'The database and the store of the images are there',
    checks('ok', ['degraded'], ['database', 'storage']),
  ),
  '/metrics': get('getMetrics', 'Prometheus text format', {
    '200': { description: 'OK', content: { 'text/plain': { schema: { type: 'string' } } } },
  }),
  '/api/openapi.json': get('getDocument', 'This document', cached(z.object({ openapi: z.string() }).loose())),
  '/api/docs': get('getDocs', 'This document as a page', cached(null, 'text/html')),
  '/api/docs/{file}': {
    get: operation({
      id: 'getDocsFile',
      tag: 'Operations',
      summary: 'What that page is made of',
      path: z.object({ file: z.string() }),
      answers: {
        '200': {
          description: 'OK',
          content: {
            'text/javascript': { schema: { type: 'string' } },
            'text/css': { schema: { type: 'string' } },
          },
        },
        '304': { description: '`If-None-Match` names what you would get.' },
      },
      errors: ['not_found'],
    }),
  },
})
