import { useApi } from '../api/api.ts'
import { PlainRecords } from '../shell/plain-records.tsx'
import { useWords } from '../words/words-context.tsx'

export function MediaLibraryScreen() {
  const t = useWords('shell')
  const api = useApi()
  return (
    <PlainRecords
      title={t('media')}
      queryKey={['records', 'media', { page: 1, per_page: 20 }]}
      load={() => api.admin.media.list({ page: 1, per_page: 20 })}
      textOf={({ url }) => url}
    />
  )
}
