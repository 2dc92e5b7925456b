// A connection to a server keeps the statements that it used last prepared; the others are closed, because the server would
// keep them as long as the connection lives.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { Secret } from '../../../src/platform/config/secret.ts'
import { type Driver, rowsOf, type Tx } from '../../../src/platform/db/database.ts'
import { openPostgres } from '../../../src/platform/db/postgres-driver.ts'
import { createEmptyDatabase, onPostgres } from '../../support/database.ts'

describe.skipIf(!onPostgres)('on a server', () => {
  let made: NonNullable<Awaited<ReturnType<typeof createEmptyDatabase>>>
  let driver: Driver

  beforeAll(async () => {
    made = (await createEmptyDatabase())!
    driver = openPostgres({ url: new Secret(made.url), poolSize: 1 })
  })
  afterAll(async () => {
    await driver.close()
    await made.drop()
  })

  async function prepared(tx: Tx): Promise<string[]> {
    const rows = await rowsOf<{ statement: string }>(
      tx,
      sql`select statement from pg_prepared_statements order by prepare_time`,
    )
    return rows.map(({ statement }) => statement)
  }
  const SUM = 'select $1::int + 1 as sum'
  const sum = async (tx: Tx, number: number) =>
    (await rowsOf<{ sum: number }>(tx, sql`select ${number}::int + 1 as sum`))[0]!.sum

  test('the same statement is prepared once, inside and outside transactions', async () => {
    expect(await sum(driver.drizzle, 1)).toBe(2)
    await driver.drizzle.transaction(async (tx) => {
      expect(await sum(tx, 2)).toBe(3)
      await tx.transaction(async (inner) => expect(await sum(inner, 3)).toBe(4))
    })
    expect((await prepared(driver.drizzle)).filter((text) => text.startsWith('select $1'))).toEqual([SUM])
  })

  const rare = (name: string) => sql`select ${1}::int as ${sql.identifier(name)}`
  const textOfRare = (name: string) => `select $1::int as "${name}"`

  test('beyond 200 statements the one that was used longest ago makes room', async () => {
    const names = Array.from({ length: 300 }, (_, number) => `n${number}`)
    for (const [index, name] of names.entries()) {
      expect(await rowsOf(driver.drizzle, rare(name))).toEqual([{ [name]: 1 }])
      if (index % 50 === 0) expect(await sum(driver.drizzle, index)).toBe(index + 1)
    }
    // The first one was prepared before all others, and is still in use.
    expect(await prepared(driver.drizzle)).toEqual([SUM, ...names.slice(-199).map(textOfRare)])
  })

  test('one that lost its place is prepared again at its next use', async () => {
    await rowsOf(driver.drizzle, rare('n0'))
    await rowsOf(driver.drizzle, rare('n0'))
    const texts = await prepared(driver.drizzle)
    expect(texts.at(-1)).toBe(textOfRare('n0'))
    expect(texts.length).toBe(200)
  })

  test('statements of a failing transaction make room, and are answered', async () => {
    const failing = driver.drizzle.transaction(async (tx) => {
      const answers = ['t1', 't2', 't3'].map((name) => rowsOf(tx, rare(name)))
      expect(await Promise.all(answers)).toEqual([[{ t1: 1 }], [{ t2: 1 }], [{ t3: 1 }]])
      await tx.execute(sql`select ${1}::int / 0`)
    })
    await expect(failing).rejects.toThrow()
    const texts = await prepared(driver.drizzle)
    expect(texts.length).toBe(200)
    expect(texts).toContain(textOfRare('t3'))
  })

  test('a prepared statement sees a changed table definition', async () => {
    const read = () => rowsOf(driver.drizzle, sql`select * from things where id = ${1}`)
    await driver.drizzle.execute(sql`create table things (id int)`)
    await driver.drizzle.execute(sql`insert into things values (1)`)
    expect(await read()).toEqual([{ id: 1 }])
    await driver.drizzle.execute(sql`alter table things add column name text default 'new'`)
    expect(await read()).toEqual([{ id: 1, name: 'new' }])
  })
})
