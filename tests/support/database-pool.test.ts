// A database from the pool is indistinguishable from a new one.
import { describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { rowsOf } from '../../src/platform/db/database.ts'
import { createTestDatabase, onPostgres } from './database.ts'

const TABLES = [
  'site_settings',
  'services',
  'content_versions',
  'content_changes',
  'audit_log',
  'admin_users',
]

async function open() {
  const { driver, drop } = await createTestDatabase()
  const rows = <Row = any>(statement: string) => rowsOf<Row>(driver.drizzle, sql.raw(statement))
  const contents = async () => {
    const found: Record<string, unknown> = {}
    for (const table of TABLES) found[table] = await rows(`select * from ${table}`)
    return found
  }
  const close = async () => {
    await driver.close()
    await drop()
  }
  return { driver, rows, contents, close }
}

/** Whether the next database is the one that `use` ran in, recognized by the file number of a truncated table. */
async function isReusedAfter(use: (rows: Awaited<ReturnType<typeof open>>['rows']) => Promise<unknown>) {
  const first = await open()
  const fileNumber = `select 'services'::regclass::oid::int as oid, pg_relation_filenode('services') as file`
  await first.rows(`truncate services`)
  const [before] = await first.rows(fileNumber)
  await use(first.rows)
  await first.close()
  const next = await open()
  const [after] = await next.rows(fileNumber)
  await next.close()
  // Resetting truncates, which assigns a new file number; a database from the archive has the archive's.
  return after.file > before.file
}

describe('a database of the pool', () => {
  test('is reused with the rows, sequences and settings of a new one', async () => {
    const first = await open()
    const before = await first.contents()
    await first.rows(`insert into services (title, position) values ('kept?', 1), ('and this?', 2)`)
    await first.rows(`update site_settings set updated_at = now()`)
    await first.rows(`set application_name = 'somebody'`)
    await first.rows(`select pg_advisory_lock(4711)`)
    const heard: string[] = []
    await first.driver.listen(
      'frontage_content',
      (payload) => heard.push(payload),
      () => {},
    )
    await first.close()

    const second = await open()
    expect(await second.contents()).toEqual(before)
    expect(
      await second.rows(`select pid from pg_locks where locktype = 'advisory' and objid = 4711`),
    ).toEqual([])
    expect(await second.rows(`show application_name`)).not.toEqual([{ application_name: 'somebody' }])
    expect(await second.rows(`insert into services (title, position) values ('x', 1) returning id`)).toEqual([
      { id: 1 },
    ])
    expect(heard).toEqual([])
    await second.close()
  })

  test.skipIf(onPostgres)('rejects queries after it was returned', async () => {
    const { driver, rows } = await open()
    await driver.close()
    expect(driver.connections()).toEqual({ open: 0, max: 1 })
    await expect(rows('select 1')).rejects.toThrow()
    await driver.close()
  })

  test('is reused after changes of rows, and not after changes of its schema', async () => {
    expect(
      await isReusedAfter((rows) => rows(`insert into services (title, position) values ('x', 1)`)),
    ).toBe(true)
    const alterations = [
      'alter table audit_log disable trigger only_added_to',
      'alter table services add column more text',
    ]
    for (const alteration of alterations) {
      expect([alteration, await isReusedAfter((rows) => rows(alteration))]).toEqual([alteration, false])
    }
  })
})
