// The application: the route groups of all sub-apps behind the guards that they declare.
import type { Deps } from './deps.ts'
import { createHttpMetrics } from './http/http-metrics.ts'
import { clientOf, connectionPeer, type PeerAddress } from './http/middleware/identify-client.ts'
import { mountGroups } from './http/mount-groups.ts'
import { createLifecycleApp } from './http/request-lifecycle.ts'
import { createHostRule } from './http/requests/admin-host.ts'
import type { Audience } from './http/requests/query-schemas.ts'
import { createAccessLookup } from './http/requests/route-access.ts'
import { countUnknown, createUnknownPaths } from './http/requests/unknown-paths.ts'
import { onError, orMethodNotAllowed } from './http/responses/problem-responses.ts'
import { groupsIn } from './http/route-group.ts'
import { orErrorPage } from './http/seo/error-pages.ts'
import { redirectOrNotFound } from './http/seo/unknown-paths.ts'
import { routeGroups } from './http/sub-apps.ts'
import { isInRanges, parseAddress } from './platform/ip-address.ts'
import { createRequestLog } from './platform/log.ts'

/** `peerAddress` reads the address of the connection; tests have no connection and pass their own. */
export function createApp(deps: Deps, peerAddress: PeerAddress = connectionPeer) {
  const metrics = createHttpMetrics(deps.metrics.createRegistry())
  const groups = groupsIn(deps.config, routeGroups)
  const accessOf = createAccessLookup(groups)
  const { trustedProxies } = deps.config.server
  const app = createLifecycleApp({
    accessOf,
    metrics,
    writeLine: createRequestLog(deps.log),
    hostRule: createHostRule(deps.config.site.adminHost),
    isTrusted(connection) {
      const peer = parseAddress(peerAddress(connection) ?? '')
      return peer !== null && isInRanges(trustedProxies, peer)
    },
  })
  const describe = async (audience: Audience) =>
    (await import('./http/openapi-document.ts')).describeService(audience)
  const unknownPaths = createUnknownPaths({
    clientOf: (c) => clientOf(c, peerAddress, trustedProxies),
    now: () => deps.clock().getTime(),
    onRefused: () => deps.metrics.rateLimited('unknown-paths'),
  })
  mountGroups(app, groups, { deps, accessOf, metrics, describe, peerAddress, unknownPaths })
  app.onError(orErrorPage(onError(deps), deps))
  app.notFound(countUnknown(unknownPaths, orMethodNotAllowed(app, redirectOrNotFound(deps, unknownPaths))))
  return app
}
