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

/** A clock of a machine whose own time is wrong by `own.aheadMs`. */
async function openClock(own: { aheadMs: number }) {
  const clock = new DatabaseClock({
    database,
    onError: (error) => expect.unreachable(String(error)),
    ownTime: () => Date.now() + own.aheadMs,
  })
  await clock.open()
  return { ahead: () => clock.now().getTime() - Date.now(), [Symbol.dispose]: () => clock.close() }
}

test('a machine whose clock is wrong from the start has the time of the database', async () => {
  for (const aheadMs of [10 * MINUTE, -10 * MINUTE]) {
    using clock = await openClock({ aheadMs })
    expect(Math.abs(clock.ahead())).toBeLessThan(500)
  }
})

test('a clock that is set while the service runs changes nothing, nor does setting it right', async () => {
  const own = { aheadMs: 0 }
  using clock = await openClock(own)
  for (const aheadMs of [10 * MINUTE, -10 * MINUTE, 0]) {
    own.aheadMs = aheadMs
    expect(Math.abs(clock.ahead())).toBeLessThan(500)
  }
})

test('where clocks agree to the second, the machine’s own is used, so that replicas of one machine agree exactly', async () => {
  using clock = await openClock({ aheadMs: 400 })
  expect(clock.ahead()).toBeWithin(398, 402)
})
