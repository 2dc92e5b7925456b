import { useIsFetching } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useSession } from '../../app/api/api.ts'
import { isEditor } from '../../app/api/session.ts'
import { PageHeader } from '../../app/design/page-header.tsx'
import { useReady } from '../../app/design/use-ready.ts'
import { useWords } from '../../app/words/words-context.tsx'
import { DraftsCard, ScheduledCard } from './article-cards.tsx'
import { UnpublishedChangesCard } from './draft-card.tsx'
import { ChangesCard, MessagesCard, MissingCard, StateCard } from './site-cards.tsx'
import { WaitingCard } from './waiting-card.tsx'

/** The work that waits for this user, the latest changes of others, and gaps in the content. */
export function OverviewScreen({ title }: { title: string }) {
  const words = useWords('overview')
  const { user } = useSession()
  const seesAll = isEditor(user)
  const isFetching = useIsFetching() > 0
  const [hasLoaded, setLoaded] = useState(false)
  useEffect(() => {
    if (!isFetching) setLoaded(true)
  }, [isFetching])
  useReady(hasLoaded)
  return (
    <>
      <PageHeader title={title} description={words('greeting', { name: user.name })} isRoot />
      <div className="overview">
        <WaitingCard />
        {seesAll && <MessagesCard />}
        <DraftsCard />
        {seesAll && (
          <>
            <UnpublishedChangesCard />
            <ScheduledCard />
            <MissingCard />
            <ChangesCard />
            {user.role === 'admin' && <StateCard />}
          </>
        )}
      </div>
    </>
  )
}
