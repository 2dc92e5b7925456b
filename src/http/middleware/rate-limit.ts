// Rate limits of public routes: hono-rate-limiter over counts that all replicas share.
import { rateLimiter, type Store } from 'hono-rate-limiter'
import type { LimitName, Metrics } from '../../operations/observability/metrics.ts'
import type { Limit, RateLimits } from '../../platform/db/rate-limits.ts'
import { AppError } from '../../text/errors.ts'
import type { AppEnv } from '../requests/app-env.ts'

/** Allows each client `limit.max` requests in any `limit.windowMs`; throws 429 beyond that. */
export const rateLimit = (
  { limits, metrics }: { limits: RateLimits; metrics: Metrics },
  name: LimitName,
  limit: Limit,
) =>
  rateLimiter<AppEnv>({
    windowMs: limit.windowMs,
    limit: limit.max,
    keyGenerator: (c) => c.get('client'),
    store: createStore(limits, name, limit),
    // The limiter has already set `Retry-After`.
    handler: () => {
      metrics.rateLimited(name)
      throw new AppError('too_many_requests', 'Too many requests from your address; try again later.')
    },
  })

/** Adapts the shared counts to hono-rate-limiter, which compares times with the machine's clock. */
export function createStore(limits: RateLimits, name: string, limit: Limit): Store<AppEnv> {
  const bucketOf = (key: string) => `${name} ${key}`
  return {
    async increment(key) {
      const { outcome, used, resetMs } = await limits.hit(bucketOf(key), limit)
      const totalHits = outcome === 'go' ? used : limit.max + 1
      return { totalHits, resetTime: new Date(Date.now() + Math.max(1, resetMs)) }
    },
    decrement: (key) => limits.takeBack(bucketOf(key)),
    resetKey: (key) => limits.forget(bucketOf(key)),
  }
}
