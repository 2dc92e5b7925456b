import { expect, test } from 'bun:test'
import { Glob } from 'bun'
import { directionOf } from '../../src/text/text-direction.ts'

test.each(
  'ar fa he ur ps ckb yi ug sd dv ks syr nqo pa-Arab az-Arab ku-Arab ms-Arab ff-Adlm rhg pa-PK uz-AF fa-AF'.split(
    ' ',
  ),
)('%s is written from right to left', (tag) => {
  expect(directionOf(tag)).toBe('rtl')
})

test.each('en de pa az ku ms ff uz ru zh pt-BR he-Latn fa-Latn'.split(' '))(
  '%s is written from left to right',
  (tag) => {
    expect(directionOf(tag)).toBe('ltr')
  },
)

test('nothing else decides a direction by language or script', async () => {
  const others: string[] = []
  for (const path of new Glob('src/**/*.{ts,tsx}').scanSync('.')) {
    if (path === 'src/text/text-direction.ts') continue
    // The direction of an element is narrowed to the two values, which decides nothing.
    const code = (await Bun.file(path).text()).replaceAll("=== 'rtl' ? 'rtl'", '')
    if (/\?\s*[([]?'rtl'|getTextInfo|\btextInfo\b|'(?:Arab|Hebr|Thaa)'/.test(code)) others.push(path)
  }
  expect(others).toEqual([])
})
