// The limit on malformed requests per client address, for sign-in and the public forms. It is separate from the limit on
// well-formed requests, so that a client with a bug, or typing errors, do not lock people out.
import { AppError } from '../../text/errors.ts'
import { createHits } from './full-buckets.ts'
import { type BucketState, type RateLimits, refusalHeaders } from './rate-limits.ts'

const MALFORMED = { max: 30, windowMs: 15 * 60_000 }

/** The result of `parse`. Throws its errors, and 429 in their place once the address has sent too many. */
export type LimitMalformed = <T>(address: string, parse: () => Promise<T>) => Promise<T>

/** `name` is that of the bucket; each has its own counts. */
export function createMalformedLimit(limits: RateLimits, name: string): LimitMalformed {
  const hit = createHits(limits, MALFORMED)

  return async function limitMalformed(address, parse) {
    try {
      return await parse()
    } catch (error) {
      if (!(error instanceof AppError) || error.status >= 500 || hasForeignType(error)) throw error
      const state = await hit(`malformed ${name} ${address}`)
      throw state.outcome === 'full' ? tooManyMalformed(state) : error
    }
  }
}

/** Pages of other sites can send such a body without a preflight: counted, it would use up the limit of their readers. */
const hasForeignType = ({ code }: AppError) => code === 'unsupported_media_type'

const tooManyMalformed = (state: BucketState) =>
  new AppError('too_many_requests', 'Too many malformed requests from your address; try again later.', {
    headers: refusalHeaders(MALFORMED, state),
  })
