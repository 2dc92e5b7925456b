import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import type { PGlite } from '@electric-sql/pglite'
import { dataDir } from '@electric-sql/pglite-prepopulatedfs'
import { openClient } from '../../../src/platform/db/embedded-client.ts'

/** The message that the promise is rejected with; empty if it is not. */
const errorOf = (promise: Promise<unknown>) =>
  promise.then(
    () => '',
    (error: Error) => error.message,
  )

describe('the embedded database', () => {
  let client: PGlite
  let calls = 0
  beforeAll(async () => {
    client = await openClient({ loadDataDir: await dataDir() })
    const run = client.execProtocolRawSync.bind(client)
    client.execProtocolRawSync = (message) => {
      calls++
      return run(message)
    }
    await client.exec('create table pages (id int primary key, text text, head jsonb)')
    await client.exec('create table links (page int references pages deferrable initially deferred)')
  })
  afterAll(() => client?.close())
  beforeEach(() => {
    calls = 0
  })

  test('is called twice for a statement, and once for one without parameters and types', async () => {
    const answer = await client.query('insert into pages values ($1, $2, $3) returning *', [
      1,
      'یک',
      { a: 1 },
    ])
    expect(answer.rows).toEqual([{ id: 1, text: 'یک', head: { a: 1 } }])
    expect(answer.affectedRows).toBe(1)
    expect(calls).toBe(2)
    expect((await client.exec('select 1 as one; select 2 as two')).map(({ rows }) => rows)).toEqual([
      [{ one: 1 }],
      [{ two: 2 }],
    ])
    expect(calls).toBe(3)
  })

  test('is called once for the begin of a transaction and once for its commit', async () => {
    await client.transaction(async (tx) => {
      await tx.query('update pages set text = $1 where id = $2', ['one', 1])
    })
    expect(calls).toBe(4)
  })

  const circular: Record<string, unknown> = {}
  circular.self = circular

  test.each([
    ['is no SQL', 'selec $1', [1], 'syntax error at or near "selec"'],
    ['has a parameter that is no number', 'select * from pages where id = $1', ['x'], 'invalid input syntax'],
    ['has a parameter that cannot be written', 'select $1::jsonb', [circular], 'cyclic'],
    ['has too few parameters', 'select $1::int + $2::int', [1], 'bind message supplies 1 parameters'],
    ['fails while it runs', 'select 1 / $1::int', [0], 'division by zero'],
    ['fails at its end', 'insert into links values ($1)', [7], 'violates foreign key constraint'],
  ])('a statement that %s is rejected, and the next one runs', async (_, text, parameters, message) => {
    expect(await errorOf(client.query(text, parameters))).toContain(message)
    expect((await client.query('select text from pages where id = $1', [1])).rows).toEqual([{ text: 'one' }])
    expect(await errorOf(client.transaction((tx) => tx.query(text, parameters)))).toContain(message)
    expect((await client.query('select count(*)::int as count from links')).rows).toEqual([{ count: 0 }])
    const inside = client.transaction(async (tx) => {
      await tx.query('insert into pages values (2)')
      await tx.query(text, parameters).catch(() => {})
      await tx.query('select 1 / $1::int', [0])
    })
    expect(await errorOf(inside)).not.toBe('')
    expect((await client.query('select count(*)::int as count from pages')).rows).toEqual([{ count: 1 }])
  })

  test('tells what a statement would take and give, and runs the next one', async () => {
    const { queryParams, resultFields } = await client.describeQuery('select id from pages where text = $1')
    expect(queryParams.map(({ dataTypeID }) => dataTypeID)).toEqual([25])
    expect(resultFields.map(({ name }) => name)).toEqual(['id'])
    expect(await errorOf(client.exec('select 1 / 0'))).toContain('division by zero')
    expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  })
})
