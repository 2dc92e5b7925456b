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
  /** Waits for as long as it takes. */
  let patient: TestApp
  /** Another process, with the deadline of the service. */
  let hasty: Awaited<ReturnType<TestApp['beside']>>
  let other: postgres.Sql

  beforeAll(async () => {
    patient = await startApp()
    hasty = await patient.beside({ deadlineMs: DEADLINE_MS })
    other = postgres(patient.url!, { max: 1, onnotice: () => {} })
    for (const title of ['one', 'two'])
      await patient.admin('POST', '/api/admin/services', { body: { title } })
  })

  afterAll(async () => {
    await other.end()
    await patient[Symbol.asyncDispose]()
  })

  test('a write that waits for a lock is 503 after 5 s, has no effect, and works when the lock is released', async () => {
    expect(DEADLINE_MS).toBe(5_000)
    const before = (await patient.anyone('GET', '/api/site/services')).body
    const rename = ({ admin }: Pick<TestApp, 'admin'>, record: number, title: string) =>
      admin('PATCH', `/api/admin/services/${before[record].id}`, { body: { title } })
    const statusOf = (call: Promise<unknown>) =>
      call.then(
        () => 200,
        (error: AppError) => error.status,
      )
    const waiters = async (tx: postgres.TransactionSql) =>
      (await tx`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)
        .length
    const pool = createDatabase(openPostgres({ url: new Secret(patient.url!), poolSize: 1 }))
    const { wait } = await other.begin(async (lock) => {
      await lock`select * from services for update`
      const wait = rename(patient, 1, 'patient')
      await eventually(async () => (await waiters(lock)) > 0)
      const waits = Promise.all([
        rename(hasty, 0, 'late'),
        // Waiting for a connection counts too: the only one is in use.
        statusOf(pool.query((tx) => tx.execute(sql`select * from services for update`))),
        statusOf(pool.query((tx) => tx.execute(sql`select 1`))),
      ])
      // Reads of the site and of other tables do not wait.
      expect((await patient.anyone('GET', '/api/site')).status).toBe(200)
      expect((await patient.admin('GET', '/api/admin/faqs')).status).toBe(200)
      const [write, blocked, queued] = await waits
      expect([write.status, write.body.code]).toEqual([503, 'unavailable'])
      expect([blocked, queued]).toEqual([503, 503])
      return { wait }
    })
    expect((await wait).status).toBe(200)
    const titles = async () =>
      (await patient.anyone('GET', '/api/site/services')).body.map(({ title }: { title: string }) => title)
    expect(await titles()).toEqual(['one', 'patient'])
    expect((await rename(patient, 0, 'now')).status).toBe(200)
    expect(await titles()).toEqual(['now', 'patient'])
    await pool.close()
  })

  test('transactions that deadlock both succeed', async () => {
    const { database } = patient.deps
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
