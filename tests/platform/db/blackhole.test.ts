// A database host that accepts bytes and never answers, which drivers do not detect by themselves. Postgres only.
import { expect, test } from 'bun:test'
import { createApp } from '../../../src/app.ts'
import { createDeps } from '../../../src/deps.ts'
import { toConfig } from '../../../src/platform/config/config.ts'
import { parseEnv, SERVICE } from '../../../src/platform/config/env.ts'
import { createLog } from '../../../src/platform/log.ts'
import { clientOf, peerOfTest } from '../../support/app.ts'
import { createTestDatabase, onPostgres } from '../../support/database.ts'
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
