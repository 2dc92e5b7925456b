// Three-way merge of rich text: changes that do not touch each other are both in it, the others are left to a person.
import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { mergeRichText } from '../../../../src/panel/record/saving/merge-rich-text.ts'
import { isSameValue } from '../../../../src/panel/records/form-values.ts'

const BASE =
  '<h2>Pumps</h2><p>One two three four five.</p><ul><li>First</li><li>Second</li></ul><p>The end.</p>'

type Case = [
  name: string,
  mine: (base: string) => string,
  theirs: (base: string) => string,
  merged: string | null,
]

const replaced = (from: string, to: string) => (base: string) => base.replace(from, to)

const cases: Case[] = [
  [
    'different blocks',
    replaced('Pumps', 'Valves'),
    replaced('The end.', 'To be continued.'),
    BASE.replace('Pumps', 'Valves').replace('The end.', 'To be continued.'),
  ],
  [
    'neighbouring blocks',
    replaced('Pumps', 'Valves'),
    replaced('One', 'Zero'),
    BASE.replace('Pumps', 'Valves').replace('One', 'Zero'),
  ],
  [
    'different words of one paragraph',
    replaced('two', 'TWO'),
    replaced('five', 'FIVE'),
    BASE.replace('two', 'TWO').replace('five', 'FIVE'),
  ],
  [
    'different items of one list',
    replaced('First', 'A first'),
    replaced('</li></ul>', '</li><li>Third</li></ul>'),
    BASE.replace('First', 'A first').replace('</li></ul>', '</li><li>Third</li></ul>'),
  ],
  [
    'a new paragraph and a changed one after it',
    replaced('<p>One', '<p>New.</p><p>One'),
    replaced('five', 'FIVE'),
    BASE.replace('<p>One', '<p>New.</p><p>One').replace('five', 'FIVE'),
  ],
  [
    'bold beside a changed word',
    replaced('two', '<strong>two</strong>'),
    replaced('five', 'FIVE'),
    BASE.replace('two', '<strong>two</strong>').replace('five', 'FIVE'),
  ],
  [
    'Persian words',
    replaced('The end.', 'می‌شود دید.'),
    replaced('Pumps', 'پمپ'),
    BASE.replace('The end.', 'می‌شود دید.').replace('Pumps', 'پمپ'),
  ],
  ['the same change', replaced('two', 'TWO'), replaced('two', 'TWO'), BASE.replace('two', 'TWO')],
  ['the same word', replaced('two', 'TWO'), replaced('two', 'zwei'), null],
  [
    'two new paragraphs at one place',
    (base) => `${base}<p>Mine.</p>`,
    (base) => `${base}<p>Theirs.</p>`,
    null,
  ],
  [
    'a removed paragraph that the other changed',
    replaced('<p>The end.</p>', ''),
    replaced('end', 'END'),
    null,
  ],
  [
    'marks that would cross',
    replaced('two three', '<strong>two three</strong>'),
    replaced('three four', '<em>three four</em>'),
    null,
  ],
]

test.each(cases)('%s', (_, mine, theirs, merged) => {
  const result = mergeRichText(BASE, mine(BASE), theirs(BASE))
  if (merged === null) expect(result).toBeNull()
  else expect(result).toBe(merged)
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
          const [base, mine, theirs] = [
            html(start),
            html(apply(start, own, 'm')),
            html(apply(start, other, 't')),
          ]
          const merged = mergeRichText(base, mine, theirs)
          if (merged === null) return
          merges++
          const [before, a, b, result] = [base, mine, theirs, merged].map(wordsOf) as [
            Set<string>,
            Set<string>,
            Set<string>,
            Set<string>,
          ]
          const expected = a.union(b).difference(before.difference(a)).difference(before.difference(b))
          expect([...result].sort()).toEqual([...expected].sort())
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
