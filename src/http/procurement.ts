import type { Deps } from '../deps.ts'
import type { ProcurementContext } from '../procurement/context.ts'
import type { AppContext } from './env.ts'

/** What a procurement verb needs of a request. */
export const procurementContext = ({ database, clock, audit }: Deps, c: AppContext): ProcurementContext => ({
  database,
  clock,
  audit: audit(c.get('requestId')),
  person: c.get('person'),
})
