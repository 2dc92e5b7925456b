// A transaction whose connection is lost before the commit is repeated on another one. When it is lost during the commit
// the outcome is unknown, and the client gets 503.
import { expect, test } from 'bun:test'
import { createDatabase, type Driver, type Tx } from '../../src/db/database.ts'

const lost = () => Object.assign(new Error('write CONNECTION_CLOSED'), { code: 'CONNECTION_CLOSED' })

/** A database whose transactions lose their connection this many times, before the work or at the commit. */
function losing({ before = 0, atCommit = 0 }) {
  let runs = 0
  const drizzle = {
    // No content changed.
    select: () => ({ from: () => ({ where: async () => [] }) }),
    async transaction(run: (tx: Tx) => Promise<unknown>) {
      runs++
      if (before-- > 0) throw lost()
      const result = await run(drizzle as unknown as Tx)
      if (atCommit-- > 0) throw lost()
      return result
    },
  }
  const driver = { kind: 'postgres', drizzle: drizzle as unknown as Tx } as Driver
  return { database: createDatabase(driver), runs: () => runs }
}

test('a connection lost before the commit: the transaction is repeated', async () => {
  const { database, runs } = losing({ before: 2 })
  expect(await database.transaction(async () => 'done')).toBe('done')
  expect(runs()).toBe(3)
})

test('a connection lost at the commit: 503, and never repeated', async () => {
  const { database, runs } = losing({ atCommit: 1 })
  await expect(database.transaction(async () => 'done')).rejects.toMatchObject({ code: 'unavailable' })
  expect(runs()).toBe(1)
})

test('a connection lost again and again: 503', async () => {
  const { database, runs } = losing({ before: 100 })
  await expect(database.transaction(async () => 'done')).rejects.toMatchObject({ code: 'unavailable' })
  expect(runs()).toBe(4)
})

test('a consistent read is repeated', async () => {
  const { database, runs } = losing({ before: 1, atCommit: 1 })
  expect(await database.readConsistently(async () => 'read')).toBe('read')
  expect(runs()).toBe(3)
})
