import { useApi } from '../api/api.ts'
import { PlainRecords } from '../shell/plain-records.tsx'
import { useWords } from '../words/words-context.tsx'

export function MessagesScreen() {
  const t = useWords('shell')
  const api = useApi()
  return (
    <PlainRecords
      title={t('messages')}
      queryKey={['records', 'messages', { page: 1, per_page: 20 }]}
      load={() => api.admin.messages.list({ page: 1, per_page: 20 })}
      textOf={({ name, message }) => `${name}: ${message}`}
    />
  )
}
