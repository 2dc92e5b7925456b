// The accounts that can sign in, and their roles.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Account } from '../../../client/index.ts'
import { useApi } from '../../app/api/api.ts'
import { Button } from '../../app/design/button.tsx'
import { EmptyState } from '../../app/design/empty-state.tsx'
import { PageHeader } from '../../app/design/page-header.tsx'
import { Pagination } from '../../app/design/pagination.tsx'
import { ProblemNotice } from '../../app/design/problem-notice.tsx'
import { useAddressState } from '../../app/design/use-address-state.ts'
import { useReady } from '../../app/design/use-ready.ts'
import { useWords } from '../../app/words/words-context.tsx'
import { ListSkeleton } from '../../lists/list-skeleton.tsx'
import { SearchBox } from '../../lists/list-toolbar.tsx'
import { useScrollMemory } from '../../lists/use-scroll-memory.ts'
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
  const query = { ...(q.trim() && { q: q.trim() }), page, per_page: PER_PAGE }
  const { data, error, isPending, isPlaceholderData, refetch } = useQuery({
    queryKey: ['users', query],
    queryFn: () => api.admin.users.list(query),
    placeholderData: keepPreviousData,
  })
  const [asked, setAsked] = useState<Asked | null>(null)
  const close = () => setAsked(null)
  useReady(!isPending)
  useScrollMemory(!isPending && !isPlaceholderData)
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
      <div className="list-toolbar">
        <SearchBox q={q} onSearch={(text) => change({ q: text }, { replace: q !== '' })} />
      </div>
      {error && <ProblemNotice error={error} onRetry={() => void refetch()} />}
      {isPending && !error && <ListSkeleton columns={4} />}
      {data?.total === 0 && (
        <EmptyState icon="users" title={t('no_matches')}>
          {t('no_matches_text')}
        </EmptyState>
      )}
      {data && data.total > 0 && (
        <div className={isPlaceholderData ? 'list list-waiting' : 'list'}>
          <UsersTable accounts={data.items} onAction={(action, account) => setAsked({ action, account })} />
          <Pagination
            page={page}
            perPage={PER_PAGE}
            total={data.total}
            shown={data.items.length}
            sizes={[PER_PAGE]}
            change={({ page: next = 1 }) => change({ page: next })}
          />
        </div>
      )}
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
