import { useApi } from '../api/api.ts'
import { PlainRecords } from '../shell/plain-records.tsx'
import { useWords } from '../words/words-context.tsx'

export function PeopleScreen() {
  const t = useWords('shell')
  const api = useApi()
  return (
    <PlainRecords
      title={t('people')}
      queryKey={['records', 'people', { page: 1, per_page: 20 }]}
      load={() => api.procurement.users.list({ page: 1, per_page: 20 })}
      textOf={({ display_name, subject }) => display_name ?? subject}
    />
  )
}
