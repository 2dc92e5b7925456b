// The accounts that can sign in, and their roles.
import { useState } from 'react'
import type { Account } from '../../../client/index.ts'
import { useApi } from '../../app/api/api.ts'
import { Button } from '../../app/design/button.tsx'
import { EmptyState } from '../../app/design/empty-state.tsx'
import { PageHeader } from '../../app/design/page-header.tsx'
import { useAddressState } from '../../app/design/use-address-state.ts'
import { useWords } from '../../app/words/words-context.tsx'
import { ListItems, ListPage, useList } from '../list-page.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import { PasswordDialog } from './password-dialog.tsx'
import { RemoveUserDialog } from './remove-user-dialog.tsx'
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
      {(asked?.action === 'disable' || asked?.action === 'remove') && (
        <RemoveUserDialog account={asked.account} action={asked.action} onClose={close} />
      )}
    </>
  )
}
