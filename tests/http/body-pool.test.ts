import { expect, test } from 'bun:test'
import { type BodyPoolLimits, createBodyPool } from '../../src/http/requests/body-pool.ts'
import { discardBody } from '../../src/http/requests/discard-body.ts'
import { AppError } from '../../src/text/errors.ts'

const LIMITS: BodyPoolLimits = { maxBodies: 4, maxBytes: 1_000, graceMs: 60_000, minBytesPerSecond: 1 }
const createTooLarge = () => new AppError('payload_too_large', 'too large')

/** A request whose body arrives when the test says so. */
function openRequest() {
  let controller!: ReadableStreamDefaultController<Uint8Array>
  let isCancelled = false
  const body = new ReadableStream<Uint8Array>({
    start(given) {
      controller = given
    },
    cancel() {
      isCancelled = true
    },
  })
  return {
    request: new Request('http://x/', { method: 'POST', body }),
    send: (bytes: number) => controller.enqueue(new Uint8Array(bytes)),
    end: () => controller.close(),
    isCancelled: () => isCancelled,
  }
}

/** Reads a body and names how it ended. */
function read(pool: ReturnType<typeof createBodyPool>, maxBytes = 1_000) {
  const open = openRequest()
  let outcome: number | string = 'open'
  const done = pool.read(open.request, { maxBytes, createTooLarge }).then(
    (bytes) => {
      outcome = bytes.byteLength
    },
    (error) => {
      outcome = error instanceof AppError ? error.code : String(error)
    },
  )
  return { ...open, done, outcome: () => outcome }
}

test('reads a body in chunks', async () => {
  const body = read(createBodyPool(LIMITS))
  body.send(3)
  body.send(4)
  body.end()
  await body.done
  expect(body.outcome()).toBe(7)
})

test('a request without a body is empty', async () => {
  const request = new Request('http://x/', { method: 'POST' })
  expect(await createBodyPool(LIMITS).read(request, { maxBytes: 0, createTooLarge })).toHaveLength(0)
})

test('a body over its limit is refused at once, and its rest is thrown away', async () => {
  const body = read(createBodyPool(LIMITS), 10)
  body.send(11)
  await body.done
  expect(body.outcome()).toBe('payload_too_large')
  for (let sent = 0; sent < 5; sent++) body.send(11)
  body.end()
  await discardBody(body.request)
  expect(body.isCancelled()).toBe(false)
})

test('a body that stalls is 408 after the grace time', async () => {
  const body = read(createBodyPool({ ...LIMITS, graceMs: 100 }))
  await body.done
  expect(body.outcome()).toBe('request_timeout')
})

test('a body that arrives at the minimum rate is read to its end', async () => {
  const limits = { ...LIMITS, graceMs: 100, minBytesPerSecond: 100 }
  let now = 0
  const pool = createBodyPool(limits, () => now)
  const [steady, trickling] = [read(pool), read(pool)]
  for (let sent = 0; sent < 12; sent++) {
    steady.send(10)
    if (sent < 2) trickling.send(1)
    await Bun.sleep(0)
    now += 60
    // The pool looks at its bodies four times a second.
    if (sent === 2) await trickling.done
  }
  steady.end()
  await steady.done
  expect(steady.outcome()).toBe(120)
  expect(trickling.outcome()).toBe('request_timeout')
})

test('the slowest body makes room for another', async () => {
  let now = 0
  const pool = createBodyPool(LIMITS, () => now)
  const bodies = Array.from({ length: 4 }, () => read(pool))
  for (const [index, body] of bodies.entries()) if (index !== 2) body.send(50)
  await Bun.sleep(0)
  now += 1_000
  const another = read(pool)
  another.send(5)
  another.end()
  await another.done
  expect(another.outcome()).toBe(5)
  expect(bodies.map(({ outcome }) => outcome())).toEqual(['open', 'open', 'unavailable', 'open'])
})

test('a body that has just begun is not the slowest, although nothing of it has arrived', async () => {
  let now = 0
  const pool = createBodyPool(LIMITS, () => now)
  const bodies = Array.from({ length: 4 }, () => read(pool))
  for (const body of bodies) body.send(50)
  await Bun.sleep(0)
  now += 50
  const another = read(pool)
  now += 10
  read(pool)
  another.send(5)
  another.end()
  await another.done
  expect(another.outcome()).toBe(5)
  expect(bodies.map(({ outcome }) => outcome())).toEqual(['unavailable', 'unavailable', 'open', 'open'])
})

test('the bytes held of all bodies stay below the bound, and the largest go first', async () => {
  const pool = createBodyPool(LIMITS)
  const [small, large, third] = [read(pool), read(pool), read(pool)]
  small.send(300)
  large.send(350)
  third.send(340)
  await Bun.sleep(0)
  small.send(20)
  await large.done
  expect(large.outcome()).toBe('unavailable')
  small.end()
  third.end()
  await Promise.all([small.done, third.done])
  expect([small.outcome(), third.outcome()]).toEqual([320, 340])
  // The bytes of the other bodies are free again.
  const next = read(pool)
  next.send(990)
  next.end()
  await next.done
  expect(next.outcome()).toBe(990)
})
