// Migrations match the schema: none is missing, and the migrated database has what the code expects.
import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { generateDrizzleJson, generateMigration } from 'drizzle-kit/api'
import { getTableColumns, getTableName, is, sql } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import postgres from 'postgres'
import { resources } from '../../../src/content/resources/resource-registry.ts'
import { rowsOf } from '../../../src/platform/db/database.ts'
import { createEmptyDatabase, createTestDatabase, onPostgres } from '../../support/database.ts'

const root = join(import.meta.dir, '../../..')
const modules = await Promise.all(
  [...new Bun.Glob('src/platform/db/schema/*.ts').scanSync(root)].map((path) => import(join(root, path))),
)
const schema: Record<string, unknown> = Object.assign({}, ...modules)
const tables = Object.values(schema).filter((value) => is(value, PgTable))

type Journal = { entries: { idx: number; when: number; tag: string }[] }
const journal: Journal = await Bun.file(join(root, 'drizzle/meta/_journal.json')).json()

test('no migration is missing', async () => {
  const { tag } = journal.entries.at(-1)!
  const last = await Bun.file(join(root, `drizzle/meta/${tag.slice(0, 4)}_snapshot.json`)).json()
  expect(await generateMigration(last, generateDrizzleJson(schema, last.id))).toEqual([])
})

test('the journal names every migration once, in order', async () => {
  const files = [...new Bun.Glob('*.sql').scanSync(join(root, 'drizzle'))].sort()
  expect(journal.entries.map(({ tag }) => `${tag}.sql`)).toEqual(files)
  expect(journal.entries.map(({ idx }) => idx)).toEqual(files.map((_, index) => index))
  // drizzle only applies migrations newer than the last one applied.
  const times = journal.entries.map(({ when }) => when)
  expect(times).toEqual([...new Set(times)].sort((a, b) => a - b))
})

test('a migrated database has the columns, types and triggers that the code expects', async () => {
  const { driver, drop } = await createTestDatabase()
  const found = await rowsOf<{ place: string; type: string; nullable: boolean }>(
    driver.drizzle,
    sql`select relname || '.' || attname as place, format_type(atttypid, atttypmod) as type, not attnotnull as nullable
      from pg_attribute join pg_class on pg_class.oid = attrelid
      where relnamespace = 'public'::regnamespace and relkind = 'r' and attnum > 0 and not attisdropped`,
  )
  const wanted = tables.flatMap((table) =>
    Object.values(getTableColumns(table)).map((column) => ({
      place: `${getTableName(table)}.${column.name}`,
      type: column.getSQLType().replace(/^timestamp \(3\)/, 'timestamp(3)'),
      nullable: !column.notNull,
    })),
  )
  const byPlace = (a: { place: string }, b: { place: string }) => (a.place < b.place ? -1 : 1)
  expect(found.sort(byPlace)).toEqual(wanted.sort(byPlace))

  const watched = await rowsOf<{ name: string; triggers: number }>(
    driver.drizzle,
    sql`select relname as name, count(*)::int as triggers from pg_trigger join pg_class on pg_class.oid = tgrelid
      where tgname like 'content\_%' and tgenabled = 'O' group by relname`,
  )
  expect(watched.map(({ name, triggers }) => `${name} ${triggers}`).sort()).toEqual(
    resources.map(({ table }) => `${getTableName(table)} 4`).sort(),
  )
  await driver.close()
  await drop()
})

test('migrating again changes nothing', async () => {
  const { driver, drop } = await createTestDatabase()
  const applied = () => rowsOf(driver.drizzle, sql`select * from drizzle.__drizzle_migrations`)
  const before = await applied()
  expect(before).toHaveLength(journal.entries.length)
  await driver.migrate()
  expect(await applied()).toEqual(before)
  await driver.close()
  await drop()
})

test.skipIf(!onPostgres)(
  'processes that start together on an empty database all succeed, and migrate once',
  async () => {
    const empty = (await createEmptyDatabase())!
    const start = () =>
      Bun.spawn([process.execPath, join(root, 'src/main.ts'), 'migrate'], {
        env: { PATH: process.env.PATH, DATABASE_URL: empty.url },
        cwd: '/',
        stdout: 'pipe',
        stderr: 'pipe',
      })
    const processes = [start(), start(), start()]
    const outcomes = await Promise.all(
      processes.map(async (child) => ({
        out: await new Response(child.stdout).text(),
        err: await new Response(child.stderr).text(),
        code: await child.exited,
      })),
    )
    expect(outcomes).toEqual(outcomes.map(() => ({ out: 'The database is up to date.\n', err: '', code: 0 })))
    const client = postgres(empty.url, { max: 1 })
    const [row] = await client`select count(*)::int as applied from drizzle.__drizzle_migrations`
    expect(row!.applied).toBe(journal.entries.length)
    expect(await client`select id from about`).toHaveLength(1)
    await client.end()
    await empty.drop()
  },
)
