// GET /api/openapi.json    what the service answers to, as OpenAPI 3.1
// GET /api/docs            the same for people
// GET /api/docs/{file}     what that page is made of
import { fileURLToPath } from 'node:url'
import { Hono } from 'hono'
import { EncodedBody } from '../../content/snapshot/encoded-body.ts'
import { AppError } from '../../errors.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { CONSTANT, sendBody } from '../../http/send-body.ts'
import { API_DOCS_POLICY } from '../../security/content-security-policy.ts'

const JAVASCRIPT = 'text/javascript; charset=utf-8'

type File = { type: string; url: string }

const ours = (name: string) => new URL(name, import.meta.url).href

const PAGE: File = { type: 'text/html; charset=utf-8', url: ours('api-docs.html') }
const FILES = new Map<string, File>([
  ['start.js', { type: JAVASCRIPT, url: ours('api-docs.js') }],
  [
    'swagger-ui-bundle.js',
    { type: JAVASCRIPT, url: import.meta.resolve('swagger-ui-dist/swagger-ui-bundle.js') },
  ],
  [
    'swagger-ui.css',
    { type: 'text/css; charset=utf-8', url: import.meta.resolve('swagger-ui-dist/swagger-ui.css') },
  ],
])

/** The document and its viewer, made and read when they are first asked for: nothing of it is loaded at the start. */
export function docsRoutes() {
  const made = new Map<string, Promise<EncodedBody>>()
  const once = (name: string, make: () => Promise<Uint8Array<ArrayBuffer>>) => {
    let body = made.get(name)
    if (!body) {
      body = make().then((bytes) => new EncodedBody(bytes))
      made.set(name, body)
      // What could not be read is tried again.
      body.catch(() => made.delete(name))
    }
    return body
  }
  const fileBody = ({ url }: File) => once(url, () => Bun.file(fileURLToPath(url)).bytes())
  const documentBody = () =>
    once('document', async () => {
      const { describeService } = await import('../../openapi/openapi-document.ts')
      return Buffer.from(JSON.stringify(describeService()))
    })

  return new Hono<AppEnv>()
    .get('/openapi.json', async (c) => sendBody(c, await documentBody(), CONSTANT))
    .get('/docs', async (c) =>
      sendBody(c, await fileBody(PAGE), CONSTANT, {
        type: PAGE.type,
        headers: { 'Content-Security-Policy': API_DOCS_POLICY },
      }),
    )
    .get('/docs/:file', async (c) => {
      const file = FILES.get(c.req.param('file'))
      if (!file) throw new AppError('not_found', 'The page has no such file.')
      return sendBody(c, await fileBody(file), CONSTANT, { type: file.type })
    })
}
