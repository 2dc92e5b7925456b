// Earlier states of a record: who changed what and when, the difference to any other state, and the way back.
import { useQuery } from '@tanstack/react-query'
import type { ResourceDescription } from '../../../client/index.ts'
import { useApi } from '../../app/api/api.ts'
import { recordApiOf } from '../../app/api/record-api.ts'
import { PageHeader } from '../../app/design/page-header.tsx'
import { useLabel, useWords } from '../../app/words/words-context.tsx'
import { listCrumb } from '../../records/list-crumb.ts'
import { nameOf } from '../../records/record-names.ts'
import { RestoreButton } from './restore-button.tsx'
import { RevisionsView } from './revisions-view.tsx'

type HistoryScreenProps = { resource: ResourceDescription; id: string }

export function HistoryScreen({ resource, id }: HistoryScreenProps) {
  const t = useWords('history')
  const label = useLabel()
  const client = useApi()
  const api = client.admin.resource(resource.name as 'articles')
  const { data: record } = useQuery({
    queryKey: ['record', resource.name, id],
    queryFn: () => recordApiOf(client, resource.name).get(id),
    enabled: !resource.singleton,
  })
  const name = record ? nameOf(record, resource, label) : label(resource.label)
  const crumbs = [...listCrumb(resource, label), { label: name, href: recordHref(resource, id) }]
  return (
    <>
      <PageHeader title={t('title')} crumbs={crumbs} />
      <RevisionsView
        resource={resource}
        source={{
          key: [resource.name, id],
          list: () => recordApiOf(client, resource.name).revisions(id),
          get: (revision, diff) => api.revision(id, revision, { diff }),
        }}
        restoreButton={(revision, newest) => (
          <RestoreButton resource={resource} recordId={id} revision={revision} newest={newest} />
        )}
      />
    </>
  )
}

const recordHref = (resource: ResourceDescription, id: string) =>
  resource.singleton ? `/${resource.name}` : `/${resource.name}/${id}`
