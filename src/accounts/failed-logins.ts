// The limit on failed logins per client address, for all accounts together. Attempts from one address run one after
// another, so that several colleagues can sign in at once and parallel guesses are still counted exactly.

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

/** Runs `verify` when it is the address's turn. Throws its errors, 429 and 503. */
export type LimitAddress = <T>(address: string, verify: () => Promise<T>) => Promise<T>

/** Counts an attempt when `verify` throws that a password is wrong, and only then. */
export function createFailedLoginLimit(limits: RateLimits): LimitAddress {
  const queues = new Map<string, BoundedQueue>()

  return async function limitAddress(address, verify) {
    const bucket = `login ${address}`
    const queue =
      queues.get(bucket) ??
      createBoundedQueue({ maxRunning: 1, maxWaiting: MAX_WAITING, createRefusal: tooManyWaiting })
    queues.set(bucket, queue)
    try {
      return await queue.run(() => countFailure(limits, bucket, verify))
    } finally {
      if (queue.isIdle) queues.delete(bucket)
    }
  }
}

async function countFailure<T>(limits: RateLimits, bucket: string, verify: () => Promise<T>): Promise<T> {
  const { used, resetMs } = await beginAttempt(limits, bucket)
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

async function beginAttempt(limits: RateLimits, bucket: string) {
  for (const deadline = Date.now() + MAX_POLL_MS; ; ) {
    const state = await limits.begin(bucket, FAILURES)
    if (state.outcome === 'go') return state
    if (state.outcome === 'full') throw tooManyFailures(state)
    if (Date.now() > deadline) throw unavailable('sign-in')
    await Bun.sleep(POLL_MS)
  }
}

const tooManyFailures = (state: BucketState) =>
  new AppError('too_many_requests', 'Too many failed sign-ins from your address; try again later.', {
    headers: refusalHeaders(FAILURES, state),
  })

const tooManyWaiting = () =>
  new AppError(
    'too_many_requests',
    'Too many simultaneous sign-ins from your address; try again in a moment.',
    { headers: { 'Retry-After': '1' } },
  )
