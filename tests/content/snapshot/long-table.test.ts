// A table of many rows is read in parts, which may take longer in all than the deadline of a database call.
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { DEADLINE_MS } from '../../../src/platform/db/driver.ts'
import { createTestDatabase } from '../../support/database.ts'
import { eventually } from '../../support/eventually.ts'
import { openSite, type Site } from './open-site.ts'

/** Three full parts: only reading shows that there is no fourth. */
const ROWS = 3_000

let database: Awaited<ReturnType<typeof createTestDatabase>>
let site: Site

beforeAll(async () => {
  database = await createTestDatabase()
  await database.driver.drizzle.execute(sql`insert into faqs (question, answer, position)
    select 'q' || n, 'a', ${ROWS} - n from generate_series(1, ${ROWS}) n`)
  site = await openSite(database, { anyContent: true, deadlineMs: DEADLINE_MS })
})

afterAll(async () => {
  await site.close()
  await database.driver.close()
  await database.drop()
})

const questions = async (): Promise<string[]> =>
  (await site.anyone('GET', '/api/site/faqs')).body.map(({ question }: { question: string }) => question)

test('every row is shown, in the order of the positions', async () => {
  expect(await questions()).toEqual(Array.from({ length: ROWS }, (_, index) => `q${ROWS - index}`))
})

test('while reading takes longer than the deadline readers get 503, and afterwards the new rows', async () => {
  site.forget()
  // Each part is read within the deadline, all of them are not.
  site.slowDownReads(DEADLINE_MS / 5)
  await database.driver.drizzle.execute(sql`update faqs set answer = 'b'`)
  await eventually(async () => (await site.anyone('GET', '/api/site/faqs')).status === 503)
  // Other resources are not affected.
  expect((await site.anyone('GET', '/api/site/services')).status).toBe(200)
  await eventually(async () => (await site.anyone('GET', '/api/site/faqs')).status === 200)
  site.slowDownReads(0)
  const { body } = await site.anyone('GET', '/api/site/faqs')
  expect(body.every(({ answer }: { answer: string }) => answer === 'b')).toBe(true)
  // The reading that was under way was not begun anew.
  expect(site.queries.filter(({ sql, rows }) => sql.includes('from "faqs"') && rows === 1_000)).toHaveLength(
    3,
  )
})
