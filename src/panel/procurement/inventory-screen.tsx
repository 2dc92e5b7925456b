import { useApi } from '../api/api.ts'
import { PlainRecords } from '../shell/plain-records.tsx'
import { useWords } from '../words/words-context.tsx'

export function InventoryScreen() {
  const t = useWords('shell')
  const api = useApi()
  return (
    <PlainRecords
      title={t('inventory')}
      queryKey={['records', 'inventory', { page: 1, per_page: 20 }]}
      load={() => api.procurement.items.list({ page: 1, per_page: 20 })}
      textOf={({ name }) => name}
    />
  )
}
