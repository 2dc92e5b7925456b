import { useState } from 'react'
import { ApiProblem } from '../../../client/api-problem.ts'
import { useSession } from '../../app/api/api.ts'
import { TextField } from '../../app/design/fields.tsx'
import { FormDialog } from '../../app/design/form-dialog.tsx'
import { ProblemNotice } from '../../app/design/problem-notice.tsx'
import { useSubmission } from '../../app/design/use-submission.ts'
import { useWords } from '../../app/words/words-context.tsx'

type PasswordDialogProps = {
  title: string
  text: string
  action: string
  onClose: () => void
  onConfirm: (password: string) => Promise<unknown>
}

/** Asks for the password of the account before a change that a session alone does not allow. */
export function PasswordDialog({ title, text, action, onClose, onConfirm }: PasswordDialogProps) {
  const words = useWords('account')
  const { user } = useSession()
  const { failure, isPending, submit } = useSubmission()
  const [password, setPassword] = useState('')
  const [isMissing, setMissing] = useState(false)
  const isWrong = failure instanceof ApiProblem && failure.code === 'invalid_current_password'
  const confirm = () =>
    submit(async () => {
      setMissing(password === '')
      if (password !== '') await onConfirm(password)
    })
  return (
    <FormDialog title={title} onClose={onClose} action={action} isPending={isPending} onSubmit={confirm}>
      {failure !== null && !isWrong && <ProblemNotice error={failure} />}
      <p>{text}</p>
      {/* Password managers look for the account that the password belongs to. */}
      <input type="email" autoComplete="username" value={user.email ?? ''} readOnly hidden />
      <TextField
        label={words('current_password')}
        type="password"
        dir="ltr"
        autoComplete="current-password"
        value={password}
        error={isMissing ? words('enter_current') : isWrong ? words('wrong_current') : null}
        onChange={setPassword}
      />
    </FormDialog>
  )
}
