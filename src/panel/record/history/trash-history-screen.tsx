// The history of a deleted record, from its entry in the trash.
import { useQuery } from '@tanstack/react-query'
import { useApi, useSchema } from '../../app/api/api.ts'
import { PageHeader } from '../../app/design/page-header.tsx'
import { ProblemNotice } from '../../app/design/problem-notice.tsx'
import { Waiting } from '../../app/design/spinner.tsx'
import { useReady } from '../../app/design/use-ready.ts'
import { useWords } from '../../app/words/words-context.tsx'
import { useTrashName } from '../../records/use-trash-name.ts'
import { RevisionsView } from './revisions-view.tsx'

type TrashHistoryProps = { title: string; id: string }

/** `title` is that of the trash; `id` is that of the entry. */
export function TrashHistoryScreen({ title, id }: TrashHistoryProps) {
  const t = useWords('history')
  const { trash } = useApi().admin
  const { resources } = useSchema()
  const nameOf = useTrashName()
  const { data, error, refetch } = useQuery({
    queryKey: ['trash', 'entry', id],
    queryFn: () => trash.get(Number(id)),
  })
  const resource = resources.find(({ name }) => name === data?.resource)
  const hasNone = data !== undefined && !resource
  useReady(Boolean(error) || hasNone)
  return (
    <>
      <PageHeader
        title={t('history')}
        crumbs={[{ label: title, href: '/trash' }]}
        description={data && nameOf(data)}
      />
      {error && <ProblemNotice error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Waiting />}
      {hasNone && <p className="muted">{t('empty')}</p>}
      {resource && (
        <RevisionsView
          resource={resource}
          source={{
            key: ['trash', id],
            list: () => trash.revisions(Number(id)),
            get: (revision, diff) => trash.revision(Number(id), revision, { diff }),
          }}
        />
      )}
    </>
  )
}
