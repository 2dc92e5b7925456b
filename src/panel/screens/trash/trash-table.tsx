import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'wouter'
import type { RestoredRecord, TrashEntry } from '../../../client/index.ts'
import { useApi, useSchema } from '../../app/api/api.ts'
import { Button, IconButton, LinkButton } from '../../app/design/button.tsx'
import { Chip } from '../../app/design/chip.tsx'
import { ConfirmDialog } from '../../app/design/dialog.tsx'
import { PlainTable } from '../../app/design/plain-table.tsx'
import { showToast, useAttempt } from '../../app/design/toasts.tsx'
import { useFormat } from '../../app/design/use-format.ts'
import { useActorName } from '../../app/words/use-actor-name.ts'
import { useLabel, useWords } from '../../app/words/words-context.tsx'
import { useTrashName } from '../../records/use-trash-name.ts'
import { daysLeft } from './days-left.ts'

/** Few days left are marked. */
const SOON_DAYS = 3

type TrashTableProps = { items: readonly TrashEntry[]; labelOf: TrashLabels }

export function TrashTable({ items, labelOf }: TrashTableProps) {
  const t = useWords('trash')
  const { restore, remove, pending } = useTrashActions(labelOf)
  const nameOf = useTrashName()
  const [asked, setAsked] = useState<TrashEntry | null>(null)
  return (
    <>
      <PlainTable columns={[t('name'), t('type'), t('deleted'), t('kept')]} actions={t('actions')}>
        {items.map((entry) => (
          <TrashRow
            key={entry.id}
            entry={entry}
            name={nameOf(entry)}
            kind={labelOf.one(entry.resource)}
            isPending={pending === entry.id}
            onRestore={() => void restore(entry)}
            onDelete={() => setAsked(entry)}
          />
        ))}
      </PlainTable>
      <ConfirmDialog
        title={t('delete_title')}
        isOpen={asked !== null}
        action={t('delete')}
        isDangerous
        isPending={pending !== null}
        onConfirm={() => void remove(asked!).then(() => setAsked(null))}
        onClose={() => setAsked(null)}
      >
        <p>{t('delete_text', { name: asked ? nameOf(asked) : '' })}</p>
      </ConfirmDialog>
    </>
  )
}

type TrashRowProps = {
  entry: TrashEntry
  name: string
  kind: string
  isPending: boolean
  onRestore: () => void
  onDelete: () => void
}

function TrashRow({ entry, name, kind, isPending, onRestore, onDelete }: TrashRowProps) {
  const t = useWords('trash')
  const { formatInstant } = useFormat()
  const { deleted_at, expires_at } = entry
  const actorName = useActorName()
  const days = daysLeft(expires_at, Date.now())
  return (
    <tr>
      <th scope="row" className="plain-name">
        <span dir="auto">{name}</span>
      </th>
      <td data-label={t('type')}>{kind}</td>
      <td data-label={t('deleted')}>
        <span title={formatInstant(deleted_at, 'long')}>{formatInstant(deleted_at)}</span>
        <br />
        <span className="muted small">
          {t('deleted_by')} <bdi>{actorName(entry)}</bdi>
        </span>
      </td>
      <td data-label={t('kept')}>
        <Chip tone={days <= SOON_DAYS ? 'warning' : 'neutral'}>{t('days_left', { count: days })}</Chip>
      </td>
      <td className="plain-actions">
        {entry.resource !== 'media' && (
          <LinkButton
            size="small"
            icon="history"
            aria-label={t('history_of', { name })}
            href={`/trash/${entry.id}/history`}
          >
            {t('history')}
          </LinkButton>
        )}
        <Button
          size="small"
          icon="undo"
          isPending={isPending}
          aria-label={t('restore_one', { name })}
          onPress={onRestore}
        >
          {t('restore')}
        </Button>
        <IconButton icon="trash" size="small" label={t('delete_one', { name })} onPress={onDelete} />
      </td>
    </tr>
  )
}

/** `pending` is the id of the entry that is being restored or deleted. */
function useTrashActions(labels: TrashLabels) {
  const api = useApi()
  const queries = useQueryClient()
  const [, navigate] = useLocation()
  const { attempt } = useAttempt()
  const placeOf = usePlaceOf(labels)
  const t = useWords('trash')
  const [pending, setPending] = useState<number | null>(null)

  async function change({ id, resource }: TrashEntry, action: () => Promise<void>) {
    setPending(id)
    await attempt(action)
    setPending(null)
    await Promise.all([
      queries.invalidateQueries({ queryKey: ['trash'] }),
      queries.invalidateQueries({ queryKey: ['records', resource] }),
    ])
  }

  const restore = (entry: TrashEntry) =>
    change(entry, async () => {
      const restored = await api.admin.trash.restore(entry.id)
      const { href, text } = placeOf(restored)
      showToast(text, { action: { label: t('open'), onPress: () => navigate(href) } })
    })

  const remove = (entry: TrashEntry) =>
    change(entry, async () => {
      await api.admin.trash.remove(entry.id)
      showToast(t('deleted_for_good'))
    })

  return { restore, remove, pending }
}

/** The place of a restored record, and the changes that its restoration needed. */
function usePlaceOf(labels: TrashLabels) {
  const t = useWords('trash')
  const label = useLabel()
  const { resources } = useSchema()
  return ({ resource, record, former_slug, emptied }: RestoredRecord) => {
    const href = resource === 'media' ? '/media' : `/${resource}/${Number(record.id)}`
    const fields = resources.find(({ name }) => name === resource)?.fields ?? []
    const emptiedLabels = emptied.map((name) => {
      const field = fields.find((candidate) => candidate.name === name)
      return field ? label(field.label) : name
    })
    const parts = [
      t('restored', { place: labels.plural(resource) }),
      former_slug === null ? '' : t('restored_slug', { slug: String(record.slug) }),
      emptied.length === 0 ? '' : t('restored_emptied', { fields: emptiedLabels.join(t('comma')) }),
    ]
    return { href, text: parts.filter(Boolean).join(' ') }
  }
}

export type TrashLabels = {
  names: string[]
  one: (resource: string) => string
  plural: (resource: string) => string
}

/** The kinds of things in the trash: records of all resources with more than one, and images. */
export function useTrashLabels(): TrashLabels {
  const t = useWords('trash')
  const label = useLabel()
  const { resources } = useSchema()
  const find = (name: string) => resources.find((resource) => resource.name === name)
  return {
    names: [...resources.filter(({ singleton }) => !singleton).map(({ name }) => name), 'media'],
    one: (name) => (name === 'media' ? t('image') : label(find(name)?.label ?? { fa: name, en: name })),
    plural: (name) =>
      name === 'media' ? t('images') : label(find(name)?.label_plural ?? { fa: name, en: name }),
  }
}
