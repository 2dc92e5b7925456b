// Limits API tokens that were never valid, per client address, apart from sign-ins: a program with a wrong one locks nobody out.
import { createHits } from '../platform/db/full-buckets.ts'
import { type RateLimits, rateLimitHeaders, refusalHeaders } from '../platform/db/rate-limits.ts'
import { AppError } from '../text/errors.ts'

const WRONG_TOKENS = { max: 5, windowMs: 15 * 60_000 }

/** Counts a token that was never valid, and throws 401, or 429 for an address that sent too many. Throws 503. */
export type RefuseToken = (address: string) => Promise<never>

export function createTokenLimit(limits: RateLimits): RefuseToken {
  const hit = createHits(limits, WRONG_TOKENS)
  return async function refuseToken(address) {
    const state = await hit(`wrong-tokens ${address}`)
    if (state.outcome === 'full') throw tooManyTokens(refusalHeaders(WRONG_TOKENS, state))
    const headers = { 'WWW-Authenticate': 'Bearer', ...rateLimitHeaders(WRONG_TOKENS, state) }
    throw new AppError('invalid_credentials', 'The API token is not valid.', { headers })
  }
}

const tooManyTokens = (headers: Record<string, string>) =>
  new AppError(
    'too_many_requests',
    'Too many API tokens from your address are not valid; a valid one works at once.',
    { headers },
  )
