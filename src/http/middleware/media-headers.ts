import { createMiddleware } from 'hono/factory'
import { MEDIA_POLICY } from '../../platform/security/content-security-policy.ts'
import type { AppEnv } from '../requests/app-env.ts'

/**
 * Lets pages of other origins embed the files (the website and its CDN may be on another host), and lets a file run
 * nothing when it is opened directly.
 */
export const embeddable = createMiddleware<AppEnv>(async function embeddable(c, next) {
  await next()
  c.res.headers.set('Cross-Origin-Resource-Policy', 'cross-origin')
  c.res.headers.set('Content-Security-Policy', MEDIA_POLICY)
})
