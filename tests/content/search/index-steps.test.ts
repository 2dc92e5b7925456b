// The index is brought up to date in small steps: one that does not fit or fails keeps nothing else from being indexed, and
// a search waits for its own resources, and not for long.
import { afterAll, beforeAll, beforeEach, expect, spyOn, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { createApp } from '../../../src/app.ts'
import { search } from '../../../src/content/search/search.ts'
import { SearchIndex } from '../../../src/content/search/search-index.ts'
import type { Database } from '../../../src/platform/db/database.ts'
import { unavailable } from '../../../src/text/errors.ts'
import { clientOf, peerOfTest, startApp, type TestApp } from '../../support/app.ts'
import { type Step, steppingDatabase } from './stepping-database.ts'

const RECORDS = 60

let app: TestApp
let database: Database

beforeAll(async () => {
  app = await startApp()
  // Each test has an index of its own.
  await app.deps.searchIndex.close()
  ;({ database } = app.deps)
})
afterAll(() => app?.[Symbol.asyncDispose]())
beforeEach(async () => {
  for (const table of ['faqs', 'articles', 'search_states', 'search_documents', 'record_words'])
    await run(sql`delete from ${sql.identifier(table)}`)
  await run(sql`insert into faqs (question, answer, position)
    select 'پرسش ' || n, '', n from generate_series(1, ${RECORDS}::integer) n`)
  await run(sql`insert into articles (title, slug, status, published_at, position)
    values ('مقاله', 'article', 'published', now() - interval '1 hour', 1)`)
})

const run = (statement: ReturnType<typeof sql>) => database.query((tx) => tx.execute(statement))

/** An index whose statements are steps, and the errors that it reported. */
function indexWith(step: Step, deadlineMs = database.deadlineMs) {
  const errors: unknown[] = []
  const index = new SearchIndex({
    database: { ...steppingDatabase(database, step), deadlineMs },
    clock: app.deps.clock,
    languages: ['fa', 'en'],
    onError: (error) => errors.push(error),
  })
  return Object.assign(index, { errors })
}

const find = (index: SearchIndex, types: string[], query: string) =>
  search(
    { database, clock: app.deps.clock, index, languages: ['fa', 'en'] },
    { query, language: null, types, paging: { page: 1, perPage: 10 } },
  )

const readsFaqs = (statement: string) => /^select .*"answer".* from "faqs"/.test(statement)

test('a step that does not fit is tried again with fewer records, and what the others indexed stays', async () => {
  const tried: number[] = []
  const index = indexWith(async (statement, send) => {
    const rows = (await send()) as unknown[]
    if (!readsFaqs(statement)) return rows
    tried.push(rows.length)
    if (rows.length > 3) throw unavailable('database')
    return rows
  })
  expect(await find(index, ['faqs'], 'پرسش')).toMatchObject({ total: RECORDS, isCurrent: true })
  expect(index.errors).toEqual([])
  const indexed = tried.filter((count) => count <= 3)
  expect(indexed.reduce((sum, count) => sum + count, 0)).toBe(RECORDS)
  expect(tried[0]).toBe(10)
})

test.each([
  ['little time: they grow to 50 records', 0, [10, 20, 40, 50, 50, 30]],
  ['twice the time that they should: they shrink to one record', 500, [10, 5, 2, 1, 1, 1]],
])('steps that take %s', async (_, stepMs, sizes) => {
  await run(sql`insert into faqs (question, answer, position)
    select 'پرسش ' || n, '', n from generate_series(1, ${200 - RECORDS}::integer) n`)
  let now = 0
  using clock = spyOn(performance, 'now')
  clock.mockImplementation(() => now)
  const read: number[] = []
  const index = indexWith(async (statement, send) => {
    const rows = (await send()) as unknown[]
    if (statement === 'transaction') now += stepMs
    if (readsFaqs(statement)) read.push(rows.length)
    return rows
  })
  await index.settled()
  expect(read.slice(0, sizes.length)).toEqual(sizes)
  expect(read.reduce((sum, count) => sum + count, 0)).toBe(200)
})

test('a resource that cannot be indexed stops no other', async () => {
  const index = indexWith(async (statement, send) => {
    if (readsFaqs(statement)) throw new Error('a record that cannot be indexed')
    return send()
  })
  expect(await find(index, ['articles'], 'مقاله')).toMatchObject({ total: 1, isCurrent: true })
  expect(await find(index, ['faqs', 'articles'], 'مقاله')).toMatchObject({ total: 1, isCurrent: false })
  await index.catchUp()
  expect(index.errors.map(String)).toContain('Error: a record that cannot be indexed')
  await run(sql`update articles set title = 'نوشته'`)
  await index.catchUp()
  expect(await find(index, ['articles'], 'نوشته')).toMatchObject({ total: 1, isCurrent: true })
})

test('a search does not wait for other resources, and for its own only a part of the deadline', async () => {
  const held = Promise.withResolvers<void>()
  const index = indexWith(async (statement, send) => {
    // Before the transaction of a step, so that the only session of an embedded database stays free.
    if (statement === 'transaction' && isHeld) await held.promise
    return send()
  }, 100)
  let isHeld = false
  expect(await find(index, ['articles'], 'مقاله')).toMatchObject({ total: 1, isCurrent: true })
  isHeld = true
  expect(await find(index, ['faqs'], 'پرسش')).toMatchObject({ total: 0, isCurrent: false })
  expect(await find(index, ['articles'], 'مقاله')).toMatchObject({ total: 1, isCurrent: true })
  held.resolve()
  await index.settled()
  expect(await find(index, ['faqs'], 'پرسش')).toMatchObject({ total: RECORDS, isCurrent: true })
})

test('a search finds what was written after the last step that others wait for', async () => {
  let searching: ReturnType<typeof find> | undefined
  const index = indexWith(async (statement, send) => {
    const result = await send()
    if (statement !== 'transaction' || searching) return result
    await run(sql`update articles set title = 'نوشته'`)
    searching = find(index, ['articles'], 'نوشته')
    // Until it waits for the work that this step ends.
    await Bun.sleep(50)
    return result
  })
  await find(index, ['articles'], 'مقاله')
  expect(await searching).toMatchObject({ total: 1, isCurrent: true })
})

test('an answer of an index that lacks changes carries a Warning, and comes', async () => {
  let isFailing = false
  const index = indexWith(async (statement, send) => {
    if (statement === 'transaction' && isFailing) throw unavailable('database')
    return send()
  })
  await index.settled()
  const served = createApp({ ...app.deps, searchIndex: index }, peerOfTest)
  const [anyone, admin] = [clientOf(served, null), clientOf(served, app.admin.token)]
  const answers = async (word: string) => {
    const q = encodeURIComponent(word)
    const found: Record<string, unknown>[] = []
    for (const [client, path] of [
      [anyone, `/api/search?q=${q}`],
      [anyone, `/api/articles?page=1&q=${q}`],
      [admin, `/api/admin/articles?q=${q}`],
    ] as const) {
      const { status, headers, body } = await client('GET', path)
      found.push({ status, total: body.total, warning: headers.get('Warning') })
    }
    const { status, headers } = await anyone('GET', `/search?q=${q}`)
    return [...found, { status, warning: headers.get('Warning') }]
  }
  const each = (total: number, warning: string | null) => [
    ...Array.from({ length: 3 }, () => ({ status: 200, total, warning })),
    { status: 200, warning },
  ]
  expect(await answers('مقاله')).toEqual(each(1, null))
  isFailing = true
  await run(sql`update articles set title = 'نوشته'`)
  expect(await answers('نوشته')).toEqual(each(0, '111 frontage "Revalidation Failed"'))
  isFailing = false
  expect(await answers('نوشته')).toEqual(each(1, null))
})
