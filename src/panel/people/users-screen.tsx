import { useApi } from '../api/api.ts'
import { PlainRecords } from '../shell/plain-records.tsx'
import { useWords } from '../words/words-context.tsx'

export function UsersScreen() {
  const t = useWords('shell')
  const api = useApi()
  return (
    <PlainRecords
      title={t('users')}
      queryKey={['records', 'users', { page: 1, per_page: 20 }]}
      load={() => api.admin.users.list({ page: 1, per_page: 20 })}
      textOf={({ name }) => name}
    />
  )
}
