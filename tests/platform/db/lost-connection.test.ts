// A transaction whose connection is lost is repeated on another one if it was certainly not committed; otherwise the client
// gets 503. While the database accepts no connections, calls wait for it.
import { describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import postgres from 'postgres'
import { Secret } from '../../../src/platform/config/secret.ts'
import { createDatabase, type Database, type Driver, type Tx } from '../../../src/platform/db/database.ts'
import { openPostgres } from '../../../src/platform/db/postgres-driver.ts'
import { createEmptyDatabase, onPostgres } from '../../support/database.ts'
import { eventually, PATIENCE_MS } from '../../support/eventually.ts'
import { holdTimers } from '../../support/hold-timers.ts'

const errorOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    (result) => ({ result }),
    (error) => error,
  )

const lost = () => Object.assign(new Error('write CONNECTION_CLOSED'), { code: 'CONNECTION_CLOSED' })

/** The answer to what `transaction` reads before the commit: no content changed. */
const readingOwnChanges = (xid: string | null) => ({
  session: { prepareQuery: () => ({ execute: async () => [{ id: xid, version: null, previous: null }] }) },
})

type Losing = {
  before?: number
  atCommit?: number
  xid?: string | null
  statuses?: (string | Error | null)[]
  deadlineMs?: number
}

/**
 * A database whose transactions lose their connection this many times, before the work or at the commit; `statuses` are
 * the answers about a transaction after that, in turn.
 */
function losing({ before = 0, atCommit = 0, xid = '1', statuses = [], deadlineMs = PATIENCE_MS }: Losing) {
  let runs = 0
  const drizzle = {
    _: readingOwnChanges(xid),
    async execute() {
      const status = statuses.shift()
      if (status instanceof Error) throw status
      return [{ status }]
    },
    async transaction(run: (tx: Tx) => Promise<unknown>) {
      runs++
      if (before-- > 0) throw lost()
      const result = await run(drizzle as unknown as Tx)
      if (atCommit-- > 0) throw lost()
      return result
    },
  }
  const driver = { kind: 'postgres', deadlineMs, drizzle: drizzle as unknown as Tx } as Driver
  return { database: createDatabase(driver), runs: () => runs }
}

test('a connection lost before the commit: the transaction is repeated', async () => {
  const { database, runs } = losing({ before: 2 })
  expect(await database.transaction(async () => 'done')).toBe('done')
  expect(runs()).toBe(3)
})

const error = (code: string) => Object.assign(new Error(code), { code })

test.each([
  ['was rolled back', ['aborted']],
  ['is still in progress and then rolled back', ['in progress', 'aborted']],
  ['is unknown to a server that crashed', [error('22023')]],
  ['was rolled back, which the third question finds out', [error('ECONNREFUSED'), lost(), 'aborted']],
])('a connection lost at the commit of a transaction that %s: repeated', async (_what, statuses) => {
  const { database, runs } = losing({ atCommit: 1, statuses })
  expect(await database.transaction(async () => 'done')).toBe('done')
  expect(runs()).toBe(2)
})

test('a connection lost at the commit of a transaction that wrote nothing: repeated', async () => {
  const { database, runs } = losing({ atCommit: 1, xid: null })
  expect(await database.transaction(async () => 'done')).toBe('done')
  expect(runs()).toBe(2)
})

test.each([
  ['was committed', ['committed']],
  ['is too old to be known', [null]],
  ['stays in progress', Array.from({ length: 20 }, () => 'in progress')],
  ['cannot be asked about', [error('42501')]],
])(
  'a connection lost at the commit of a transaction that %s: 503, never repeated',
  async (_what, statuses) => {
    using timers = holdTimers()
    const { database, runs } = losing({ atCommit: 1, statuses, deadlineMs: 500 })
    const error = errorOf(database.transaction(async () => 'done'))
    await timers.pass(500)
    expect(await error).toMatchObject({ code: 'unavailable' })
    // Longer than the pauses before other attempts.
    await timers.pass(5_000)
    expect(runs()).toBe(1)
  },
)

