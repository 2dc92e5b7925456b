import { useLocation } from 'wouter'
import type { ResourceDescription } from '../../client/index.ts'
import { OpenMenu } from '../app/design/menu.tsx'
import { useLabel, useWords } from '../app/words/words-context.tsx'
import { publicationOf } from '../records/publication.tsx'
import { type ListedRecord, nameOf } from '../records/record-names.ts'
import type { BatchAction } from './batch-actions.ts'
import type { Reorder } from './use-reorder.ts'

/** The record whose menu is open, and the button that opened it. */
export type MenuPlace = { record: ListedRecord; button: Element }

type RecordMenuProps = {
  resource: ResourceDescription
  open: MenuPlace
  onClose: () => void
  order: Reorder | null
  /** The place in the whole list, counted from 1. */
  place: { position: number; total: number }
  onMove: (record: ListedRecord) => void
  onRun: (record: ListedRecord, action: BatchAction) => void
}

/** The actions on one record. There is one menu for all rows: one in each row would slow down long lists. */
export function RecordMenu({ resource, open, onClose, order, place, onMove, onRun }: RecordMenuProps) {
  const t = useWords('lists')
  const label = useLabel()
  const [, navigate] = useLocation()
  const { record, button } = open
  const { position, total } = place
  const isPublished = record.status === 'published'
  const canPublish = resource.publishable && resource.actions.includes('publish')
  const page = pageOf(resource, record)
  const actions: Record<string, () => void> = {
    open: () => navigate(`/${resource.name}/${record.id}`),
    view: () => void window.open(page!, '_blank', 'noreferrer'),
    publish: () => onRun(record, { verb: isPublished ? 'unpublish' : 'publish' }),
    up: () => order?.moveTo(record.id, position - 1),
    down: () => order?.moveTo(record.id, position + 1),
    move: () => onMove(record),
    delete: () => onRun(record, { verb: 'delete' }),
  }
  return (
    <OpenMenu
      label={t('actions_for', { name: nameOf(record, resource, label) })}
      anchor={{ current: button }}
      onClose={onClose}
      onAction={(id) => actions[id]?.()}
      entries={[
        { id: 'open', icon: 'edit', label: t('open') },
        page !== null && { id: 'view', icon: 'external', label: t('view_page') },
        canPublish && {
          id: 'publish',
          icon: isPublished ? 'eye' : 'globe',
          label: t(isPublished ? 'unpublish' : 'publish'),
        },
        ...(order
          ? ([
              {
                id: 'up',
                icon: 'chevron-up',
                label: t('move_up'),
                isDisabled: position === 1,
                isApart: true,
              },
              { id: 'down', icon: 'chevron-down', label: t('move_down'), isDisabled: position === total },
              { id: 'move', icon: 'drag', label: t('move_to'), isDisabled: total === 1 },
            ] as const)
          : []),
        resource.actions.includes('delete') && {
          id: 'delete',
          icon: 'trash',
          label: t('delete'),
          isDangerous: true,
          isApart: true,
        },
      ]}
    />
  )
}

/** The address of the record's page, if visitors can see it now. */
function pageOf({ page_path, publishable }: ResourceDescription, record: ListedRecord): string | null {
  const isPublic = !publishable || publicationOf(record) === 'published'
  return page_path && isPublic && typeof record.slug === 'string' ? page_path + encodeURI(record.slug) : null
}
