// Cache of the provider's signing keys. A token with an unknown key triggers a refresh, because the provider may have
// rotated its keys, but forged key ids cannot trigger more than a few. So does a signature that fits no key, since some
// providers name no key in their tokens. Cached keys keep working while the provider is unreachable.
import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose'
import { unavailable } from '../../text/errors.ts'

type Options = {
  fetchKeys: () => Promise<JSONWebKeySet>
  onError(error: unknown): void
  /** A monotonic clock in milliseconds. */
  now?: () => number
}

export type SigningKeys = {
  /** Finds the key of a token. Throws jose's errors, and 503 when the provider is needed. */
  find: JWTVerifyGetKey
  /** Counts how often the keys were fetched. */
  version(): number
  /** For a signature that fits none of the keys of this version. Resolves with whether there are newer ones. */
  refreshAfter(version: number): Promise<boolean>
}

/** Keys are refreshed after this time, so that a withdrawn key stops working. */
const MAX_AGE_MS = 10 * 60_000
/** Refreshes caused by unknown keys. The first happens at once, in case the provider has just rotated its keys. */
const MAX_REFRESHES = { count: 5, windowMs: 30_000 }
/** Between refreshes caused by signatures that fit no key. */
const MISMATCH_EVERY_MS = 30_000
/** How long to wait after a failure, depending on whether the needed key is cached. */
const RETRY_AFTER_MS = { unknownKey: 2_000, cachedKeys: 30_000 }

export function createKeys({ fetchKeys, onError, now = () => performance.now() }: Options): SigningKeys {
  let cached: { keys: JWTVerifyGetKey; fetchedAt: number } | null = null
  let fetchTimes: number[] = []
  let failure: { error: unknown; at: number } | null = null
  let pending: Promise<void> | null = null
  let version = 0
  let mismatchAt = Number.NEGATIVE_INFINITY

  async function load() {
    fetchTimes.push(now())
    try {
      cached = { keys: createLocalJWKSet(await fetchKeys()), fetchedAt: now() }
      version++
      failure = null
    } catch (error) {
      failure = { error, at: now() }
      onError(error)
    }
  }

  /** Fetches the keys, one request at a time, unless one failed recently or there were too many. */
  async function refresh(retryAfterMs: number) {
    fetchTimes = fetchTimes.filter((at) => now() - at < MAX_REFRESHES.windowMs)
    const hasFailedRecently = failure && now() - failure.at < retryAfterMs
    if (!pending && (hasFailedRecently || (cached && fetchTimes.length >= MAX_REFRESHES.count))) return
    pending ??= load().finally(() => {
      pending = null
    })
    await pending
  }

  const find: JWTVerifyGetKey = async (header, token) => {
    if (!cached) await refresh(RETRY_AFTER_MS.unknownKey)
    else if (now() - cached.fetchedAt > MAX_AGE_MS) await refresh(RETRY_AFTER_MS.cachedKeys)
    if (!cached) throw unavailable('identity provider', failure?.error)
    try {
      return await cached.keys(header, token)
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error
      await refresh(RETRY_AFTER_MS.unknownKey)
      if (failure) throw unavailable('identity provider', failure.error)
      return cached.keys(header, token)
    }
  }
  async function refreshAfter(known: number) {
    if (pending) await pending
    else if (version === known && now() - mismatchAt >= MISMATCH_EVERY_MS) {
      mismatchAt = now()
      await refresh(RETRY_AFTER_MS.cachedKeys)
    }
    return version !== known
  }

  return { find, version: () => version, refreshAfter }
}
