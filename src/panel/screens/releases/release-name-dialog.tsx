import { useState } from 'react'
import { TextField } from '../../app/design/fields.tsx'
import { FormDialog } from '../../app/design/form-dialog.tsx'
import { useProblemMessage } from '../../app/design/problem-message.ts'
import { useSubmission } from '../../app/design/use-submission.ts'
import { useWords } from '../../app/words/words-context.tsx'

const MAX_NAME = 200

type ReleaseNameDialogProps = {
  title: string
  action: string
  name?: string
  onName: (name: string) => Promise<unknown>
  onClose: () => void
}

/** Asks for the name of a new release, or another one. */
export function ReleaseNameDialog({
  title,
  action,
  name: given = '',
  onName,
  onClose,
}: ReleaseNameDialogProps) {
  const t = useWords('releases')
  const describe = useProblemMessage()
  const { failure, isPending, submit } = useSubmission()
  const [name, setName] = useState(given)
  const [isMissing, setMissing] = useState(false)
  const typed = name.trim().slice(0, MAX_NAME)
  async function send() {
    setMissing(typed === '')
    if (typed !== '') await submit(() => onName(typed))
  }
  const problem = isMissing ? t('name_missing') : failure ? describe(failure).message : null
  return (
    <FormDialog title={title} action={action} isPending={isPending} onSubmit={send} onClose={onClose}>
      <TextField
        label={t('name')}
        description={t('name_help')}
        value={name}
        onChange={setName}
        error={problem}
        isRequired
        autoFocus
        dir="auto"
        autoComplete="off"
      />
    </FormDialog>
  )
}
