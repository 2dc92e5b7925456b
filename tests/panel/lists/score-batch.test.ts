// The rows of a page ask for their scores together.
import { expect, test } from 'bun:test'
import { createScoreBatch } from '../../../src/panel/lists/score-batch.ts'

const scoresOf = (id: number) => ({ id, version: 1, scores: { fa: id % 100 } })

test('rows that ask at once share a request; a later one is a request of its own', async () => {
  const asked: (readonly number[])[] = []
  const load = async (ids: readonly number[]) => {
    asked.push(ids)
    return { items: ids.filter((id) => id !== 3).map(scoresOf) }
  }
  const batch = createScoreBatch()
  const answers = await Promise.all([1, 2, 3, 2].map((id) => batch.load(id, load)))
  expect(answers).toEqual([scoresOf(1), scoresOf(2), null, scoresOf(2)])
  await batch.load(4, load)
  expect(asked).toEqual([[1, 2, 3], [4]])
})

test('a request asks for at most 100 articles', async () => {
  const sizes: number[] = []
  const load = async (ids: readonly number[]) => {
    sizes.push(ids.length)
    return { items: ids.map(scoresOf) }
  }
  const batch = createScoreBatch()
  await Promise.all(Array.from({ length: 150 }, (_, index) => batch.load(index + 1, load)))
  expect(sizes).toEqual([100, 50])
})

test('a failed request fails for its rows alone', async () => {
  const batch = createScoreBatch()
  const failed = batch.load(1, () => Promise.reject(new Error('offline')))
  await expect(failed).rejects.toThrow('offline')
  expect(await batch.load(1, async () => ({ items: [scoresOf(1)] }))).toEqual(scoresOf(1))
})
