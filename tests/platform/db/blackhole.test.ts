// A database host that accepts bytes and never answers, which drivers do not detect by themselves. Postgres only.
import { expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { createApp } from '../../../src/app.ts'
import { createDeps } from '../../../src/deps.ts'
import { toConfig } from '../../../src/platform/config/config.ts'
import { parseEnv, SERVICE } from '../../../src/platform/config/env.ts'
import { Secret } from '../../../src/platform/config/secret.ts'
import { createDatabase, type Database, rowsOf, type Tx } from '../../../src/platform/db/database.ts'
import { openPostgres } from '../../../src/platform/db/postgres-driver.ts'
import { createLog } from '../../../src/platform/log.ts'
import { clientOf, peerOfTest } from '../../support/app.ts'
import { createTestDatabase, holdTransaction, onPostgres } from '../../support/database.ts'
import { eventually } from '../../support/eventually.ts'
import { openTcpProxy } from '../../support/tcp-proxy.ts'

test.skipIf(!onPostgres)(
  'with a silent database the service is alive, not ready, and opens few connections; it recovers without a restart',
  async () => {
    const database = await createTestDatabase()
    const proxy = await openTcpProxy(database.url!)
    const values = {
      DATABASE_URL: proxy.url,
      DATABASE_POOL_SIZE: '4',
      JWT_SECRET: 'a test key that is longer than 32 bytes',
    }
    const config = toConfig(parseEnv(values, SERVICE))
    const probes = { object_store: async () => true }
    const deps = await createDeps(config, { log: createLog('silent'), probes })
    const anyone = clientOf(createApp(deps, peerOfTest), null)
    try {
      // Opens a connection in every slot of the pool.
      await Promise.all(Array.from({ length: 20 }, () => anyone('GET', '/health/ready')))
      const login = () =>
        anyone('POST', '/api/auth/login', { body: { email: 'a@example.com', password: 'x' } })
      await Promise.all(Array.from({ length: 8 }, login))
      // The result of a probe is kept for a second. A longer sleep does no harm.
      await Bun.sleep(1_010)

      const silenced = [...proxy.connections]
      proxy.silent = true
      const [ready, ...others] = await Promise.all(
        Array.from({ length: 100 }, () => anyone('GET', '/health/ready')),
      )
      expect(ready!.status).toBe(503)
      expect(ready!.body.checks).toEqual({ database: false, object_store: true, identity_provider: true })
      expect(others.every(({ status }) => status === 503)).toBe(true)
      expect((await anyone('GET', '/health')).status).toBe(200)
      const refused = await Promise.all(Array.from({ length: 12 }, login))
      expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 503))
      // The pool and the connection for LISTEN.
      expect(proxy.maxConnections).toBeLessThanOrEqual(5)

      // Every connection of the pool has timed out; that for LISTEN has nothing to wait for.
      await eventually(() => silenced.filter((connection) => proxy.connections.has(connection)).length <= 1)
      proxy.silent = false
      await eventually(async () => (await anyone('GET', '/health/ready')).status === 200)
      const answers = await Promise.all(Array.from({ length: 12 }, login))
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 401))
    } finally {
      await proxy.close()
      await deps[Symbol.asyncDispose]()
      await database.driver.close()
      await database.drop()
    }
  },
)

const POOL_SIZE = 4

const takeLock = (tx: Tx) => tx.execute(sql`select pg_advisory_xact_lock(4242)`)

/** What each connection of the pool does when the host falls silent. */
const uses: Record<string, (tx: Tx) => Promise<unknown>> = {
  idle: (tx) => tx.execute(sql`select 1`),
  reading: (tx) => tx.execute(sql`select pg_sleep(0.02), repeat('x', 10000) from generate_series(1, 20)`),
  'waiting for a lock': takeLock,
  // The second statement is sent before the first is answered, and nothing is written after it.
  'waiting for the second of two answers': (tx) => Promise.all([tx.execute(sql`select 1`), takeLock(tx)]),
}

/** Waits until so many sessions of the pool are in this state. */
async function untilActive(watching: Database, count: number) {
  const active = sql`select count(*)::int as count from pg_stat_activity
    where application_name = 'frontage' and state = 'active' and pid <> pg_backend_pid() and datname = current_database()`
  await eventually(async () => {
    const [row] = await watching.query((tx) => rowsOf<{ count: number }>(tx, active))
    return row!.count >= count
  })
}

test.each(onPostgres ? Object.keys(uses) : [])(
  'a host that falls silent while connections are %s takes no slot of the pool',
  async (kind) => {
    await using opened = new AsyncDisposableStack()
    const own = await createTestDatabase()
    opened.defer(async () => {
      await own.driver.close()
      await own.drop()
    })
    const watching = createDatabase(own.driver)
    const proxy = await openTcpProxy(own.url!)
    opened.defer(() => proxy.close())
    const driver = openPostgres({ url: new Secret(proxy.url), poolSize: POOL_SIZE, deadlineMs: 500 })
    opened.defer(() => driver.close())
    const useAll = (run: (tx: Tx) => Promise<unknown>) =>
      Promise.allSettled(Array.from({ length: POOL_SIZE }, () => driver.drizzle.transaction(run)))

    await useAll((tx) => tx.execute(sql`select pg_sleep(0.1)`))
    const locking = await holdTransaction(watching, takeLock)
    const silenced = [...proxy.connections]
    expect(silenced).toHaveLength(POOL_SIZE)
    if (kind === 'idle') proxy.silent = true
    const used = useAll(uses[kind]!)
    if (kind !== 'idle') await untilActive(watching, POOL_SIZE)
    proxy.silent = true
    expect((await used).map(({ status }) => status)).toEqual(silenced.map(() => 'rejected'))
    await eventually(() => silenced.every((connection) => !proxy.connections.has(connection)))

    await locking.end()
    proxy.silent = false
    const answers = () => useAll((tx) => tx.execute(sql`select pg_sleep(0.1)`))
    await eventually(async () => (await answers()).every(({ status }) => status === 'fulfilled'))
    expect(driver.connections()).toEqual({ open: POOL_SIZE, max: POOL_SIZE })
  },
)
