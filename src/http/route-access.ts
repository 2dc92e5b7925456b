// Every route falls under an access declaration of its sub-app: who may call it, from which origins, with what limits.
import type { Hono } from 'hono'
import type { AppEnv } from './requests/app-env.ts'

export type RouteAccess = {
  /** Paths together with everything below them, by whole segments. The longest path that fits decides. */
  paths: readonly string[]
  /**
   * Checked before a route is looked up, so unknown paths answer like known ones. `session`: any signed-in account;
   * `admin`: signed in, and the role allows the request; `procurement`: a user with a procurement role.
   */
  authentication: 'none' | 'session' | 'admin' | 'procurement'
  /** Which pages may read the response: of any origin, of the origins in `CORS_ORIGINS`, or none. */
  cors: 'any-origin' | 'listed-origins' | 'none'
  /** Limit on a request body; 0 where no route reads one. */
  maxBodyBytes: number
  /** A limit per client address, which the route itself counts. */
  clientLimit?: 'failed-logins' | 'search' | 'submissions' | 'account-links'
  /**
   * The routes answer from memory, more than 10,000 times a second. No middleware runs before them (each takes 2.6 of
   * the 10.5 µs of a 304), so it needs `authentication: 'none'`; the lifecycle counts their requests in place.
   */
  isServedFromMemory?: boolean
}

export type SubApp = { access: readonly RouteAccess[]; routes: Hono<AppEnv> }

export type AccessOf = (path: string) => RouteAccess | null

/** Finds the declaration for a request path or a route template. Throws when two declarations contradict each other. */
export function createAccessLookup(declarations: readonly RouteAccess[]): AccessOf {
  const byPath = new Map<string, RouteAccess>()
  for (const access of declarations) {
    for (const path of access.paths) {
      if (byPath.has(path)) throw new Error(`${path} is declared twice`)
      byPath.set(path, access)
    }
    if (access.isServedFromMemory && (access.authentication !== 'none' || access.cors === 'listed-origins'))
      throw new Error(`${access.paths.join(', ')}: routes served from memory have no guards`)
  }
  const accessOf: AccessOf = (path) => {
    for (let prefix = path; prefix !== ''; prefix = prefix.slice(0, prefix.lastIndexOf('/'))) {
      const access = byPath.get(prefix)
      if (access) return access
    }
    return null
  }
  for (const [path, access] of byPath) {
    const outer = enclosing(path, accessOf)
    if (outer && (outer.authentication !== access.authentication || outer.cors !== access.cors))
      throw new Error(`${path} differs from the declaration around it in more than its limits`)
  }
  return accessOf
}

/** The declaration that the parent of a declared path falls under; its guards cover the path as well. */
export const enclosing = (path: string, accessOf: AccessOf) => accessOf(path.slice(0, path.lastIndexOf('/')))

/** Routes that no declaration covers. They answer 404 without CORS headers, and a test refuses them. */
export const undeclaredRoutes = (app: Hono<AppEnv>, accessOf: AccessOf): string[] =>
  app.routes
    .filter(({ method, path }) => method !== 'ALL' && accessOf(path) === null)
    .map(({ method, path }) => `${method} ${path}`)
