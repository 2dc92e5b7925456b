import { useApi } from '../api/api.ts'
import { PlainRecords } from '../shell/plain-records.tsx'
import { useWords } from '../words/words-context.tsx'

export function QuotesScreen() {
  const t = useWords('shell')
  const api = useApi()
  return (
    <PlainRecords
      title={t('quotes')}
      queryKey={['records', 'quotes', { page: 1, per_page: 20 }]}
      load={() => api.procurement.quotes.list({ page: 1, per_page: 20 })}
      textOf={({ title }) => title}
    />
  )
}
