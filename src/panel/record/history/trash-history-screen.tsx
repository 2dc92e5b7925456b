// The history of a deleted record, from its entry in the trash.
import { useQuery } from '@tanstack/react-query'
import { useRoute } from 'wouter'
import { useApi, useSchema } from '../../app/api/api.ts'
import { PageHeader } from '../../app/design/page-header.tsx'
import { ProblemNotice } from '../../app/design/problem-notice.tsx'
import { Waiting } from '../../app/design/spinner.tsx'
import { useReady } from '../../app/design/use-ready.ts'
import { useWords } from '../../app/words/words-context.tsx'
import { useTrashName } from '../../records/use-trash-name.ts'
import { RevisionsView } from './revisions-view.tsx'

export function TrashHistoryScreen() {
  const t = useWords('history')
  const [, params] = useRoute('/trash/:id/history')
  const id = params?.id ?? ''
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
        title={t('title')}
        crumbs={[{ label: t('trash'), href: '/trash' }]}
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
