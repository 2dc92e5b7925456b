import { useState } from 'react'
import type { Proof } from '../../../client/index.ts'
import { useApi, useSession } from '../../app/api/api.ts'
import { askForPasskey, hasPasskeys } from '../../app/api/factors.ts'
import { Button } from '../../app/design/button.tsx'
import { TextField } from '../../app/design/fields.tsx'
import { FormDialog } from '../../app/design/form-dialog.tsx'
import { useSubmission } from '../../app/design/use-submission.ts'
import { useFactorProblem } from '../../app/factors/use-factor-problem.ts'
import { useWords } from '../../app/words/words-context.tsx'

type ProofDialogProps = {
  title: string
  text?: string
  action: string
  hasPasskey: boolean
  onClose: () => void
  /** The change, which throws when it fails. */
  onProof: (proof: Proof) => Promise<unknown>
}

/** Asks once more who is there before a sensitive change: by the password, or a passkey. */
export function ProofDialog({ title, text, action, hasPasskey, onClose, onProof }: ProofDialogProps) {
  const t = useWords('factors')
  const api = useApi()
  const { user } = useSession()
  const describe = useFactorProblem()
  const { failure, isPending, submit } = useSubmission()
  const [password, setPassword] = useState('')
  const askPasskey = () =>
    submit(async () => onProof({ passkey: await askForPasskey(await api.auth.passkeyOptions()) }))
  return (
    <FormDialog
      title={title}
      action={action}
      isPending={isPending}
      onClose={onClose}
      onSubmit={() => password !== '' && submit(() => onProof({ current_password: password }))}
    >
      {text && <p>{text}</p>}
      <input type="email" autoComplete="username" value={user.email ?? ''} readOnly hidden />
      <TextField
        label={t('your_password')}
        type="password"
        autoComplete="current-password"
        dir="ltr"
        value={password}
        onChange={setPassword}
        error={describe(failure)}
        autoFocus
      />
      {hasPasskey && hasPasskeys() && (
        <div>
          <Button onPress={() => void askPasskey()}>{t('use_passkey')}</Button>
        </div>
      )}
    </FormDialog>
  )
}
