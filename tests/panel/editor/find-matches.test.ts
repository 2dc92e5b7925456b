// Searching as people mean it, in Persian and in English.
import { expect, test } from 'bun:test'
import { countText } from '../../../src/panel/editor/count-text.ts'
import { linkAddress } from '../../../src/panel/editor/editor-commands.ts'
import { findMatches } from '../../../src/panel/editor/find/find-matches.ts'

const found = (text: string, query: string, matchCase = false) =>
  findMatches(text, query, { matchCase }).map(({ from, to }) => text.slice(from, to))

test.each([
  ['case', 'Word and word', 'WORD', ['Word', 'word']],
  ['Arabic letters', 'كتاب علي', 'کتاب علی', ['كتاب علي']],
  ['digits of either script', 'سال ۱۴۰۳ و 1403', '1403', ['۱۴۰۳', '1403']],
  ['the non-joiner', 'می‌شود و میشود', 'میشود', ['می‌شود', 'میشود']],
  ['diacritics', 'کِتاب café', 'کتاب', ['کِتاب']],
  ['accents', 'café cafe', 'cafe', ['café', 'cafe']],
  ['no-break spaces', 'a\u00a0b', 'a b', ['a\u00a0b']],
  ['no overlaps', 'aaaa', 'aa', ['aa', 'aa']],
  ['characters of two units', '😀 a 😀', 'a', ['a']],
])('%s', (_, text, query, expected) => {
  expect(found(text, query)).toEqual(expected)
})

test('with case, only the same case is found', () => {
  expect(found('Word and word', 'word', true)).toEqual(['word'])
})

test('an empty query, or one of diacritics only, finds nothing', () => {
  expect(found('a', '')).toEqual([])
  expect(found('a', '\u064e')).toEqual([])
})

test('a word with non-joiners counts once, and they are no characters', () => {
  expect(countText('می‌شود؛ آری.\ntwo words')).toEqual({ words: 4, characters: 20 })
  expect(countText('')).toEqual({ words: 0, characters: 0 })
})

test.each([
  ['example.com', 'https://example.com'],
  ['example.com/a?b#c', 'https://example.com/a?b#c'],
  [' https://example.com ', 'https://example.com'],
  ['a@example.com', 'mailto:a@example.com'],
  ['tel:+98', 'tel:+98'],
  ['/blog/مقاله', '/blog/مقاله'],
  ['#top', '#top'],
  ['javascript:alert(1)', null],
  ['', null],
])('the address %j is stored as %j', (typed, expected) => {
  expect(linkAddress(typed)).toBe(expected)
})
