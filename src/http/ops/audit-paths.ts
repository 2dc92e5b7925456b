// The audit log.
import { z } from 'zod'
import { operation, type Paths } from '../openapi/describe-operation.ts'
import { timestamp } from '../openapi/record-schemas.ts'
import { returns } from '../openapi/standard-responses.ts'
import { auditQuery } from '../requests/query-schemas.ts'

const auditRow = z
  .object({
    id: z.int(),
    occurred_at: timestamp(),
    actor: z.string(),
    actor_id: z.string().nullable(),
    action: z.string(),
    entity: z.string(),
    entity_id: z.string(),
    request_id: z.string().nullable(),
    changes: z.record(z.string(), z.unknown()).nullable(),
    hash: z.string().meta({ description: 'SHA-256 over this row and the hash of the row before it.' }),
  })
  .meta({ id: 'AuditRow' })

const auditPage = z.object({
  items: z.array(auditRow),
  limit: z.int(),
  next_before: z
    .int()
    .nullable()
    .meta({ description: 'The value of `before` for the next page; null on the last page.' }),
})

const integrity = z
  .object({
    ok: z.boolean(),
    rows: z.int(),
    first_broken: z
      .int()
      .nullable()
      .meta({ description: 'The id of the first row that does not match its hash.' }),
    last: z.object({ id: z.int(), hash: z.string() }).nullable(),
  })
  .meta({ id: 'AuditIntegrity' })

const shared = { access: 'procurement', roles: ['auditor', 'admin'], tag: 'Audit' } as const

export const auditPaths = (): Paths => ({
  '/api/audit-log': {
    get: operation({
      ...shared,
      id: 'listAuditLog',
      summary: 'List audit rows, newest first',
      query: auditQuery,
      responses: returns(auditPage),
    }),
  },
  '/api/audit-log/integrity': {
    get: operation({
      ...shared,
      id: 'checkAudit',
      summary: 'Verify the hash chain of the audit log',
      responses: returns(integrity),
    }),
  },
})
