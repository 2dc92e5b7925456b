import { type FormEvent, useId, useState } from 'react'
import { Button } from '../design/button.tsx'
import { Dialog } from '../design/dialog.tsx'
import { InstantField } from '../fields/instant-field.tsx'
import { useWords } from '../words/words-context.tsx'
import type { Entry } from './use-entries.ts'

type MoveEntryDialogProps = {
  entry: Entry
  /** Resolves with whether the entry was moved. */
  onMove: (at: string) => Promise<boolean>
  onClose: () => void
}

/** Asks for another date and time of a scheduled record. */
export function MoveEntryDialog({ entry, onMove, onClose }: MoveEntryDialogProps) {
  const t = useWords('publishing')
  const form = useId()
  const [at, setAt] = useState<string | null>(entry.at)
  const [error, setError] = useState<string | null>(null)
  const [isPending, setPending] = useState(false)
  const { resource, id } = entry
  const field = resource.fields.find(({ name }) => name === 'published_at')!

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (at === null || Date.parse(at) <= Date.now()) return setError(t('choose_later'))
    setPending(true)
    const isMoved = await onMove(at)
    setPending(false)
    if (isMoved) onClose()
  }
  return (
    <Dialog
      title={t('move_title', { title: entry.title })}
      isOpen
      onClose={onClose}
      size="small"
      actions={
        <Button look="primary" type="submit" form={form} isPending={isPending}>
          {t('move')}
        </Button>
      }
    >
      <form id={form} onSubmit={(event) => void submit(event)} noValidate>
        <InstantField
          field={{ ...field, nullable: false, help: null }}
          label={t('new_date')}
          value={at}
          onChange={(next) => {
            setAt(next)
            setError(null)
          }}
          error={error ?? undefined}
          isReadOnly={false}
          language={null}
          resource={resource.name}
          recordId={id}
        />
      </form>
    </Dialog>
  )
}
