import type { ResourceDescription, ResourceName } from '../../client/index.ts'
import { useApi } from '../api/api.ts'
import { PlainRecords } from '../shell/plain-records.tsx'
import { useLabel } from '../words/words-context.tsx'

export function RecordListScreen({ resource }: { resource: ResourceDescription }) {
  const api = useApi()
  const label = useLabel()
  const { name, list_columns } = resource
  return (
    <PlainRecords
      title={label(resource.label_plural)}
      queryKey={['records', name, { page: 1, per_page: 20 }]}
      load={() => api.admin.resource(name as ResourceName).list({ page: 1, per_page: 20 })}
      textOf={(record) => String((record as Record<string, unknown>)[list_columns[0] ?? 'id'] ?? record.id)}
      hrefOf={({ id }) => `/${name}/${id}`}
    />
  )
}
