// What is committed while a pass of the index reads.
import { expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { search } from '../../../src/content/search/search.ts'
import { SearchIndex } from '../../../src/content/search/search-index.ts'
import type { Database, Tx } from '../../../src/platform/db/database.ts'
import { startApp } from '../../support/app.ts'
import { onPostgres } from '../../support/database.ts'
import { steppingDatabase } from './stepping-database.ts'

test('many records that are changed after a pass has read which to index push none of those out of the index', async () => {
  await using app = await startApp()
  await app.deps.searchIndex.close()
  const { database, clock } = app.deps
  const run = (statement: ReturnType<typeof sql>) => database.query((tx) => tx.execute(statement))
  const processOn = (of: Database) =>
    new SearchIndex({ database: of, clock, languages: ['fa', 'en'], onError: () => {} })
  await run(
    sql`insert into faqs (question, answer, position) select 'پرسش' || n, '', n from generate_series(1, 60) n`,
  )
  await processOn(database).settled()
  await run(sql`update faqs set question = 'واپسین' where id = (select max(id) from faqs)`)

  const editOthers = (tx: Tx) =>
    tx.execute(sql`update faqs set question = question || 'نو' where question like 'پرسش%'`)
  let isFirst = true
  const raced = steppingDatabase(database, async (statement, run, tx) => {
    if (isFirst && /^select .*"answer".* from "faqs"/.test(statement)) {
      isFirst = false
      // Embedded there is one session; what it sees of itself is what it would see of others.
      await (onPostgres ? database.query(editOthers) : editOthers(tx!))
      // By id: the record is the last one.
      for (const plan of ['seqscan', 'bitmapscan'])
        await tx!.execute(sql.raw(`set local enable_${plan} = off`))
    }
    return run()
  })
  await processOn(raced).catchUp()
  expect(isFirst).toBe(false)
  const index = processOn(database)
  await index.settled()
  const find = (query: string) =>
    search(
      { database, clock, index, languages: ['fa', 'en'] },
      { query, language: null, types: ['faqs'], paging: { page: 1, perPage: 10 } },
    )
  expect((await find('واپسین')).total).toBe(1)
  expect((await find('پرسش')).total).toBe(59)
})
