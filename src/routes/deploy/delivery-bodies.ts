// Reads webhook bodies from senders that are unauthenticated until the last byte: bounded in time, number and memory, so
// that slow or large bodies cannot keep a genuine delivery out. Not per address: behind a proxy all senders share one.
import { AppError } from '../../errors.ts'

export type BodyLimits = {
  maxBodyBytes: number
  /** Bodies read at once; one more evicts the slowest. */
  maxBodies: number
  /** Of all bodies being read; beyond it the largest is evicted. */
  maxTotalBytes: number
  deadlineMs: number
}

type Reading = { startedAt: number; bytes: number; abort(error: Error): void }

/** Counted as received from the start, so that a body whose first packet is under way is not the slowest. */
const INITIAL_CREDIT_BYTES = 65_536

export type DeliveryBodies = ReturnType<typeof createDeliveryBodies>

export function createDeliveryBodies({ maxBodyBytes, maxBodies, maxTotalBytes, deadlineMs }: BodyLimits) {
  const readings = new Set<Reading>()
  let totalBytes = 0

  function remove(reading: Reading) {
    if (readings.delete(reading)) totalBytes -= reading.bytes
  }

  function evict(rank: (reading: Reading) => number) {
    const victim = [...readings].reduce((a, b) => (rank(b) > rank(a) ? b : a))
    remove(victim)
    victim.abort(unavailable('Too many deliveries at once; retry in a few seconds.'))
  }

  const slowness = ({ startedAt, bytes }: Reading) =>
    (performance.now() - startedAt) / (bytes + INITIAL_CREDIT_BYTES)
  const size = ({ bytes }: Reading) => bytes

  return {
    /** Throws 413 for a body over the limit and 503 when it is too slow or evicted. */
    async read(request: Request): Promise<Uint8Array> {
      if (Number(request.headers.get('Content-Length') ?? 0) > maxBodyBytes) throw tooLarge(maxBodyBytes)
      if (!request.body) return new Uint8Array()
      if (readings.size >= maxBodies) evict(slowness)
      const { promise: aborted, reject } = Promise.withResolvers<never>()
      aborted.catch(() => {})
      const reading: Reading = { startedAt: performance.now(), bytes: 0, abort: reject }
      readings.add(reading)
      const timer = setTimeout(
        () => reject(unavailable(`The body took longer than ${deadlineMs} ms.`)),
        deadlineMs,
      )
      const stream = request.body.getReader()
      const chunks: Uint8Array[] = []
      try {
        for (;;) {
          const { done, value } = await Promise.race([stream.read(), aborted])
          if (done) return Buffer.concat(chunks)
          chunks.push(value)
          reading.bytes += value.byteLength
          totalBytes += value.byteLength
          if (reading.bytes > maxBodyBytes) throw tooLarge(maxBodyBytes)
          while (totalBytes > maxTotalBytes) evict(size)
        }
      } finally {
        clearTimeout(timer)
        remove(reading)
        stream.cancel().catch(() => {})
      }
    },
  }
}

// Without `Connection: close` the sender could go on with a body that is no longer counted.
const unavailable = (message: string) =>
  new AppError('unavailable', message, { headers: { 'Retry-After': '5', Connection: 'close' } })

const tooLarge = (maxBodyBytes: number) =>
  new AppError('payload_too_large', `The delivery exceeds the limit of ${maxBodyBytes} bytes.`, {
    headers: { Connection: 'close' },
  })
