// Compares pages of a search with a plain reading of every document, for many queries.
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type SQL, sql } from 'drizzle-orm'
import { search } from '../../../src/content/search/search.ts'
import { conditionsOf } from '../../../src/content/search/search-words.ts'
import { queryOf } from '../../../src/content/search/text-search-config.ts'
import { rowsOf } from '../../../src/platform/db/database.ts'
import { startApp, type TestApp } from '../../support/app.ts'

const LANGUAGES = ['fa', 'en']
const RANKED = 100
const NOW = new Date('2026-11-01T00:00:00Z')
const DAYS = ['2026-10-30', '2026-10-29', '2026-10-01', '2025-01-01', '2026-12-01']
// Words from common to rare; every second one never stands in a title.
const WORDS = [
  'pump',
  'pipe',
  'پمپ',
  'لوله',
  'station',
  'tank',
  'ایستگاه',
  'مخزن',
  'ship',
  'rope',
  'کشتی',
  'طناب',
]
const PHRASES = ['pump pipe', 'پمپ لوله', 'pump station', 'پمپ ایستگاه کشتی', 'pu', 'پم', 't', 'missing', '7']

let app: TestApp
let state = 11

const random = (below: number) => {
  state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
  return (state >> 8) % below
}
const pick = <T>(values: readonly T[]) => values[random(values.length)]!
/** The earlier words of the list are more frequent. */
const textOf = (length: number, words: readonly string[]) =>
  Array.from({ length }, () => words[Math.min(random(words.length), random(words.length))]).join(' ')

beforeAll(async () => {
  app = await startApp()
  app.setClock(NOW)
  const inTitles = WORDS.filter((_, index) => index % 2 === 0)
  const rows = Array.from({ length: 350 }, (_, index) => ({
    n: index + 1,
    at: `${pick(DAYS)}T08:00:00Z`,
    title: `${textOf(3, inTitles)} ${index}`,
    title_en: index % 3 === 0 ? null : textOf(3, inTitles),
    text: textOf(1 + random(20), WORDS),
    text_en: textOf(1 + random(20), WORDS),
  }))
  const given = (from: number, until: number) => sql`
    json_to_recordset(${JSON.stringify(rows.slice(from, until))}::json)
      as given (n int, at timestamptz, title text, title_en text, text text, text_en text)`
  const { database, searchIndex } = app.deps
  const run = (statement: SQL) => database.query((tx) => tx.execute(statement))
  await run(sql`delete from articles`)
  await run(sql`delete from faqs`)
  for (const from of [0, 100, 200]) {
    await run(sql`
      insert into articles (id, position, slug, title, title_en, content, content_en, status, published_at)
      select n, n, 'article-' || n, title, title_en, text, text_en, 'published', at from ${given(from, from + 100)}`)
    await searchIndex.catchUp()
  }
  // The questions have ids that articles have too.
  await run(sql`
    insert into faqs (id, position, question, question_en, answer, answer_en, created_at)
    select n - 300, n, title, title_en, text, text_en, at from ${given(300, 350)}`)
  await searchIndex.catchUp()
})
afterAll(() => app?.[Symbol.asyncDispose]())

type Match = {
  type: string
  id: number
  language: string
  time: number
  is_titled: boolean
  rank: number
}

/** All matches in each of the languages, the documents read one after another. */
async function matchesOf(query: string, languages: readonly string[]): Promise<Match[]> {
  const conditions = conditionsOf(query, 10)
  const reading = languages.map((tag) => {
    const asked = queryOf(tag, conditions)
    return sql`select split_part(resource, ' ', 1) as type, record_id as id, language, date_part('epoch', visible_from) as time,
        title_words @@ ${asked} as is_titled, ts_rank('{0.1, 0.2, 0.5, 1}', words, ${asked}, 1) as rank
      from search_documents
      where (words || ''::tsvector) @@ ${asked} and language = ${tag} and visible_from <= ${NOW.toISOString()}::timestamptz`
  })
  return app.deps.database.query((tx) => rowsOf<Match>(tx, sql.join(reading, sql` union all `)))
}

const byPreference = (a: Match, b: Match) =>
  Number(b.is_titled) - Number(a.is_titled) || b.time - a.time || a.id - b.id || (a.type < b.type ? -1 : 1)

function expectedPage(matches: readonly Match[], page: number, perPage: number): Match[] {
  const sorted = matches.toSorted(byPreference)
  const ranked = Math.ceil(RANKED / perPage) * perPage
  const head = sorted.slice(0, ranked).toSorted((a, b) => b.rank - a.rank || byPreference(a, b))
  return [...head, ...sorted.slice(ranked)].slice((page - 1) * perPage, page * perPage)
}

/** A match in a title comes first, then the primary language. */
const oneOfEachRecord = (matches: readonly Match[]) => [
  ...new Map(
    matches
      .toSorted(
        (a, b) =>
          Number(a.is_titled) - Number(b.is_titled) ||
          LANGUAGES.indexOf(b.language) - LANGUAGES.indexOf(a.language),
      )
      .map((match) => [`${match.type} ${match.id}`, match]),
  ).values(),
]

test('pages and totals are those of a plain reading', async () => {
  const ctx = {
    database: app.deps.database,
    clock: () => NOW,
    index: app.deps.searchIndex,
    languages: LANGUAGES,
  }
  const titledCounts: number[] = []
  for (let round = 0; round < 60; round++) {
    const query = pick([...WORDS, ...PHRASES])
    const language = pick([null, ...LANGUAGES])
    const types = pick([null, null, ['faqs'], ['articles', 'pages']])
    const paging = { page: 1 + random(pick([2, 8])), perPage: pick([5, 20, 30, 100]) }
    const all = await matchesOf(query, language === null ? LANGUAGES : [language])
    const matches = oneOfEachRecord(all.filter(({ type }) => types?.includes(type) ?? true))
    titledCounts.push(matches.filter((match) => match.is_titled).length)
    const answer = await search(ctx, { query, language, types, paging })
    expect({
      asked: { query, language, types, paging },
      total: answer.total,
      hits: answer.items.map((hit) => `${hit.type} ${hit.id} ${hit.language}`),
    }).toEqual({
      asked: { query, language, types, paging },
      total: matches.length,
      hits: expectedPage(matches, paging.page, paging.perPage).map(
        ({ type, id, language }) => `${type} ${id} ${language}`,
      ),
    })
  }
  // Both ways of the statement: with enough matches in titles, and with fewer.
  expect(titledCounts.filter((count) => count > RANKED).length).toBeGreaterThan(5)
  expect(titledCounts.filter((count) => count < RANKED).length).toBeGreaterThan(5)
})
