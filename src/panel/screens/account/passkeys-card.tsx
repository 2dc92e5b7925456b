import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Passkey } from '../../../client/index.ts'
import { useApi } from '../../app/api/api.ts'
import { createPasskey, hasPasskeys } from '../../app/api/factors.ts'
import { Button, IconButton } from '../../app/design/button.tsx'
import { Card } from '../../app/design/card.tsx'
import { ProblemNotice } from '../../app/design/problem-notice.tsx'
import { showToast } from '../../app/design/toasts.tsx'
import { useFormat } from '../../app/design/use-format.ts'
import { useWords } from '../../app/words/words-context.tsx'
import { CodesDialog } from './codes-dialog.tsx'
import { ProofDialog } from './proof-dialog.tsx'
import { usePasskeys } from './use-passkeys.ts'

type Asked = { step: 'add' } | { step: 'remove'; passkey: Passkey } | { step: 'codes'; codes: string[] }
type Proof = Parameters<ReturnType<typeof useApi>['auth']['passkeys']['begin']>[0]

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

  async function add(proof: Proof) {
    const passkey = await createPasskey(await api.auth.passkeys.begin(proof))
    const { recovery_codes } = await api.auth.passkeys.add({ passkey })
    setAsked(recovery_codes ? { step: 'codes', codes: recovery_codes } : null)
    showToast(t('passkey_added'))
    await reload()
  }
  async function remove(id: number, proof: Proof) {
    await api.auth.passkeys.remove(id, proof)
    close()
    showToast(t('passkey_removed'))
    await reload()
  }

  return (
    <Card title={t('passkeys')}>
      <div className="stack">
        {error && <ProblemNotice error={error} onRetry={() => void refetch()} />}
        <p className="muted">{t('passkeys_text', { host: location.hostname })}</p>
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
        <div className="account-actions">
          <Button icon="key" isDisabled={!hasPasskeys()} onPress={() => setAsked({ step: 'add' })}>
            {t('add_passkey')}
          </Button>
        </div>
        {!hasPasskeys() && <p className="muted">{t('no_passkeys')}</p>}
      </div>
      {asked?.step === 'add' && (
        <ProofDialog title={t('add_passkey')} action={t('continue')} onClose={close} onProof={add} />
      )}
      {asked?.step === 'remove' && (
        <ProofDialog
          title={t('remove_passkey', { name: asked.passkey.name })}
          text={t('remove_passkey_text')}
          action={t('remove')}
          onClose={close}
          onProof={(proof) => remove(asked.passkey.id, proof)}
        />
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
