import type { KeyboardEvent } from 'react'
import { Button, Collection, Tree, TreeItem, TreeItemContent, useDragAndDrop } from 'react-aria-components'
import type { ResourceDescription } from '../../../client/index.ts'
import { IconButton } from '../../app/design/button.tsx'
import { Icon } from '../../app/design/icon.tsx'
import { useLabel, useLanguage, useWords } from '../../app/words/words-context.tsx'
import { nameOf } from '../../records/record-names.ts'
import { flatten, type Move, stepMove, type TreeNode } from './menu-tree.ts'

type RecordTreeProps = {
  resource: ResourceDescription
  tree: readonly TreeNode[]
  canMove: boolean
  onMove: (move: Move) => void
  onOpen: (id: number) => void
}

/** Records of a tree to drag, or to move with Alt and the arrow keys: towards the end of the line is into the submenu. */
export function RecordTree({ resource, tree, canMove, onMove, onOpen }: RecordTreeProps) {
  const t = useWords('forms')
  const label = useLabel()
  const { language } = useLanguage()
  const titleOf = ({ record }: TreeNode) => nameOf(record, resource, label)
  const nodes = new Map(flatten(tree).map(({ node }) => [node.record.id, node]))
  const { dragAndDropHooks } = useDragAndDrop({
    isDisabled: !canMove,
    getItems: (keys) =>
      [...keys].map((key) => {
        const node = nodes.get(Number(key))
        return { 'text/plain': node ? titleOf(node) : '' }
      }),
    onMove({ keys, target }) {
      const [id] = keys
      onMove({ id: Number(id), target: Number(target.key), dropPosition: target.dropPosition })
    },
  })
  const onKey = (event: KeyboardEvent) => {
    const row = (event.target as HTMLElement).closest<HTMLElement>('[data-key]')
    const step = stepOf(event, language)
    if (!canMove || !row || !step) return
    event.preventDefault()
    event.stopPropagation()
    const move = stepMove(tree, Number(row.dataset.key), step)
    if (move) onMove(move)
  }
  const rowOf = (node: TreeNode) => {
    const name = titleOf(node)
    return (
      <TreeItem key={node.record.id} id={node.record.id} textValue={name} className="tree-row">
        <TreeItemContent>
          <div className="tree-content">
            {canMove && (
              <Button slot="drag" className="drag-handle" aria-label={t('reorder', { name })}>
                <Icon name="drag" />
              </Button>
            )}
            <span className="tree-text">
              {name}
              <bdi className="tree-detail">{detailOf(node, resource)}</bdi>
            </span>
            <IconButton icon="edit" label={t('edit', { name })} onPress={() => onOpen(node.record.id)} />
          </div>
        </TreeItemContent>
        <Collection items={node.children.map((child) => ({ id: child.record.id, child }))}>
          {({ child }) => rowOf(child)}
        </Collection>
      </TreeItem>
    )
  }
  return (
    // In the capturing phase: the tree itself takes the arrow keys.
    <div role="presentation" onKeyDownCapture={onKey}>
      <Tree
        className="card tree"
        aria-label={t('tree_label')}
        selectionMode="none"
        expandedKeys={[...nodes.keys()]}
        onAction={(key) => onOpen(Number(key))}
        dragAndDropHooks={dragAndDropHooks}
      >
        {tree.map(rowOf)}
      </Tree>
    </div>
  )
}

function stepOf({ altKey, key }: KeyboardEvent, language: 'fa' | 'en') {
  if (!altKey) return null
  const inwards = language === 'fa' ? 'ArrowLeft' : 'ArrowRight'
  if (key === 'ArrowUp') return 'up'
  if (key === 'ArrowDown') return 'down'
  if (key === inwards) return 'in'
  return key === 'ArrowLeft' || key === 'ArrowRight' ? 'out' : null
}

/** The other columns of the list that are text, such as the address of a menu entry. */
function detailOf({ record }: TreeNode, { fields, list_columns }: ResourceDescription) {
  const texts = list_columns.slice(1).flatMap((column) => {
    const field = fields.find(({ name }) => name === column)
    return field && ['line', 'link', 'path'].includes(field.kind) ? [String(record[column] ?? '')] : []
  })
  return texts.filter(Boolean).join(' · ')
}
