// A history shows saves; the autosaves on the way to them are folded away.
import { expect, test } from 'bun:test'
import { foldAutosaves } from '../../../../src/panel/record/history/fold-autosaves.ts'

const saved = (id: number) => ({ id, autosave: false })
const auto = (id: number) => ({ id, autosave: true })
const idsOf = (revisions: { id: number }[]) => revisions.map(({ id }) => id)

test('autosaves are folded, but not the newest state and not the chosen one', () => {
  const revisions = [auto(9), auto(8), saved(7), auto(6), auto(5), saved(4)]
  const { shown, folded } = foldAutosaves(revisions, 5)
  expect(idsOf(shown)).toEqual([9, 7, 5, 4])
  expect(folded).toBe(2)
})

test('a history without autosaves is shown as it is', () => {
  const revisions = [saved(2), saved(1)]
  expect(foldAutosaves(revisions, 2)).toEqual({ shown: revisions, folded: 0 })
})
