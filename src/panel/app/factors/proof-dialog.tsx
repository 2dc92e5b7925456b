import { useEffect, useState } from 'react'
import type { Proof } from '../../../client/index.ts'
import { useApi, useSession } from '../api/api.ts'
import { askForPasskey, hasPasskeys } from '../api/factors.ts'
import { useSignInMethods } from '../api/use-sign-in-methods.ts'
import { Button } from '../design/button.tsx'
import { TextField } from '../design/fields.tsx'
import { FormDialog } from '../design/form-dialog.tsx'
import { showToast } from '../design/toasts.tsx'
import { useSubmission } from '../design/use-submission.ts'
import { useWords } from '../words/words-context.tsx'
import { useFactorProblem } from './use-factor-problem.ts'
import { usePasskeys } from './use-passkeys.ts'

/** Asks who is there before a change that a session alone does not allow: for the password, a passkey, or a sign-in at the provider. */
export function ProofDialog({ onDone }: { onDone: (isProved: boolean) => void }) {
  const t = useWords('factors')
  const api = useApi()
  const { user } = useSession()
  const provider = useSignInMethods()?.provider
  const hasPasskey = (usePasskeys().data?.length ?? 0) > 0
  const describe = useFactorProblem()
  const { failure, isPending, submit } = useSubmission()
  const [password, setPassword] = useState('')
  const [isMissing, setMissing] = useState(false)
  const hasAccount = user.role !== null
  const prove = (proof: () => Promise<Proof>) =>
    submit(async () => {
      await api.auth.reauthenticate(await proof())
      onDone(true)
    })
  const confirm = () => {
    setMissing(password === '')
    if (password !== '') void prove(async () => ({ current_password: password }))
  }
  return (
    <FormDialog
      title={t('confirm_title')}
      action={hasAccount ? t('confirm') : null}
      isPending={isPending}
      onClose={() => onDone(false)}
      onSubmit={confirm}
    >
      <p>{t('confirm_text')}</p>
      {hasAccount && (
        <>
          {/* Password managers look for the account that the password belongs to. */}
          <input type="email" autoComplete="username" value={user.email ?? ''} readOnly hidden />
          <TextField
            label={t('your_password')}
            type="password"
            autoComplete="current-password"
            dir="ltr"
            value={password}
            onChange={setPassword}
            error={isMissing ? t('enter_password') : describe(failure)}
            isRequired
            autoFocus
          />
        </>
      )}
      {hasPasskey && hasPasskeys() && (
        <div>
          <Button
            onPress={() =>
              void prove(async () => ({ passkey: await askForPasskey(await api.auth.passkeyOptions()) }))
            }
          >
            {t('use_passkey')}
          </Button>
        </div>
      )}
      {provider && user.procurement_roles && (
        <a
          className="link"
          href={`${provider.start}?${new URLSearchParams({ reauth: '1', return_to: location.pathname })}`}
        >
          {t('confirm_with', { name: provider.name })}
        </a>
      )}
    </FormDialog>
  )
}

/** Says that a sign-in at the provider, for which the page was left, counts. */
export function ProvedNotice() {
  const t = useWords('factors')
  const name = useSignInMethods()?.provider?.name
  useEffect(() => {
    if (name) showToast(t('confirmed_with', { name }))
  }, [name, t])
  return null
}
