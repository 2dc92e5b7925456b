import { useApi } from '../api/api.ts'
import { PlainRecords } from '../shell/plain-records.tsx'
import { useWords } from '../words/words-context.tsx'

export function AuditScreen() {
  const t = useWords('shell')
  const api = useApi()
  return (
    <PlainRecords
      title={t('audit')}
      queryKey={['audit']}
      load={() => api.procurement.audit.list({ limit: 50 })}
      textOf={({ actor, action, entity, entity_id }) => `${actor}: ${action} ${entity} ${entity_id}`}
    />
  )
}
