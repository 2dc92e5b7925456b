// A call that takes too long is 503; work in steps has the time for each of them.
import { expect, test } from 'bun:test'
import { withDeadline } from '../../../src/platform/db/with-deadline.ts'

const UNAVAILABLE = expect.objectContaining({ status: 503, code: 'unavailable' })

test('a call that takes too long is 503', async () => {
  const call = withDeadline(50, () => Bun.sleep(200))
  expect(await call.catch((error) => error)).toEqual(UNAVAILABLE)
})

test('each step that is finished in time starts the time anew', async () => {
  const call = withDeadline(300, async ({ restart }) => {
    for (let step = 0; step < 4; step++) {
      await Bun.sleep(100)
      restart()
    }
    return 'done'
  })
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
  })
  expect(await call.catch((error) => error)).toEqual(UNAVAILABLE)
  await Bun.sleep(150)
  expect(error).toEqual(UNAVAILABLE)
})
