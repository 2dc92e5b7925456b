import type { Deps } from '../../deps.ts'
import type { IdempotentResult } from '../../platform/db/idempotency.ts'
import type { ProcurementContext } from '../../procurement/people/procurement-context.ts'
import type { AppContext } from './app-env.ts'
import { MAX_JSON_BYTES } from './body-limits.ts'
import { replayedHeader } from './idempotency-key.ts'

/** The context of a procurement operation, with the authenticated person of the request. */
export const procurementContext = ({ database, clock, audit }: Deps, c: AppContext): ProcurementContext => ({
  database,
  clock,
  audit: audit(c.env.serverRequestId),
  person: c.get('person'),
})

/** Sends 201 with the created record, also when it was created by an earlier request with the same key. */
export const sendCreated = <Answer extends object>(
  c: AppContext,
  { answer, replayed }: IdempotentResult<Answer>,
  headers: Record<string, string>,
) => c.json(answer, 201, { ...headers, ...replayedHeader(replayed) })

/** Access of the procurement routes. */
export const procurement = {
  authentication: 'procurement',
  cors: 'listed-origins',
  maxBodyBytes: MAX_JSON_BYTES,
} as const
