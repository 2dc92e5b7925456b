// What the provider says about a person at its userinfo endpoint (OpenID Connect Core 1.0, section 5.3).
import { LRUCache } from 'lru-cache'
import { ClientError, type Configuration, fetchUserInfo, WWWAuthenticateChallengeError } from 'openid-client'
import { sha256 } from '../../platform/sha256.ts'
import type { Claims, ReadUserInfo } from './identity-claims.ts'
import { mayPass } from './identity-provider.ts'

type Options = {
  configure: () => Promise<Configuration>
  /** The reason names no claim of a person. */
  onFailure(failure: { subject: string; reason: string }): void
  /** A monotonic clock in milliseconds. */
  now?: () => number
}

/** Tokens live longer, but a person's name may change. */
const REMEMBER_MS = 60 * 60_000
const RETRY_AFTER_MS = 30_000
const MAX_TOKENS = 1_000

/** Asks once for each token, since programs send theirs with every request; after a failure again, but not with each of them. */
export function createUserInfo({ configure, onFailure, now }: Options): ReadUserInfo {
  const answers = new LRUCache<string, Promise<Claims | null>>({
    max: MAX_TOKENS,
    ttl: REMEMBER_MS,
    ttlResolution: 0,
    ...(now && { perf: { now } }),
  })

  async function read(accessToken: string, subject: string, key: string) {
    try {
      const configuration = await configure()
      if (!configuration.serverMetadata().userinfo_endpoint) return {}
      // Throws for another subject, whose claims say nothing about this one.
      return await fetchUserInfo(configuration, accessToken, subject)
    } catch (error) {
      const { reason, isFinal } = describe(error)
      onFailure({ subject, reason })
      if (!isFinal) answers.set(key, Promise.resolve(null), { ttl: RETRY_AFTER_MS })
      return null
    }
  }

  return (accessToken, subject) => {
    const key = sha256(accessToken)
    const known = answers.get(key)
    if (known) return known
    const answer = read(accessToken, subject, key)
    answers.set(key, answer)
    return answer
  }
}

/** `isFinal`: the provider will not take this token later either. Messages of the library are fixed texts; its causes may hold claims. */
function describe(error: unknown): { reason: string; isFinal: boolean } {
  const { message, cause } = error as Error
  const response = error instanceof WWWAuthenticateChallengeError ? error.response : cause
  if (response instanceof Response) {
    const { status } = response
    return { reason: `status ${status}: ${message}`, isFinal: !mayPass(status) }
  }
  const isWrapped = error instanceof ClientError && cause instanceof Error
  return { reason: isWrapped ? cause.message : message, isFinal: false }
}
