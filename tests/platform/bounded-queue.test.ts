import { describe, expect, test } from 'bun:test'
import { createBoundedQueue } from '../../src/platform/bounded-queue.ts'

describe('a bounded queue', () => {
  const createRefusal = () => new Error('full')

  test('runs a limited number at once, in order of arrival, and refuses tasks when it is full', async () => {
    const queue = createBoundedQueue({ maxRunning: 2, maxWaiting: 3, createRefusal })
    const order: number[] = []
    let running = 0
    let maxRunning = 0
    const task = (id: number) =>
      queue.run(async () => {
        order.push(id)
        maxRunning = Math.max(maxRunning, ++running)
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
    expect(maxRunning).toBe(2)
    expect(queue.isIdle).toBe(true)
  })

  test('continues after a failure', async () => {
    const queue = createBoundedQueue({ maxRunning: 1, maxWaiting: 1, createRefusal })
    const failed = queue.run(() => Promise.reject(new Error('no')))
    const next = queue.run(async () => 'yes')
    await expect(failed).rejects.toThrow('no')
    expect(await next).toBe('yes')
    expect(queue.isIdle).toBe(true)
  })

  test('gives a free place to a waiting task, not to one that arrives at that moment', async () => {
    const queue = createBoundedQueue({ maxRunning: 1, maxWaiting: 2, createRefusal })
    const order: string[] = []
    const first = queue.run(async () => void order.push('first'))
    const waiting = queue.run(async () => void order.push('waiting'))
    await first.then(() => queue.run(async () => void order.push('late')))
    await waiting
    expect(order).toEqual(['first', 'waiting', 'late'])
  })

  test('lets tasks go first before all that wait, with a limit of their own', async () => {
    const queue = createBoundedQueue({ maxRunning: 1, maxWaiting: 2, createRefusal })
    const order: string[] = []
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    const task = (name: string, goesFirst = false) =>
      queue.run(async () => void order.push(name), { goesFirst })
    const running = queue.run(() => held)
    const waiting = [task('one'), task('two')]
    await expect(task('three')).rejects.toThrow('full')
    const first = [task('first', true), task('second', true)]
    await expect(task('third', true)).rejects.toThrow('full')
    release()
    await Promise.all([running, ...waiting, ...first])
    expect(order).toEqual(['first', 'second', 'one', 'two'])
    expect(queue.isIdle).toBe(true)
  })

  test('lets any number wait without a maximum', async () => {
    const queue = createBoundedQueue({ maxRunning: 1 })
    const results = await Promise.all(Array.from({ length: 500 }, (_, id) => queue.run(async () => id)))
    expect(results).toHaveLength(500)
  })
})
