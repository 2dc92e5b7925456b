// Texts of people are worked on in time that grows with their length: no function is forgotten. `linear-time.time.test.ts`
// measures them.
import { expect, test } from 'bun:test'
import { gone, missing } from './support/text-functions.ts'

test('every exported function with a text is measured, or named with the reason why its texts are short', () => {
  expect(missing).toEqual([])
  expect(gone).toEqual([])
})
