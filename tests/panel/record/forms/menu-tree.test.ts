// The menu as a tree: moves and the changes that store them.
import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import {
  buildTree,
  changesOf,
  flatten,
  type Move,
  moveNode,
  stepMove,
  type TreeNode,
} from '../../../../src/panel/record/forms/menu-tree.ts'

const record = (id: number, parent_id: number | null, position = id) => ({
  id,
  version: 1,
  parent_id,
  position,
})
// 1, 2 with 3 and 4, 5 with 6
const records = [record(1, null), record(2, null), record(3, 2), record(4, 2), record(5, null), record(6, 5)]
const tree = buildTree(records, 'parent_id')
const outline = (nodes: readonly TreeNode[] | null) =>
  nodes &&
  flatten(nodes)
    .map(({ node, depth }) => `${'-'.repeat(depth - 1)}${node.record.id}`)
    .join(' ')
const moved = (id: number, dropPosition: Move['dropPosition'], target: number) =>
  outline(moveNode(tree, { id, target, dropPosition }))

test('records stand below their parents, by position', () => {
  expect(outline(tree)).toBe('1 2 -3 -4 5 -6')
  expect(outline(buildTree([record(1, null, 9), record(2, null, 3), record(3, 99, 5)], 'parent_id'))).toBe(
    '2 3 1',
  )
})

describe('a move', () => {
  test('takes the branch along', () => expect(moved(2, 'after', 5)).toBe('1 5 -6 2 -3 -4'))
  test('before another', () => expect(moved(6, 'before', 3)).toBe('1 2 -6 -3 -4 5'))
  test('onto another makes it the last below it', () => expect(moved(1, 'on', 2)).toBe('2 -3 -4 -1 5 -6'))
  test('onto itself or below itself is impossible', () => {
    expect([moved(2, 'on', 3), moved(2, 'before', 2)]).toEqual([null, null])
  })
})

describe('a step by key', () => {
  const stepped = (id: number, step: 'up' | 'down' | 'in' | 'out') => {
    const move = stepMove(tree, id, step)
    return move && outline(moveNode(tree, move))
  }
  test('up and down among its neighbours', () => {
    expect([stepped(4, 'up'), stepped(1, 'down')]).toEqual(['1 2 -4 -3 5 -6', '2 -3 -4 1 5 -6'])
    expect([stepped(1, 'up'), stepped(4, 'down')]).toEqual([null, null])
  })
  test('in below the one before, out after its parent', () => {
    expect([stepped(5, 'in'), stepped(3, 'out')]).toEqual(['1 2 -3 -4 -5 --6', '1 2 -4 3 5 -6'])
    expect([stepped(1, 'in'), stepped(1, 'out')]).toEqual([null, null])
  })
})

test('only what differs is stored, with the version that was read', () => {
  expect(changesOf(tree, 'parent_id')).toEqual([])
  const after = moveNode(tree, { id: 6, target: 5, dropPosition: 'before' })!
  expect(changesOf(after, 'parent_id')).toEqual([
    { id: 6, version: 1, data: { parent_id: null, position: 5 } },
    { id: 5, version: 1, data: { position: 6 } },
  ])
})

test('after any moves, the stored changes make the same tree again, with every record once', () => {
  const id = fc.integer({ min: 1, max: 6 })
  const moves = fc.array(
    fc.record({ id, target: id, dropPosition: fc.constantFrom('before', 'after', 'on') }),
  )
  fc.assert(
    fc.property(moves, (list) => {
      const after = (list as Move[]).reduce((nodes, move) => moveNode(nodes, move) ?? nodes, tree)
      const changes = new Map(changesOf(after, 'parent_id').map((change) => [change.id, change.data]))
      const stored = records.map((one) => ({ ...one, ...changes.get(one.id) }))
      expect(outline(buildTree(stored, 'parent_id'))).toBe(outline(after)!)
      expect(flatten(after)).toHaveLength(records.length)
    }),
  )
})
