import { useQuery } from '@tanstack/react-query'
import { useSession } from '../../app/api/api.ts'
import { isEditor } from '../../app/api/session.ts'
import { Link } from '../../app/design/button.tsx'
import { useFormat } from '../../app/design/use-format.ts'
import { useWords } from '../../app/words/words-context.tsx'
import { CardList, QueryCard } from './card.tsx'

/** The drafts that colleagues ask the user to review, and own ones that came back. */
export function WaitingCard() {
  const t = useWords('overview')
  const { user } = useSession()
  const { formatRelative } = useFormat()
  const query = useQuery({
    // The badge in the navigation shows the same.
    queryKey: ['waiting', user.accountId],
    queryFn: async () => (await import('../../app/api/discussion-api.ts')).listWaiting(isEditor(user)),
  })
  return (
    <QueryCard title={t('waiting')} query={query}>
      {(items) => (
        <CardList empty={t('waiting_none')}>
          {items.map(({ id, path, state, label, requested_by, requested_at, decided_by, decided_at }) => (
            <li key={id}>
              <Link href={`/${path}`}>{label}</Link>
              <span className="muted small">
                {state !== 'approved' && `${t(`waiting_${state}`, { name: decided_by ?? requested_by })} · `}
                {formatRelative(decided_at ?? requested_at)}
              </span>
            </li>
          ))}
        </CardList>
      )}
    </QueryCard>
  )
}
