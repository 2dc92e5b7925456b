import { useState } from 'react'
import { FormDialog } from '../../app/design/form-dialog.tsx'
import { useWords } from '../../app/words/words-context.tsx'
import { InstantField } from '../../records/dates/instant-field.tsx'
import type { Entry } from './use-entries.ts'

type MoveEntryDialogProps = {
  entry: Entry
  /** Resolves with whether the entry was moved. */
  onMove: (at: string) => Promise<boolean>
  onClose: () => void
}

/** Asks for another date and time of a scheduled record. */
export function MoveEntryDialog({ entry, onMove, onClose }: MoveEntryDialogProps) {
  const t = useWords('calendar')
  const [at, setAt] = useState<string | null>(entry.at)
  const [error, setError] = useState<string | null>(null)
  const [isPending, setPending] = useState(false)

  async function submit() {
    if (at === null || Date.parse(at) <= Date.now()) return setError(t('choose_later'))
    setPending(true)
    const isMoved = await onMove(at)
    setPending(false)
    if (isMoved) onClose()
  }
  return (
    <FormDialog
      title={t('move_title', { title: entry.title })}
      onClose={onClose}
      action={t('move')}
      isPending={isPending}
      onSubmit={submit}
    >
      <InstantField
        label={t('new_date')}
        value={at}
        onChange={(next) => {
          setAt(next)
          setError(null)
        }}
        error={error ?? undefined}
      />
    </FormDialog>
  )
}
