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
export const rateLimit =
  (name: LimitName, rate: Rate): Limit =>
  ({ limits, metrics }) =>
    rateLimiter<AppEnv>({
      windowMs: rate.windowMs,
      limit: rate.max,
      keyGenerator: (c) => c.get('client'),
      store: createStore(limits, name, rate),
      // The limiter has already set `Retry-After`.
      handler: () => {
        metrics.rateLimited(name)
        throw new AppError('too_many_requests', 'Too many requests from your address; try again later.')
      },
    })

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
