import { useState } from 'react'
import type { ResourceDescription } from '../../client/index.ts'
import { TextField } from '../app/design/fields.tsx'
import { FormDialog } from '../app/design/form-dialog.tsx'
import { useLabel, useWords } from '../app/words/words-context.tsx'
import { type ListedRecord, nameOf } from '../records/record-names.ts'
import { parsePosition } from './list-order.ts'

type MoveDialogProps = {
  resource: ResourceDescription
  record: ListedRecord
  position: number
  total: number
  onMove: (position: number) => void
  onClose: () => void
}

/** Asks for the position of a record in the whole list. */
export function MoveDialog({ resource, record, position, total, onMove, onClose }: MoveDialogProps) {
  const t = useWords('lists')
  const label = useLabel()
  const [text, setText] = useState('')
  const [error, setError] = useState<string | null>(null)

  function submit() {
    const wanted = parsePosition(text, total)
    if (wanted === null) return setError(t('position_invalid', { total }))
    onClose()
    onMove(wanted)
  }

  return (
    <FormDialog
      title={t('move_to_title', { name: nameOf(record, resource, label) })}
      onClose={onClose}
      action={t('move')}
      onSubmit={submit}
    >
      <TextField
        label={t('position')}
        description={t('position_help', { position, total })}
        error={error}
        inputMode="numeric"
        autoFocus
        value={text}
        onChange={setText}
      />
    </FormDialog>
  )
}
