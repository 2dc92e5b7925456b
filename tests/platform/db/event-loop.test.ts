// The embedded database runs in the thread that answers requests.
import { afterAll, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { createTestDatabase, onPostgres } from '../../support/database.ts'

const opened = await createTestDatabase()
afterAll(async () => {
  await opened.driver.close()
  await opened.drop()
})

test.skipIf(onPostgres)('the event loop turns between the statements of a long transaction', async () => {
  let turns = 0
  let isOver = false
  const turn = () => {
    turns++
    if (!isOver) setImmediate(turn)
  }
  setImmediate(turn)
  await opened.driver.drizzle.transaction(async (tx) => {
    for (let count = 0; count < 10; count++)
      await tx.execute(sql`select count(*) from generate_series(1, 50000)`)
  })
  isOver = true
  expect(turns).toBeGreaterThanOrEqual(20)
})
