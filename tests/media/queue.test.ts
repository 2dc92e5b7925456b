import { expect, test } from 'bun:test'
import { createQueue } from '../../src/media/queue.ts'

test('so many run at once, in the order they came', async () => {
  const queue = createQueue({ running: 2, waiting: 10 })
  let running = 0
  let most = 0
  const order: number[] = []
  await Promise.all(
    [0, 1, 2, 3, 4].map((index) =>
      queue.run(async () => {
        order.push(index)
        most = Math.max(most, ++running)
        await Bun.sleep(2)
        running--
      }),
    ),
  )
  expect({ most, order }).toEqual({ most: 2, order: [0, 1, 2, 3, 4] })
})

test('whoever finds the waiting room full is told to come again', async () => {
  const queue = createQueue({ running: 1, waiting: 1 })
  const { promise, resolve } = Promise.withResolvers<void>()
  const taken = [queue.run(() => promise), queue.run(() => promise)]
  expect(queue.run(() => promise)).rejects.toMatchObject({ status: 503, headers: { 'Retry-After': '10' } })
  resolve()
  await Promise.all(taken)
})

test('a failure frees its place and is the caller’s', async () => {
  const queue = createQueue({ running: 1, waiting: 1 })
  expect(queue.run(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect(await queue.run(async () => 'next')).toBe('next')
})
