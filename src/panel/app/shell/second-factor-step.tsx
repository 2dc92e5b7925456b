// The step after the password, for accounts that have a second factor or must set one up. Loaded when it is needed.
import { useState } from 'react'
import type { ApiProblem, Grant, TotpSetup } from '../../../client/index.ts'
import { askForPasskey, createPasskey, hasPasskeys, signInFactors } from '../api/factors.ts'
import { Button } from '../design/plain-button.tsx'
import { loadScreenStyles } from '../design/screen-styles.ts'
import { useFirstProblem } from '../design/use-first-problem.ts'
import { useSubmission } from '../design/use-submission.ts'
import { PasskeysElsewhere, usePasskeysElsewhere } from '../factors/passkeys-elsewhere.tsx'
import { RecoveryCodes } from '../factors/recovery-codes.tsx'
import { CodeField } from '../factors/totp-code-field.tsx'
import { TotpSecret } from '../factors/totp-secret.tsx'
import { useFactorProblem } from '../factors/use-factor-problem.ts'
import { loadTexts } from '../words/dictionaries.ts'
import { useWords } from '../words/words-context.tsx'
import { Alert } from './sign-in-card.tsx'

export { PasskeyButton } from './passkey-button.tsx'

export type StepProps = {
  /** `second_factor_required` or `second_factor_setup_required`. */
  problem: ApiProblem
  onSignedIn: ((grant: Grant) => void) | undefined
  /** Back to the password. */
  onBack: () => void
}

/** The step, once its texts are there: the form around it waits for nothing else. */
export async function loadStep() {
  await Promise.all([loadTexts('office'), loadTexts('frame'), loadScreenStyles()])
  return SecondFactorStep
}

const SecondFactorStep = (props: StepProps) =>
  props.problem.code === 'second_factor_required' ? <Proof {...props} /> : <SetUp {...props} />

function Proof({ problem: { ticket, methods }, onSignedIn, onBack }: StepProps) {
  const t = useWords('factors')
  const describe = useFactorProblem()
  const { failure, isPending, submit } = useSubmission()
  const hasCode = methods.includes('totp')
  const [isRecovery, setRecovery] = useState(!hasCode)
  const [code, setCode] = useState('')
  const hasPasskey = methods.includes('passkey')
  const elsewhere = usePasskeysElsewhere()
  const finish = (factor: () => Promise<Parameters<typeof signInFactors.secondFactor>[1]>) =>
    submit(async () => {
      const grant = await signInFactors.secondFactor(ticket!, await factor())
      onSignedIn?.(grant)
    })
  const formProps = useFirstProblem({
    isPending,
    onSubmit: () =>
      code.trim() !== '' && finish(async () => (isRecovery ? { recovery_code: code } : { totp: code })),
  })
  const askPasskey = () =>
    finish(async () => ({ passkey: await askForPasskey(await signInFactors.passkeyOptions(ticket!)) }))
  const shows = hasCode || methods.includes('recovery_code')
  return (
    <form {...formProps} className="sign-in-form" noValidate>
      <Alert text={describe(failure)} />
      {hasPasskey && elsewhere && (
        <PasskeysElsewhere elsewhere={elsewhere} path={onSignedIn ? null : '/sign-in'} />
      )}
      {hasPasskey && !elsewhere && hasPasskeys() && (
        <Button
          look={shows ? 'secondary' : 'primary'}
          isPending={isPending}
          onPress={() => void askPasskey()}
        >
          {t('use_passkey')}
        </Button>
      )}
      {shows && (
        <>
          <CodeField
            label={t(isRecovery ? 'recovery_code' : 'app_code')}
            value={code}
            onChange={setCode}
            isRecovery={isRecovery}
          />
          <Button type="submit" look="primary" isPending={isPending}>
            {t('sign_in')}
          </Button>
        </>
      )}
      {hasCode && methods.includes('recovery_code') && (
        <Button
          look="quiet"
          onPress={() => {
            setRecovery(!isRecovery)
            setCode('')
          }}
        >
          {t(isRecovery ? 'use_app' : 'use_recovery')}
        </Button>
      )}
      <Button look="quiet" onPress={onBack}>
        {t('back')}
      </Button>
    </form>
  )
}

function SetUp({ problem, onSignedIn, onBack }: StepProps) {
  const t = useWords('factors')
  const describe = useFactorProblem({ isAdding: true })
  const elsewhere = usePasskeysElsewhere()
  const { failure, isPending, submit } = useSubmission()
  const [setup, setSetup] = useState<TotpSetup | null>(null)
  const [code, setCode] = useState('')
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const ticket = problem.ticket!
  const beginTotp = () => submit(async () => setSetup(await signInFactors.totp.begin({}, { ticket })))
  const addPasskey = () =>
    submit(async () => {
      const passkey = await createPasskey(await signInFactors.passkeys.begin({}, { ticket }))
      const { recovery_codes = [] } = await signInFactors.passkeys.add({ passkey }, { ticket })
      setCodes(recovery_codes)
    })
  const confirm = async () => setCodes((await signInFactors.totp.confirm(code, { ticket })).recovery_codes)
  const finish = async () => {
    const grant = await signInFactors.exchangeTicket(ticket)
    onSignedIn?.(grant)
  }
  const formProps = useFirstProblem({
    isPending,
    onSubmit: () => (codes ? submit(finish) : code.trim() !== '' && submit(confirm)),
  })
  return (
    <form {...formProps} className="sign-in-form" noValidate>
      <Alert text={describe(failure)} />
      {codes ? (
        <>
          <RecoveryCodes codes={codes} />
          <Button type="submit" look="primary" isPending={isPending}>
            {t('codes_kept')}
          </Button>
        </>
      ) : setup ? (
        <>
          <TotpSecret setup={setup} />
          <CodeField label={t('app_code')} value={code} onChange={setCode} />
          <Button type="submit" look="primary" isPending={isPending}>
            {t('confirm')}
          </Button>
        </>
      ) : (
        <>
          <p>{t('setup_text')}</p>
          <Button look="primary" isPending={isPending} onPress={() => void beginTotp()}>
            {t('set_up_app')}
          </Button>
          {!elsewhere && hasPasskeys() && (
            <Button onPress={() => void addPasskey()}>{t('add_passkey')}</Button>
          )}
          {elsewhere?.canWork && (
            <PasskeysElsewhere elsewhere={elsewhere} path={onSignedIn ? null : '/sign-in'} />
          )}
        </>
      )}
      {!codes && (
        <Button look="quiet" onPress={onBack}>
          {t('back')}
        </Button>
      )}
    </form>
  )
}
