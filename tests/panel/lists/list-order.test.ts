import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import {
  changedLength,
  moveBack,
  moveBeside,
  moveToPosition,
  parsePosition,
} from '../../../src/panel/lists/list-order.ts'

/** Orders as the service does with the ids of a `reorder`. */
const reorder = (order: readonly number[], ids: readonly number[]) => [
  ...ids,
  ...order.filter((id) => !ids.includes(id)),
]

describe('to a position', () => {
  test.each([
    [1, [3, 1, 2, 4]],
    [2, [1, 3, 2, 4]],
    [3, [1, 2, 3, 4]],
    [4, [1, 2, 4, 3]],
    [0, [3, 1, 2, 4]],
    [9, [1, 2, 4, 3]],
  ])('%d', (position, order) => {
    expect(moveToPosition([1, 2, 3, 4], 3, position)).toEqual(order)
  })
})

describe('beside another record', () => {
  const move = (moved: number[], target: number, side: 'before' | 'after') =>
    moveBeside([1, 2, 3, 4, 5], { moved: new Set(moved), target, side })
  test.each([
    [[4], 1, 'before', [4, 1, 2, 3, 5]],
    [[1], 5, 'after', [2, 3, 4, 5, 1]],
    [[2], 2, 'after', [1, 2, 3, 4, 5]],
    [[5, 1], 3, 'after', [2, 3, 1, 5, 4]],
    [[1, 2, 3], 2, 'before', [1, 2, 3, 4, 5]],
  ] as [number[], number, 'before' | 'after', number[]][])('%p %d %s', (moved, target, side, order) => {
    expect(move(moved, target, side)).toEqual(order)
  })
})

describe('back to where it stood', () => {
  test('an older move is taken back, and a newer one stays', () => {
    const before = [1, 2, 3, 4, 5]
    const first = moveToPosition(before, 1, 3)
    const second = moveToPosition(first, 5, 4)
    expect(second).toEqual([2, 3, 1, 5, 4])
    expect(moveBack(second, { moved: new Set([1]), before })).toEqual([1, 2, 3, 5, 4])
    expect(moveBack(first, { moved: new Set([1]), before })).toEqual(before)
  })

  test('several records that stood together stand together again, without those that are gone', () => {
    const before = [1, 2, 3, 4, 5]
    const after = moveBeside(before, { moved: new Set([2, 3]), target: 5, side: 'after' })
    expect(moveBack(after, { moved: new Set([2, 3]), before })).toEqual(before)
    expect(moveBack([1, 4, 5, 3], { moved: new Set([2, 3]), before })).toContain(3)
    expect(moveBack([1, 4, 5, 3], { moved: new Set([2, 3]), before })).not.toContain(2)
  })
})

test('sending the changed beginning has the effect of the move, and the old one takes it back', () => {
  const ids = fc.uniqueArray(fc.integer({ min: 1, max: 99 }), { minLength: 1, maxLength: 30 })
  fc.assert(
    fc.property(ids, fc.nat(), fc.nat(), (before, from, to) => {
      const id = before[from % before.length]!
      const after = moveToPosition(before, id, 1 + (to % before.length))
      const length = changedLength(before, after)
      const moved = reorder(before, after.slice(0, length))
      expect(moved).toEqual(after)
      expect(moved.indexOf(id)).toBe(to % before.length)
      expect(reorder(moved, before.slice(0, length))).toEqual(before)
    }),
  )
})

test('nothing is sent for a record that stays', () => {
  expect(changedLength([1, 2, 3], moveToPosition([1, 2, 3], 2, 2))).toBe(0)
  expect(changedLength([1, 2, 3], moveToPosition([1, 2, 3], 2, 1))).toBe(2)
})

test.each([
  ['3', 3],
  [' ۳ ', 3],
  ['١٢', 12],
  ['12', 12],
  ['13', null],
  ['0', null],
  ['-1', null],
  ['1.5', null],
  ['', null],
  ['first', null],
])('the typed position %p of 12 is %p', (text, position) => {
  expect(parsePosition(text, 12)).toBe(position)
})
