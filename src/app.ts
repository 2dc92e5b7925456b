// The application: middleware in order, then the doors.
import type { Deps } from './deps.ts'
import { RememberingRouter } from './http/caching-router.ts'
import { requireSession, roleGuard } from './http/middleware/admin-authentication.ts'
import { connectionPeer, identifyClient, type PeerAddress } from './http/middleware/client-address.ts'
import { ACTING, crossOrigin, isActing } from './http/middleware/cors.ts'
import { embeddable } from './http/middleware/media-headers.ts'
import { requirePerson } from './http/middleware/procurement-authentication.ts'
import { onError, orMethodNotAllowed } from './http/problem-responses.ts'
import { createFramed } from './http/request-lifecycle.ts'
import { createRequestLog } from './log.ts'
import { adminRoutes } from './routes/admin/admin-app.ts'
import { mediaRoutes } from './routes/media/media-app.ts'
import { opsRoutes } from './routes/ops/ops-app.ts'
import { docsRoutes } from './routes/public/api-docs-routes.ts'
import { publicRoutes } from './routes/public/public-app.ts'
import { movedOrNotFound } from './routes/seo/redirects.ts'
import { seoRoutes } from './routes/seo/seo-app.ts'

const PROCUREMENT = ['/api/quotes/*', '/api/inventory/*', '/api/users/*', '/api/audit-log/*']

/** `peerAddress` tells who is at the other end of the connection; tests have none and bring their own. */
export function createApp(deps: Deps, peerAddress: PeerAddress = connectionPeer) {
  const { requestDone } = deps.metrics
  const app = createFramed(new RememberingRouter(), {
    requestDone,
    writeLine: createRequestLog(deps.log),
    isReadable: (path) => !isActing(path),
  })
  app.use('/media/*', embeddable)
  const shared = crossOrigin(deps.config.server.corsOrigins)
  for (const path of ACTING) app.use(`${path}/*`, shared)
  const clientKnown = identifyClient(peerAddress, deps.config.server.trustedProxies)
  for (const path of ['/api/auth/*', '/api/contact', '/api/newsletter', '/api/search'])
    app.use(path, clientKnown)
  app.use('/api/admin/*', requireSession(deps.auth), roleGuard)
  const person = requirePerson(deps)
  for (const path of PROCUREMENT) app.use(path, person)
  app.route('/', opsRoutes(deps))
  app.route('/api', publicRoutes(deps))
  app.route('/api', docsRoutes())
  app.route('/', mediaRoutes(deps))
  app.route('/api/admin', adminRoutes(deps))
  app.route('/', seoRoutes(deps))
  app.onError(onError(deps))
  app.notFound(orMethodNotAllowed(app, movedOrNotFound(deps)))
  return app
}
