import { afterAll, expect, test } from 'bun:test'
import { createDatabase } from '../../../src/platform/db/database.ts'
import { createHits } from '../../../src/platform/db/full-buckets.ts'
import { createRateLimits, type RateLimits } from '../../../src/platform/db/rate-limits.ts'
import { createTestDatabase } from '../../support/database.ts'
import { eventually } from '../../support/eventually.ts'

const made = await createTestDatabase()
const database = createDatabase(made.driver)
afterAll(async () => {
  await database.close()
  await made.drop()
})

const LIMIT = { max: 5, windowMs: 15 * 60_000 }
const limits = createRateLimits({ database, clock: null })
let asked: string[] = []
const hit: RateLimits['hit'] = (bucket, limit) => {
  asked.push(bucket)
  return limits.hit(bucket, limit)
}

test('a full bucket is remembered, others are counted in the database', async () => {
  const count = createHits({ hit }, LIMIT, 3_600_000)
  for (let index = 0; index < 5; index++) expect((await count('flood')).outcome).toBe('go')
  asked = []
  for (let index = 0; index < 100; index++) expect((await count('flood')).outcome).toBe('full')
  for (let index = 0; index < 5; index++) expect((await count('other')).outcome).toBe('go')
  expect(asked).toEqual(['flood', ...Array(5).fill('other')])
})

test('a full bucket is asked for again after that time', async () => {
  const count = createHits({ hit }, LIMIT, 1)
  for (let index = 0; index < 6; index++) await count('again')
  asked = []
  await eventually(async () => (await count('again')).outcome === 'full' && asked.length > 0)
})
