// Earlier states of a record: who changed what and when, the difference to any other state, and the way back.
import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'wouter'
import type { ResourceDescription } from '../../client/index.ts'
import { useApi } from '../api/api.ts'
import { EmptyState } from '../design/empty-state.tsx'
import { PageHeader } from '../design/page-header.tsx'
import { ProblemNotice } from '../design/problem-notice.tsx'
import { Waiting } from '../design/spinner.tsx'
import { useReady } from '../design/use-ready.ts'
import { listCrumb } from '../forms/list-crumb.ts'
import { recordApiOf } from '../forms/record-api.ts'
import { useLabel, useWords } from '../words/words-context.tsx'
import { RevisionDetails } from './revision-details.tsx'
import { RevisionList } from './revision-list.tsx'

type HistoryScreenProps = { resource: ResourceDescription; id: string }

/** The chosen revision and the state to compare it with stand in the address. */
export function HistoryScreen({ resource, id }: HistoryScreenProps) {
  const t = useWords('history')
  const label = useLabel()
  const api = recordApiOf(useApi(), resource.name)
  const [search, setSearch] = useSearchParams()
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['revisions', resource.name, id],
    queryFn: () => api.revisions(id),
  })
  const revisions = data?.items ?? []
  const chosen = revisions.find((revision) => String(revision.id) === search.get('revision')) ?? revisions[0]
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

  const recordName = resource.singleton ? label(resource.label) : `${label(resource.label)} ${id}`
  const crumbs = [...listCrumb(resource, label), { label: recordName, href: recordHref(resource, id) }]
  return (
    <>
      <PageHeader title={t('title')} crumbs={crumbs} />
      {error && <ProblemNotice error={error} onRetry={() => void refetch()} />}
      {isPending && <Waiting />}
      {data && revisions.length === 0 && (
        <EmptyState icon="history" title={t('empty')}>
          {t('empty_text')}
        </EmptyState>
      )}
      {chosen && (
        <div className="history">
          <RevisionList
            resource={resource}
            revisions={revisions}
            chosen={chosen.id}
            onChoose={(revision) => change('revision', String(revision))}
          />
          <RevisionDetails
            key={chosen.id}
            resource={resource}
            recordId={id}
            revision={chosen}
            revisions={revisions}
            comparedWith={search.get('with') ?? 'previous'}
            onCompare={(value) => change('with', value)}
          />
        </div>
      )}
    </>
  )
}

const recordHref = (resource: ResourceDescription, id: string) =>
  resource.singleton ? `/${resource.name}` : `/${resource.name}/${id}`
