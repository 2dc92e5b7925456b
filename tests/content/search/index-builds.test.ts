// The index while it is built: by several processes, of several releases and with several languages, some of them killed.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { createIndexFormat } from '../../../src/content/search/index-format.ts'
import { search } from '../../../src/content/search/search.ts'
import { SearchIndex } from '../../../src/content/search/search-index.ts'
import { type Database, rowsOf } from '../../../src/platform/db/database.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { onPostgres, untilLocked } from '../../support/database.ts'
import { randomOf } from '../../support/random.ts'
import { mortal, steppingDatabase } from './stepping-database.ts'

/** Two batches and a part. */
const RECORDS = 110
const [KILLS, RECORDS_OF_KILLED] = onPostgres ? [50, RECORDS] : [5, 55]
const KEY = createIndexFormat(['fa', 'en']).keyOf('faqs')
const KEY_OF_OTHER = createIndexFormat(['de', 'en']).keyOf('faqs')

let app: TestApp
let database: Database

beforeAll(async () => {
  app = await startApp()
  // Each test has processes of its own.
  await app.deps.searchIndex.close()
  ;({ database } = app.deps)
})
afterAll(() => app?.[Symbol.asyncDispose]())

const run = (statement: ReturnType<typeof sql>) => database.query((tx) => tx.execute(statement))
const read = <Row>(statement: ReturnType<typeof sql>) => database.query((tx) => rowsOf<Row>(tx, statement))

/** A process of this release. */
const processOn = (of: Database, languages = ['fa', 'en']) =>
  new SearchIndex({
    database: of,
    clock: app.deps.clock,
    languages,
    onError: () => {},
  })

const find = async (index: SearchIndex, query: string, languages = ['fa', 'en']) =>
  search(
    { database, clock: app.deps.clock, index, languages },
    { query, language: null, types: ['faqs'], paging: { page: 1, perPage: 10 } },
  )

const fill = (count: number) =>
  run(sql`insert into faqs (question, question_en, answer, position)
    select 'پرسش' || n, 'question' || n, '', n from generate_series(1, ${count}::integer) n`)
const empty = async () => {
  for (const table of ['faqs', 'search_states', 'search_documents', 'record_words'])
    await run(sql`delete from ${sql.identifier(table)}`)
}

/** New words for every `step`th record. */
const edit = (round: string, step: number) =>
  run(sql`update faqs set question = 'پرسش' || id || ${round}, question_en = 'question' || id || ${round}
    where id % ${step} = 0`)

/** The words of records by which others are found, or they themselves are not; what the index has of others. */
const faults = () =>
  read(sql`
    with word as (
      select id, unnest(array[question, question_en]) as word, unnest(array['fa', 'en']) as language from faqs
    ), found as (
      select word.*,
        array(select record_id from search_documents d
          where resource = ${KEY} and d.language = word.language and words @@ quote_literal(word)::tsquery) as by_visitors,
        array(select record_id from record_words
          where resource = ${KEY} and words @@ quote_literal(word)::tsquery) as by_editors
      from word
    )
    select word from found where by_visitors <> array[id] or by_editors <> array[id]
    union all select title from search_documents
      where resource = ${KEY} and title not in (select word from word where id = record_id)
    union all select words::text from record_words
      where resource = ${KEY} and record_id not in (select id from faqs)`)

/** Like a replica of the release before at a search: it writes every entry anew, under the name of the resource. */
const searchLikeBefore = () =>
  database.transaction(async (tx) => {
    await tx.execute(sql`
      insert into search_documents (resource, record_id, language, title, body, visible_from, title_words, words)
      select 'faqs', id, 'fa', 'before', '', now(), '', 'before' from faqs
      on conflict (resource, record_id, language) do update set words = excluded.words`)
    await tx.execute(sql`insert into record_words select 'faqs', id, 'before' from faqs
      on conflict (resource, record_id) do update set words = excluded.words`)
    await tx.execute(sql`insert into search_states (resource, counter, token, format)
      select resource, counter, token, '6 fa en' from content_versions where resource = 'faqs'
      on conflict (resource) do update set counter = excluded.counter, token = excluded.token`)
  })

/** A database that counts the records that an index reads. */
function countingReads(of: Database) {
  const counted = {
    records: 0,
    database: steppingDatabase(of, async (sql, run) => {
      const rows = await run()
      if (/^select .*"answer".* from "faqs"/.test(sql)) counted.records += (rows as unknown[]).length
      return rows
    }),
  }
  return counted
}

