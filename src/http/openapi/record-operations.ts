// Parts of descriptions for `operation` that operations on records share.
import type { z } from 'zod'
import type { ErrorCode } from '../../text/errors.ts'
import { listOf, pagedQuery, recordPath } from './record-schemas.ts'
import { returns, returnsNothing, returnsRecord } from './standard-responses.ts'

const NOT_FOUND: ErrorCode[] = ['not_found']

/** Lists records, page by page or whole. */
export const lists = (item: z.ZodType, filters: z.ZodRawShape = {}) => ({
  query: pagedQuery(filters),
  responses: returns(listOf(item)),
  errors: ['paging_required' as const],
})

/** Gets the record with an id. */
export const gets = (record: z.ZodType) => ({
  path: recordPath,
  responses: returnsRecord(record),
  errors: NOT_FOUND,
})

/** Changes the record with an id. */
export const changes = (record: z.ZodType, body: z.ZodType) => ({ ...gets(record), conditional: true, body })

/** Deletes the record with an id. */
export const removes = {
  path: recordPath,
  conditional: true,
  responses: returnsNothing,
  errors: NOT_FOUND,
}
