import type { AuditOrigin } from '../audit/append-audit-row.ts'
import type { Database } from '../db/database.ts'
import type { Person } from './people/person.ts'

/** What every procurement verb needs. */
export type ProcurementContext = {
  database: Database
  clock: () => Date
  audit: AuditOrigin
  person: Person
}
