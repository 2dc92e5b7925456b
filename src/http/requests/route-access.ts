import { MAX_CREDENTIALS_BYTES, MAX_JSON_BYTES } from './body-limits.ts'
import type { TokenNeeds } from './token-needs.ts'

/** Declares the callers of routes, their origins and the size of their bodies. */
export type RouteAccess = {
  /** Paths together with everything below them, by whole segments. The longest path that fits decides. */
  paths: readonly string[]
  /**
   * Checked before a route is looked up, so unknown paths answer like known ones. `session`: any signed-in account;
   * `factor-owner`: a signed-in account, or one that must set up a second factor before it can sign in; `admin`: signed in with one of the `roles`; `procurement`: a user with a procurement role.
   */
  authentication: 'none' | 'session' | 'factor-owner' | 'admin' | 'procurement'
  /**
   * With `authentication: 'admin'`. `admins`, which holds where a declaration names none; `editors`: admins and editors, and
   * creators for what `accounts/permissions.ts` gives them; `all`: every account.
   */
  roles?: 'admins' | 'editors' | 'all'
  /** What API tokens need, by `METHOD template`; a route that is not named takes none. */
  tokens?: TokenNeeds
  /** The pages that may read the response: of any origin, of the origins in `CORS_ORIGINS`, or none. */
  cors: 'any-origin' | 'listed-origins' | 'none'
  /**
   * The web pages whose requests are taken, whether they may read the response or not; absent: all. `own`: those of this origin and of
   * the origins that `cors` lets read; `visits`: none, because a browser opens the address in a tab of its own.
   */
  pages?: 'own' | 'visits'
  /** Limit on a request body; 0 where no route reads one. */
  maxBodyBytes: number
  /**
   * The routes answer from memory, more than 10,000 times a second. No middleware runs before them (each takes 2.6 of
   * the 10.5 µs of a 304), so it needs `authentication: 'none'`; the lifecycle counts their requests in place.
   */
  isServedFromMemory?: boolean
}

export type AccessOf = (path: string) => RouteAccess | null

/** Access that many groups share. */
export const publicRead = {
  authentication: 'none',
  cors: 'any-origin',
  maxBodyBytes: 0,
  isServedFromMemory: true,
} as const

/** Finds the declaration for a request path or a route template. Throws when two declarations contradict each other. */
export function createAccessLookup<Access extends RouteAccess>(
  declarations: readonly Access[],
): (path: string) => Access | null {
  const byPath = new Map<string, Access>()
  for (const access of declarations) {
    for (const path of access.paths) {
      if (byPath.has(path)) throw new Error(`${path} is declared twice`)
      byPath.set(path, access)
    }
    const { authentication, cors, pages } = access
    if (access.isServedFromMemory && (authentication !== 'none' || cors === 'listed-origins' || pages))
      throw new Error(`${access.paths.join(', ')}: routes served from memory have no guards`)
  }
  const accessOf = (path: string) => {
    for (let prefix = path; prefix !== ''; prefix = prefix.slice(0, prefix.lastIndexOf('/'))) {
      const access = byPath.get(prefix)
      if (access) return access
    }
    return null
  }
  for (const [path, access] of byPath) {
    const outer = enclosing(path, accessOf)
    if (
      outer &&
      (outer.authentication !== access.authentication ||
        outer.cors !== access.cors ||
        outer.pages !== access.pages)
    )
      throw new Error(`${path} differs from the declaration around it in more than its limits`)
  }
  return accessOf
}

/** The declaration that the parent of a declared path falls under; its guards cover the path as well. */
export const enclosing = (path: string, accessOf: AccessOf) => accessOf(path.slice(0, path.lastIndexOf('/')))

/** Access of the routes for signing in. */
export const signInApi = {
  cors: 'listed-origins',
  pages: 'own',
  maxBodyBytes: MAX_CREDENTIALS_BYTES,
} as const

/** Access of the admin API below `/api/admin`, for admins alone. */
export const adminApi = {
  authentication: 'admin',
  cors: 'listed-origins',
  maxBodyBytes: MAX_JSON_BYTES,
} as const

/** Access of the content and of what belongs to it: media, inbox, trash. */
export const contentApi = { ...adminApi, roles: 'editors' } as const
