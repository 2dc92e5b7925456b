// Earlier states of a record: who changed what and when, the difference to any other state, and the way back.
import type { ResourceDescription } from '../../client/index.ts'
import { useApi } from '../api/api.ts'
import { recordApiOf } from '../api/record-api.ts'
import { PageHeader } from '../design/page-header.tsx'
import { useFormat } from '../design/use-format.ts'
import { listCrumb } from '../forms/list-crumb.ts'
import { useLabel, useWords } from '../words/words-context.tsx'
import { RestoreButton } from './restore-button.tsx'
import { RevisionsView } from './revisions-view.tsx'

type HistoryScreenProps = { resource: ResourceDescription; id: string }

export function HistoryScreen({ resource, id }: HistoryScreenProps) {
  const t = useWords('history')
  const label = useLabel()
  const client = useApi()
  const { formatNumber } = useFormat()
  const api = client.admin.resource(resource.name as 'articles')
  const idText = formatNumber(Number(id), { useGrouping: false })
  const recordName = resource.singleton ? label(resource.label) : `${label(resource.label)} ${idText}`
  const crumbs = [...listCrumb(resource, label), { label: recordName, href: recordHref(resource, id) }]
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
