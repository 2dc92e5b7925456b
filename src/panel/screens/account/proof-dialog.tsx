import { useState } from 'react'
import type { Proof } from '../../../client/index.ts'
import { useApi } from '../../app/api/api.ts'
import { askForPasskey, hasPasskeys } from '../../app/api/factors.ts'
import { Button } from '../../app/design/button.tsx'
import { FormDialog } from '../../app/design/form-dialog.tsx'
import { useSubmission } from '../../app/design/use-submission.ts'
import { useFactorProblem } from '../../app/factors/use-factor-problem.ts'
import { useWords } from '../../app/words/words-context.tsx'
import { ProofField, proofOf } from './proof-field.tsx'
import { usePasskeys } from './use-passkeys.ts'

type ProofDialogProps = {
  title: string
  text?: string
  action: string
  onClose: () => void
  /** The change, which throws when it fails. */
  onProof: (proof: Proof) => Promise<unknown>
}

/** Asks for a proof of identity before a change that a session alone does not allow. */
export function ProofDialog({ title, text, action, onClose, onProof }: ProofDialogProps) {
  const t = useWords('factors')
  const api = useApi()
  const hasPasskey = (usePasskeys().data?.length ?? 0) > 0
  const describe = useFactorProblem()
  const { failure, isPending, submit } = useSubmission()
  const [password, setPassword] = useState('')
  const [isMissing, setMissing] = useState(false)
  const askPasskey = () =>
    submit(async () => onProof({ passkey: await askForPasskey(await api.auth.passkeyOptions()) }))
  const confirm = () => {
    const proof = proofOf(password)
    setMissing(proof === null)
    if (proof) void submit(() => onProof(proof))
  }
  return (
    <FormDialog title={title} action={action} isPending={isPending} onClose={onClose} onSubmit={confirm}>
      {text && <p>{text}</p>}
      <ProofField
        password={password}
        onChange={setPassword}
        error={isMissing ? t('enter_password') : describe(failure)}
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
