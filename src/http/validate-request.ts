import { zValidator } from '@hono/zod-validator'
import { z } from 'zod'
import { fieldIssues, invalid } from '../errors.ts'
import type { Paging } from '../paging.ts'
import { parseRecordId } from '../record-id.ts'
import type { AppContext } from './app-env.ts'
import { paging } from './query-schemas.ts'

/** Checks the query, which the handler then finds as `c.req.valid('query')`; throws 422 with every problem. */
export const query = <Schema extends z.ZodType>(schema: Schema) =>
  zValidator('query', schema, (result) => {
    if (!result.success) throw invalid(fieldIssues(result.error))
  })

/** The query as `query` reads it: a name that is given twice has a list, so that neither value is taken for meant. */
export const queryOf = (c: AppContext) =>
  Object.fromEntries(
    Object.entries(c.req.queries()).map(([name, values]) => [name, values.length === 1 ? values[0] : values]),
  )

/** The query of a list; `extra` are its filters. */
export const listQuery = <Shape extends z.ZodRawShape>(extra: Shape) =>
  query(z.object({ ...paging, ...extra }))

/** The record id in the path, or NaN, which no record has. */
export const idOf = (c: AppContext): number => parseRecordId(c.req.param('id') ?? '') ?? Number.NaN

const DEFAULT_PER_PAGE = 20

/** The page that a query asks for, or null where it asks for all. */
export function pagingOf({
  page,
  per_page,
}: {
  page?: number | undefined
  per_page?: number | undefined
}): Paging | null {
  return page || per_page ? { page: page ?? 1, perPage: per_page ?? DEFAULT_PER_PAGE } : null
}
