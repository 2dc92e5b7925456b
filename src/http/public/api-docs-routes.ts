// GET /api/openapi.json    the OpenAPI 3.1 document
// GET /api/docs            first steps and the interactive API reference (Swagger UI)
// GET /api/docs/{file}     its scripts and style sheets
import { fileURLToPath } from 'node:url'
import { Hono } from 'hono'
import { z } from 'zod'
import { EncodedBody } from '../../content/snapshot/encoded-body.ts'
import type { Deps } from '../../deps.ts'
import { API_DOCS_POLICY } from '../../platform/security/content-security-policy.ts'
import { AppError } from '../../text/errors.ts'
import { operations, type Paths } from '../openapi/describe-operation.ts'
import { getOperation } from '../openapi/health-operations.ts'
import { notModified, returnsCacheable } from '../openapi/standard-responses.ts'
import type { AppEnv } from '../requests/app-env.ts'
import { type Audience, documentQuery } from '../requests/query-schemas.ts'
import { closedQuery } from '../requests/request-parameters.ts'
import { publicRead } from '../requests/route-access.ts'
import { CONSTANT, sendBody } from '../responses/send-body.ts'
import type { AppParts, RouteGroup } from '../route-group.ts'

const JAVASCRIPT = 'text/javascript; charset=utf-8'
const STYLES = 'text/css; charset=utf-8'

type StaticFile = { type: string; url: string }

const localUrl = (name: string) => new URL(name, import.meta.url).href

const PAGE: StaticFile = { type: 'text/html; charset=utf-8', url: localUrl('api-docs.html') }
const FILES = new Map<string, StaticFile>([
  ['start.js', { type: JAVASCRIPT, url: localUrl('api-docs.js') }],
  ['start.css', { type: STYLES, url: localUrl('api-docs.css') }],
  [
    'swagger-ui-bundle.js',
    { type: JAVASCRIPT, url: import.meta.resolve('swagger-ui-dist/swagger-ui-bundle.js') },
  ],
  ['swagger-ui.css', { type: STYLES, url: import.meta.resolve('swagger-ui-dist/swagger-ui.css') }],
])

export const docsGroup: RouteGroup = {
  ...publicRead,
  paths: ['/api/openapi.json', '/api/docs'],
  operations: docsPaths,
  routes: docsRoutes,
}

/** The document is built and the files are read on the first request, so that they do not slow down the start. */
function docsRoutes(_: Deps, { describe }: AppParts) {
  const bodies = new Map<string, Promise<EncodedBody>>()
  const cached = (name: string, load: () => Promise<Uint8Array<ArrayBuffer>>) => {
    let body = bodies.get(name)
    if (!body) {
      body = load().then((bytes) => new EncodedBody(bytes))
      bodies.set(name, body)
      // The next request tries again.
      body.catch(() => bodies.delete(name))
    }
    return body
  }
  const fileBody = ({ url }: StaticFile) => cached(url, () => Bun.file(fileURLToPath(url)).bytes())
  const documentBody = (audience: Audience) =>
    cached(audience, async () => Buffer.from(JSON.stringify(await describe(audience))))

  return new Hono<AppEnv>()
    .get(
      '/api/openapi.json',
      closedQuery(() => z.strictObject(documentQuery.shape)),
      async (c) => sendBody(c, await documentBody(c.req.valid('query').audience), CONSTANT),
    )
    .get('/api/docs', async (c) =>
      sendBody(c, await fileBody(PAGE), CONSTANT, {
        type: PAGE.type,
        headers: { 'Content-Security-Policy': API_DOCS_POLICY },
      }),
    )
    .get('/api/docs/:file', async (c) => {
      const file = FILES.get(c.req.param('file'))
      if (!file) throw new AppError('not_found', 'There is no such file.')
      return sendBody(c, await fileBody(file), CONSTANT, { type: file.type })
    })
}

function docsPaths(): Paths {
  return {
    '/api/docs': getOperation(
      { id: 'getDocs', summary: 'Get the interactive API reference' },
      returnsCacheable(null, 'text/html'),
    ),
    ...operations(
      { tag: 'Operations' },
      {
        'GET /api/openapi.json': {
          id: 'getDocument',
          summary: 'Get this OpenAPI document',
          query: documentQuery,
          responses: returnsCacheable(z.object({ openapi: z.string() }).loose()),
        },
        'GET /api/docs/{file}': {
          id: 'getDocsFile',
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
        },
      },
    ),
  }
}
