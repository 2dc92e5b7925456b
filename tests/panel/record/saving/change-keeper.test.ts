// The changes that a form keeps in the browser: always the latest, one write at a time.
import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { ChangeKeeper } from '../../../../src/panel/record/saving/change-keeper.ts'
import type { KeptChanges } from '../../../../src/panel/record/saving/kept-changes.ts'

const changes = (title: string): KeptChanges => ({
  key: 'form',
  record: '1/articles/7',
  at: 0,
  version: 1,
  base: { title: '' },
  mine: { title },
})

/** A store whose writes end when the test says so. */
function slowStore() {
  const waiting: { end: () => void; fail: () => void }[] = []
  const store = { writes: 0, maxAtOnce: 0, kept: null as KeptChanges | null, results: [] as boolean[] }
  const write = (kept: KeptChanges | null) =>
    new Promise<void>((resolve, reject) => {
      store.writes++
      const end = () => {
        store.kept = kept
        resolve()
      }
      waiting.push({ end, fail: () => reject(new DOMException('full', 'QuotaExceededError')) })
      store.maxAtOnce = Math.max(store.maxAtOnce, waiting.length)
    })
  const keeper = new ChangeKeeper('form', {
    store: async () => ({ put: (kept) => write(kept), remove: () => write(null) }),
    onResult: (isWorking) => void store.results.push(isWorking),
  })
  const settle = () => new Promise((resolve) => setImmediate(resolve))
  const next = async (how: 'end' | 'fail' = 'end') => {
    await settle()
    waiting.shift()?.[how]()
    await settle()
  }
  return Object.assign(store, { keeper, next, waiting })
}

test('fast typing does not pile up: after a write, the latest is next', async () => {
  const store = slowStore()
  for (const title of ['a', 'ab', 'abc']) store.keeper.keep(changes(title))
  await store.next()
  await store.next()
  await store.keeper.settled()
  expect([store.kept?.mine.title, store.maxAtOnce]).toEqual(['abc', 1])
  expect(store.writes).toBeLessThanOrEqual(2)
})

test('a form without changes writes nothing, and one that was saved removes what it kept', async () => {
  const store = slowStore()
  store.keeper.keep(null)
  await store.keeper.settled()
  expect(store.writes).toBe(0)
  store.keeper.keep(changes('a'))
  await store.next()
  store.keeper.keep(null)
  await store.next()
  expect([store.kept, store.writes]).toEqual([null, 2])
})

test('a full store is reported, and the next key tries again', async () => {
  const store = slowStore()
  store.keeper.keep(changes('a'))
  await store.next('fail')
  store.keeper.keep(changes('ab'))
  await store.next()
  expect([store.kept?.mine.title, store.results]).toEqual(['ab', [false, true]])
})

test('in any order of keys and writes, what is kept in the end is what was typed last', async () => {
  const action = fc.oneof(fc.string(), fc.constant(null), fc.constantFrom('end' as const, 'fail' as const))
  await fc.assert(
    fc.asyncProperty(fc.array(action, { minLength: 5, maxLength: 30 }), async (actions) => {
      const store = slowStore()
      for (const one of actions) {
        if (one === 'end' || one === 'fail') await store.next(one)
        else store.keeper.keep(one === null ? null : changes(one))
      }
      store.keeper.keep(changes('last'))
      for (let turn = 0; turn < 5; turn++) await store.next()
      expect([store.kept?.mine.title, store.maxAtOnce]).toEqual(['last', 1])
    }),
    { numRuns: 100, seed: 23 },
  )
})
