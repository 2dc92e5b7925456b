// Headers that answers have in common. hono's own middleware says which they are, once: setting a dozen of them on each
// answer would take longer than everything else that is done for it.
import { Hono, type MiddlewareHandler } from 'hono'
import { cors } from 'hono/cors'
import { secureHeaders } from 'hono/secure-headers'
import { API_POLICY } from '../security/content-security-policy.ts'

export const SHARED_WITH_PAGES = {
  allowHeaders: [
    'Authorization',
    'Content-Type',
    'If-Match',
    'If-None-Match',
    'Idempotency-Key',
    'X-Request-Id',
  ],
  exposeHeaders: ['ETag', 'Location', 'Retry-After', 'X-Request-Id', 'Idempotency-Replayed'],
  maxAge: 600,
}

/** Lets pages of every origin read. */
export const readable = cors({ ...SHARED_WITH_PAGES, origin: '*', allowMethods: ['GET', 'HEAD'] })

/** Of every answer, where it has none of its own by that name. */
export const securityHeaders = [
  ...(await setBy(secureHeaders())),
  ['content-security-policy', API_POLICY] satisfies [string, string],
]

/** Of what pages of any origin may read. */
export const sharingHeaders = await setBy(readable)

/** Of what anybody may read. */
export const readingHeaders = [...securityHeaders, ...sharingHeaders]

async function setBy(middleware: MiddlewareHandler): Promise<[name: string, value: string][]> {
  const app = new Hono().use(middleware).get('/', (c) => c.body(null))
  return [...(await app.request('/')).headers]
}
