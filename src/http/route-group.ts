// A route group declares routes together with all that guards and describes them. Nothing else registers routes.
import type { ErrorHandler, Hono, MiddlewareHandler } from 'hono'
import type { Deps } from '../deps.ts'
import type { Config } from '../platform/config/config.ts'
import type { HttpMetrics } from './http-metrics.ts'
import type { Paths } from './openapi/describe-operation.ts'
import type { AppContext, AppEnv } from './requests/app-env.ts'
import type { Audience } from './requests/query-schemas.ts'
import type { RouteAccess } from './requests/route-access.ts'
import type { UnknownPaths } from './requests/unknown-paths.ts'

/** Creates a limiter, which throws 429 and finds the key of the client in `client`. Groups with the same limit share it. */
export type Limit = (deps: Deps) => MiddlewareHandler<AppEnv>

/** Parts of an application that its routes use besides `Deps`. */
export type AppParts = {
  metrics: HttpMetrics
  /** The OpenAPI document for these readers. */
  describe(audience: Audience): Promise<object>
  unknownPaths: UnknownPaths
}

export type RouteGroup = Omit<RouteAccess, 'maxBodyBytes'> & {
  /** Limit on a request body; 0 where no route reads one. */
  maxBodyBytes: number | ((config: Config) => number)
  /** Runs before every route of the group, after its guards. */
  limit?: Limit
  /** The requests that `limit` is for, where the others are answered from memory and must not wait for it. */
  isLimited?(c: AppContext): boolean
  /** The operations in the OpenAPI document; their schemas are made, or loaded, when somebody asks for the document. */
  operations(): Paths | Promise<Paths>
  /** Routes with their whole paths, which lie below `paths`. */
  // biome-ignore lint/suspicious/noExplicitAny: the types of single routes are of no use here
  routes(deps: Deps, parts: AppParts): Hono<AppEnv, any, any>
  /** Answers the errors of the limit and of the routes in a way of its own. */
  onError?(deps: Deps): ErrorHandler<AppEnv>
  /** Whether this configuration has the routes; absent: always. */
  exists?(config: Config): boolean
}

/** A group with its access in this configuration. */
export type ConfiguredGroup = RouteGroup & RouteAccess

export const groupsIn = (config: Config, groups: readonly RouteGroup[]): ConfiguredGroup[] =>
  groups
    .filter(({ exists }) => exists?.(config) ?? true)
    .map(({ maxBodyBytes: max, ...group }) => ({
      ...group,
      maxBodyBytes: typeof max === 'function' ? max(config) : max,
    }))
