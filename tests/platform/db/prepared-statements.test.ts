// Each statement is prepared once per connection to a server, up to a limit, because the server keeps prepared statements.
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
      sql`select statement from pg_prepared_statements where statement like 'select $1%'`,
    )
    return rows.map(({ statement }) => statement)
  }
  const sum = async (tx: Tx, number: number) =>
    (await rowsOf<{ sum: number }>(tx, sql`select ${number}::int + 1 as sum`))[0]!.sum

  test('the same statement is prepared once, inside and outside transactions', async () => {
    expect(await sum(driver.drizzle, 1)).toBe(2)
    await driver.drizzle.transaction(async (tx) => {
      expect(await sum(tx, 2)).toBe(3)
      await tx.transaction(async (inner) => expect(await sum(inner, 3)).toBe(4))
    })
    expect(await prepared(driver.drizzle)).toEqual(['select $1::int + 1 as sum'])
  })

  test('statements beyond the limit run without being prepared', async () => {
    for (let number = 0; number < 300; number++) {
      const [row] = await rowsOf(
        driver.drizzle,
        sql`select ${number}::int as ${sql.identifier(`n${number}`)}`,
      )
      expect(row).toEqual({ [`n${number}`]: number })
    }
    expect((await prepared(driver.drizzle)).length).toBe(200)
    expect(await sum(driver.drizzle, 1)).toBe(2)
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
