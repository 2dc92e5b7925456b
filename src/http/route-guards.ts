// Turns access declarations into middleware.
import type { Hono, MiddlewareHandler } from 'hono'
import type { Deps } from '../deps.ts'
import type { HttpMetrics } from './http-metrics.ts'
import { requirePermission, requireSession } from './middleware/admin-authentication.ts'
import { identifyClient, type PeerAddress } from './middleware/client-address.ts'
import { requirePerson } from './middleware/procurement-authentication.ts'
import type { AppEnv } from './requests/app-env.ts'
import { anyOriginCors, listedOriginsCors } from './responses/default-headers.ts'
import { type AccessOf, enclosing, type RouteAccess } from './route-access.ts'

type Options = {
  deps: Deps
  declarations: readonly RouteAccess[]
  accessOf: AccessOf
  metrics: HttpMetrics
  peerAddress: PeerAddress
}

/** Installs the guards of each declared path, before any route: metrics, CORS, client address, authentication. */
export function installGuards(app: Hono<AppEnv>, options: Options) {
  const { deps, declarations, accessOf, metrics, peerAddress } = options
  const cors: Record<RouteAccess['cors'], MiddlewareHandler[]> = {
    none: [],
    'any-origin': [anyOriginCors],
    'listed-origins': [listedOriginsCors(deps.config.server.corsOrigins)],
  }
  const session = requireSession(deps.auth)
  const authentication: Record<RouteAccess['authentication'], MiddlewareHandler<AppEnv>[]> = {
    none: [],
    session: [session],
    admin: [session, requirePermission],
    procurement: [requirePerson(deps)],
  }
  const identify = identifyClient(peerAddress, deps.config.server.trustedProxies)

  for (const access of declarations) {
    if (access.isServedFromMemory) continue
    for (const path of access.paths) {
      const everything = `${path}/*`
      // The declaration around this one has installed the rest.
      const isNested = enclosing(path, accessOf) !== null
      if (!isNested) app.use(everything, metrics.registerMetrics, ...cors[access.cors])
      if (access.clientLimit) app.use(everything, identify)
      if (!isNested && authentication[access.authentication].length > 0)
        app.use(everything, ...authentication[access.authentication])
    }
  }
}
