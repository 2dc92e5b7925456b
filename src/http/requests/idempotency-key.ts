import { parseIdempotencyKey } from '../../platform/db/idempotency.ts'
import type { AppContext } from './app-env.ts'

/** Throws 400 for an invalid key. */
export const idempotencyKey = (c: AppContext) => parseIdempotencyKey(c.req.header('Idempotency-Key'))

/** Says that the record was created by an earlier request with the same key. */
export const replayedHeader = (replayed: boolean): Record<string, string> =>
  replayed ? { 'Idempotency-Replayed': 'true' } : {}