describe.skipIf(!onPostgres)('on a server', () => {
  const WRITERS = 16
  const KILLED = 100

  test('connections are ended all the time: each write is stored once, and only stored ones are 503', async () => {
    const empty = (await createEmptyDatabase())!
    const driver = openPostgres({ url: new Secret(empty.url), poolSize: 8 })
    // On a busy machine several attempts may take longer than the usual deadline.
    const database = createDatabase(driver, { deadlineMs: 60_000 })
    const operator = postgres(empty.url, { max: 1, onnotice: () => {} })
    await database.migrate()
    await operator`create table written (name text)`
    let killed = 0
    const answers = new Map<string, 'stored' | 'unavailable'>()
    const write = async (writer: number) => {
      for (let number = 0; killed < KILLED; number++) {
        const name = `${writer}-${number}`
        await database
          .transaction((tx) => tx.execute(sql`insert into written values (${name})`))
          .then(
            () => answers.set(name, 'stored'),
            () => answers.set(name, 'unavailable'),
          )
      }
    }
    const kill = async () => {
      while (killed < KILLED) {
        // At a random moment of their writes.
        await Bun.sleep(20 + Math.random() * 30)
        // On a busy machine the same write would else lose its connection more often than it is repeated.
        const answered = answers.size
        await eventually(() => answers.size >= answered + WRITERS)
        const pids = await operator`
          select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and pid <> pg_backend_pid() order by random() limit 2`
        killed += pids.length
      }
    }
    await Promise.all([kill(), ...Array.from({ length: WRITERS }, (_, writer) => write(writer))])
    const written = (await operator`select name from written`).map(({ name }) => name)
    expect(new Set(written).size).toBe(written.length)
    expect(new Set(written)).toEqual(new Set(answers.keys()))
    const unavailable = [...answers.values()].filter((answer) => answer === 'unavailable')
    // How many depends on how long commits take; but each needs a connection that was ended for it.
    expect(unavailable.length).toBeLessThanOrEqual(killed)
    await operator.end()
    await database.close()
    await empty.drop()
  })
})

test('a connection lost again and again: 503', async () => {
  using timers = holdTimers()
  const { database, runs } = losing({ before: 100, deadlineMs: 1_200 })
  const error = errorOf(database.transaction(async () => 'done'))
  // Attempts follow after 0, 100, 300 and 900 ms.
  await timers.pass(1_200)
  expect(await error).toMatchObject({ code: 'unavailable' })
  await timers.pass(5_000)
  expect(runs()).toBe(4)
})

test('a consistent read is repeated', async () => {
  const { database, runs } = losing({ before: 1, atCommit: 1 })
  expect(await database.readConsistently(async () => 'read')).toBe('read')
  expect(runs()).toBe(3)
})

/** A database that gives this error until `isBack`. */
function refusing(code: string, deadlineMs = PATIENCE_MS) {
  const state = { isBack: false, attempts: 0 }
  const refuse = () => {
    state.attempts++
    if (!state.isBack) throw Object.assign(new Error(code), { code })
  }
  const drizzle = {
    _: readingOwnChanges(null),
    execute: async () => refuse(),
    async transaction(run: (tx: Tx) => Promise<unknown>) {
      refuse()
      return run(drizzle as unknown as Tx)
    },
  }
  const driver = { kind: 'postgres', deadlineMs, drizzle: drizzle as unknown as Tx } as Driver
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
      await eventually(() => state.attempts >= 2)
      state.isBack = true
      expect(await result).toBe('done')
    },
  )
})

test('a write waits for the promotion of a standby; a read that writes is an error at once', async () => {
  const { database, state } = refusing('25006')
  await expect(CALLS['a consistent read'](database)).rejects.toThrow()
  const results = [CALLS['a transaction'](database), CALLS['a query'](database)]
  await eventually(() => state.attempts >= 5)
  state.isBack = true
  expect(await Promise.all(results)).toEqual(['done', 'done'])
})

test('a database that stays away: 503 at the deadline, and no attempt after it', async () => {
  using timers = holdTimers()
  const { database, state } = refusing('ECONNREFUSED', 250)
  let error: unknown = null
  void errorOf(database.transaction(async () => 'done')).then((thrown) => {
    error = thrown
  })
  await timers.pass(249)
  expect([error, state.attempts]).toEqual([null, 3])
  await timers.pass(1)
  expect(error).toMatchObject({ code: 'unavailable' })
  // Longer than the pause between attempts.
  await timers.pass(5_000)
  expect(state.attempts).toBe(3)
})
