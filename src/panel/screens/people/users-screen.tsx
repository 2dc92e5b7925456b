// The accounts that can sign in, and their roles.
import { useState } from 'react'
import type { Account } from '../../../client/index.ts'
import { useApi } from '../../app/api/api.ts'
import { Button } from '../../app/design/button.tsx'
import { ConfirmDialog, Dialog } from '../../app/design/dialog.tsx'
import { EmptyState } from '../../app/design/empty-state.tsx'
import { FormDialog } from '../../app/design/form-dialog.tsx'
import { Icon } from '../../app/design/icon.tsx'
import { PageHeader } from '../../app/design/page-header.tsx'
import { useAddressState } from '../../app/design/use-address-state.ts'
import { useWords } from '../../app/words/words-context.tsx'
import { ListItems, ListPage, useList } from '../list-page.tsx'
import { useAccessEndings } from './access-endings.tsx'
import { InvitationLink } from './invitation-link.tsx'
import { PasswordInput } from './password-input.tsx'
import { type UserProblem, useChangeUser } from './use-change-user.ts'
import { UserDialog } from './user-dialog.tsx'
import { type UserAction, UsersTable } from './users-table.tsx'

const PER_PAGE = 50

type Asked = { action: UserAction; account: Account } | { action: 'create' }

export function UsersScreen({ title }: { title: string }) {
  const t = useWords('people')
  const api = useApi()
  const [{ q, page }, change] = useAddressState([])
  const list = useList({
    name: 'users',
    address: { q, page },
    perPage: PER_PAGE,
    filters: {},
    load: (query) => api.admin.users.list(query),
  })
  const [asked, setAsked] = useState<Asked | null>(null)
  const close = () => setAsked(null)
  return (
    <>
      <PageHeader
        title={title}
        description={t('users_text')}
        actions={
          <Button look="primary" icon="plus" onPress={() => setAsked({ action: 'create' })}>
            {t('new')}
          </Button>
        }
      />
      <ListPage list={list} onSearch={(text, options) => change({ q: text }, options)} columns={4}>
        {({ items }) => (
          <ListItems
            list={list}
            onPage={(next) => change({ page: next })}
            empty={
              <EmptyState icon="users" title={t('no_matches')}>
                {t('no_matches_text')}
              </EmptyState>
            }
          >
            <UsersTable accounts={items} onAction={(action, account) => setAsked({ action, account })} />
          </ListItems>
        )}
      </ListPage>
      {asked?.action === 'create' && <UserDialog account={null} onClose={close} />}
      {asked?.action === 'edit' && <UserDialog account={asked.account} onClose={close} />}
      {asked?.action === 'invite' && <InviteDialog account={asked.account} onClose={close} />}
      {asked?.action === 'password' && <PasswordDialog account={asked.account} onClose={close} />}
      {asked?.action === 'factors' && <FactorsDialog account={asked.account} onClose={close} />}
      {(asked?.action === 'disable' || asked?.action === 'remove' || asked?.action === 'disconnect') && (
        <RemoveUserDialog account={asked.account} action={asked.action} onClose={close} />
      )}
    </>
  )
}

type AccountDialogProps = { account: Account; onClose: () => void }

/** Sets another password, which ends all sessions of the account. */
function PasswordDialog({ account, onClose }: AccountDialogProps) {
  const t = useWords('people')
  const { change, isPending, problem } = useChangeUser()
  const { boxes, settle, isSettling } = useAccessEndings(account, { hasPassword: true })
  const [password, setPassword] = useState('')

  async function submit() {
    const endings = await settle()
    if (endings && (await change(account, { password, ...endings }, 'password_changed'))) onClose()
  }

  return (
    <FormDialog
      title={t('password_title', { name: account.name })}
      onClose={onClose}
      action={t('set_password')}
      isPending={isPending || isSettling}
      onSubmit={submit}
    >
      <p>{t('password_text')}</p>
      <PasswordInput value={password} onChange={setPassword} error={problem?.fields.password ?? null} />
      {boxes}
    </FormDialog>
  )
}

/** Removes the second factors of somebody who lost them, which ends all sessions of the account. */
function FactorsDialog({ account, onClose }: AccountDialogProps) {
  const t = useWords('people')
  const { resetFactors, isPending, problem } = useChangeUser({ showsProblem: true })
  const { boxes, settle, isSettling } = useAccessEndings(account, { hasPassword: account.has_password })

  async function confirm() {
    const endings = await settle()
    if (endings && (await resetFactors(account, endings))) onClose()
  }

  return (
    <ConfirmDialog
      title={t('reset_factors_title', { name: account.name })}
      isOpen
      action={t('reset')}
      isDangerous
      isPending={isPending || isSettling}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      <p>{t('reset_factors_text')}</p>
      {boxes}
      <ProblemText problem={problem} />
    </ConfirmDialog>
  )
}

const ProblemText = ({ problem }: { problem: UserProblem | null }) =>
  problem && (
    <div className="notice notice-danger" role="alert">
      <Icon name="warning" />
      <p className="notice-text">{problem.message}</p>
    </div>
  )

/** Invites an account without a password again; the link before is no longer valid. */
function InviteDialog({ account, onClose }: AccountDialogProps) {
  const t = useWords('people')
  const { invite, isPending } = useChangeUser()
  const [link, setLink] = useState<string | null>(null)

  async function send() {
    const invitation = await invite(account)
    if (invitation?.link) setLink(invitation.link)
    else if (invitation) onClose()
  }

  return (
    <Dialog
      title={t('invite_title', { name: account.name })}
      isOpen
      onClose={onClose}
      size="small"
      actions={
        link ? (
          <Button onPress={onClose}>{t('close')}</Button>
        ) : (
          <>
            <Button onPress={onClose}>{t('cancel')}</Button>
            <Button look="primary" isPending={isPending} onPress={() => void send()}>
              {t('invite')}
            </Button>
          </>
        )
      }
    >
      {link ? <InvitationLink link={link} /> : <p>{t('invite_text')}</p>}
    </Dialog>
  )
}

/** The texts of each question. */
const REMOVALS = {
  disable: { title: 'disable_title', text: 'disable_text', action: 'disable' },
  remove: { title: 'remove_title', text: 'remove_text', action: 'delete' },
  disconnect: { title: 'disconnect_title', text: 'disconnect_text', action: 'disconnect' },
} as const

type RemoveUserDialogProps = AccountDialogProps & { action: keyof typeof REMOVALS }

/** Asks before an account is disabled, deleted or disconnected. The last admin who can sign in can be neither disabled nor deleted. */
function RemoveUserDialog({ account, action, onClose }: RemoveUserDialogProps) {
  const t = useWords('people')
  const { change, remove, isPending, problem } = useChangeUser({ showsProblem: true })
  const { name } = account
  const texts = REMOVALS[action]

  async function confirm() {
    const isDone = await {
      remove: () => remove(account),
      disconnect: () => change(account, { disconnect: true }, 'disconnected'),
      disable: () => change(account, { disabled: true }, 'disabled_done'),
    }[action]()
    if (isDone) onClose()
  }

  return (
    <ConfirmDialog
      title={t(texts.title, { name })}
      isOpen
      action={t(texts.action)}
      isDangerous
      isPending={isPending}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      <p>{t(texts.text)}</p>
      <ProblemText problem={problem} />
    </ConfirmDialog>
  )
}
