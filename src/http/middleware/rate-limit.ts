// Limits per client address, counted for all replicas together. A route group names its limit in `limit`.
import type { MiddlewareHandler } from 'hono'
import { rateLimiter, type Store } from 'hono-rate-limiter'
import type { Deps } from '../../deps.ts'
import type { LimitName } from '../../operations/observability/metrics.ts'
import { createMalformedLimit } from '../../platform/db/malformed-limit.ts'
import type { Limit as Rate, RateLimits } from '../../platform/db/rate-limits.ts'
import { AppError } from '../../text/errors.ts'
import type { AppContext, AppEnv } from '../requests/app-env.ts'
import type { Limit } from '../route-group.ts'

/** Allows each client `rate.max` requests in any `rate.windowMs`; throws 429 beyond that. */
export const rateLimit = (name: LimitName, rate: Rate): Limit =>
  limitBy(name, rate, {
    createStore: ({ limits }) => createStore(limits, name, rate),
    detail: 'Too many requests from your address; try again later.',
  })

/** The limit of the search API and the search page. Each replica counts its own, so that a search does not write. */
export const searchLimit = limitBy(
  'search',
  { windowMs: 60_000, max: 120 },
  { detail: 'Too many searches from your address; try again in a minute.' },
)

type Counting = { createStore?(deps: Deps): Store<AppEnv>; detail: string }

function limitBy(name: LimitName, { windowMs, max }: Rate, { createStore, detail }: Counting): Limit {
  return (deps) =>
    rateLimiter<AppEnv>({
      windowMs,
      limit: max,
      keyGenerator: (c) => c.get('client'),
      ...(createStore && { store: createStore(deps) }),
      // The limiter has already set `Retry-After`.
      handler: () => {
        deps.metrics.rateLimited(name)
        throw new AppError('too_many_requests', detail)
      },
    })
}

type Counted = { name: LimitName; bucket: string; read(c: AppContext): Promise<unknown> }

/** Reads the input, as the route does again, and throws its errors; 429 in their place for a client that sends too many. */
export const malformedLimit =
  ({ name, bucket, read }: Counted): Limit =>
  ({ limits, metrics }) => {
    const limitMalformed = createMalformedLimit(limits, bucket)
    return async function malformedLimit(c, next) {
      await limitMalformed(c.get('client'), () => read(c)).catch((error: unknown) => {
        if (error instanceof AppError && error.status === 429) metrics.rateLimited(name)
        throw error
      })
      await next()
    }
  }

/** One limit after the other. */
export const bothLimits =
  (first: Limit, second: Limit): Limit =>
  (deps: Deps): MiddlewareHandler<AppEnv> => {
    const [outer, inner] = [first(deps), second(deps)]
    return (c, next) => outer(c, async () => void (await inner(c, next)))
  }

/** Adapts the shared counts to hono-rate-limiter, which compares times with the machine's clock. */
export function createStore(limits: RateLimits, name: string, rate: Rate): Store<AppEnv> {
  const bucketOf = (key: string) => `${name} ${key}`
  return {
    async increment(key) {
      const { outcome, used, resetMs } = await limits.hit(bucketOf(key), rate)
      const totalHits = outcome === 'go' ? used : rate.max + 1
      return { totalHits, resetTime: new Date(Date.now() + Math.max(1, resetMs)) }
    },
    decrement: (key) => limits.takeBack(bucketOf(key)),
    resetKey: (key) => limits.forget(bucketOf(key)),
  }
}
