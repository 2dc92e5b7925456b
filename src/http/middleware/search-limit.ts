// The rate limit of searches, shared by the search API and the search page.
import type { MiddlewareHandler } from 'hono'
import { rateLimiter } from 'hono-rate-limiter'
import type { Metrics } from '../../operations/observability/metrics.ts'
import { AppError } from '../../text/errors.ts'
import type { AppEnv } from '../requests/app-env.ts'

/** Searches per client and minute. Each replica counts its own, so that a search does not write. */
const LIMIT = { windowMs: 60_000, max: 120 }

export type SearchLimit = MiddlewareHandler<AppEnv>

/** Needs `client`, which `identifyClient` sets; throws 429. */
export const createSearchLimit = (metrics: Metrics): SearchLimit =>
  rateLimiter<AppEnv>({
    windowMs: LIMIT.windowMs,
    limit: LIMIT.max,
    keyGenerator: (c) => c.get('client'),
    handler: () => {
      metrics.rateLimited('search')
      throw new AppError('too_many_requests', 'Too many searches from your address; try again in a minute.')
    },
  })
