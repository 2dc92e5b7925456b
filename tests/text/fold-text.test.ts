import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { foldKeepingJoiners, foldText } from '../../src/text/fold-text.ts'

test.each([
  ['عربي كتاب', 'عربی کتاب'],
  ['خانۀ آبی', 'خانه ابی'],
  ['مسؤول', 'مسوول'],
  ['می\u200cشود', 'میشود'],
  ['کتـــاب', 'کتاب'],
  ['۱۲۳ ٤٥٦', '123 456'],
  ['Café', 'cafe'],
  ['Straße STRASSE ẞ', 'strasse strasse ss'],
  ['Œuvre, cœur', 'oeuvre, coeur'],
  ['Encyclopædia', 'encyclopaedia'],
  ['خانهٔ آبی', 'خانه ابی'],
  ['خانه\u200cی آبی', 'خانه ابی'],
  ['خانه ی آبی', 'خانه ابی'],
  ['خانه\u200cي', 'خانه'],
  ['خانهٔ\u200cی، آبی', 'خانه، ابی'],
  ['خانه\u200cیی', 'خانهیی'],
  ['نه یک', 'نه یک'],
  ['شادی ی', 'شادی ی'],
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

test('the quick way to fold makes the same text, but for zero-width non-joiners', () => {
  const unit = fc.oneof(
    fc.constantFrom(...'يكةءـٱؤ۱٤', 'می', '\u200c', '\u064b', 'ﷲ', 'Σ', '😀', '𝐀'),
    fc.string(),
  )
  fc.assert(
    fc.property(fc.array(unit), (units) => {
      const original = units.join('')
      const folded = foldKeepingJoiners(original)
      expect(folded.replaceAll('\u200c', '')).toBe(foldText(original).text)
      expect([...folded].filter((character) => character === '\u200c')).toEqual(
        units.filter((text) => text === '\u200c'),
      )
    }),
  )
})
