// Three-way merge of rich text: changes that do not touch each other are both in it, the others are left to a person.
import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { mergeRichText } from '../../../../src/panel/record/saving/merge-rich-text.ts'
import { isSameValue } from '../../../../src/panel/records/form-values.ts'

const BASE =
  '<h2>Pumps</h2><p>One two three four five.</p><ul><li>First</li><li>Second</li></ul><p>The end.</p>'

type Change = [from: string, to: string]
const made = (text: string, [from, to]: Change) => text.replace(from, to)

test.each<[string, Change, Change]>([
  ['different blocks', ['Pumps', 'Valves'], ['The end.', 'To be continued.']],
  ['neighbouring blocks', ['Pumps', 'Valves'], ['One', 'Zero']],
  ['different words of one paragraph', ['two', 'TWO'], ['five', 'FIVE']],
  ['different items of one list', ['First', 'A first'], ['</li></ul>', '</li><li>Third</li></ul>']],
  ['a new paragraph and a changed one after it', ['<p>One', '<p>New.</p><p>One'], ['five', 'FIVE']],
  ['bold beside a changed word', ['two', '<strong>two</strong>'], ['five', 'FIVE']],
  ['Persian words', ['The end.', 'می‌شود دید.'], ['Pumps', 'پمپ']],
  ['the same change', ['two', 'TWO'], ['two', 'TWO']],
])('%s are merged', (_, mine, theirs) => {
  expect(mergeRichText(BASE, made(BASE, mine), made(BASE, theirs))).toBe(made(made(BASE, mine), theirs))
})

test.each<[string, Change, Change]>([
  ['the same word', ['two', 'TWO'], ['two', 'zwei']],
  [
    'two new paragraphs at one place',
    ['The end.</p>', 'The end.</p><p>Mine.</p>'],
    ['The end.</p>', 'The end.</p><p>Theirs.</p>'],
  ],
  ['a removed paragraph that the other changed', ['<p>The end.</p>', ''], ['end', 'END']],
  [
    'marks that would cross',
    ['two three', '<strong>two three</strong>'],
    ['three four', '<em>three four</em>'],
  ],
])('%s are left to a person', (_, mine, theirs) => {
  expect(mergeRichText(BASE, made(BASE, mine), made(BASE, theirs))).toBeNull()
})

test('a text that only the editor has written another way is no change', () => {
  const base = '<ul>\n<li><p>First</p></li>\n</ul>\n<p>Last</p>'
  const mine = '<ul><li>First</li></ul><p>Last of mine</p>'
  expect(mergeRichText(base, mine, base.replace('First', 'Their first'))).toContain('Their first')
  expect(mergeRichText(base, mine, base.replace('First', 'Their first'))).toContain('Last of mine')
})

describe('with random edits of two editors', () => {
  // Every word is there once, so that each can be looked for in the result.
  const paragraphs = 6
  const words = 8
  type Text = string[][]
  const start: Text = Array.from({ length: paragraphs }, (_, p) =>
    Array.from({ length: words }, (_, w) => `w${p}x${w}`),
  )
  const html = (text: Text) => text.map((line) => `<p>${line.join(' ')}</p>`).join('')
  const edit = fc.record({
    what: fc.constantFrom('change', 'add', 'remove', 'add-line', 'remove-line'),
    line: fc.nat(paragraphs - 1),
    word: fc.nat(words - 1),
  })
  const apply = (text: Text, edits: { what: string; line: number; word: number }[], who: string): Text => {
    const next = text.map((line) => [...line])
    for (const [turn, { what, line, word }] of edits.entries()) {
      const at = next[Math.min(line, next.length - 1)]
      if (what === 'add-line') next.splice(line, 0, [`${who}${turn}`])
      else if (!at) continue
      else if (what === 'remove-line') next.splice(line, 1)
      else if (what === 'add') at.splice(word, 0, `${who}${turn}`)
      else at.splice(word, 1, ...(what === 'change' ? [`${who}${turn}`] : []))
    }
    return next
  }
  const wordsOf = (text: string) => new Set(text.match(/\w+(?=[^>]*(?:<|$))/g) ?? [])

  test('a merge has every word that either added, and none that either removed', () => {
    let merges = 0
    fc.assert(
      fc.property(
        fc.array(edit, { minLength: 1, maxLength: 4 }),
        fc.array(edit, { minLength: 1, maxLength: 4 }),
        (own, other) => {
          const [base, mine, theirs] = [start, apply(start, own, 'm'), apply(start, other, 't')].map(html)
          const merged = mergeRichText(base!, mine!, theirs!)
          if (merged === null) return
          merges++
          const [before, a, b] = [wordsOf(base!), wordsOf(mine!), wordsOf(theirs!)]
          const expected = a.union(b).difference(before.difference(a)).difference(before.difference(b))
          expect(wordsOf(merged)).toEqual(expected)
          expect(merged.split('<p>').length).toBe(merged.split('</p>').length)
        },
      ),
      { numRuns: 400, seed: 23 },
    )
    expect(merges).toBeGreaterThan(100)
  })

  test('what one side alone changed is taken as it is', () => {
    fc.assert(
      fc.property(fc.array(edit, { maxLength: 6 }), (edits) => {
        const [base, changed] = [html(start), html(apply(start, edits, 'x'))]
        for (const merged of [mergeRichText(base, changed, base), mergeRichText(base, base, changed)])
          expect(isSameValue({ kind: 'rich' }, merged, changed)).toBe(true)
      }),
      { numRuns: 200, seed: 23 },
    )
  })
})
