// A call that takes too long is 503; work in steps has the time for each of them.
import { afterAll, beforeAll, expect, jest, test } from 'bun:test'
import { withDeadline } from '../../../src/platform/db/with-deadline.ts'

const UNAVAILABLE = expect.objectContaining({ status: 503, code: 'unavailable' })

beforeAll(() => void jest.useFakeTimers())
afterAll(() => void jest.useRealTimers())

/** Lets so many milliseconds pass, and what waited for them run. */
async function pass(milliseconds: number) {
  jest.advanceTimersByTime(milliseconds)
  for (let turn = 0; turn < 10; turn++) await Promise.resolve()
}

test('a call that takes too long is 503', async () => {
  const call = withDeadline(50, () => Bun.sleep(51)).catch((error) => error)
  await pass(50)
  expect(await call).toEqual(UNAVAILABLE)
})

test('each step that is finished in time starts the time anew', async () => {
  const call = withDeadline(101, async ({ restart }) => {
    for (let step = 0; step < 4; step++) {
      await Bun.sleep(100)
      restart()
    }
    return 'done'
  })
  for (let step = 0; step < 4; step++) await pass(100)
  expect(await call).toBe('done')
})

test('a step that was too slow ends the work', async () => {
  let error: unknown
  const call = withDeadline(50, async ({ restart, hasExpired }) => {
    await Bun.sleep(150)
    expect(hasExpired()).toBe(true)
    try {
      restart()
    } catch (thrown) {
      error = thrown
    }
  }).catch((thrown) => thrown)
  await pass(50)
  expect(await call).toEqual(UNAVAILABLE)
  await pass(100)
  expect(error).toEqual(UNAVAILABLE)
})
