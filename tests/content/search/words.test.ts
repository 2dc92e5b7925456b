import { expect, test } from 'bun:test'
import { conditionsOf, indexedWords } from '../../../src/content/search/search-words.ts'

test.each([
  ['می\u200cشود', 'میشود می شود'],
  ['می شود', 'می میشود شود'],
  ['کتاب ها', 'کتاب کتابها ها'],
  ['\u200cكتاب\u200c', 'کتاب'],
  ['شرکت\u200cهای آب\u200cو\u200cبرق', 'شرکتهای شرکت های ابوبرق اب و برق'],
  ['Pumps, 24-bar', 'pumps 24 bar 24bar'],
  ['P-40', 'p 40 p40'],
  ['ISO 9001:2015', 'iso 9001 2015 iso9001'],
  ['O’Neil & R&D', 'o neil r d oneil rd'],
  ['e-mail', 'e mail email'],
  ['40 kW', '40 kw 40kw'],
  ['۱٬۲۵۰٬۰۰۰ ریال', '1 250 000 ریال 1250000 250000'],
  ['1,250 000', '1 250 000 1250000 250000'],
  ['12.5, 12,5 – 1250,000, 1,2500', '12 5 12 5 1250 000 1 2500'],
  ['021-8877-66-55-12', '021 8877 66 55 12 02188776655 8877665512 665512 5512'],
  ['سال ۱۴۰۳ آمد', 'سال 1403 امد سال1403'],
  ['خانه‌سازی-۴', 'خانهسازی خانه سازی 4 خانهسازی4'],
  ['a - b, c. d', 'a b c d'],
  [' \u200c – ', ''],
])('%p is indexed as %p', (original, indexed) => {
  expect(indexedWords(original).join(' ')).toBe(indexed)
})

test.each([
  ['P-40', [['p40', 'p 40']]],
  ['iso 9001', [['iso9001', 'iso 9001']]],
  ['1-2-3-4-5', [['1234', '1 2 3 4'], ['5']]],
  ['وب-سایت‌ها', [['وبسایتها', 'وب سایتها', 'وب سایت']]],
  ['می شود', [['میشود', 'می شود']]],
  ['pump valve', [['pump'], ['valve']]],
])('%p asks for %j', (query, expected) => {
  const conditions = conditionsOf(query, 10).map((condition) => condition.map(({ words }) => words.join(' ')))
  expect(conditions).toEqual(expected)
})
