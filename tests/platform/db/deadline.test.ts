// A database call that has to wait ends within 5 s with 503. Needs a server, for a second session that blocks. The
// deadline of the embedded database is tested in tests/content/snapshot/database-away.test.ts.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import postgres from 'postgres'
import { Secret } from '../../../src/platform/config/secret.ts'
import { createDatabase } from '../../../src/platform/db/database.ts'
import { DEADLINE_MS } from '../../../src/platform/db/driver.ts'
import { openPostgres } from '../../../src/platform/db/postgres-driver.ts'
import type { AppError } from '../../../src/text/errors.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { onPostgres } from '../../support/database.ts'
import { eventually } from '../../support/eventually.ts'

describe.skipIf(!onPostgres)('on a server', () => {
  let app: TestApp
  let other: postgres.Sql

  beforeAll(async () => {
    app = await startApp({}, { deadlineMs: DEADLINE_MS })
    other = postgres(app.url!, { max: 1, onnotice: () => {} })
    for (const title of ['one', 'two']) await app.admin('POST', '/api/admin/services', { body: { title } })
  })

  afterAll(async () => {
    await other.end()
    await app[Symbol.asyncDispose]()
  })

  test('a write that waits for a lock is 503 after 5 s, has no effect, and works when the lock is released', async () => {
    const before = (await app.anyone('GET', '/api/site/services')).body
    const statusOf = (call: Promise<unknown>) =>
      call.then(
        () => 200,
        (error: AppError) => error.status,
      )
    const pool = createDatabase(openPostgres({ url: new Secret(app.url!), poolSize: 1 }))
    const start = performance.now()
    await other.begin(async (lock) => {
      await lock`select * from services for update`
      const waits = Promise.all([
        app.admin('PATCH', `/api/admin/services/${before[0].id}`, { body: { title: 'late' } }),
        // Waiting for a connection counts too: the only one is in use.
        statusOf(pool.query((tx) => tx.execute(sql`select * from services for update`))),
        statusOf(pool.query((tx) => tx.execute(sql`select 1`))),
      ])
      // Reads of the site and of other tables do not wait.
      expect((await app.anyone('GET', '/api/site')).status).toBe(200)
      expect((await app.admin('GET', '/api/admin/faqs')).status).toBe(200)
      const [write, blocked, queued] = await waits
      expect([write.status, write.body.code]).toEqual([503, 'unavailable'])
      expect([blocked, queued]).toEqual([503, 503])
      expect(performance.now() - start).toBeGreaterThan(4_000)
    })
    expect((await app.anyone('GET', '/api/site/services')).body).toEqual(before)
    const again = await app.admin('PATCH', `/api/admin/services/${before[0].id}`, { body: { title: 'now' } })
    expect(again.status).toBe(200)
    expect((await app.anyone('GET', '/api/site/services')).body[0].title).toBe('now')
    await pool.close()
  })

  test('transactions that deadlock both succeed', async () => {
    const { database } = app.deps
    let met = 0
    const cross = (first: string, second: string) =>
      database.transaction(async (tx) => {
        await tx.execute(sql.raw(`update ${first} set updated_at = now()`))
        met++
        await eventually(() => met >= 2)
        await tx.execute(sql.raw(`update ${second} set updated_at = now()`))
      })
    await Promise.all([cross('about', 'contact_info'), cross('contact_info', 'about')])
    expect(met).toBeGreaterThan(2)
  })
})
