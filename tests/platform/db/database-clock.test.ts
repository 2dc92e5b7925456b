import { afterAll, expect, test } from 'bun:test'
import { createDatabase } from '../../../src/platform/db/database.ts'
import { DatabaseClock } from '../../../src/platform/db/database-clock.ts'
import { createTestDatabase } from '../../support/database.ts'

const MINUTE = 60_000

let drop: () => Promise<void>

const made = await createTestDatabase()
const database = createDatabase(made.driver)
drop = async () => {
  await database.close()
  await made.drop()
}
afterAll(() => drop())

/** A clock of a machine whose own time is wrong by `own.aheadMs`; `own.time` is the last that it told. */
async function openClock(own: { aheadMs: number; time?: number }) {
  const clock = new DatabaseClock({
    database,
    onError: (error) => expect.unreachable(String(error)),
    ownTime: () => {
      own.time = Date.now() + own.aheadMs
      return own.time
    },
  })
  await clock.open()
  return { now: () => clock.now().getTime(), [Symbol.dispose]: () => clock.close() }
}

/** The clocks are compared between `before` and now; the time of an answer is known as exactly as it came quickly. */
function expectNow(time: number, before: number) {
  const now = Date.now()
  const mayDiffer = 500 + now - before
  expect(time).toBeWithin(now - mayDiffer, now + mayDiffer)
}

test('a machine whose clock is wrong from the start has the time of the database', async () => {
  for (const aheadMs of [10 * MINUTE, -10 * MINUTE]) {
    const before = Date.now()
    using clock = await openClock({ aheadMs })
    expectNow(clock.now(), before)
  }
})

test('a clock that is set while the service runs changes nothing, nor does setting it right', async () => {
  const own = { aheadMs: 0 }
  const before = Date.now()
  using clock = await openClock(own)
  for (const aheadMs of [10 * MINUTE, -10 * MINUTE, 0]) {
    own.aheadMs = aheadMs
    expectNow(clock.now(), before)
  }
})

test('where clocks agree to the second, the machine’s own is used, so that replicas of one machine agree exactly', async () => {
  const own = { aheadMs: 400, time: 0 }
  using clock = await openClock(own)
  const told = clock.now()
  expect(told).toBe(own.time)
})
