// Which results of searches are kept in memory.
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { createApp } from '../../../src/app.ts'
import { clientOf, peerOfTest, startApp, type TestApp } from '../../support/app.ts'
import { eventually } from '../../support/eventually.ts'
import { steppingDatabase } from './stepping-database.ts'

/** A search does not wait until so many are indexed. */
const RECORDS = 600

let app: TestApp

beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app?.[Symbol.asyncDispose]())

test.each([
  [
    '/api/search?types=articles',
    'first',
    sql`insert into articles (title, slug, status, published_at, position)
    select 'first ' || n, 'many-' || n, 'published', now() - interval '1 hour', n
    from generate_series(1, ${RECORDS}::integer) n`,
  ],
  ['/api/articles?page=1', 'second', sql`update articles set title = 'second ' || id`],
])(
  '%s: an answer of the old index is not, even if the new one is complete before it is sent',
  async (path, word, change) => {
    const { deps } = app
    await deps.searchIndex.settled()
    await deps.database.query((tx) => tx.execute(change))
    await eventually(async () =>
      (await app.anyone('GET', '/api/articles?page=1')).body.items[0]?.title?.startsWith(word),
    )
    let answers = 0
    const database = steppingDatabase(deps.database, async (_, run) => {
      const rows = await run()
      // The first answer starts the build.
      if (++answers === 2) await deps.searchIndex.settled()
      return rows
    })
    const anyone = clientOf(createApp({ ...deps, database }, peerOfTest), null)
    const find = async () => (await anyone('GET', `${path}&q=${word}`)).body.total
    expect(await find()).toBeLessThan(RECORDS)
    expect(await find()).toBe(RECORDS)
    expect(answers).toBe(3)
    await find()
    expect(answers).toBe(3)
  },
)
