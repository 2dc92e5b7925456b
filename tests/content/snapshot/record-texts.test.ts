// Texts that are read when they are asked for are of the state that their entry is of.
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { articles } from '../../../src/content/resources/articles.ts'
import { readEntryRows } from '../../../src/content/snapshot/entry-rows.ts'
import { RecordTexts, readTexts } from '../../../src/content/snapshot/record-texts.ts'
import { SnapshotEntry } from '../../../src/content/snapshot/snapshot-entry.ts'
import { createDatabase, type Database } from '../../../src/platform/db/database.ts'
import { createTestDatabase } from '../../support/database.ts'
import { PATIENCE_MS } from '../../support/eventually.ts'

let owned: Awaited<ReturnType<typeof createTestDatabase>>
let database: Database

beforeAll(async () => {
  owned = await createTestDatabase()
  database = createDatabase(owned.driver, { deadlineMs: PATIENCE_MS })
  await database.query((tx) =>
    tx.execute(sql`insert into articles (title, slug, position, status, published_at, content)
      select 'title ' || n, 's' || n, n, 'published', now(), 'old' from generate_series(1, 4) n`),
  )
})

afterAll(async () => {
  await owned.driver.close()
  await owned.drop()
})

test('a record that was changed or deleted since gets no text of another state', async () => {
  const rows = await database.query((tx) => readEntryRows(tx, articles, { last: 0, max: 10 }))
  const entries = rows.map((row) => new SnapshotEntry(articles, row))
  const [same, changed, unpublished, deleted] = entries
  await database.query((tx) =>
    tx.execute(sql`update articles set content = 'new', version = version + 1 where id = ${changed!.id}`),
  )
  await database.query((tx) =>
    tx.execute(
      sql`update articles set status = 'draft', version = version + 1 where id = ${unpublished!.id}`,
    ),
  )
  await database.query((tx) => tx.execute(sql`delete from articles where id = ${deleted!.id}`))

  const texts = new RecordTexts({ database, maxBytes: 1_000_000 })
  const outdated = await texts.load(entries)
  expect(outdated.map(({ id }) => id)).toEqual([changed!.id, unpublished!.id, deleted!.id])
  expect(entries.map((entry) => entry.texts !== null)).toEqual([true, false, false, false])
  const streamed = await database.query((tx) => readTexts(tx, entries, 'summary'))
  expect([...streamed.keys()].map(({ id }) => id)).toEqual([same!.id])
})
