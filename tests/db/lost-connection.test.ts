// A transaction whose connection is lost before the commit is repeated on another one. When it is lost during the commit
// the outcome is unknown, and the client gets 503. While the database accepts no connections, calls wait for it.
import { describe, expect, test } from 'bun:test'
import { createDatabase, type Database, type Driver, type Tx } from '../../src/db/database.ts'

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
  const write = database.transaction(async () => 'done', { deadlineMs: 300 })
  await expect(write).rejects.toMatchObject({ code: 'unavailable' })
  expect(runs()).toBe(3)
})

test('a consistent read is repeated', async () => {
  const { database, runs } = losing({ before: 1, atCommit: 1 })
  expect(await database.readConsistently(async () => 'read')).toBe('read')
  expect(runs()).toBe(3)
})

/** A database that gives this error until `isBack`. */
function refusing(code: string) {
  const state = { isBack: false, attempts: 0 }
  const refuse = () => {
    state.attempts++
    if (!state.isBack) throw Object.assign(new Error(code), { code })
  }
  const drizzle = {
    select: () => ({ from: () => ({ where: async () => [] }) }),
    execute: async () => refuse(),
    async transaction(run: (tx: Tx) => Promise<unknown>) {
      refuse()
      return run(drizzle as unknown as Tx)
    },
  }
  const driver = { kind: 'postgres', drizzle: drizzle as unknown as Tx } as Driver
  return { database: createDatabase(driver), state }
}

const CALLS = {
  'a transaction': (database: Database) => database.transaction(async () => 'done'),
  'a consistent read': (database: Database) => database.readConsistently(async () => 'done'),
  'a query': (database: Database) => database.query((tx) => tx.execute('select 1').then(() => 'done')),
}

describe.each(Object.entries(CALLS))('%s', (_name, run) => {
  test.each(['ECONNREFUSED', '57P03', '53300', '08P01'])(
    'waits while connections are refused with %s',
    async (code) => {
      const { database, state } = refusing(code)
      const result = run(database)
      while (state.attempts < 2) await Bun.sleep(5)
      state.isBack = true
      expect(await result).toBe('done')
    },
  )
})

test('a write waits for the promotion of a standby; a read that writes is an error at once', async () => {
  const { database, state } = refusing('25006')
  await expect(CALLS['a consistent read'](database)).rejects.toThrow()
  const results = [CALLS['a transaction'](database), CALLS['a query'](database)]
  while (state.attempts < 5) await Bun.sleep(5)
  state.isBack = true
  expect(await Promise.all(results)).toEqual(['done', 'done'])
})

test('a database that stays away: 503 at the deadline, and no attempt after it', async () => {
  const { database, state } = refusing('ECONNREFUSED')
  const start = performance.now()
  const write = database.transaction(async () => 'done', { deadlineMs: 250 })
  await expect(write).rejects.toMatchObject({ code: 'unavailable' })
  expect(performance.now() - start).toBeWithin(240, 2_000)
  const { attempts } = state
  await Bun.sleep(250)
  expect(state.attempts).toBeLessThanOrEqual(attempts)
})
