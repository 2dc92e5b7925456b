import type { ResourceDescription, ResourceName } from '../../client/index.ts'
import { useApi } from '../api/api.ts'
import { useFormat } from '../design/use-format.ts'
import { PlainRecords } from '../shell/plain-records.tsx'
import { useLabel } from '../words/words-context.tsx'

export function HistoryScreen({ resource, id }: { resource: ResourceDescription; id: string }) {
  const api = useApi()
  const label = useLabel()
  const { formatInstant } = useFormat()
  return (
    <PlainRecords
      title={label(resource.label)}
      queryKey={['revisions', resource.name, id]}
      load={() => api.admin.resource(resource.name as ResourceName).revisions(id)}
      textOf={({ created_at }) => formatInstant(created_at)}
    />
  )
}
