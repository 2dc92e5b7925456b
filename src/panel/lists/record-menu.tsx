import { useQueryClient } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import type { ResourceDescription } from '../../client/index.ts'
import { useApi } from '../app/api/api.ts'
import { recordApiOf } from '../app/api/record-api.ts'
import { websiteOrigin } from '../app/api/website-origin.ts'
import { OpenMenu } from '../app/design/menu.tsx'
import { showToast, useAttempt } from '../app/design/toasts.tsx'
import { useLabel, useWords } from '../app/words/words-context.tsx'
import { type ListedRecord, nameOf } from '../records/record-names.ts'
import { pathOnWebsite, useWebsiteAddress } from '../records/website-page.tsx'
import type { BatchAction } from './batch-actions.ts'
import type { Reorder } from './use-reorder.ts'

const PREVIEW_SECONDS = 3_600

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
  const page = pathOnWebsite(resource, record)
  const addressOf = useWebsiteAddress()
  const { duplicate, preview } = useRowActions(resource)
  const actions: Record<string, () => void> = {
    open: () => navigate(`/${resource.name}/${record.id}`),
    view: () => void window.open(addressOf(page!), '_blank', 'noreferrer'),
    preview: () => void preview(record.id),
    duplicate: () => void duplicate(record.id),
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
        resource.page_path !== null && { id: 'preview', icon: 'eye', label: t('preview') },
        resource.actions.includes('duplicate') && { id: 'duplicate', icon: 'copy', label: t('duplicate') },
        canPublish && {
          id: 'publish',
          icon: isPublished ? 'close' : 'globe',
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

/** The actions on a record that are carried out here. */
function useRowActions({ name }: ResourceDescription) {
  const t = useWords('lists')
  const api = useApi()
  const { attempt } = useAttempt()
  const queries = useQueryClient()
  const [, navigate] = useLocation()
  return {
    duplicate: (id: number) =>
      attempt(async () => {
        const copy = await recordApiOf(api, name).duplicate(id)
        showToast(t('duplicated'), {
          action: { label: t('open'), onPress: () => navigate(`/${name}/${copy.id}`) },
        })
        await queries.invalidateQueries({ queryKey: ['records', name] })
      }),
    /** The tab is opened at once: browsers block those that are opened after an answer. */
    preview: (id: number) => {
      const tab = window.open('', '_blank')
      return attempt(async () => {
        try {
          const link = await api.admin.previews.create(name as 'articles', id, {
            expires_in: PREVIEW_SECONDS,
          })
          tab?.location.replace(link.path === null ? link.url : websiteOrigin() + link.path)
        } catch (error) {
          tab?.close()
          throw error
        }
      })
    },
  }
}
