// Reads request bodies within bounds on their size, their time and the memory that all of them take together.
import { AppError } from '../../text/errors.ts'
import { discardBody, isDiscarded } from './discard-body.ts'

export type BodyPool = {
  /**
   * The body of a request. Throws `createTooLarge()` (413) for more than `maxBytes`, 408 when it arrives too slowly,
   * and 503 when it is the slowest of too many bodies or the largest of too many bytes.
   */
  read(
    request: Request,
    limit: { maxBytes: number; createTooLarge: () => Error },
  ): Promise<Uint8Array<ArrayBuffer>>
}

export type BodyPoolLimits = {
  /** Bodies read at once, and the sum of the bytes received of them. */
  maxBodies: number
  maxBytes: number
  /** A body has this time, and more as it arrives: a second for each `minBytesPerSecond` received. */
  graceMs: number
  minBytesPerSecond: number
}

/** Separate pools, so that anonymous clients cannot crowd out signed-in ones. */
export type BodyPools = { anonymous: BodyPool; authenticated: BodyPool }

const MEGABYTE = 1_048_576
const SLOW_CLIENT = { graceMs: 10_000, minBytesPerSecond: 8_192 }

export const createBodyPools = (): BodyPools => ({
  anonymous: createBodyPool({ ...SLOW_CLIENT, maxBodies: 512, maxBytes: 8 * MEGABYTE }),
  authenticated: createBodyPool({ ...SLOW_CLIENT, maxBodies: 128, maxBytes: 256 * MEGABYTE }),
})

// The client must not go on with a body that is no longer counted.
const CLOSE = { Connection: 'close' }

type Reading = { startedAt: number; received: number; abort(error: AppError): void }

const CHECK_EVERY_MS = 250
/** Counts as received from the start: a body whose first packet is under way must not be the slowest. */
const INITIAL_CREDIT_BYTES = 65_536

/** `now`: milliseconds of a monotonic clock. */
export function createBodyPool(
  { maxBodies, maxBytes: maxPoolBytes, graceMs, minBytesPerSecond }: BodyPoolLimits,
  now = () => performance.now(),
): BodyPool {
  const readings = new Set<Reading>()
  let totalBytes = 0
  let timer: Timer | undefined

  function remove(reading: Reading) {
    if (!readings.delete(reading)) return
    totalBytes -= reading.received
    if (readings.size === 0) {
      clearInterval(timer)
      timer = undefined
    }
  }

  function add(reading: Reading) {
    readings.add(reading)
    timer ??= setInterval(abortSlowReadings, CHECK_EVERY_MS)
    if (readings.size > maxBodies) abortHighest(slowness)
  }

  function abortSlowReadings() {
    for (const { startedAt, received, abort } of readings) {
      if (now() - startedAt > graceMs + (received / minBytesPerSecond) * 1_000)
        abort(new AppError('request_timeout', 'The request body arrived too slowly.', { headers: CLOSE }))
    }
  }

  const slowness = ({ startedAt, received }: Reading) =>
    (now() - startedAt) / (received + INITIAL_CREDIT_BYTES)

  /** Aborts the body with the highest rank; of equal ones the oldest. */
  function abortHighest(rank: (reading: Reading) => number) {
    const victim = [...readings].reduce((highest, reading) =>
      rank(reading) > rank(highest) ? reading : highest,
    )
    victim.abort(
      new AppError('unavailable', 'Too many request bodies at once; try again later.', {
        headers: { 'Retry-After': '5', ...CLOSE },
      }),
    )
  }

  async function read(
    request: Request,
    { maxBytes, createTooLarge }: { maxBytes: number; createTooLarge: () => Error },
  ) {
    if (Number(request.headers.get('Content-Length') ?? 0) > maxBytes) {
      void discardBody(request)
      throw createTooLarge()
    }
    const reader = request.body?.getReader()
    if (!reader) return new Uint8Array()
    const aborted = Promise.withResolvers<never>()
    aborted.promise.catch(() => {})
    const reading: Reading = {
      startedAt: now(),
      received: 0,
      abort(error) {
        remove(reading)
        aborted.reject(error)
      },
    }
    add(reading)
    const chunks: Uint8Array[] = []
    try {
      for (;;) {
        const { done, value } = await Promise.race([aborted.promise, reader.read()])
        if (done) return Buffer.concat(chunks)
        // Bytes are counted on arrival: Content-Length may be wrong or missing.
        reading.received += value.byteLength
        totalBytes += value.byteLength
        if (reading.received > maxBytes) {
          void discardBody(request, reader)
          throw createTooLarge()
        }
        chunks.push(value)
        // The largest is aborted: if it were the slowest, small genuine bodies among floods would be the victims.
        if (totalBytes > maxPoolBytes) abortHighest(({ received }) => received)
      }
    } catch (error) {
      if (!isDiscarded(request)) reader.cancel().catch(() => {})
      throw error
    } finally {
      remove(reading)
    }
  }

  return { read }
}
