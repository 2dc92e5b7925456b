import { createMiddleware } from 'hono/factory'
import type { AppEnv } from '../env.ts'
import { readable, readingHeaders, securityHeaders } from '../standing-headers.ts'
import { isActing } from './cross-origin.ts'
import { type Observers, observe } from './observe.ts'
import { requestIdOf } from './request-id.ts'

/**
 * What happens around every request: it gets an id, which is sent back; its answer gets the headers that all have; it
 * is counted and logged once, however it ends. One middleware, since each further one costs a tenth of a 304.
 */
export const frame = (observers: Observers) =>
  createMiddleware<AppEnv>(async function frame(c, next) {
    const start = performance.now()
    const requestId = requestIdOf(c)
    c.set('requestId', requestId)
    if (c.req.method === 'OPTIONS' && !isActing(c.req.path)) c.res = (await readable(c, next)) as Response
    else await next()
    const { headers } = c.res
    if (!c.get('hasStandingHeaders')) {
      for (const [name, value] of isActing(c.req.path) ? securityHeaders : readingHeaders) {
        // What is shown has its own.
        if (!headers.has(name)) headers.set(name, value)
      }
    }
    headers.set('X-Request-Id', requestId)
    observe(c, start, observers)
  })
