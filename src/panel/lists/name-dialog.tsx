import { useState } from 'react'
import { TextField } from '../app/design/fields.tsx'
import { FormDialog } from '../app/design/form-dialog.tsx'
import { useWords } from '../app/words/words-context.tsx'

const MAX_NAME = 60

type NameDialogProps = { taken: readonly string[]; onName: (name: string) => void; onClose: () => void }

/** Asks for the name of saved filters; one that is taken is replaced. */
export function NameDialog({ taken, onName, onClose }: NameDialogProps) {
  const t = useWords('lists')
  const [name, setName] = useState('')
  const [hasError, setError] = useState(false)
  const typed = name.trim().slice(0, MAX_NAME)
  const submit = () => {
    setError(typed === '')
    if (typed === '') return
    onName(typed)
    onClose()
  }
  return (
    <FormDialog title={t('save_filters_title')} action={t('save')} onSubmit={submit} onClose={onClose}>
      <TextField
        label={t('filters_name')}
        description={taken.includes(typed) ? t('filters_name_taken') : t('filters_kept')}
        value={name}
        onChange={setName}
        error={hasError ? t('filters_name_missing') : null}
        autoFocus
      />
    </FormDialog>
  )
}
