import { afterAll, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { Hono } from 'hono'
import { rateLimiter } from 'hono-rate-limiter'
import { createStore } from '../../../src/http/middleware/rate-limit.ts'
import type { AppEnv } from '../../../src/http/requests/app-env.ts'
import { Secret } from '../../../src/platform/config/secret.ts'
import { createDatabase, rowsOf } from '../../../src/platform/db/database.ts'
import { openPostgres } from '../../../src/platform/db/postgres-driver.ts'
import { createRateLimits } from '../../../src/platform/db/rate-limits.ts'
import { createTestDatabase } from '../../support/database.ts'

const LIMIT = { max: 5, windowMs: 15 * 60_000 }
const START = Date.parse('2026-03-01T10:00:00Z')

/** Another replica, with its own connections to a database server. */
let drop: () => Promise<void>
let now = START

const made = await createTestDatabase()
const database = createDatabase(made.driver)
const other = made.url ? createDatabase(openPostgres({ url: new Secret(made.url), poolSize: 10 })) : database
const limits = createRateLimits({ database, clock: () => new Date(now) })
drop = async () => {
  await other.close()
  await database.close()
  await made.drop()
}

afterAll(() => drop())

const at = async <T>(seconds: number, run: () => Promise<T>) => {
  now = START + seconds * 1_000
  return run()
}

describe('the sliding window', () => {
  test('allows no more than the limit in any 15 minutes', async () => {
    const taken: number[] = []
    const refused: number[] = []
    let seed = 7
    const random = () => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
      return seed / 2_147_483_648
    }
    for (let second = 0, round = 0; round < 120; round++) {
      second += Math.floor(random() * 240)
      const { outcome } = await at(second, () => limits.hit('slides', LIMIT))
      if (outcome === 'go') taken.push(second)
      else refused.push(second)
    }
    const before = (end: number) => taken.filter((it) => it > end - 900 && it <= end).length
    expect(Math.max(...taken.map(before))).toBe(LIMIT.max)
    // Nothing is refused unnecessarily.
    expect(new Set(refused.map(before))).toEqual(new Set([LIMIT.max]))
  })

  test('reports the exact time until the next attempt is allowed, which refusals do not extend', async () => {
    for (const second of [0, 100, 200, 300, 400]) await at(second, () => limits.hit('truth', LIMIT))
    const refused = await at(500, () => limits.hit('truth', LIMIT))
    expect(refused).toEqual({ outcome: 'full', used: 5, resetMs: 400_000 })
    for (let index = 0; index < 10; index++) await at(600, () => limits.hit('truth', LIMIT))
    expect((await at(899, () => limits.hit('truth', LIMIT))).outcome).toBe('full')
    expect((await at(900, () => limits.hit('truth', LIMIT))).outcome).toBe('go')
    expect((await at(999, () => limits.hit('truth', LIMIT))).outcome).toBe('full')
  })
})

describe('simultaneous hits', () => {
  test('are counted exactly, on two replicas with the clock of the database', async () => {
    const replicas = [database, other].map((db) => createRateLimits({ database: db, clock: null }))
    for (let round = 0; round < 30; round++) {
      const hits = Array.from({ length: 16 }, (_, index) => replicas[index % 2]!.hit(`race ${round}`, LIMIT))
      const outcomes = (await Promise.all(hits)).map(({ outcome }) => outcome)
      expect(outcomes.filter((outcome) => outcome === 'go')).toHaveLength(LIMIT.max)
    }
  })

  test('pending attempts never exceed the rest of the limit', async () => {
    const replicas = [database, other].map((db) => createRateLimits({ database: db, clock: null }))
    for (let round = 0; round < 30; round++) {
      const bucket = `pending ${round}`
      await limits.hit(bucket, LIMIT)
      await limits.forget(bucket)
      const begun = Array.from({ length: 16 }, (_, index) => replicas[index % 2]!.begin(bucket, LIMIT))
      const outcomes = (await Promise.all(begun)).map(({ outcome }) => outcome)
      expect(outcomes.filter((outcome) => outcome === 'go')).toHaveLength(LIMIT.max)
      expect(outcomes).not.toContain('full')
    }
  })
})

describe('a pending attempt', () => {
  test('counts when it failed, and only then', async () => {
    for (let index = 0; index < 4; index++) {
      await at(index, () => limits.begin('outcome', LIMIT))
      await limits.settle('outcome', LIMIT, true)
    }
    for (let index = 0; index < 10; index++) {
      expect((await at(10, () => limits.begin('outcome', LIMIT))).outcome).toBe('go')
      expect((await at(10, () => limits.begin('outcome', LIMIT))).outcome).toBe('wait')
      await limits.settle('outcome', LIMIT, false)
    }
    await at(11, () => limits.begin('outcome', LIMIT))
    await limits.settle('outcome', LIMIT, true)
    expect((await at(12, () => limits.begin('outcome', LIMIT))).outcome).toBe('full')
  })

  test('whose process died is dropped after 30 seconds', async () => {
    for (let index = 0; index < 5; index++) await at(0, () => limits.begin('lost', LIMIT))
    expect((await at(29, () => limits.begin('lost', LIMIT))).outcome).toBe('wait')
    expect((await at(31, () => limits.begin('lost', LIMIT))).outcome).toBe('go')
  })
})

describe('expired buckets', () => {
  const rows = async () =>
    (await database.query((tx) => rowsOf<{ bucket: string }>(tx, sql`select bucket from rate_limits`))).map(
      ({ bucket }) => bucket,
    )

  test('are deleted by later attempts, and no others', async () => {
    await database.query((tx) => tx.execute(sql`delete from rate_limits`))
    for (let index = 0; index < 40; index++) await at(0, () => limits.hit(`old ${index}`, LIMIT))
    await at(899, () => limits.hit('young', LIMIT))
    expect(await rows()).toHaveLength(41)
    for (let index = 0; index < 20; index++) await at(901, () => limits.hit('young', LIMIT))
    expect(await rows()).toEqual(['young'])
  })

  test('counts survive a restart', async () => {
    for (let index = 0; index < 5; index++) await at(0, () => limits.hit('restart', LIMIT))
    const restarted = createRateLimits({ database: other, clock: () => new Date(now) })
    expect((await restarted.hit('restart', LIMIT)).outcome).toBe('full')
  })
})

describe('the store for hono-rate-limiter', () => {
  const store = () => createStore(limits, 'store', LIMIT)

  test('counts, takes back and resets', async () => {
    now = START
    const hits = async () => (await store().increment('k')).totalHits
    expect([await hits(), await hits()]).toEqual([1, 2])
    await store().decrement('k')
    expect(await hits()).toBe(2)
    for (let index = 0; index < 3; index++) await hits()
    expect(await hits()).toBe(6)
    await store().resetKey('k')
    expect(await hits()).toBe(1)
  })

  test('works with the limiter', async () => {
    const app = new Hono<AppEnv>()
    app.use(
      rateLimiter<AppEnv>({
        windowMs: LIMIT.windowMs,
        limit: LIMIT.max,
        keyGenerator: () => 'limiter',
        store: store(),
      }),
    )
    app.get('/', (c) => c.text('in'))
    const statuses = []
    for (let index = 0; index < 7; index++) statuses.push((await app.request('/')).status)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429])
  })
})
