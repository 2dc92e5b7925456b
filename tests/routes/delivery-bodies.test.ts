import { expect, test } from 'bun:test'
import { createDeliveryBodies } from '../../src/routes/deploy/delivery-bodies.ts'

const LIMITS = { maxBodyBytes: 1_000_000, maxBodies: 3, maxTotalBytes: 1_500_000, deadlineMs: 2_000 }

/** A request whose body the test sends piece by piece. */
function startBody() {
  let controller!: ReadableStreamDefaultController<Uint8Array>
  let isCancelled = false
  const body = new ReadableStream<Uint8Array>({
    start(of) {
      controller = of
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

type Bodies = ReturnType<typeof createDeliveryBodies>
function read(bodies: Bodies) {
  const body = startBody()
  const result = bodies.read(body.request).then(
    (bytes) => bytes.byteLength,
    (error) => error.status as number,
  )
  return { ...body, result }
}

test('a body that arrives in pieces is complete', async () => {
  const body = read(createDeliveryBodies(LIMITS))
  for (const bytes of [1, 200_000, 7]) {
    body.send(bytes)
    await Bun.sleep(1)
  }
  body.end()
  expect(await body.result).toBe(200_008)
})

test('a body that takes longer than the deadline is 503 and no longer read', async () => {
  const body = read(createDeliveryBodies({ ...LIMITS, deadlineMs: 50 }))
  const start = performance.now()
  const trickle = setInterval(() => body.send(1), 10)
  expect(await body.result).toBe(503)
  clearInterval(trickle)
  expect(performance.now() - start).toBeWithin(45, 500)
  expect(body.isCancelled()).toBe(true)
})

test('when the slots are taken the slowest body is evicted, not the newest', async () => {
  const bodies = createDeliveryBodies(LIMITS)
  const trickling = read(bodies)
  trickling.send(10)
  await Bun.sleep(60)
  const fast = read(bodies)
  fast.send(900_000)
  const third = read(bodies)
  const fourth = read(bodies)
  expect(await trickling.result).toBe(503)
  for (const body of [fast, third, fourth]) body.end()
  expect(await Promise.all([fast.result, third.result, fourth.result])).toEqual([900_000, 0, 0])
})

test('when the bytes of all bodies exceed the bound the largest is evicted', async () => {
  const bodies = createDeliveryBodies(LIMITS)
  const [small, large, medium] = [read(bodies), read(bodies), read(bodies)]
  small.send(1_000)
  large.send(900_000)
  await Bun.sleep(10)
  medium.send(700_000)
  expect(await large.result).toBe(503)
  small.end()
  medium.end()
  expect(await Promise.all([small.result, medium.result])).toEqual([1_000, 700_000])
})

test('finished and refused bodies release their slot and their bytes', async () => {
  const bodies = createDeliveryBodies(LIMITS)
  for (const bytes of [700_000, 900_000, 950_000]) {
    const finished = read(bodies)
    finished.send(bytes)
    await Bun.sleep(5)
    finished.end()
    expect(await finished.result).toBe(bytes)
    const tooLarge = read(bodies)
    tooLarge.send(1_000_001)
    expect(await tooLarge.result).toBe(413)
  }
})
