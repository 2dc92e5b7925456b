// An ordered resource whose records name a parent of the same resource, such as the menu, as a tree.
export type TreeRecord = { id: number; version: number; position: number } & Record<string, unknown>
export type TreeNode = { record: TreeRecord; children: TreeNode[] }

export type DropPosition = 'before' | 'after' | 'on'
export type Move = { id: number; target: number; dropPosition: DropPosition }
export type TreeChange = { id: number; version: number; data: Record<string, number | null> }

/** The records below their parents, each level in order of position. A record with an unknown parent is at the top. */
export function buildTree(records: readonly TreeRecord[], parentField: string): TreeNode[] {
  const nodes = new Map(records.map((record) => [record.id, { record, children: [] as TreeNode[] }]))
  const roots: TreeNode[] = []
  const ordered = [...nodes.values()].sort(
    (a, b) => a.record.position - b.record.position || a.record.id - b.record.id,
  )
  for (const node of ordered) {
    const parent = nodes.get(Number(node.record[parentField] ?? 0))
    ;(parent ? parent.children : roots).push(node)
  }
  return roots
}

/** The nodes in reading order with their depth, from 1. */
export const flatten = (nodes: readonly TreeNode[], depth = 1): { node: TreeNode; depth: number }[] =>
  nodes.flatMap((node) => [{ node, depth }, ...flatten(node.children, depth + 1)])

/** Whether `id` is `node` itself or below it. */
const contains = (node: TreeNode, id: number): boolean =>
  node.record.id === id || node.children.some((child) => contains(child, id))

/**
 * The tree after a move, or null for one that is impossible: onto the record itself or below it. `on` makes the record the
 * last child of the target.
 */
export function moveNode(tree: readonly TreeNode[], { id, target, dropPosition }: Move): TreeNode[] | null {
  const moved = flatten(tree).find(({ node }) => node.record.id === id)?.node
  if (!moved || contains(moved, target)) return null
  const place = (nodes: readonly TreeNode[]): TreeNode[] =>
    nodes.flatMap((node) => {
      if (node.record.id === id) return []
      const kept = { ...node, children: place(node.children) }
      if (node.record.id !== target) return [kept]
      if (dropPosition === 'on') return [{ ...kept, children: [...kept.children, moved] }]
      return dropPosition === 'before' ? [moved, kept] : [kept, moved]
    })
  return place(tree)
}

/** The move by one step that a key asks for: up and down among its neighbours, in below the one before, out of its parent. */
export function stepMove(
  tree: readonly TreeNode[],
  id: number,
  step: 'up' | 'down' | 'in' | 'out',
): Move | null {
  const siblings = siblingsOf(tree, id)
  const index = siblings.nodes.findIndex(({ record }) => record.id === id)
  const [before, after] = [siblings.nodes[index - 1], siblings.nodes[index + 1]]
  if (step === 'up' && before) return { id, target: before.record.id, dropPosition: 'before' }
  if (step === 'down' && after) return { id, target: after.record.id, dropPosition: 'after' }
  if (step === 'in' && before) return { id, target: before.record.id, dropPosition: 'on' }
  if (step === 'out' && siblings.parent)
    return { id, target: siblings.parent.record.id, dropPosition: 'after' }
  return null
}

/** The level that a record is on. */
export function siblingsOf(
  nodes: readonly TreeNode[],
  id: number,
  parent: TreeNode | null = null,
): { nodes: readonly TreeNode[]; parent: TreeNode | null } {
  if (nodes.some(({ record }) => record.id === id)) return { nodes, parent }
  for (const node of nodes) {
    const found = siblingsOf(node.children, id, node)
    if (found.nodes.length > 0) return found
  }
  return { nodes: [], parent: null }
}

/** The changes that store a tree: parents and positions that differ from the records, positions in reading order. */
export function changesOf(tree: readonly TreeNode[], parentField: string): TreeChange[] {
  const parents = new Map<number, number | null>()
  const visit = (nodes: readonly TreeNode[], parent: number | null) => {
    for (const { record, children } of nodes) {
      parents.set(record.id, parent)
      visit(children, record.id)
    }
  }
  visit(tree, null)
  return flatten(tree).flatMap(({ node: { record } }, index) => {
    const parent = parents.get(record.id) ?? null
    const position = index + 1
    const data = {
      ...((record[parentField] ?? null) !== parent && { [parentField]: parent }),
      ...(record.position !== position && { position }),
    }
    return Object.keys(data).length > 0 ? [{ id: record.id, version: record.version, data }] : []
  })
}

/** The same tree with other states of its records; records that no longer exist are left out. */
export function withRecords(tree: readonly TreeNode[], records: readonly TreeRecord[]): TreeNode[] {
  return tree.flatMap(({ record: { id }, children }) => {
    const record = records.find((one) => one.id === id)
    return record ? [{ record, children: withRecords(children, records) }] : []
  })
}
