// How often one address may get a password wrong, whatever account it tries. Attempts of an address are decided in
// turn, so that neither colleagues who sign in at once are refused nor guesses made at once slip through.

import { type BoundedQueue, createBoundedQueue } from '../bounded-queue.ts'
import { type RateLimits, rateLimitHeaders } from '../db/rate-limits.ts'
import { AppError, unavailable } from '../errors.ts'

const FAILURES = { max: 5, windowMs: 15 * 60_000 }
const MAX_WAITING = 30
/** How often and how long an attempt looks whether those on other replicas are decided. */
const LOOK_MS = 50
const PATIENCE_MS = 10_000

const FAILED = new Set<string>(['invalid_credentials', 'invalid_current_password'])

/** Runs `decide` when it is the address's turn; throws what it throws, 429 and 503. */
export type Attempts = <T>(address: string, decide: () => Promise<T>) => Promise<T>

/** A failure is `decide` throwing that a password is wrong; nothing else is counted. */
export function createFailedLoginLimit(limits: RateLimits): Attempts {
  const queues = new Map<string, BoundedQueue>()

  return async function inTurn(address, decide) {
    const bucket = `login ${address}`
    const queue =
      queues.get(bucket) ??
      createBoundedQueue({ maxRunning: 1, maxWaiting: MAX_WAITING, createRefusal: crowded })
    queues.set(bucket, queue)
    try {
      return await queue.run(() => counted(limits, bucket, decide))
    } finally {
      if (queue.isIdle) queues.delete(bucket)
    }
  }
}

async function counted<T>(limits: RateLimits, bucket: string, decide: () => Promise<T>): Promise<T> {
  const { used, resetMs } = await begin(limits, bucket)
  let failed = false
  try {
    return await decide()
  } catch (error) {
    failed = error instanceof AppError && FAILED.has(error.code)
    if (failed) Object.assign((error as AppError).headers, rateLimitHeaders(FAILURES, { used, resetMs }))
    throw error
  } finally {
    await limits.settle(bucket, FAILURES, failed)
  }
}

async function begin(limits: RateLimits, bucket: string) {
  for (const deadline = Date.now() + PATIENCE_MS; ; ) {
    const standing = await limits.begin(bucket, FAILURES)
    if (standing.outcome === 'go') return standing
    if (standing.outcome === 'full') throw tooManyFailures(standing)
    if (Date.now() > deadline) throw unavailable('sign-in')
    await Bun.sleep(LOOK_MS)
  }
}

const tooManyFailures = (standing: { used: number; resetMs: number }) =>
  new AppError('too_many_requests', 'Too many wrong passwords came from your address; try again later.', {
    headers: {
      ...rateLimitHeaders(FAILURES, standing),
      'Retry-After': String(Math.max(1, Math.ceil(standing.resetMs / 1_000))),
    },
  })

const crowded = () =>
  new AppError(
    'too_many_requests',
    'Too many people are signing in from your address; try again in a moment.',
    {
      headers: { 'Retry-After': '1' },
    },
  )
