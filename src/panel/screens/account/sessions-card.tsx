import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Session } from '../../../client/index.ts'
import { queryClient } from '../../app/api/api.ts'
import { Button } from '../../app/design/button.tsx'
import { Card } from '../../app/design/card.tsx'
import { Chip } from '../../app/design/chip.tsx'
import { ConfirmDialog } from '../../app/design/dialog.tsx'
import { Pagination } from '../../app/design/pagination.tsx'
import { ProblemNotice } from '../../app/design/problem-notice.tsx'
import { Waiting } from '../../app/design/spinner.tsx'
import { showToast, useAttempt } from '../../app/design/toasts.tsx'
import { useFormat } from '../../app/design/use-format.ts'
import { useSignOut } from '../../app/shell/account-menu.tsx'
import { useWords } from '../../app/words/words-context.tsx'
import { endSessionOf, listSessions } from './account-api.ts'

const SESSIONS = ['sessions']
const PER_PAGE = 20

/** Where this user is signed in, and ways to end it. */
export function SessionsCard() {
  const words = useWords('account')
  const signOut = useSignOut()
  const [isAsking, setAsking] = useState(false)
  const [page, setPage] = useState(1)
  const { data, error, isPending, refetch } = useQuery({
    queryKey: [...SESSIONS, page],
    queryFn: () => listSessions({ page, per_page: PER_PAGE }),
    placeholderData: keepPreviousData,
  })
  const last = Math.max(1, Math.ceil((data?.total ?? 0) / PER_PAGE))
  // The last one of the last page has ended.
  if (data && page > last) setPage(last)
  return (
    <Card title={words('sessions')}>
      <div className="stack">
        {isPending && <Waiting />}
        {error && <ProblemNotice error={error} onRetry={() => void refetch()} />}
        {data && (
          <ul className="card-list">
            {data.items.map((session) => (
              <SessionItem key={session.id} session={session} />
            ))}
          </ul>
        )}
        {data && last > 1 && (
          <Pagination
            page={page}
            perPage={PER_PAGE}
            total={data.total}
            shown={data.items.length}
            change={(change) => setPage(change.page ?? 1)}
          />
        )}
        <div className="account-actions">
          <Button icon="sign-out" onPress={() => signOut()}>
            {words('sign_out_here')}
          </Button>
          <Button look="quiet" onPress={() => setAsking(true)}>
            {words('sign_out_everywhere')}
          </Button>
        </div>
      </div>
      <ConfirmDialog
        title={words('sign_out_everywhere')}
        isOpen={isAsking}
        action={words('sign_out_everywhere')}
        isDangerous
        onClose={() => setAsking(false)}
        onConfirm={() => signOut(true)}
      >
        {words('everywhere_question')}
      </ConfirmDialog>
    </Card>
  )
}

function SessionItem({ session }: { session: Session }) {
  const words = useWords('account')
  const { formatInstant } = useFormat()
  const { isPending, attempt } = useAttempt()
  const { id, device, address, method, created_at, last_seen_at, is_current } = session
  const end = () =>
    attempt(async () => {
      await endSessionOf(id)
      await queryClient.invalidateQueries({ queryKey: SESSIONS })
      showToast(words('session_over'))
    })
  return (
    <li>
      <strong dir="auto">{device}</strong>
      {is_current && <Chip tone="accent">{words('this_session')}</Chip>}
      <span className="card-detail">
        {words(`method_${method}`)} · <bdi dir="ltr">{address}</bdi>
        <br />
        {words('session_since', { time: formatInstant(created_at) })} ·{' '}
        {words('session_seen', { time: formatInstant(last_seen_at) })}
      </span>
      {!is_current && (
        <Button
          size="small"
          isPending={isPending}
          aria-label={words('end_session_of', { device })}
          onPress={() => void end()}
        >
          {words('end_session')}
        </Button>
      )}
    </li>
  )
}
