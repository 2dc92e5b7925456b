// Limits how often a client may ask for paths that nobody knows, each of which costs a lookup of redirects or a query.
import type { NotFoundHandler } from 'hono'
import { LRUCache } from 'lru-cache'
import { type Limit, refusalHeaders } from '../../platform/db/rate-limits.ts'
import { UNKNOWN_CLIENT } from '../../platform/security/client-address.ts'
import { AppError } from '../../text/errors.ts'
import type { AppContext, AppEnv } from './app-env.ts'

/**
 * Crawlers with the fastest rates ask ten times a second, so that one that finds only dead links, or an office behind one
 * address whose pages have lost their pictures, stays below; 1,000 answers cost 0.1 s of a processor.
 */
export const UNKNOWN_PATHS: Limit = { max: 1_000, windowMs: 60_000 }
const MAX_CLIENTS = 10_000

/** Shared by all routes whose paths come from a database or a snapshot. Each replica counts its own: a 404 does not write. */
export type UnknownPaths = {
  /** Throws 429 for a client that has asked for too many; called before a path is looked up at a cost. */
  assertAllowed(c: AppContext): void
  /** Counts a path that was not found. */
  count(c: AppContext): void
}

type Options = {
  /** The client's key for rate limits. */
  clientOf(c: AppContext): string
  /** Milliseconds. */
  now: () => number
  onRefused(): void
}

export function createUnknownPaths({ clientOf, now, onRefused }: Options): UnknownPaths {
  const clients = new LRUCache<string, { used: number; endsAt: number }>({ max: MAX_CLIENTS })

  function windowOf(client: string) {
    const window = clients.get(client)
    return window && window.endsAt > now() ? window : null
  }

  return {
    assertAllowed(c) {
      const window = windowOf(clientOf(c))
      if (!window || window.used < UNKNOWN_PATHS.max) return
      const resetMs = window.endsAt - now()
      onRefused()
      throw new AppError(
        'too_many_requests',
        'Too many requests for paths that do not exist from your address; try again in a minute.',
        {
          headers: refusalHeaders(UNKNOWN_PATHS, { used: window.used, resetMs }),
        },
      )
    },
    count(c) {
      const client = clientOf(c)
      // The connection is closed: others share that key.
      if (client === UNKNOWN_CLIENT) return
      const window = windowOf(client)
      if (window) window.used++
      else clients.set(client, { used: 1, endsAt: now() + UNKNOWN_PATHS.windowMs })
    },
  }
}

/** Counts the paths that `notFound` does not find either. */
export const countUnknown =
  (unknownPaths: UnknownPaths, notFound: NotFoundHandler<AppEnv>): NotFoundHandler<AppEnv> =>
  async (c) => {
    const response = await notFound(c)
    if (response.status === 404) unknownPaths.count(c)
    return response
  }
