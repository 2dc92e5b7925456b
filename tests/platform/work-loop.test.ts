import { describe, expect, test } from 'bun:test'
import { WorkLoop } from '../../src/platform/work-loop.ts'

/** A loop whose passes end when the test says so. */
function startLoop(pauseMs: number) {
  const passes: PromiseWithResolvers<void>[] = []
  const errors: unknown[] = []
  const loop = new WorkLoop({
    pass: () => {
      passes.push(Promise.withResolvers())
      return passes.at(-1)!.promise
    },
    pauseMs,
    onError: (error) => errors.push(error),
  })
  loop.start()
  return { loop, passes, errors }
}

const HOUR_MS = 3_600_000

describe('a work loop', () => {
  test('runs a pass at once, and another one after the pause', async () => {
    const { loop, passes } = startLoop(0)
    expect(passes).toHaveLength(1)
    passes[0]!.resolve()
    while (passes.length < 2) await new Promise(setImmediate)
    const stopped = loop.stop()
    passes[1]!.resolve()
    await stopped
  })

  test('is woken once by all calls during a pass', async () => {
    const { loop, passes } = startLoop(HOUR_MS)
    loop.wake()
    loop.wake()
    expect(passes).toHaveLength(1)
    passes[0]!.resolve()
    while (passes.length < 2) await new Promise(setImmediate)
    passes[1]!.resolve()
    while (loop.isRunning) await new Promise(setImmediate)
    expect(passes).toHaveLength(2)
    await loop.stop()
  })

  test('goes on after a failed pass', async () => {
    const { loop, passes, errors } = startLoop(HOUR_MS)
    loop.wake()
    passes[0]!.reject(new Error('no'))
    while (passes.length < 2) await new Promise(setImmediate)
    expect(errors).toEqual([new Error('no')])
    passes[1]!.resolve()
    await loop.stop()
  })

  test('begins nothing after it was stopped, which waits for the running pass', async () => {
    const { loop, passes } = startLoop(0)
    let hasEnded = false
    const stopped = loop.stop().then(() => {
      hasEnded = true
    })
    loop.wake()
    await new Promise(setImmediate)
    expect(hasEnded).toBe(false)
    passes[0]!.resolve()
    await stopped
    expect(passes).toHaveLength(1)
  })
})
