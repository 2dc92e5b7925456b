// Mounts route groups: first the guards that they declare, then their limits and routes.
import { Hono, type MiddlewareHandler } from 'hono'
import type { Deps } from '../deps.ts'
import { requireFactorOwner, requirePermission, requireSession } from './middleware/admin-authentication.ts'
import { createAuthentication } from './middleware/authenticate-request.ts'
import { limitCreatorWrites } from './middleware/creator-writes.ts'
import { requireOwnPage, requirePageVisit } from './middleware/foreign-pages.ts'
import { identifyClient, type PeerAddress } from './middleware/identify-client.ts'
import { requirePerson } from './middleware/procurement-authentication.ts'
import type { AppEnv } from './requests/app-env.ts'
import { type AccessOf, enclosing, type RouteAccess } from './requests/route-access.ts'
import { anyOriginCors, listedOriginsCors } from './responses/default-headers.ts'
import type { AppParts, ConfiguredGroup, Limit, RouteGroup } from './route-group.ts'

type Groups = readonly ConfiguredGroup[]
type Options = AppParts & { deps: Deps; accessOf: AccessOf; peerAddress: PeerAddress }

/** Throws for a route that lies below no path of its group. */
export function mountGroups(app: Hono<AppEnv>, groups: Groups, options: Options) {
  const { deps, accessOf, peerAddress } = options
  const identify = identifyClient(peerAddress, deps.config.server.trustedProxies)
  installGuards(app, groups, { ...options, identify })
  const limiters = new Map<Limit, MiddlewareHandler<AppEnv>>()
  for (const group of groups) {
    const routes = group.routes(deps, options)
    const stray = routes.routes.find(({ path, method }) => method !== 'ALL' && accessOf(path) !== group)
    if (stray) throw new Error(`${stray.method} ${stray.path} lies below no path of its group`)
    if (!group.limit) {
      app.route('/', routes)
      continue
    }
    const limiter = limiters.get(group.limit) ?? group.limit(deps)
    limiters.set(group.limit, limiter)
    app.route('/', limited(routes, group, { identify, limiter, onError: group.onError?.(deps) }))
  }
}

type Limiting = {
  identify: MiddlewareHandler<AppEnv>
  limiter: MiddlewareHandler<AppEnv>
  onError: ReturnType<NonNullable<RouteGroup['onError']>> | undefined
}

function limited(routes: Hono<AppEnv>, { isLimited }: RouteGroup, { identify, limiter, onError }: Limiting) {
  const app = new Hono<AppEnv>()
  if (isLimited) {
    // Not a middleware, which would slow down the other requests.
    const counted = new Set<string>()
    for (const { method, path, handler } of routes.routes) {
      // A validator and its handler are two entries of one route.
      const isFirst = !counted.has(`${method} ${path}`)
      counted.add(`${method} ${path}`)
      app.on(method, path, async (c, next) => {
        const limits = isFirst && isLimited(c) ? [identify, limiter] : []
        for (const middleware of limits) await middleware(c, async () => {})
        return handler(c, next)
      })
    }
    return app
  }
  const answered = new Map(routes.routes.map(({ method, path }) => [`${method} ${path}`, { method, path }]))
  for (const { method, path } of answered.values()) app.on(method, path, identify, limiter)
  app.route('/', routes)
  return onError ? app.onError(onError) : app
}

/** Guards of each declared path: metrics, CORS, pages, authentication. They cover unknown paths below it as well. */
function installGuards(
  app: Hono<AppEnv>,
  groups: Groups,
  { deps, accessOf, metrics, identify }: Options & Pick<Limiting, 'identify'>,
) {
  const { corsOrigins } = deps.config.server
  const cors: Record<RouteAccess['cors'], MiddlewareHandler[]> = {
    none: [],
    'any-origin': [anyOriginCors],
    'listed-origins': [listedOriginsCors(corsOrigins)],
  }
  const pages = {
    own: (access: RouteAccess) => requireOwnPage(access.cors === 'listed-origins' ? corsOrigins : []),
    visits: () => requirePageVisit,
  }
  const authenticate = createAuthentication(deps)
  const session = requireSession(authenticate)
  const authentication: Record<RouteAccess['authentication'], MiddlewareHandler<AppEnv>[]> = {
    none: [],
    session: [identify, session],
    'factor-owner': [identify, requireFactorOwner(deps, authenticate)],
    admin: [identify, session, requirePermission, limitCreatorWrites(deps)],
    procurement: [identify, requirePerson(deps, authenticate)],
  }
  for (const access of groups) {
    if (access.isServedFromMemory) continue
    for (const path of access.paths) {
      // The declaration around this one has installed the guards.
      if (enclosing(path, accessOf) !== null) continue
      app.use(
        `${path}/*`,
        metrics.registerMetrics,
        ...cors[access.cors],
        ...(access.pages ? [pages[access.pages](access)] : []),
        ...authentication[access.authentication],
      )
    }
  }
}
