// A call that takes too long is 503; work in steps has the time for each of them.
import { expect, test } from 'bun:test'
import { withDeadline } from '../../../src/platform/db/with-deadline.ts'
import { holdTimers } from '../../support/hold-timers.ts'

const UNAVAILABLE = expect.objectContaining({ status: 503, code: 'unavailable' })

test('a call that takes too long is 503', async () => {
  using timers = holdTimers()
  const call = withDeadline(50, () => Bun.sleep(51)).catch((error) => error)
  await timers.pass(50)
  expect(await call).toEqual(UNAVAILABLE)
})

test('each step that is finished in time starts the time anew', async () => {
  using timers = holdTimers()
  const call = withDeadline(101, async ({ restart }) => {
    for (let step = 0; step < 4; step++) {
      await Bun.sleep(100)
      restart()
    }
    return 'done'
  })
  for (let step = 0; step < 4; step++) await timers.pass(100)
  expect(await call).toBe('done')
})

test('a step that was too slow ends the work', async () => {
  using timers = holdTimers()
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
  await timers.pass(50)
  expect(await call).toEqual(UNAVAILABLE)
  await timers.pass(100)
  expect(error).toEqual(UNAVAILABLE)
})
