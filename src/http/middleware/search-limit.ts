// The rate limit of searches, shared by the search API and the search page.
import { rateLimiter } from 'hono-rate-limiter'
import { AppError } from '../../text/errors.ts'
import type { AppEnv } from '../requests/app-env.ts'
import type { Limit } from '../route-group.ts'

/** Searches per client and minute. Each replica counts its own, so that a search does not write. */
const RATE = { windowMs: 60_000, max: 120 }

export const searchLimit: Limit = ({ metrics }) =>
  rateLimiter<AppEnv>({
    windowMs: RATE.windowMs,
    limit: RATE.max,
    keyGenerator: (c) => c.get('client'),
    handler: () => {
      metrics.rateLimited('search')
      throw new AppError('too_many_requests', 'Too many searches from your address; try again in a minute.')
    },
  })
