import { describe, expect, test } from 'bun:test'
import { createBoundedQueue } from '../src/bounded-queue.ts'

describe('a bounded queue', () => {
  const createRefusal = () => new Error('full')

  test('runs so many at once, in the order they came, and refuses what finds it full', async () => {
    const queue = createBoundedQueue({ maxRunning: 2, maxWaiting: 3, createRefusal })
    const order: number[] = []
    let running = 0
    let most = 0
    const task = (id: number) =>
      queue.run(async () => {
        order.push(id)
        most = Math.max(most, ++running)
        await Bun.sleep(2)
        running--
        return id
      })
    const results = await Promise.allSettled([1, 2, 3, 4, 5, 6, 7].map(task))
    expect(results.map(({ status }) => status === 'fulfilled')).toEqual([
      true,
      true,
      true,
      true,
      true,
      false,
      false,
    ])
    expect(order).toEqual([1, 2, 3, 4, 5])
    expect(most).toBe(2)
    expect(queue.isIdle).toBe(true)
  })

  test('goes on after a failure', async () => {
    const queue = createBoundedQueue({ maxRunning: 1, maxWaiting: 1, createRefusal })
    const failed = queue.run(() => Promise.reject(new Error('no')))
    const next = queue.run(async () => 'yes')
    await expect(failed).rejects.toThrow('no')
    expect(await next).toBe('yes')
    expect(queue.isIdle).toBe(true)
  })

  test('gives a place that becomes free to who waits, not to who comes just then', async () => {
    const queue = createBoundedQueue({ maxRunning: 1, maxWaiting: 2, createRefusal })
    const order: string[] = []
    const first = queue.run(async () => void order.push('first'))
    const waiting = queue.run(async () => void order.push('waiting'))
    await first.then(() => queue.run(async () => void order.push('late')))
    await waiting
    expect(order).toEqual(['first', 'waiting', 'late'])
  })
})
