import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { TotpSetup } from '../../../client/index.ts'
import { useApi } from '../../app/api/api.ts'
import { useIsCompanyAlone } from '../../app/api/use-sign-in-methods.ts'
import { Button } from '../../app/design/button.tsx'
import { Card } from '../../app/design/card.tsx'
import { ConfirmDialog as Question } from '../../app/design/dialog.tsx'
import { FormDialog } from '../../app/design/form-dialog.tsx'
import { ProblemNotice } from '../../app/design/problem-notice.tsx'
import { showToast } from '../../app/design/toasts.tsx'
import { useFormat } from '../../app/design/use-format.ts'
import { useSubmission } from '../../app/design/use-submission.ts'
import { CodeField } from '../../app/factors/totp-code-field.tsx'
import { TotpSecret } from '../../app/factors/totp-secret.tsx'
import { useFactorProblem } from '../../app/factors/use-factor-problem.ts'
import { useTotp } from '../../app/factors/use-totp.ts'
import { useWords } from '../../app/words/words-context.tsx'
import { CodesDialog } from './codes-dialog.tsx'

type Asked = { step: 'remove' } | { step: 'confirm'; setup: TotpSetup } | { step: 'codes'; codes: string[] }

/** The authenticator app of the account. */
export function TotpCard() {
  const t = useWords('factors')
  const api = useApi()
  const queries = useQueryClient()
  const { formatInstant } = useFormat()
  const isCompanyAlone = useIsCompanyAlone()
  const { data: totp, error, refetch } = useTotp()
  const [asked, setAsked] = useState<Asked | null>(null)
  const close = () => setAsked(null)
  const { failure, isPending, submit } = useSubmission()

  const begin = () => submit(async () => setAsked({ step: 'confirm', setup: await api.auth.totp.begin() }))
  const remove = () =>
    submit(async () => {
      await api.auth.totp.remove().finally(close)
      showToast(t('app_removed'))
      await queries.invalidateQueries({ queryKey: ['totp'] })
    })

  return (
    <Card title={t('app')}>
      <div className="stack">
        {error && <ProblemNotice error={error} onRetry={() => void refetch()} />}
        <p className="muted">{t(isCompanyAlone ? 'app_confirms' : 'app_text')}</p>
        {totp?.enabled && totp.confirmed_at && (
          <p>
            {t('app_since', { time: formatInstant(totp.confirmed_at) })}{' '}
            {t('codes_left', { count: totp.recovery_codes_left })}
          </p>
        )}
        {totp && (
          <div className="account-actions">
            <Button icon="key" isPending={isPending && asked === null} onPress={() => void begin()}>
              {t(totp.enabled ? 'replace_app' : 'set_up_app')}
            </Button>
            {totp.enabled && (
              <Button look="quiet" onPress={() => setAsked({ step: 'remove' })}>
                {t('remove_app')}
              </Button>
            )}
          </div>
        )}
        {failure !== null && <ProblemNotice error={failure} />}
      </div>
      {asked?.step === 'remove' && (
        <Question
          title={t('remove_app')}
          isOpen
          action={t('remove')}
          isPending={isPending}
          onConfirm={() => void remove()}
          onClose={close}
        >
          <p>{t('remove_app_text')}</p>
        </Question>
      )}
      {asked?.step === 'confirm' && (
        <ConfirmDialog
          setup={asked.setup}
          onClose={close}
          onDone={(codes) => {
            setAsked({ step: 'codes', codes })
            void queries.invalidateQueries({ queryKey: ['totp'] })
          }}
        />
      )}
      {asked?.step === 'codes' && <CodesDialog codes={asked.codes} onClose={close} />}
    </Card>
  )
}

type ConfirmDialogProps = { setup: TotpSetup; onClose: () => void; onDone: (codes: string[]) => void }

/** The secret, and the first code of the app. */
function ConfirmDialog({ setup, onClose, onDone }: ConfirmDialogProps) {
  const t = useWords('factors')
  const api = useApi()
  const describe = useFactorProblem()
  const { failure, isPending, submit } = useSubmission()
  const [code, setCode] = useState('')
  return (
    <FormDialog
      title={t('set_up_app')}
      action={t('confirm')}
      isPending={isPending}
      onClose={onClose}
      onSubmit={() =>
        code.trim() !== '' && submit(async () => onDone((await api.auth.totp.confirm(code)).recovery_codes))
      }
    >
      <TotpSecret setup={setup} />
      <CodeField label={t('app_code')} value={code} onChange={setCode} error={describe(failure)} />
    </FormDialog>
  )
}
