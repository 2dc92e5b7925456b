import { useApi } from '../api/api.ts'
import { PlainRecords } from '../shell/plain-records.tsx'
import { useWords } from '../words/words-context.tsx'

export function NewsletterScreen() {
  const t = useWords('shell')
  const api = useApi()
  return (
    <PlainRecords
      title={t('newsletter')}
      queryKey={['records', 'newsletter', { page: 1, per_page: 20 }]}
      load={() => api.admin.newsletter.list({ page: 1, per_page: 20 })}
      textOf={({ email }) => email}
    />
  )
}
