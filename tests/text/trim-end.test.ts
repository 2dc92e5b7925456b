import { expect, test } from 'bun:test'
import { trimEnd, withoutQuery, withoutTrailingSlashes } from '../../src/text/trim-end.ts'

test.each([
  ['/a/', '/a'],
  ['/a//', '/a'],
  ['//a', '//a'],
  ['///', ''],
  ['', ''],
])('%p without its trailing slashes is %p', (text, expected) => {
  expect(withoutTrailingSlashes(text)).toBe(expected)
})

test.each([
  ['/a?b#c', '/a'],
  ['/a#b?c', '/a'],
  ['?b\nc', ''],
  ['/a', '/a'],
])('%p without query and fragment is %p', (address, expected) => {
  expect(withoutQuery(address)).toBe(expected)
})

test('a text loses the characters at its end that match, whole ones', () => {
  expect(trimEnd('سلام، —', /[\s\p{P}]/u)).toBe('سلام')
  expect(trimEnd('a-b--', /-/)).toBe('a-b')
  expect(trimEnd('a😀', /[\ud800-\udfff]/)).toBe('a')
  expect(trimEnd('---', /-/)).toBe('')
})
