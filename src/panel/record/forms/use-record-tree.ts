import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { FieldDescription, ResourceDescription } from '../../../client/index.ts'
import { useProblemMessage } from '../../app/api/problem-message.ts'
import { useRecordApi } from '../../app/api/record-api.ts'
import { announce } from '../../app/design/announce.ts'
import { showToast } from '../../app/design/toasts.tsx'
import { useWords } from '../../app/words/words-context.tsx'
import {
  buildTree,
  changesOf,
  flatten,
  type Move,
  moveNode,
  siblingsOf,
  type TreeNode,
  type TreeRecord,
  withRecords,
} from './menu-tree.ts'

/** The tree as stored. A move is shown at once, saved in one batch with the versions that were read, and can be undone. */
export function useRecordTree(resource: ResourceDescription, parentField: FieldDescription) {
  const t = useWords('forms')
  const describe = useProblemMessage()
  const records = useRecordApi(resource.name)
  const queries = useQueryClient()
  const { data, error, refetch } = useQuery({
    queryKey: ['records', resource.name, 'tree'],
    queryFn: () => records.list(),
  })
  // The order after a move, until the service has stored it.
  const [moved, setMoved] = useState<TreeNode[] | null>(null)
  const stored = data ? buildTree(data.items as unknown as TreeRecord[], parentField.name) : null
  const tree = moved ?? stored

  async function store(next: readonly TreeNode[]): Promise<boolean> {
    const operations = changesOf(next, parentField.name).map((change) => ({
      op: 'patch' as const,
      ...change,
    }))
    try {
      if (operations.length > 0) await records.batch(operations, { records: false })
      return true
    } catch (problem) {
      showToast(`${t('order_failed')} ${describe(problem).message}`, { tone: 'danger' })
      return false
    } finally {
      await queries.invalidateQueries({ queryKey: ['records', resource.name] })
      setMoved(null)
    }
  }

  async function move(step: Move) {
    if (!tree || moved) return
    const next = moveNode(tree, step)
    if (!next) return
    setMoved(next)
    if (!(await store(next))) return
    const { nodes } = siblingsOf(next, step.id)
    const position = nodes.findIndex(({ record }) => record.id === step.id) + 1
    const level = flatten(next).find(({ node }) => node.record.id === step.id)!.depth
    const text = t('moved_in_tree', { position, total: nodes.length, level })
    showToast(text, { undo: () => void undo(tree) })
  }

  /** Puts the records, with their present versions, into the places that they had. */
  async function undo(before: readonly TreeNode[]) {
    const { items } = await records.list()
    if (await store(withRecords(before, items as unknown as TreeRecord[]))) announce(t('order_restored'))
  }

  return { tree, error, refetch, move }
}
