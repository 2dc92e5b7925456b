import type { AuditIntegrity, AuditRow } from './generated-types.ts'
import type { RequestJson } from './send-request.ts'

/** The audit log; requires the role `auditor` or `admin` in procurement. */
export const createAuditClient = (requestJson: RequestJson) => ({
  list: (
    query?: Partial<
      Record<'actor' | 'actor_id' | 'action' | 'entity' | 'entity_id' | 'from' | 'to', string>
    > & { limit?: number; before?: number },
  ) =>
    requestJson<{ items: AuditRow[]; limit: number; next_before: number | null }>('GET', '/api/audit-log', {
      query,
    }),
  integrity: () => requestJson<AuditIntegrity>('GET', '/api/audit-log/integrity'),
})
