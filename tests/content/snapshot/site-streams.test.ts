// A site sent in parts shows one state, and a reader that takes nothing does not keep others from it.
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { readVersions } from '../../../src/content/snapshot/content-changes.ts'
import { SiteStreams, type Streamed } from '../../../src/content/snapshot/site-streams.ts'
import { createDatabase, type Database } from '../../../src/platform/db/database.ts'
import { createTestDatabase, onPostgres } from '../../support/database.ts'
import { PATIENCE_MS } from '../../support/eventually.ts'

/** More than a reader may be behind. */
const PART = 'x'.repeat(1_000_000)

let owned: Awaited<ReturnType<typeof createTestDatabase>>
let database: Database

beforeAll(async () => {
  owned = await createTestDatabase()
  database = createDatabase(owned.driver, { deadlineMs: PATIENCE_MS })
})

afterAll(async () => {
  await owned.driver.close()
  await owned.drop()
})

const streamed = (overrides: Partial<Streamed> = {}): Streamed => ({
  detail: 'full',
  refresh: async () => {},
  versions: () => new Map(),
  parts: () => [PART, PART],
  tag: () => 'tag',
  end: () => [],
  ...overrides,
})

const write = (question: string) =>
  database.query((tx) =>
    tx.execute(sql`insert into faqs (question, answer, position) values (${question}, 'a', 1)`),
  )
const versions = () => database.query(readVersions)

// An embedded database is read without a transaction.
test.skipIf(!onPostgres)('nothing is sent until the snapshot has the state of the transaction', async () => {
  await write('first')
  let known = await versions()
  await write('not heard of')
  const asked: (readonly string[])[] = []
  const { stream } = await new SiteStreams(database).open(
    streamed({
      refresh: async (outdated) => {
        asked.push(outdated)
        if (outdated.length > 0) known = await versions()
      },
      versions: () => known,
      parts: () => [known.get('faqs')!.token],
    }),
  )
  expect(await new Response(stream).text()).toBe((await versions()).get('faqs')!.token)
  expect(asked).toEqual([[], ['faqs']])
})

test('readers that take nothing for too long give their places to others', async () => {
  const streams = new SiteStreams(database, { maxStalledMs: 0 })
  const stalled = await Promise.all([streams.open(streamed()), streams.open(streamed())])
  const { stream } = await streams.open(streamed({ parts: () => ['next'] }))
  expect(await new Response(stream).text()).toBe('next')
  const outcomes = await Promise.allSettled(stalled.map(({ stream }) => new Response(stream).text()))
  expect(outcomes).toContainEqual({ status: 'rejected', reason: new Error('The site was read too slowly.') })
})
