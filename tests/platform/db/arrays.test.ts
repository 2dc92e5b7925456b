// Both drivers return SQL arrays of common types as JavaScript arrays.
import { afterAll, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { rowsOf } from '../../../src/platform/db/database.ts'
import { createTestDatabase } from '../../support/database.ts'

const opened = await createTestDatabase()
afterAll(async () => {
  await opened.driver.close()
  await opened.drop()
})

test.each<[string, unknown[]]>([
  ['boolean', [true, false]],
  ['smallint', [1, 2]],
  ['integer', [1, 2]],
  ['real', [1.5, 2]],
  ['double precision', [1.5, 2]],
  ['text', ['a, "b"', '{}']],
  ['varchar', ['a', 'متن']],
  ['json', [{ a: 1 }, [2]]],
  ['jsonb', [{ a: 1 }, [2]]],
  ['uuid', ['3f2504e0-4f89-11d3-9a0c-0305e82c3301']],
])('an array of %s', async (type, values) => {
  const texts = sql.join(
    values.map((value) => sql`${typeof value === 'object' ? JSON.stringify(value) : String(value)}::text`),
    sql`, `,
  )
  const statement = sql`select array[${texts}]::${sql.raw(type)}[] as found`
  expect(await rowsOf(opened.driver.drizzle, statement)).toEqual([{ found: values }])
})
