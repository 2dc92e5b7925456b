import { afterAll, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { containsWords, spellingsOf } from '../../../src/platform/db/contains-words.ts'
import { rowsOf } from '../../../src/platform/db/database.ts'
import { foldText } from '../../../src/text/fold-text.ts'
import { createTestDatabase } from '../../support/database.ts'
import { randomOf } from '../../support/random.ts'

const { driver, drop } = await createTestDatabase()
afterAll(async () => {
  await driver.close()
  await drop()
})

async function contains(text: string, query: string): Promise<boolean> {
  const where = containsWords(query, [sql`${text}::text`])!
  return (await rowsOf<{ found: boolean }>(driver.drizzle, sql`select ${where} as found`))[0]!.found
}

test.each([
  ['می\u200cخواهم', 'ميخواهم'],
  ['میخواهم', 'می\u200cخواهم'],
  ['مسئول', 'مسيول'],
  ['علي', 'علی'],
  ['۱۲ پمپ', '12'],
  ['12', '١٢'],
  ['Café', 'CAFE'],
  ['Cafe\u0301', 'café'],
  ['Straße', 'strasse'],
  ['STRASSE', 'straße'],
  ['Straße', 'tras'],
  ['Straße', 'se'],
  ['Œuvre', 'oeuvre'],
  ['سلامﻻ', 'لا'],
  ['خانهٔ ما', 'خانه ی ما'],
  ['İstanbul', 'istanbul'],
  ['Ｐ４０', 'p40'],
  ['한국어', '한국'],
  ['ガラス', 'カラ'],
  ['10% off', '10%'],
  ['a.b+c@example.com', 'B+C@Example'],
  ['[x] (y)', '[x]'],
  ['back\\slash', '\\'],
  ['😀 smile', '😀'],
])('%p contains %p', async (text, query) => {
  expect(await contains(text, query)).toBe(true)
})

test.each([
  ['Strase', 'strasse'],
  ['abc', 'a.c'],
  ['abc', '%'],
  ['abc', 'b_'],
  ['پمپ', 'پمپها'],
  ['anything', 'ء'],
])('%p does not contain %p', async (text, query) => {
  expect(await contains(text, query)).toBe(false)
})

test('a blank query is no condition', () => {
  expect(containsWords(' \t', [sql`'x'`])).toBeUndefined()
  expect(containsWords(undefined, [sql`'x'`])).toBeUndefined()
})

test('each word may be in another column, and all must be in one', async () => {
  const columns = [sql`'Pump'::text`, sql`null::text`, sql`'Berlin'::text`]
  const found = async (query: string) => {
    const where = sql`select coalesce(${containsWords(query, columns)}, false) as found`
    return (await rowsOf<{ found: boolean }>(driver.drizzle, where))[0]!.found
  }
  expect(await found('berlin pump')).toBe(true)
  expect(await found('berlin valve')).toBe(false)
})

test('a pattern matches the texts whose folded form contains the word, however they are spelled', () => {
  const LETTERS = [
    ...['a', 'A', 'á', 'e', 'É', 'e\u0301', 'ß', 'æ', 'ﬁ', 'f', 'i', 'o'],
    ...['ی', 'ي', 'ئ', 'ك', 'ک', 'ا', 'آ', 'ل', 'ﻻ', 'ه', 'ة', 'ۀ', 'ء', 'ـ', '\u064e', '\u200c', '\u200f'],
    ...['1', '۱', '١', '１', '.', '-', '٬', '['],
  ]
  const random = randomOf(58)
  const some = (most: number) =>
    Array.from({ length: 1 + random(most) }, () => LETTERS[random(LETTERS.length)]).join('')
  // Letter by letter, because the fold of a text drops some endings that a word alone may have.
  const fold = (text: string) => [...text].map((character) => foldText(character).text).join('')
  let matches = 0
  for (let round = 0; round < 20_000; round++) {
    const [text, word] = [some(12), fold(some(3))]
    if (word === '') continue
    const isMatch = new RegExp(spellingsOf(word), 'u').test(text)
    expect([text, word, isMatch]).toEqual([text, word, fold(text).includes(word)])
    if (isMatch) matches++
  }
  expect(matches).toBeGreaterThan(1_000)
})
