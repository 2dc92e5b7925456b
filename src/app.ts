// The application: middleware in order, then the doors.
import type { Deps } from './deps.ts'
import { createFramed } from './http/frame.ts'
import { roleGuard, signedIn } from './http/middleware/authentication.ts'
import { connectionPeer, identifyClient, type PeerAddress } from './http/middleware/client.ts'
import { ACTING, crossOrigin, isActing } from './http/middleware/cross-origin.ts'
import { embeddable } from './http/middleware/embeddable.ts'
import { identified } from './http/middleware/identified.ts'
import { onError, orMethodNotAllowed } from './http/on-error.ts'
import { RememberingRouter } from './http/router.ts'
import { createRequestLog } from './log.ts'
import { adminRoutes } from './routes/admin/index.ts'
import { docsRoutes } from './routes/docs/index.ts'
import { mediaRoutes } from './routes/media/index.ts'
import { opsRoutes } from './routes/ops/index.ts'
import { publicRoutes } from './routes/public/index.ts'
import { seoRoutes } from './routes/seo/index.ts'
import { movedOrNotFound } from './routes/seo/moved.ts'

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
  for (const path of ['/api/auth/*', '/api/contact', '/api/newsletter']) app.use(path, clientKnown)
  app.use('/api/admin/*', signedIn(deps.auth), roleGuard)
  const person = identified(deps)
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
