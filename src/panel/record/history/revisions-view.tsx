import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useSearchParams } from 'wouter'
import type { ResourceDescription, Revision } from '../../../client/index.ts'
import { EmptyState } from '../../app/design/empty-state.tsx'
import { Checkbox } from '../../app/design/fields.tsx'
import { ProblemNotice } from '../../app/design/problem-notice.tsx'
import { Waiting } from '../../app/design/spinner.tsx'
import { useReady } from '../../app/design/use-ready.ts'
import { useWords } from '../../app/words/words-context.tsx'
import { foldAutosaves } from './fold-autosaves.ts'
import { type HistorySource, RevisionDetails } from './revision-details.tsx'
import { RevisionList } from './revision-list.tsx'

type RevisionsViewProps = {
  resource: ResourceDescription
  source: HistorySource
  /** The way back to a revision that is not the newest one. */
  restoreButton?: (revision: Revision, newest: Revision) => ReactNode
}

/** The chosen revision and the state to compare it with stand in the address. */
export function RevisionsView({ resource, source, restoreButton }: RevisionsViewProps) {
  const t = useWords('history')
  const [search, setSearch] = useSearchParams()
  const [showsAll, setShowsAll] = useState(false)
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['revisions', ...source.key],
    queryFn: source.list,
  })
  const revisions = data?.items ?? []
  const chosen = revisions.find((revision) => String(revision.id) === search.get('revision')) ?? revisions[0]
  const { shown, folded } = foldAutosaves(revisions, chosen?.id ?? null)
  useReady(!isPending && !chosen)

  const change = (name: string, value: string) =>
    setSearch(
      (current) => {
        const next = new URLSearchParams(current)
        next.set(name, value)
        return next
      },
      { replace: true },
    )

  return (
    <>
      {error && <ProblemNotice error={error} onRetry={() => void refetch()} />}
      {isPending && <Waiting />}
      {data && revisions.length === 0 && (
        <EmptyState icon="history" title={t('empty')}>
          {t('empty_text')}
        </EmptyState>
      )}
      {chosen && (
        <div className="history">
          <div className="revision-column">
            {(folded > 0 || showsAll) && (
              <Checkbox isSelected={showsAll} onChange={setShowsAll}>
                {t('show_autosaves', { count: folded })}
              </Checkbox>
            )}
            <RevisionList
              resource={resource}
              revisions={showsAll ? revisions : shown}
              newest={revisions[0]!.id}
              first={revisions.at(-1)!.id}
              chosen={chosen.id}
              onChoose={(revision) => change('revision', String(revision))}
            />
          </div>
          <RevisionDetails
            key={chosen.id}
            resource={resource}
            source={source}
            revision={chosen}
            revisions={revisions}
            comparedWith={search.get('with') ?? 'previous'}
            onCompare={(value) => change('with', value)}
            restoreButton={restoreButton?.(chosen, revisions[0]!)}
          />
        </div>
      )}
    </>
  )
}
