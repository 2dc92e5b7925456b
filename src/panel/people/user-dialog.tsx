import { type FormEvent, useId, useState } from 'react'
import type { Account } from '../../client/index.ts'
import { Button } from '../design/button.tsx'
import { Dialog } from '../design/dialog.tsx'
import { TextField } from '../design/fields.tsx'
import { Select } from '../design/select.tsx'
import { useWords } from '../words/words-context.tsx'
import { PasswordInput } from './password-input.tsx'
import { useChangeUser } from './use-change-user.ts'

type Role = Account['role']

type UserDialogProps = {
  /** Null for a new account. */
  account: Account | null
  onClose: () => void
}

/** A new account, or name and role of one that exists; the email stays as it is. */
export function UserDialog({ account, onClose }: UserDialogProps) {
  const t = useWords('people')
  const form = useId()
  const { create, change, isPending, problem } = useChangeUser()
  const [name, setName] = useState(account?.name ?? '')
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<Role>(account?.role ?? 'creator')
  const [password, setPassword] = useState('')

  async function submit(event: FormEvent) {
    event.preventDefault()
    const isDone = await (account ? change(account, { name, role }) : create({ name, email, role, password }))
    if (isDone) onClose()
  }

  return (
    <Dialog
      title={account ? t('edit_title', { name: account.name }) : t('new_title')}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{t('cancel')}</Button>
          <Button look="primary" type="submit" form={form} isPending={isPending}>
            {t(account ? 'save' : 'create')}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={(event) => void submit(event)} noValidate className="stack">
        <TextField
          label={t('name')}
          value={name}
          onChange={setName}
          error={problem?.fields.name}
          isRequired
          autoFocus
          dir="auto"
          autoComplete="off"
        />
        {!account && (
          <TextField
            label={t('email')}
            type="email"
            value={email}
            onChange={setEmail}
            error={problem?.fields.email}
            isRequired
            dir="ltr"
            autoComplete="off"
          />
        )}
        <Select
          label={t('role')}
          description={t(`role_${role}_text`)}
          options={(['creator', 'admin'] as const).map((id) => ({ id, label: t(`role_${id}`) }))}
          value={role}
          onChange={(next) => setRole(next as Role)}
        />
        {!account && (
          <PasswordInput value={password} onChange={setPassword} error={problem?.fields.password ?? null} />
        )}
      </form>
    </Dialog>
  )
}
