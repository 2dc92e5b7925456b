import { useState } from 'react'
import type { Account } from '../../../client/index.ts'
import { FormDialog } from '../../app/design/form-dialog.tsx'
import { useWords } from '../../app/words/words-context.tsx'
import { PasswordInput } from './password-input.tsx'
import { useChangeUser } from './use-change-user.ts'

/** Sets another password, which ends all sessions of the account. */
export function PasswordDialog({ account, onClose }: { account: Account; onClose: () => void }) {
  const t = useWords('people')
  const { change, isPending, problem } = useChangeUser()
  const [password, setPassword] = useState('')

  async function submit() {
    if (await change(account, { password }, 'password_changed')) onClose()
  }

  return (
    <FormDialog
      title={t('password_title', { name: account.name })}
      onClose={onClose}
      action={t('set_password')}
      isPending={isPending}
      onSubmit={submit}
    >
      <p>{t('password_text')}</p>
      <PasswordInput value={password} onChange={setPassword} error={problem?.fields.password ?? null} />
    </FormDialog>
  )
}
