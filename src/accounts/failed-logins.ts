// The limits on failed logins per client address, for all accounts together, and on wrong proofs per session. Attempts from one address
// run one after another, so that several colleagues can sign in at once and parallel guesses are still counted exactly.

import { type BoundedQueue, createBoundedQueue } from '../platform/bounded-queue.ts'
import {
  type BucketState,
  type RateLimits,
  rateLimitHeaders,
  refusalHeaders,
} from '../platform/db/rate-limits.ts'
import { AppError, unavailable } from '../text/errors.ts'
import { isWrongPassword } from './wrong-password.ts'

const FAILURES = { max: 5, windowMs: 15 * 60_000 }
const MAX_WAITING = 30
/** How often, and for how long, an attempt checks whether those on other replicas are decided. */
const POLL_MS = 50
const MAX_POLL_MS = 10_000

/** Runs `verify` when it is the turn of the address, or of the session. Throws its errors, 429 and 503. */
export type LimitFailures = <T>(key: string, verify: () => Promise<T>) => Promise<T>

type Kind = { name: string; tooManyFailures: string; tooManyAtOnce: string }

const OF_ADDRESS: Kind = {
  name: 'login',
  tooManyFailures: 'Too many failed sign-ins from your address; try again later.',
  tooManyAtOnce: 'Too many simultaneous sign-ins from your address; try again in a moment.',
}
const OF_SESSION: Kind = {
  name: 'proof',
  tooManyFailures: 'Too many wrong passwords or codes in this session; try again later, or sign in again.',
  tooManyAtOnce: 'Too many simultaneous confirmations in this session; try again in a moment.',
}

export const createFailedLoginLimit = (limits: RateLimits) => createFailureLimit(limits, OF_ADDRESS)
export const createWrongProofLimit = (limits: RateLimits) => createFailureLimit(limits, OF_SESSION)

/** Counts a failure of an address that its limit was not asked about. */
export const noteFailedLogin = (limits: RateLimits, address: string) =>
  limits.hit(bucketOf(OF_ADDRESS, address), FAILURES)

const bucketOf = ({ name }: Kind, key: string) => `${name} ${key}`

/** Counts an attempt when `verify` throws that a password is wrong, and only then. */
function createFailureLimit(limits: RateLimits, kind: Kind): LimitFailures {
  const queues = new Map<string, BoundedQueue>()
  const tooManyWaiting = () =>
    new AppError('too_many_requests', kind.tooManyAtOnce, { headers: { 'Retry-After': '1' } })

  return async function limitFailures(key, verify) {
    const bucket = bucketOf(kind, key)
    const queue =
      queues.get(bucket) ??
      createBoundedQueue({ maxRunning: 1, maxWaiting: MAX_WAITING, createRefusal: tooManyWaiting })
    queues.set(bucket, queue)
    try {
      return await queue.run(() => countFailure(limits, { bucket, kind }, verify))
    } finally {
      if (queue.isIdle) queues.delete(bucket)
    }
  }
}

type Counted = { bucket: string; kind: Kind }

async function countFailure<T>(
  limits: RateLimits,
  { bucket, kind }: Counted,
  verify: () => Promise<T>,
): Promise<T> {
  const { used, resetMs } = await beginAttempt(limits, { bucket, kind })
  let failed = false
  try {
    return await verify()
  } catch (error) {
    failed = isWrongPassword(error)
    if (isWrongPassword(error)) Object.assign(error.headers, rateLimitHeaders(FAILURES, { used, resetMs }))
    throw error
  } finally {
    await limits.settle(bucket, FAILURES, failed)
  }
}

async function beginAttempt(limits: RateLimits, { bucket, kind }: Counted) {
  for (const deadline = Date.now() + MAX_POLL_MS; ; ) {
    const state = await limits.begin(bucket, FAILURES)
    if (state.outcome === 'go') return state
    if (state.outcome === 'full') throw tooManyFailures(kind, state)
    if (Date.now() > deadline) throw unavailable('sign-in')
    await Bun.sleep(POLL_MS)
  }
}

const tooManyFailures = (kind: Kind, state: BucketState) =>
  new AppError('too_many_requests', kind.tooManyFailures, { headers: refusalHeaders(FAILURES, state) })