/** The indexes in other formats of this release are as if no process had used them for long. */
async function deleteIndexes() {
  await run(sql`update search_states set used_at = now() - interval '25 hours'`)
  await processOn(database, ['de', 'en']).deleteUnused()
}

test(`builds that are killed at ${KILLS} instants, beside edits and a replica of the release before: at rest every record is found by its words, and no other`, async () => {
  await empty()
  await fill(RECORDS_OF_KILLED)
  const random = randomOf(58)
  const whole = mortal(database)
  await processOn(whole.database).settled()
  expect(await faults()).toEqual([])
  let kills = 0
  for (let round = 0; round < KILLS; round++) {
    await edit(`a${round}`, 1 + random(2))
    await run(sql`delete from faqs where id = (select min(id) from faqs)`)
    // The index is built anew, for the first time, or lacks more than a transaction has time for.
    const reason = random(3)
    if (reason === 0) await run(sql`delete from content_changes where resource = 'faqs'`)
    if (reason === 1) await deleteIndexes()
    const killed = mortal(database, 1 + random(whole.steps))
    const index = processOn(killed.database)
    const editing = random(2) === 0 && edit(`b${round}`, 2 + random(20))
    await Promise.all([index.settled(), searchLikeBefore(), editing])
    await index.close()
    if (killed.isDead) kills++

    const next = processOn(database)
    await find(next, 'question')
    await next.settled()
    expect({ round, reason, faults: await faults() }).toEqual({ round, reason, faults: [] })
  }
  expect(kills).toBeGreaterThan(KILLS / 2)
})

test('a build goes on where a killed process stopped', async () => {
  await empty()
  await fill(RECORDS)
  const builtUpTo = async () =>
    (
      await read<{ built_up_to: number | null }>(
        sql`select built_up_to from search_states where resource = ${KEY}`,
      )
    )[0]
  let commits = 0
  const killed = steppingDatabase(database, async (sql, run) => {
    if (commits === 2) throw new Error('killed')
    const result = await run()
    if (sql === 'transaction') commits++
    return result
  })
  await processOn(killed).settled()
  const [first] = await read<{ id: number }>(sql`select min(id)::integer as id from faqs`)
  const done = (await builtUpTo())!.built_up_to! - first!.id + 1
  // Ten records of the first step, and at least one of the second.
  expect(done).toBeGreaterThan(10)
  const counted = countingReads(database)
  await processOn(counted.database).settled()
  expect([counted.records, await builtUpTo(), await faults()]).toEqual([
    RECORDS - done,
    { built_up_to: null },
    [],
  ])
})

test('a build does not begin anew while there are more changes than the log keeps', async () => {
  await empty()
  await fill(RECORDS)
  let commits = 0
  const counted = countingReads(database)
  const busy = steppingDatabase(counted.database, async (sql, run) => {
    const result = await run()
    if (sql === 'transaction' && ++commits <= 3) await run110Edits()
    return result
  })
  // The log keeps 200.
  const run110Edits = () =>
    database.query((tx) =>
      tx.execute(sql`do $$ begin for n in 1..110 loop
        update faqs set question = 'تازه' || n where id = (select max(id) from faqs);
      end loop; end $$`),
    )
  await processOn(busy).settled()
  expect(commits).toBeGreaterThan(3)
  // The edited one is read once more at most for each of the edits.
  expect(counted.records).toBeLessThanOrEqual(RECORDS + 3)
  expect(await faults()).toEqual([])
})

test('a build does not begin anew while more records are created than it would wait for', async () => {
  await empty()
  await fill(RECORDS)
  let commits = 0
  const counted = countingReads(database)
  const busy = steppingDatabase(counted.database, async (sql, run) => {
    const result = await run()
    if (sql === 'transaction' && ++commits <= 2) await fill(300)
    return result
  })
  await processOn(busy).settled()
  expect(counted.records).toBe(RECORDS + 600)
  expect(await read(sql`select count(*)::int as n from record_words where resource = ${KEY}`)).toEqual([
    { n: RECORDS + 600 },
  ])
})

