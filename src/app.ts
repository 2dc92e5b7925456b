// The application: the five sub-apps behind the guards that their access declarations ask for.
import type { Deps } from './deps.ts'
import { adminApp } from './http/admin/admin-app.ts'
import { createHttpMetrics, type HttpMetrics } from './http/http-metrics.ts'
import { mediaApp } from './http/media/media-app.ts'
import { connectionPeer, type PeerAddress } from './http/middleware/client-address.ts'
import { createSearchLimit } from './http/middleware/search-limit.ts'
import { opsApp } from './http/ops/ops-app.ts'
import { publicApp } from './http/public/public-app.ts'
import { createLifecycleApp } from './http/request-lifecycle.ts'
import { onError, orMethodNotAllowed } from './http/responses/problem-responses.ts'
import { createAccessLookup, type SubApp, undeclaredRoutes } from './http/route-access.ts'
import { installGuards } from './http/route-guards.ts'
import { orErrorPage } from './http/seo/error-pages.ts'
import { redirectOrNotFound } from './http/seo/redirects.ts'
import { seoApp } from './http/seo/seo-app.ts'
import { createRequestLog } from './platform/log.ts'

export function createSubApps(
  deps: Deps,
  metrics: HttpMetrics,
  peerAddress: PeerAddress = connectionPeer,
): SubApp[] {
  const searchLimit = createSearchLimit(deps.metrics)
  return [
    opsApp(deps, metrics),
    publicApp(deps, searchLimit),
    mediaApp(deps),
    adminApp(deps),
    seoApp(deps, { searchLimit, peerAddress }),
  ]
}

/** `peerAddress` reads the address of the connection; tests have no connection and pass their own. */
export function createApp(deps: Deps, peerAddress: PeerAddress = connectionPeer) {
  const metrics = createHttpMetrics(deps.metrics.createRegistry())
  const subApps = createSubApps(deps, metrics, peerAddress)
  const declarations = subApps.flatMap(({ access }) => access)
  const accessOf = createAccessLookup(declarations)
  const app = createLifecycleApp({ accessOf, metrics, writeLine: createRequestLog(deps.log) })
  installGuards(app, { deps, declarations, accessOf, metrics, peerAddress })
  for (const { routes } of subApps) app.route('/', routes)
  for (const route of undeclaredRoutes(app, accessOf)) deps.log.error({ route }, 'route without access')
  app.onError(orErrorPage(onError(deps), deps))
  app.notFound(orMethodNotAllowed(app, redirectOrNotFound(deps)))
  return app
}
