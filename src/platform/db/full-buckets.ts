import { LRUCache } from 'lru-cache'
import type { BucketState, Limit, RateLimits } from './rate-limits.ts'

const MAX_REMEMBERED = 10_000

/**
 * Counts attempts like `limits.hit`. A full bucket is remembered here for a second, so that a flood costs the database one statement a
 * second per bucket.
 */
export function createHits(
  limits: Pick<RateLimits, 'hit'>,
  limit: Limit,
  rememberMs = 1_000,
): (bucket: string) => Promise<BucketState> {
  const full = new LRUCache<string, BucketState>({ max: MAX_REMEMBERED, ttl: rememberMs })
  return async function hit(bucket) {
    const remembered = full.get(bucket)
    if (remembered) return remembered
    const state = await limits.hit(bucket, limit)
    if (state.outcome === 'full') full.set(bucket, state)
    return state
  }
}
