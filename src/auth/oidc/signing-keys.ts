// The provider's keys in memory. An unknown key has them fetched again, as the provider may have changed its own, but
// not more often than strangers with made-up keys should be able to make it. Keys that are known go on working while
// the provider is away.
import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose'
import { unavailable } from '../../errors.ts'

type Options = {
  fetchKeys: () => Promise<JSONWebKeySet>
  onError(error: unknown): void
  /** Milliseconds on a clock that only goes forward. */
  now?: () => number
}

/** After this the keys are fetched again, so that one that the provider has withdrawn ends. */
const FRESH_MS = 10 * 60_000
/** How often unknown keys may have them fetched: the first one at once, as the provider may just have changed them. */
const MAX_LOADS = { count: 5, withinMs: 30_000 }
/** How long a provider that failed is left alone: for a key that is not known, and for those that are. */
const AFTER_FAILURE_MS = { unknownKey: 2_000, knownKeys: 30_000 }

/** Gives the key that a token names. Throws jose's errors for none, and 503 where only the provider could tell. */
export function createKeys({ fetchKeys, onError, now = () => performance.now() }: Options): JWTVerifyGetKey {
  let known: { keys: JWTVerifyGetKey; loadedAt: number } | null = null
  let loads: number[] = []
  let failed: { error: unknown; at: number } | null = null
  let flight: Promise<void> | null = null

  async function load() {
    loads.push(now())
    try {
      known = { keys: createLocalJWKSet(await fetchKeys()), loadedAt: now() }
      failed = null
    } catch (error) {
      failed = { error, at: now() }
      onError(error)
    }
  }

  /** Fetches the keys, one flight at a time, unless that was tried often, or in vain a moment ago. */
  async function refresh(afterFailureMs: number) {
    loads = loads.filter((at) => now() - at < MAX_LOADS.withinMs)
    const hasFailed = failed && now() - failed.at < afterFailureMs
    if (!flight && (hasFailed || (known && loads.length >= MAX_LOADS.count))) return
    flight ??= load().finally(() => {
      flight = null
    })
    await flight
  }

  return async (header, token) => {
    if (!known) await refresh(AFTER_FAILURE_MS.unknownKey)
    else if (now() - known.loadedAt > FRESH_MS) await refresh(AFTER_FAILURE_MS.knownKeys)
    if (!known) throw unavailable('identity provider', failed?.error)
    try {
      return await known.keys(header, token)
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error
      await refresh(AFTER_FAILURE_MS.unknownKey)
      if (failed) throw unavailable('identity provider', failed.error)
      return known.keys(header, token)
    }
  }
}
