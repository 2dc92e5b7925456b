import { z } from 'zod'
import { operation, type Paths } from '../openapi/describe-operation.ts'
import { getOperation } from '../openapi/health-operations.ts'
import { notModified, returnsCacheable } from '../openapi/standard-responses.ts'

export const docsPaths = (): Paths => ({
  '/api/openapi.json': getOperation(
    { id: 'getDocument', summary: 'Get this OpenAPI document' },
    returnsCacheable(z.object({ openapi: z.string() }).loose()),
  ),
  '/api/docs': getOperation(
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
