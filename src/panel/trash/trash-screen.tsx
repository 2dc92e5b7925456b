import { useApi } from '../api/api.ts'
import { PlainRecords } from '../shell/plain-records.tsx'
import { useWords } from '../words/words-context.tsx'

export function TrashScreen() {
  const t = useWords('shell')
  const api = useApi()
  return (
    <PlainRecords
      title={t('trash')}
      queryKey={['records', 'trash', { page: 1, per_page: 20 }]}
      load={() => api.admin.trash.list({ page: 1, per_page: 20 })}
      textOf={({ resource, id }) => `${resource} ${id}`}
    />
  )
}
