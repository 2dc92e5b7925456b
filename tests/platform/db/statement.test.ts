// A statement's text is made once, and its values are converted as drizzle converts them.
import { afterAll, expect, test } from 'bun:test'
import { eq, sql } from 'drizzle-orm'
import { integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { awaitAtEnd, createDatabase, lockUntilCommit } from '../../../src/platform/db/database.ts'
import { instant } from '../../../src/platform/db/schema/shared-columns.ts'
import { statement, statementFor } from '../../../src/platform/db/statement.ts'
import { createTestDatabase } from '../../support/database.ts'

const opened = await createTestDatabase()
const { driver } = opened
const database = createDatabase(driver)
afterAll(async () => {
  await driver.close()
  await opened.drop()
})

const things = pgTable('things', { id: integer().primaryKey(), name: text(), at: instant(), data: jsonb() })
const tags = pgTable('tags', { id: integer().primaryKey(), thing: integer() })
await driver.drizzle.execute(
  sql`create table things (id integer primary key, name text, at timestamptz, data jsonb)`,
)
await driver.drizzle.execute(sql`create table tags (id integer primary key, thing integer)`)

let built = 0
const insertThing = statement((db) => {
  built++
  return db
    .insert(things)
    .values({
      id: sql.placeholder('id'),
      name: sql.placeholder('name'),
      at: sql.placeholder('at'),
      data: sql.placeholder('data'),
    })
    .returning()
})

test('the text is made once, for queries and transactions alike', async () => {
  const at = new Date('2026-08-01T00:00:00.123Z')
  const first = { id: 1, name: 'one', at, data: { a: [1] } }
  expect(await database.query((tx) => insertThing(tx, first))).toEqual([first])
  const second = { id: 2, name: null, at: null, data: null }
  expect(await database.transaction((tx) => insertThing(tx, second))).toEqual([second])
  expect(built).toBe(1)
})

test('a time that is compared names its column, on every database', async () => {
  const at = new Date('2026-08-01T00:00:00.123Z')
  const bare = statement((db) =>
    db
      .select()
      .from(things)
      .where(eq(things.at, sql.placeholder('at'))),
  )
  expect(() => database.query((tx) => bare(tx, { at }))).toThrow('the time at needs a column')
  const encoded = statement((db) =>
    db
      .select({ id: things.id })
      .from(things)
      .where(eq(things.at, sql.param(sql.placeholder('at'), things.at))),
  )
  expect(await database.query((tx) => encoded(tx, { at }))).toEqual([{ id: 1 }])
})

test('null is SQL null in a column of JSON', async () => {
  const ids = await database.query((tx) => tx.select({ id: things.id }).from(things).where(sql`data is null`))
  expect(ids).toEqual([{ id: 2 }])
})

test('a row of a left join is null where there is none', async () => {
  const select = statement((db) =>
    db
      .select({ thing: things, tag: tags })
      .from(things)
      .leftJoin(tags, eq(tags.thing, things.id))
      .where(eq(things.id, sql.placeholder('id'))),
  )
  expect((await database.query((tx) => select(tx, { id: 1 })))[0]).toMatchObject({
    thing: { id: 1 },
    tag: null,
  })
})

test('a value that was forgotten is no null', () => {
  expect(() => insertThing(driver.drizzle, { id: 3, name: 'three', at: null })).toThrow('data')
})

test('each key has its own text', async () => {
  const count = statementFor((db, table: typeof things | typeof tags) =>
    db.select({ id: table.id }).from(table),
  )
  for (let round = 0; round < 2; round++) {
    expect(await database.query((tx) => count(tx, things))).toHaveLength(2)
    expect(await database.query((tx) => count(tx, tags))).toHaveLength(0)
  }
})

test('statements are sent in the order of their calls', async () => {
  const select = statement((db) => db.select({ name: things.name }).from(things).where(eq(things.id, 10)))
  for (let round = 0; round < 50; round++) {
    const rows = await database.transaction(async (tx) => {
      const thing = { id: 10, name: `round ${round}`, at: null, data: null }
      const [, , found] = await Promise.all([
        lockUntilCommit(tx, 'things'),
        insertThing(tx, thing),
        select(tx),
        tx.execute(sql`delete from things where id = 10`),
      ])
      return found
    })
    expect(rows).toEqual([{ name: `round ${round}` }])
  }
})

const heardOfLast = async (sent: Promise<unknown>) => {
  await Promise.allSettled([sent])
  return sent
}

test('a statement that is awaited at the end rolls the transaction back, and its error is the one thrown', async () => {
  const taken = { id: 1, name: 'again', at: null, data: null }
  const thing = { id: 20, name: 'twenty', at: null, data: null }
  for (const later of [false, true]) {
    const written = database.transaction(async (tx) => {
      await insertThing(tx, thing)
      await awaitAtEnd(tx, heardOfLast(insertThing(tx, taken)))
      // This fails because of the other.
      await awaitAtEnd(tx, insertThing(tx, { ...thing, id: 21 }))
      if (later) await tx.execute(sql`select 1`)
    })
    await expect(written).rejects.toMatchObject({ code: 'conflict' })
    expect(await database.query((tx) => tx.select().from(things).where(eq(things.id, 20)))).toEqual([])
  }
})
