// A connection that goes away takes what it did along: before the commit the work is done again on another one, after
// it nobody knows, and the caller is told.
import { expect, test } from 'bun:test'
import { createDatabase, type Driver, type Tx } from '../../src/db/database.ts'

const lost = () => Object.assign(new Error('write CONNECTION_CLOSED'), { code: 'CONNECTION_CLOSED' })

/** A database whose transactions lose their connection as often as wished, before the work or at the commit. */
function losing({ before = 0, atCommit = 0 }) {
  let runs = 0
  const drizzle = {
    // No content was changed.
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

test('lost before the commit: done again', async () => {
  const { database, runs } = losing({ before: 2 })
  expect(await database.transaction(async () => 'done')).toBe('done')
  expect(runs()).toBe(3)
})

test('lost at the commit: 503, and never done twice', async () => {
  const { database, runs } = losing({ atCommit: 1 })
  await expect(database.transaction(async () => 'done')).rejects.toMatchObject({ code: 'unavailable' })
  expect(runs()).toBe(1)
})

test('lost again and again: 503', async () => {
  const { database, runs } = losing({ before: 100 })
  await expect(database.transaction(async () => 'done')).rejects.toMatchObject({ code: 'unavailable' })
  expect(runs()).toBe(4)
})

test('a read of one moment is done again', async () => {
  const { database, runs } = losing({ before: 1, atCommit: 1 })
  expect(await database.readConsistently(async () => 'read')).toBe('read')
  expect(runs()).toBe(3)
})
