import { createMiddleware } from 'hono/factory'
import { MEDIA_POLICY } from '../../security/content-security-policy.ts'
import type { AppEnv } from '../app-env.ts'

/**
 * Lets pages of other origins show what is served here (the website and its CDN need not share the service's host),
 * and lets it run nothing when it is opened by itself.
 */
export const embeddable = createMiddleware<AppEnv>(async function embeddable(c, next) {
  await next()
  c.res.headers.set('Cross-Origin-Resource-Policy', 'cross-origin')
  c.res.headers.set('Content-Security-Policy', MEDIA_POLICY)
})
