import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, useState } from 'react'
import { Button, Collection, Tree, TreeItem, TreeItemContent, useDragAndDrop } from 'react-aria-components'
import { useLocation } from 'wouter'
import type { FieldDescription, ResourceDescription } from '../../../client/index.ts'
import { useRecordApi } from '../../app/api/record-api.ts'
import { announce } from '../../app/design/announce.ts'
import { IconButton, LinkButton } from '../../app/design/button.tsx'
import { EmptyState } from '../../app/design/empty-state.tsx'
import { Icon } from '../../app/design/icon.tsx'
import { PageHeader } from '../../app/design/page-header.tsx'
import { useProblemMessage } from '../../app/design/problem-message.ts'
import { ProblemNotice } from '../../app/design/problem-notice.tsx'
import { Waiting } from '../../app/design/spinner.tsx'
import { showToast } from '../../app/design/toasts.tsx'
import { useReady } from '../../app/design/use-ready.ts'
import { useLabel, useLanguage, useWords } from '../../app/words/words-context.tsx'
import { DraftMark } from '../../records/later-draft-mark.ts'
import { ResourceHelp } from '../../records/later-website-parts.ts'
import { parentFieldOf } from '../../records/parent-field.ts'
import { nameOf } from '../../records/record-names.ts'
import {
  buildTree,
  changesOf,
  flatten,
  type Move,
  moveNode,
  siblingsOf,
  stepMove,
  type TreeNode,
  type TreeRecord,
  withRecords,
} from './menu-tree.ts'

/** The list of a resource whose records form a tree, such as the menu. */
export function RecordTreeScreen({ resource }: { resource: ResourceDescription }) {
  const t = useWords('tree')
  const label = useLabel()
  const [, navigate] = useLocation()
  const { tree, error, refetch, move } = useRecordTree(resource, parentFieldOf(resource)!)
  useReady(tree !== null || Boolean(error))
  const create = resource.actions.includes('create') && (
    <LinkButton look="primary" icon="plus" href={`/${resource.name}/new`}>
      {t('new')}
    </LinkButton>
  )
  return (
    <>
      <PageHeader
        title={label(resource.label_plural)}
        description={<ResourceHelp resource={resource}>{tree && tree.length > 1 && t('help')}</ResourceHelp>}
        actions={create}
      />
      {error && <ProblemNotice error={error} onRetry={() => void refetch()} />}
      {!tree && !error && <Waiting />}
      {tree?.length === 0 && (
        <EmptyState icon="list" title={t('empty')} action={create}>
          {t('empty_text')}
        </EmptyState>
      )}
      {groupsOf(tree ?? [], resource).map(({ id, title, nodes }) => (
        <RecordTree
          key={id}
          resource={resource}
          title={title && label(title)}
          tree={nodes}
          canMove={resource.actions.includes('reorder')}
          onMove={(step) => void move(step)}
          onOpen={(id) => navigate(`/${resource.name}/${id}`)}
        />
      ))}
    </>
  )
}

/** The tree as stored. A move is shown at once, saved in one batch with the versions that were read, and can be undone. */
function useRecordTree(resource: ResourceDescription, parentField: FieldDescription) {
  const t = useWords('tree')
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

/** The trees at each place of the website, such as its header and footer; one where the records name no place. */
function groupsOf(tree: readonly TreeNode[], { fields, list_columns }: ResourceDescription) {
  const place = fields.find(({ name, choices }) => choices && list_columns.includes(name))
  const choices = place?.choices ?? []
  if (!place || choices.length < 2) return tree.length > 0 ? [{ id: '', title: null, nodes: tree }] : []
  return choices
    .map(({ value, label }) => ({
      id: String(value),
      title: label,
      nodes: tree.filter(({ record }) => record[place.name] === value),
    }))
    .filter(({ nodes }) => nodes.length > 0)
}

type RecordTreeProps = {
  resource: ResourceDescription
  title: string | null
  tree: readonly TreeNode[]
  canMove: boolean
  onMove: (move: Move) => void
  onOpen: (id: number) => void
}

/** Records of a tree to drag, or to move with Alt and the arrow keys: towards the end of the line is into the submenu. */
function RecordTree({ resource, title, tree, canMove, onMove, onOpen }: RecordTreeProps) {
  const t = useWords('tree')
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
              <DraftMark resource={resource.name} id={node.record.id} />
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
    // The handler captures, because the tree itself takes the arrow keys.
    <div role="presentation" onKeyDownCapture={onKey}>
      {title && <h2 className="tree-title">{title}</h2>}
      <Tree
        className="card tree"
        aria-label={title ?? t('label')}
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
