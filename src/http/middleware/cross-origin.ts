import { cors } from 'hono/cors'
import { createMiddleware } from 'hono/factory'
import type { AppEnv } from '../env.ts'

/** Routes that act for somebody; everything else may be read from anywhere. */
const ACTING = /^\/api\/(?:admin|auth|contact|newsletter|quotes|inventory|users|audit-log)(?:\/|$)/

/** Answers preflights, and lets pages of the listed origins use the admin, sign-in, form and procurement routes. */
export function crossOrigin(origins: readonly string[]) {
  const shared = {
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
  const reading = cors({ ...shared, origin: '*', allowMethods: ['GET', 'HEAD'] })
  const acting = cors({
    ...shared,
    origin: [...origins],
    allowMethods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
  })
  return createMiddleware<AppEnv>((c, next) => (ACTING.test(c.req.path) ? acting(c, next) : reading(c, next)))
}
