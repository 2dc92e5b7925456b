import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { foldText } from '../../src/text/fold-text.ts'

test.each([
  ['عربي كتاب', 'عربی کتاب'],
  ['خانۀ آبی', 'خانه ابی'],
  ['مسؤول', 'مسوول'],
  ['می\u200cشود', 'میشود'],
  ['کتـــاب', 'کتاب'],
  ['۱۲۳ ٤٥٦', '123 456'],
  ['Café', 'cafe'],
])('%s folds to %s', (original, folded) => {
  expect(foldText(original).text).toBe(folded)
})

test('the offsets point into the original, in order, the last one to its end', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (original) => {
      const { text, offsets } = foldText(original)
      expect(offsets).toHaveLength(text.length + 1)
      expect(offsets.at(-1)).toBe(original.length)
      expect(offsets).toEqual(offsets.toSorted((a, b) => a - b))
    }),
  )
})
