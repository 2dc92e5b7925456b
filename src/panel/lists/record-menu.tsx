import { Popover, Menu as RacMenu } from 'react-aria-components'
import { useLocation } from 'wouter'
import type { ResourceDescription } from '../../client/index.ts'
import { MenuItem, MenuSeparator } from '../design/menu.tsx'
import { useLabel, useWords } from '../words/words-context.tsx'
import type { BatchAction } from './batch-operations.ts'
import { type ListedRecord, nameOf, publicationOf } from './record-names.ts'
import type { Reorder } from './use-reorder.ts'

/** The record whose menu is open, and the button that opened it. */
export type OpenMenu = { record: ListedRecord; button: Element }

type RecordMenuProps = {
  resource: ResourceDescription
  open: OpenMenu
  onClose: () => void
  order: Reorder | null
  /** In the whole list, counted from 1. */
  place: { position: number; total: number }
  onMove: (record: ListedRecord) => void
  onRun: (record: ListedRecord, action: BatchAction) => void
}

/** What can be done with one record. There is one menu for all rows: one in each row would slow down long lists. */
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
    <Popover
      className="popover"
      offset={4}
      triggerRef={{ current: button }}
      trigger="MenuTrigger"
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
    >
      <RacMenu
        className="menu"
        aria-label={t('actions_for', { name: nameOf(record, resource, label) })}
        autoFocus="first"
        onClose={onClose}
        onAction={(key) => actions[String(key)]?.()}
      >
        <MenuItem id="open" icon="edit">
          {t('open')}
        </MenuItem>
        {page && (
          <MenuItem id="view" icon="external">
            {t('view_page')}
          </MenuItem>
        )}
        {canPublish && (
          <MenuItem id="publish" icon={isPublished ? 'eye' : 'globe'}>
            {t(isPublished ? 'unpublish' : 'publish')}
          </MenuItem>
        )}
        {order && (
          <>
            <MenuSeparator />
            <MenuItem id="up" icon="chevron-up" isDisabled={position === 1}>
              {t('move_up')}
            </MenuItem>
            <MenuItem id="down" icon="chevron-down" isDisabled={position === total}>
              {t('move_down')}
            </MenuItem>
            <MenuItem id="move" icon="drag" isDisabled={total === 1}>
              {t('move_to')}
            </MenuItem>
          </>
        )}
        {resource.actions.includes('delete') && (
          <>
            <MenuSeparator />
            <MenuItem id="delete" icon="trash" isDangerous>
              {t('delete')}
            </MenuItem>
          </>
        )}
      </RacMenu>
    </Popover>
  )
}

/** The address of the record's page, if visitors can see it now. */
function pageOf({ page_path, publishable }: ResourceDescription, record: ListedRecord): string | null {
  const isPublic = !publishable || publicationOf(record, Date.now()) === 'published'
  return page_path && isPublic && typeof record.slug === 'string' ? page_path + encodeURI(record.slug) : null
}
