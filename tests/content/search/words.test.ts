import { expect, test } from 'bun:test'
import { indexedWords } from '../../../src/content/search/search-words.ts'

test.each([
  ['می\u200cشود', 'میشود می شود'],
  ['می شود', 'می میشود شود'],
  ['کتاب ها', 'کتاب کتابها ها'],
  ['\u200cكتاب\u200c', 'کتاب'],
  ['شرکت\u200cهای آب\u200cو\u200cبرق', 'شرکتهای شرکت های ابوبرق اب و برق'],
  ['Pumps, 24-bar', 'pumps 24 bar'],
  [' \u200c – ', ''],
])('%p is indexed as %p', (original, indexed) => {
  expect(indexedWords(original).join(' ')).toBe(indexed)
})
