import { useState } from 'react'
import type { TrashEntry } from '../../../client/index.ts'
import { Button, IconButton, LinkButton } from '../../app/design/button.tsx'
import { Chip } from '../../app/design/chip.tsx'
import { ConfirmDialog } from '../../app/design/dialog.tsx'
import { TableHead } from '../../app/design/table-head.tsx'
import { useFormat } from '../../app/design/use-format.ts'
import { useActorName } from '../../app/words/use-actor-name.ts'
import { useWords } from '../../app/words/words-context.tsx'
import { useTrashName } from '../../records/use-trash-name.ts'
import { daysLeft } from './days-left.ts'
import type { TrashLabels } from './trash-labels.ts'
import { useTrashActions } from './use-trash-actions.ts'

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
      <div className="card table-scroll">
        <table className="table plain-table">
          <TableHead columns={[t('name'), t('kind'), t('deleted'), t('kept')]} actions={t('actions')} />
          <tbody>
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
          </tbody>
        </table>
      </div>
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
      <td data-label={t('kind')}>{kind}</td>
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
