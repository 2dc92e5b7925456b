import { afterAll, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { filters } from '../../src/http/requests/query-schemas.ts'
import { parseRecordId } from '../../src/text/record-id.ts'
import { ADMIN, clientOf, startApp, tokenOf } from '../support/app.ts'

const service = await startApp()
afterAll(() => service[Symbol.asyncDispose]())

test('a record id is a whole number from 1 to 2,147,483,647 without leading zeros', () => {
  expect(parseRecordId('1')).toBe(1)
  expect(parseRecordId('2147483647')).toBe(2_147_483_647)
  for (const text of ['', '0', '01', '-1', '+1', '1.0', '1e3', ' 1', '1 ', '1\n', '0x1', '٣', '１', 'NaN']) {
    expect([text, parseRecordId(text)]).toEqual([text, null])
  }
  for (const text of ['2147483648', '9999999999', '99999999999999999999'])
    expect(parseRecordId(text)).toBeNull()
})

test('paths and filters take the largest id and refuse the next', async () => {
  const { admin, deps } = service
  await deps.database.transaction((tx) =>
    tx.execute(sql`insert into newsletter_subscribers (id, email, locale) overriding system value
      values (2147483647, 'largest@example.com', 'en')`),
  )
  expect((await admin('GET', '/api/admin/newsletter/2147483647')).status).toBe(200)
  for (const path of ['services', 'users', 'messages', 'newsletter', 'media']) {
    for (const id of ['2147483648', '4294967297', '9'.repeat(30)]) {
      expect([path, id, (await admin('GET', `/api/admin/${path}/${id}`)).status]).toEqual([path, id, 404])
    }
  }
  const { item_id } = filters.transactions
  expect(item_id.parse('2147483647')).toBe(2_147_483_647)
  expect(item_id.safeParse('2147483648').error?.issues).toMatchObject([{ code: 'invalid_format' }])
})

test('an account with the largest id can sign in', async () => {
  const { app, deps } = service
  await deps.database.transaction(async (tx) => {
    await tx.execute(sql`delete from sessions where account_id = 1`)
    await tx.execute(sql`update admin_users set id = 2147483647 where id = 1`)
  })
  const client = clientOf(app, await tokenOf(app, ADMIN))
  expect((await client('GET', '/api/auth/me')).body.id).toBe(2_147_483_647)
})
