import type { Account } from '../../../client/index.ts'
import { useSession } from '../../app/api/api.ts'
import { useSignInMethods } from '../../app/api/use-sign-in-methods.ts'
import { IconButton } from '../../app/design/button.tsx'
import { Chip } from '../../app/design/chip.tsx'
import { Menu } from '../../app/design/menu.tsx'
import { PlainTable } from '../../app/design/plain-table.tsx'
import { useFormat } from '../../app/design/use-format.ts'
import { useWords } from '../../app/words/words-context.tsx'
import { useChangeUser } from './use-change-user.ts'

export type UserAction = 'edit' | 'password' | 'invite' | 'factors' | 'disconnect' | 'disable' | 'remove'

type UsersTableProps = {
  accounts: readonly Account[]
  onAction: (action: UserAction, account: Account) => void
}

export function UsersTable({ accounts, onAction }: UsersTableProps) {
  const t = useWords('people')
  return (
    <PlainTable columns={[t('name'), t('role'), t('state'), t('last_sign_in')]} actions={t('actions')}>
      {accounts.map((account) => (
        <UserRow key={account.id} account={account} onAction={(action) => onAction(action, account)} />
      ))}
    </PlainTable>
  )
}

type UserRowProps = { account: Account; onAction: (action: UserAction) => void }

function UserRow({ account, onAction }: UserRowProps) {
  const t = useWords('people')
  const { user } = useSession()
  const { formatRelative, formatInstant } = useFormat()
  const { name, email, role, disabled, has_password, is_connected, last_sign_in_at } = account
  const state = disabled ? 'disabled' : has_password || is_connected ? 'active' : 'invited_state'
  return (
    <tr>
      <th scope="row" className="plain-name">
        <span dir="auto">{name}</span>
        {account.id === user.accountId && (
          <>
            {' '}
            <Chip tone="accent">{t('you')}</Chip>
          </>
        )}
        <br />
        <span className="muted small" dir="ltr">
          {email}
        </span>
      </th>
      <td data-label={t('role')}>{t(`role_${role}`)}</td>
      <td data-label={t('state')}>
        <Chip tone={state === 'active' ? 'good' : state === 'disabled' ? 'warning' : 'accent'}>
          {t(state)}
        </Chip>
      </td>
      <td data-label={t('last_sign_in')}>
        {last_sign_in_at ? (
          <span title={formatInstant(last_sign_in_at, 'long')}>{formatRelative(last_sign_in_at)}</span>
        ) : (
          <span className="muted">{t('never')}</span>
        )}
      </td>
      <td className="plain-actions">
        <UserMenu account={account} onAction={onAction} />
      </td>
    </tr>
  )
}

function UserMenu({ account, onAction }: UserRowProps) {
  const t = useWords('people')
  const { user } = useSession()
  const { change, withdraw } = useChangeUser()
  const methods = useSignInMethods()
  const label = t('actions_for', { name: account.name })
  function choose(key: string) {
    if (key === 'enable') void change(account, { disabled: false }, 'enabled')
    else if (key === 'withdraw') void withdraw(account)
    else onAction(key as UserAction)
  }
  return (
    <Menu
      trigger={(trigger) => <IconButton {...trigger} icon="more" size="small" label={label} />}
      label={label}
      onAction={choose}
      entries={[
        { id: 'edit', icon: 'edit', label: t('edit') },
        // One's own is changed on the account page, with the one before.
        account.id !== user.accountId && {
          id: 'password',
          icon: 'key',
          label: t('reset_password'),
        },
        account.has_second_factor &&
          account.id !== user.accountId && { id: 'factors', icon: 'key', label: t('reset_factors') },
        // One's own is ended on the account page, and another way in is needed.
        account.is_connected &&
          account.has_password &&
          methods?.password === true &&
          account.id !== user.accountId && { id: 'disconnect', icon: 'close', label: t('disconnect_menu') },
        !account.has_password && { id: 'invite', icon: 'users', label: t('invite_again') },
        account.invitation_expires_at !== null && { id: 'withdraw', icon: 'close', label: t('withdraw') },
        account.disabled
          ? { id: 'enable', icon: 'check', label: t('enable'), isApart: true }
          : { id: 'disable', icon: 'close', label: t('disable'), isApart: true },
        { id: 'remove', icon: 'trash', label: t('delete'), isDangerous: true },
      ]}
    />
  )
}