describe('replicas of different releases or with different languages', () => {
  const entries = () =>
    read(sql`select resource, record_id, language, xmin::text from search_documents
      union all select resource, record_id, '', xmin::text from record_words order by 1, 2, 3`)

  test('do not write to the index of each other', async () => {
    await empty()
    await fill(20)
    const [one, other] = [processOn(database), processOn(database, ['de', 'en'])]
    await find(one, 'question1')
    await find(other, 'question1', ['de', 'en'])
    await searchLikeBefore()
    const before = await entries()
    for (let round = 0; round < 8; round++) {
      expect(await find(one, 'question1')).toMatchObject({ total: 11 })
      expect(await find(other, 'question1', ['de', 'en'])).toMatchObject({ total: 11 })
      expect(await find(one, 'before')).toMatchObject({ total: 0 })
    }
    expect(await entries()).toEqual(before)
  })

  test('each find a change of the other', async () => {
    const [one, other] = [processOn(database), processOn(database, ['de', 'en'])]
    await edit('change', 1)
    const [record] = await read<{ id: number }>(sql`select min(id)::integer as id from faqs`)
    const query = `question${record!.id}change`
    for (const [index, languages] of [
      [other, ['de', 'en']],
      [one, ['fa', 'en']],
    ] as const)
      expect((await find(index, query, [...languages])).items).toHaveLength(1)
  })

  test('an index that no process has used for a day is deleted; its process builds it anew', async () => {
    const [one, other] = [processOn(database), processOn(database, ['de', 'en'])]
    await searchLikeBefore()
    await find(other, 'question', ['de', 'en'])
    await find(one, 'question')
    const keys = async () =>
      (
        await read<{ key: string }>(sql`select distinct resource as key from search_documents order by 1`)
      ).map(({ key }) => key)
    const all = ['faqs', KEY_OF_OTHER, KEY]
    await one.deleteUnused()
    expect(await keys()).toEqual(all)
    await run(sql`update search_states set used_at = now() - interval '23 hours'`)
    await one.deleteUnused()
    expect(await keys()).toEqual(all)
    await run(sql`update search_states set used_at = used_at - interval '2 hours'`)
    const isUsedMeanwhile = steppingDatabase(database, async (statement, send) => {
      if (statement === 'transaction') await run(sql`update search_states set used_at = now()`)
      return send()
    })
    await processOn(isUsedMeanwhile).deleteUnused()
    expect(await keys()).toEqual(all)
    await run(sql`update search_states set used_at = now() - interval '25 hours'`)
    await one.deleteUnused()
    expect(await keys()).toEqual([KEY])
    expect((await find(other, 'question', ['de', 'en'])).total).toBe(20)
    expect(await keys()).toEqual([KEY_OF_OTHER, KEY])
  })
})

test('during the first build in its format a process searches the index that is there, then its own', async () => {
  await empty()
  // A search waits for fewer.
  await fill(600)
  await searchLikeBefore()
  const held = Promise.withResolvers<void>()
  let commits = 0
  const index = processOn(
    steppingDatabase(database, async (sql, run) => {
      if (sql === 'transaction' && ++commits === 3) await held.promise
      return run()
    }),
  )
  expect(await find(index, 'before')).toMatchObject({ total: 600, isCurrent: false })
  let statements = 0
  await index.search(['faqs'], ({ outdated }) => {
    statements++
    return read<{ outdated: string[] }>(sql`select ${outdated} as outdated`)
  })
  expect(statements).toBe(1)
  // Its own is complete, but not yet searched.
  await processOn(database).settled()
  expect(await find(index, 'before')).toMatchObject({ total: 600, isCurrent: false })
  held.resolve()
  await index.settled()
  expect(await find(index, 'before')).toMatchObject({ total: 0, isCurrent: true })
  expect(await find(index, 'question')).toMatchObject({ total: 600, isCurrent: true })
})

test.skipIf(!onPostgres)(
  'a process that is paused in a pass while its index is deleted leaves no index that looks complete',
  async () => {
    await empty()
    await fill(20)
    await processOn(database).settled()
    await run(sql`update faqs set question = 'تازه' where id = (select min(id) from faqs)`)
    const [reached, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const paused = processOn(
      steppingDatabase(database, async (sql, run) => {
        const rows = await run()
        if (/^select .*"answer".* from "faqs"/.test(sql)) {
          reached.resolve()
          await released.promise
        }
        return rows
      }),
    )
    const pass = paused.settled()
    await reached.promise
    const deletion = deleteIndexes()
    await Promise.race([deletion, untilLocked(database, 1)])
    released.resolve()
    await Promise.all([pass, deletion])
    expect((await find(processOn(database), 'question')).total).toBe(20)
  },
)
