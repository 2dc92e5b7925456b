import { type FormEvent, useId, useState } from 'react'
import type { Account } from '../../client/index.ts'
import { Button } from '../design/button.tsx'
import { Dialog } from '../design/dialog.tsx'
import { useWords } from '../words/words-context.tsx'
import { PasswordInput } from './password-input.tsx'
import { useChangeUser } from './use-change-user.ts'

/** Sets another password, which ends all sessions of the account. */
export function PasswordDialog({ account, onClose }: { account: Account; onClose: () => void }) {
  const t = useWords('people')
  const form = useId()
  const { change, isPending, problem } = useChangeUser()
  const [password, setPassword] = useState('')

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (await change(account, { password }, 'password_changed')) onClose()
  }

  return (
    <Dialog
      title={t('password_title', { name: account.name })}
      isOpen
      onClose={onClose}
      size="small"
      actions={
        <>
          <Button onPress={onClose}>{t('cancel')}</Button>
          <Button look="primary" type="submit" form={form} isPending={isPending}>
            {t('set_password')}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={(event) => void submit(event)} noValidate className="stack">
        <p>{t('password_text')}</p>
        <PasswordInput value={password} onChange={setPassword} error={problem?.fields.password ?? null} />
      </form>
    </Dialog>
  )
}
