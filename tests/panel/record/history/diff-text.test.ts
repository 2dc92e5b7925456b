import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { diffText, withoutLongSame } from '../../../../src/panel/record/history/diff-text.ts'

const written = (before: string, after: string) =>
  diffText(before, after)
    .map(({ kind, text }) => (kind === 'added' ? `[+${text}]` : kind === 'removed' ? `[-${text}]` : text))
    .join('')

describe('two texts are compared by words', () => {
  test.each([
    ['the old pump', 'the new pump', 'the [-old][+new] pump'],
    ['قیمت فولاد', 'قیمت‌های فولاد', '[-قیمت][+قیمت‌های] فولاد'],
    ['a b', 'a b', 'a b'],
    ['', 'new', '[+new]'],
    ['one\ntwo', 'one\n\ntwo', 'one[-\n][+\n\n]two'],
  ])('%p and %p', (before, after, expected) => {
    expect(written(before, after)).toBe(expected)
  })
})

test('the parts spell both texts', () => {
  const texts = fc.array(fc.constantFrom('a', 'ب', '\u200c', ' ', '\n', '.', '😀'), { maxLength: 30 })
  fc.assert(
    fc.property(texts, texts, (old, current) => {
      const parts = diffText(old.join(''), current.join(''))
      const without = (kind: string) =>
        parts
          .filter((part) => part.kind !== kind)
          .map(({ text }) => text)
          .join('')
      expect([without('added'), without('removed')]).toEqual([old.join(''), current.join('')])
    }),
  )
})

test('texts that have nothing in common are shown as a whole instead of comparing them for seconds', () => {
  const [before, after] = ['a', 'b'].map((letter) =>
    Array.from({ length: 20_000 }, (_, index) => `${letter}${index}`).join(' '),
  ) as [string, string]
  expect(diffText(before, after)).toEqual([
    { kind: 'removed', text: before },
    { kind: 'added', text: after },
  ])
})

test('long unchanged stretches are shortened, changes are not', () => {
  const same = 'word '.repeat(200)
  const parts = withoutLongSame(diffText(`${same}old ${same}`, `${same}new ${same}`))
  expect(parts.map(({ kind }) => kind)).toEqual(['same', 'removed', 'added', 'same'])
  expect(parts.filter(({ kind }) => kind !== 'same').map(({ text }) => text)).toEqual(['old', 'new'])
  expect(Math.max(...parts.map(({ text }) => text.length))).toBeLessThan(100)
})
