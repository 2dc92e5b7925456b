import type { Deps } from '../deps.ts'
import { keyIn, type Outcome } from '../procurement/idempotency.ts'
import type { ProcurementContext } from '../procurement/procurement-context.ts'
import type { AppContext } from './app-env.ts'

/** What a procurement verb needs of a request. */
export const procurementContext = ({ database, clock, audit }: Deps, c: AppContext): ProcurementContext => ({
  database,
  clock,
  audit: audit(c.env.requestId),
  person: c.get('person'),
})

/** The key that makes a repeated request harmless; throws 400. */
export const idempotencyKey = (c: AppContext) => keyIn(c.req.header('Idempotency-Key'))

/** 201 with what was made, or with what was made the first time. */
export const sendOutcome = <Answer extends object>(
  c: AppContext,
  { answer, replayed }: Outcome<Answer>,
  headers: Record<string, string>,
) => c.json(answer, 201, { ...headers, ...(replayed && { 'Idempotency-Replayed': 'true' }) })
