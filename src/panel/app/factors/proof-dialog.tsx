import { useState } from 'react'
import type { Proof } from '../../../client/index.ts'
import { useApi, useSession } from '../api/api.ts'
import { askForPasskey, hasPasskeys } from '../api/factors.ts'
import { canProviderConfirm } from '../api/proof-outcome.ts'
import { useSignInMethods } from '../api/use-sign-in-methods.ts'
import { Button } from '../design/button.tsx'
import { TextField } from '../design/fields.tsx'
import { FormDialog } from '../design/form-dialog.tsx'
import { useSubmission } from '../design/use-submission.ts'
import { useWords } from '../words/words-context.tsx'
import { PasskeysElsewhere, usePasskeysElsewhere } from './passkeys-elsewhere.tsx'
import { CodeField } from './totp-code-field.tsx'
import { useFactorProblem } from './use-factor-problem.ts'
import { usePasskeys } from './use-passkeys.ts'
import { useTotp } from './use-totp.ts'

/** Asks for a proof of identity before a change that needs one: the password, a code, a passkey, or a sign-in at the provider. */
export function ProofDialog({ onDone }: { onDone: (isProved: boolean) => void }) {
  const t = useWords('factors')
  const api = useApi()
  const { user } = useSession()
  const provider = useSignInMethods()?.provider
  const hasPasskey = (usePasskeys().data?.length ?? 0) > 0
  const hasCode = useTotp().data?.enabled === true
  const elsewhere = usePasskeysElsewhere()
  const describe = useFactorProblem()
  const { failure, isPending, submit } = useSubmission()
  const [prefersCode, setPrefersCode] = useState(false)
  const [typed, setTyped] = useState('')
  const [shown, setShown] = useState<'missing' | 'failure' | null>(null)
  // Unknown from a version of the service before.
  const hasPassword = user.role !== null && user.has_password !== false
  const isCode = hasCode && (prefersCode || !hasPassword)
  const isTyped = isCode || hasPassword
  const isOfCompany = provider != null && user.procurement_roles != null
  const prove = (proof: () => Promise<Proof>) => {
    setShown('failure')
    return submit(async () => {
      await api.auth.reauthenticate(await proof())
      onDone(true)
    })
  }
  const confirm = () => {
    if (typed.trim() === '') setShown('missing')
    else void prove(async () => (isCode ? { totp: typed } : { current_password: typed }))
  }
  const missing = t(isCode ? 'enter_code' : 'enter_password')
  const error = shown === 'missing' ? missing : shown === 'failure' ? describe(failure) : null
  return (
    <FormDialog
      title={t('confirm_title')}
      action={isTyped ? t('confirm') : null}
      isPending={isPending}
      onClose={() => onDone(false)}
      onSubmit={confirm}
    >
      <p>{t('confirm_text')}</p>
      {isCode && <CodeField label={t('app_code')} value={typed} onChange={setTyped} error={error} />}
      {hasPassword && !isCode && (
        <>
          {/* Password managers look for the account that the password belongs to. */}
          <input type="email" autoComplete="username" value={user.email ?? ''} readOnly hidden />
          <TextField
            label={t('your_password')}
            type="password"
            autoComplete="current-password"
            dir="ltr"
            value={typed}
            onChange={setTyped}
            error={error}
            isRequired
            autoFocus
          />
        </>
      )}
      {hasCode && hasPassword && (
        <div>
          <Button
            onPress={() => {
              setPrefersCode(!isCode)
              setTyped('')
              // What was wrong with the password is not about the code.
              setShown(null)
            }}
          >
            {t(isCode ? 'confirm_with_password' : 'confirm_with_code')}
          </Button>
        </div>
      )}
      {hasPasskey && elsewhere && <PasskeysElsewhere elsewhere={elsewhere} path={null} />}
      {hasPasskey && !elsewhere && hasPasskeys() && (
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
      {isOfCompany && canProviderConfirm() && (
        <a
          className="link"
          href={`${provider.start}?${new URLSearchParams({ reauth: '1', return_to: location.pathname })}`}
        >
          {t('confirm_with', { name: provider.name })}
        </a>
      )}
      {isOfCompany && !canProviderConfirm() && <CannotConfirm name={provider.name} />}
    </FormDialog>
  )
}

/** Explains that the provider cannot confirm a change, and names the other ways. */
export function CannotConfirm({ name }: { name: string }) {
  const t = useWords('factors')
  const hasAccount = useSession().user.role !== null
  return (
    <p>
      {t('cannot_confirm', { name })} {t(hasAccount ? 'other_proof' : 'needs_account')}
    </p>
  )
}
