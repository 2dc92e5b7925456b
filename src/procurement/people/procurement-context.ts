// Procurement: users with roles, quotes with their lifecycle, and inventory. This file defines the dependencies that
// the routes pass to every operation.
import type { AuditOrigin } from '../../accounts/audit/append-audit-row.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Person } from './person.ts'

export type ProcurementContext = {
  database: Database
  clock: () => Date
  audit: AuditOrigin
  /** The authenticated caller. */
  person: Person
}
