import { useState } from 'react'
import type { Account } from '../../../client/index.ts'
import { furtherFields } from '../../../text/content-language.ts'
import { useSignInMethods } from '../../app/api/use-sign-in-methods.ts'
import { Button } from '../../app/design/button.tsx'
import { Dialog } from '../../app/design/dialog.tsx'
import { TextField } from '../../app/design/fields.tsx'
import { FormDialog } from '../../app/design/form-dialog.tsx'
import { Select } from '../../app/design/select.tsx'
import { useWords } from '../../app/words/words-context.tsx'
import { InvitationLink } from './invitation-link.tsx'
import { PasswordInput } from './password-input.tsx'
import { useChangeUser } from './use-change-user.ts'

type Role = Account['role']

/** How the owner of a new account first gets in. */
type WayIn = 'invite' | 'set' | 'provider'

const ENGLISH_NAME = furtherFields('name')[0]!

type UserDialogProps = {
  /** Null for a new account. */
  account: Account | null
  onClose: () => void
}

/** A new account, or names and role of one that exists; the email stays as it is. */
export function UserDialog({ account, onClose }: UserDialogProps) {
  const t = useWords('people')
  const words = useWords('procurement')
  const { create, change, isPending, problem } = useChangeUser()
  const [name, setName] = useState(account?.name ?? '')
  const [nameEn, setNameEn] = useState(account?.[ENGLISH_NAME] ?? '')
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<Role>(account?.role ?? 'creator')
  const methods = useSignInMethods()
  const provider = methods?.provider
  const isCompanyAlone = methods?.password === false
  const [chosenWay, setWay] = useState<WayIn>('invite')
  const way = isCompanyAlone ? 'provider' : chosenWay
  const [subject, setSubject] = useState('')
  const [password, setPassword] = useState('')
  const [link, setLink] = useState<string | null>(null)

  async function submit() {
    const names = { name, [ENGLISH_NAME]: nameEn.trim() || null }
    if (account) {
      if (await change(account, { ...names, role })) onClose()
      return
    }
    const ways = { invite: {}, set: { password }, provider: { provider_subject: subject.trim() } }
    const created = await create({ ...names, email, role, ...ways[way] })
    if (created?.invitation?.link) setLink(created.invitation.link)
    else if (created) onClose()
  }

  const options = [
    { id: 'invite', label: t('password_invite') },
    { id: 'set', label: t('password_set') },
    ...(provider ? [{ id: 'provider', label: t('password_none', { name: provider.name }) }] : []),
  ]
  if (link)
    return (
      <Dialog
        title={t('invite_title', { name })}
        isOpen
        onClose={onClose}
        actions={<Button onPress={onClose}>{t('close')}</Button>}
      >
        <InvitationLink link={link} />
      </Dialog>
    )
  return (
    <FormDialog
      title={account ? t('edit_title', { name: account.name }) : t('new_title')}
      size="medium"
      onClose={onClose}
      action={t(account ? 'save' : way === 'invite' ? 'invite' : 'create')}
      isPending={isPending}
      onSubmit={submit}
    >
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
      <TextField
        label={t('english_name')}
        description={t('english_name_text')}
        value={nameEn}
        onChange={setNameEn}
        error={problem?.fields[ENGLISH_NAME]}
        dir="ltr"
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
        options={(['creator', 'editor', 'admin'] as const).map((id) => ({ id, label: t(`role_${id}`) }))}
        value={role}
        onChange={(next) => setRole(next as Role)}
      />
      {!account && !isCompanyAlone && (
        <Select
          label={t('first_password')}
          options={options}
          value={way}
          onChange={(next) => setWay(next as WayIn)}
        />
      )}
      {!account && way === 'set' && (
        <PasswordInput value={password} onChange={setPassword} error={problem?.fields.password ?? null} />
      )}
      {!account && way === 'provider' && (
        <TextField
          label={words('subject')}
          description={words('subject_help')}
          value={subject}
          onChange={setSubject}
          error={problem?.fields.provider_subject}
          isRequired
          dir="ltr"
          autoComplete="off"
        />
      )}
    </FormDialog>
  )
}
