import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Passkey } from '../../../client/index.ts'
import { useApi } from '../../app/api/api.ts'
import { createPasskey, hasPasskeys } from '../../app/api/factors.ts'
import { useIsCompanyAlone } from '../../app/api/use-sign-in-methods.ts'
import { Button, IconButton } from '../../app/design/button.tsx'
import { Card } from '../../app/design/card.tsx'
import { ConfirmDialog } from '../../app/design/dialog.tsx'
import { Notice } from '../../app/design/notice.tsx'
import { ProblemNotice } from '../../app/design/problem-notice.tsx'
import { showToast } from '../../app/design/toasts.tsx'
import { useFormat } from '../../app/design/use-format.ts'
import { useSubmission } from '../../app/design/use-submission.ts'
import { PasskeysElsewhere, usePasskeysElsewhere } from '../../app/factors/passkeys-elsewhere.tsx'
import { useFactorProblem } from '../../app/factors/use-factor-problem.ts'
import { usePasskeys } from '../../app/factors/use-passkeys.ts'
import { useWords } from '../../app/words/words-context.tsx'
import { CodesDialog } from './codes-dialog.tsx'

type Asked = { step: 'remove'; passkey: Passkey } | { step: 'codes'; codes: string[] }

/** The passkeys of the account. */
export function PasskeysCard() {
  const t = useWords('factors')
  const api = useApi()
  const queries = useQueryClient()
  const { data: passkeys = [], error, refetch } = usePasskeys()
  const [asked, setAsked] = useState<Asked | null>(null)
  const close = () => setAsked(null)
  const reload = () =>
    Promise.all(['passkeys', 'totp'].map((name) => queries.invalidateQueries({ queryKey: [name] })))

  const isCompanyAlone = useIsCompanyAlone()
  const elsewhere = usePasskeysElsewhere()
  const describe = useFactorProblem({ isAdding: true })
  const { failure, isPending, submit } = useSubmission()

  const add = () =>
    submit(async () => {
      const passkey = await createPasskey(await api.auth.passkeys.begin())
      const { recovery_codes } = await api.auth.passkeys.add({ passkey })
      setAsked(recovery_codes ? { step: 'codes', codes: recovery_codes } : null)
      showToast(t('passkey_added'))
      await reload()
    })
  const remove = (id: number) =>
    submit(async () => {
      await api.auth.passkeys.remove(id).finally(close)
      showToast(t('passkey_removed'))
      await reload()
    })

  return (
    <Card title={t('passkeys')}>
      <div className="stack">
        {error && <ProblemNotice error={error} onRetry={() => void refetch()} />}
        {!elsewhere && (
          <p className="muted">
            {t(isCompanyAlone ? 'passkeys_confirm' : 'passkeys_text', { host: location.host })}
          </p>
        )}
        {passkeys.length > 0 && (
          <ul className="passkeys">
            {passkeys.map((passkey) => (
              <PasskeyRow
                key={passkey.id}
                passkey={passkey}
                onRemove={() => setAsked({ step: 'remove', passkey })}
              />
            ))}
          </ul>
        )}
        {elsewhere ? (
          <PasskeysElsewhere elsewhere={elsewhere} path="/account" />
        ) : (
          <>
            <div className="account-actions">
              <Button
                icon="key"
                isDisabled={!hasPasskeys()}
                isPending={isPending && asked === null}
                onPress={() => void add()}
              >
                {t('add_passkey')}
              </Button>
            </div>
            {!hasPasskeys() && <p className="muted">{t('no_passkeys')}</p>}
          </>
        )}
        {failure !== null && (
          <Notice icon="warning" tone="danger">
            <p role="alert">{describe(failure)}</p>
          </Notice>
        )}
      </div>
      {asked?.step === 'remove' && (
        <ConfirmDialog
          title={t('remove_passkey', { name: asked.passkey.name })}
          isOpen
          action={t('remove')}
          isPending={isPending}
          onConfirm={() => void remove(asked.passkey.id)}
          onClose={close}
        >
          <p>{t('remove_passkey_text')}</p>
        </ConfirmDialog>
      )}
      {asked?.step === 'codes' && <CodesDialog codes={asked.codes} onClose={close} />}
    </Card>
  )
}

function PasskeyRow({ passkey, onRemove }: { passkey: Passkey; onRemove: () => void }) {
  const t = useWords('factors')
  const { formatInstant } = useFormat()
  const { name, created_at, last_used_at } = passkey
  return (
    <li>
      <div>
        <strong dir="auto">{name}</strong>
        <br />
        <span className="muted small">
          {last_used_at
            ? t('last_used', { time: formatInstant(last_used_at) })
            : t('added', { time: formatInstant(created_at) })}
        </span>
      </div>
      <IconButton icon="trash" size="small" label={t('remove_passkey', { name })} onPress={onRemove} />
    </li>
  )
}
