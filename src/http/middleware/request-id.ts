import { createMiddleware } from 'hono/factory'
import type { AppEnv } from '../env.ts'

const WELL_FORMED = /^[A-Za-z0-9._-]{1,64}$/

/** Gives every request an id, the caller's own where it is well-formed, and sends it back with the answer. */
export const requestId = createMiddleware<AppEnv>(async function requestId(c, next) {
  const sent = c.req.header('X-Request-Id')
  const id = sent && WELL_FORMED.test(sent) ? sent : crypto.randomUUID()
  c.set('requestId', id)
  await next()
  c.res.headers.set('X-Request-Id', id)
})
