import type { AuditOrigin } from '../audit/emit.ts'
import type { Database } from '../db/client.ts'
import type { Person } from './people/person.ts'

/** What every procurement verb needs. */
export type ProcurementContext = {
  database: Database
  clock: () => Date
  audit: AuditOrigin
  person: Person
}
