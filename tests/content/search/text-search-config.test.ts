// The vectors that the service writes itself, compared with those that Postgres makes of the same text.
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type SQL, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { indexedWords } from '../../../src/content/search/search-words.ts'
import {
  type Vector,
  vectorFrom,
  vectorOf,
  type Weighted,
} from '../../../src/content/search/text-search-config.ts'
import { rowsOf } from '../../../src/platform/db/database.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { manyWords } from './many-words.ts'

let app: TestApp

beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app?.[Symbol.asyncDispose]())

const word = fc.oneof(
  fc.constantFrom('pump', 'pumps', 'پمپ', 'کتابها', 'the', '24', 'شرکت'),
  fc.stringMatching(/^[a-zابپتجچدرسشفقکگلمنوهی]{1,12}$/),
)
const part = fc.record({
  words: fc.array(word, { maxLength: 40 }),
  weight: fc.constantFrom('A' as const, 'B' as const, 'D' as const),
})

async function textOf(vector: SQL): Promise<string> {
  const [row] = await app.deps.database.query((tx) =>
    rowsOf<{ vector: string }>(tx, sql`select (${vector})::text as vector`),
  )
  return row!.vector
}

const vectorIn = (language: string, parts: readonly Weighted[]) => {
  const vector = vectorOf(language, parts)
  return vectorFrom((name: keyof Vector) => sql`${vector[name]}::text`)
}
const byPostgres = (config: string, words: readonly string[], weight: string) =>
  sql`setweight(to_tsvector(${config}::regconfig, ${words.join(' ')}), ${weight}::"char")`

test('words of a language without a stemmer are stored as Postgres stores them', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(part, { minLength: 1, maxLength: 3 }), async (parts) => {
      const expected = parts.map(({ words, weight }) => byPostgres('simple', words, weight))
      expect(await textOf(vectorIn('fa', parts))).toBe(await textOf(sql.join(expected, sql` || `)))
    }),
    { numRuns: 50 },
  )
})

test('English words are stored as they are and stemmed', async () => {
  const words = ['the', 'pumping', 'stations']
  expect(await textOf(vectorIn('en-GB', [{ words, weight: 'A' }]))).toBe(
    await textOf(sql`${byPostgres('simple', words, 'A')} || ${byPostgres('english', words, 'A')}`),
  )
})

test('a very long word is left out, and a very frequent one keeps its first positions', async () => {
  const words = ['ب'.repeat(1_023), 'ب'.repeat(1_024), ...Array<string>(20_000).fill('pump'), 'last']
  const vector = await textOf(vectorIn('simple', [{ words, weight: 'D' }]))
  expect(vector).toContain(`'${'ب'.repeat(1_023)}':1`)
  expect(vector).not.toContain('ب'.repeat(1_024))
  expect(vector).toContain("'last':16383")
  expect(vector).toMatch(/'pump':3,4,[\d,]+,257( |$)/)
})

const folded = manyWords.flatMap(indexedWords)

test.each(['fa', 'en', 'ko'])(
  'more different words than fit into a vector end it, in %s',
  async (language) => {
    const parts = [
      { words: ['title'], weight: 'A' as const },
      { words: folded, weight: 'D' as const },
      { words: ['last'], weight: 'D' as const },
    ]
    const [row] = await app.deps.database.query((tx) =>
      rowsOf<{ words: string[] }>(tx, sql`select tsvector_to_array(${vectorIn(language, parts)}) as words`),
    )
    expect(row!.words).toContain('title')
    expect(row!.words).toContain(folded[0]!)
    expect(row!.words).not.toContain(folded.at(-1)!)
    expect(row!.words).not.toContain('last')
    expect(row!.words.length).toBeGreaterThan(10_000)
  },
)
