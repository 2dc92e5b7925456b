// Limits per client address or session, counted for all replicas together. A route group names its limit in `limit`.
import type { MiddlewareHandler } from 'hono'
import { rateLimiter, type Store } from 'hono-rate-limiter'
import type { FactorOwner } from '../../accounts/factors/factor-state.ts'
import type { Deps } from '../../deps.ts'
import type { LimitName } from '../../operations/observability/metrics.ts'
import { createMalformedLimit } from '../../platform/db/malformed-limit.ts'
import type { Limit as Rate, RateLimits } from '../../platform/db/rate-limits.ts'
import { sha256 } from '../../platform/sha256.ts'
import { AppError } from '../../text/errors.ts'
import type { AppContext, AppEnv } from '../requests/app-env.ts'
import type { Limit } from '../route-group.ts'

/** Allows each client `rate.max` requests in any `rate.windowMs`; throws 429 beyond that. */
export const rateLimit = (name: LimitName, rate: Rate): Limit =>
  limitBy(name, rate, {
    createStore: ({ limits }) => createStore(limits, name, rate),
    detail: 'Too many requests from your address; try again later.',
  })

/** The same for each session, or ticket of a set-up, by itself: colleagues behind one address have their own. */
export const sessionLimit = (name: LimitName, rate: Rate): Limit =>
  limitBy(name, rate, {
    createStore: ({ limits }) => createStore(limits, name, rate),
    keyOf: sessionKey,
    detail: 'Too many changes in this session; try again later.',
  })

function sessionKey(c: AppContext): string {
  const owner = c.get('factorOwner') as FactorOwner | undefined
  if (!owner) return c.get('session').id
  return owner.account.actor.session ?? sha256(owner.ticket!)
}

/** The limit of the search API and the search page. Each replica counts its own, so that a search does not write. */
export const searchLimit = limitBy(
  'search',
  { windowMs: 60_000, max: 120 },
  { detail: 'Too many searches from your address; try again in a minute.' },
)

type Counting = { createStore?(deps: Deps): Store<AppEnv>; keyOf?(c: AppContext): string; detail: string }

function limitBy(name: LimitName, { windowMs, max }: Rate, counting: Counting): Limit {
  const { createStore, keyOf = (c) => c.get('client'), detail } = counting
  return (deps) =>
    rateLimiter<AppEnv>({
      windowMs,
      limit: max,
      keyGenerator: keyOf,
      ...(createStore && { store: createStore(deps) }),
      // The limiter has already set `Retry-After`.
      handler: () => {
        deps.metrics.rateLimited(name)
        throw new AppError('too_many_requests', detail)
      },
    })
}

type Refused = { name: LimitName; bucket: string }

/** Throws the errors of an attempt; 429 in their place for a client that causes too many. What is right is never refused. */
export function limitRefused(
  { limits, metrics }: Pick<Deps, 'limits' | 'metrics'>,
  { name, bucket }: Refused,
) {
  const limitMalformed = createMalformedLimit(limits, bucket)
  return <T>(c: AppContext, attempt: () => Promise<T>): Promise<T> =>
    limitMalformed(c.get('client'), attempt).catch((error: unknown) => {
      if (error instanceof AppError && error.status === 429) metrics.rateLimited(name)
      throw error
    })
}

type Counted = Refused & { read(c: AppContext): Promise<unknown> }

/** Reads the input, as the route does again; throws like `limitRefused`. */
export const malformedLimit =
  ({ read, ...refused }: Counted): Limit =>
  (deps) => {
    const limit = limitRefused(deps, refused)
    return async function malformedLimit(c, next) {
      await limit(c, () => read(c))
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
