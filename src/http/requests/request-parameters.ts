// Reads what handlers need from the path, the query and the headers.
import { zValidator } from '@hono/zod-validator'
import { z } from 'zod'
import { invalid } from '../../text/errors.ts'
import { type FieldIssue, fieldIssues } from '../../text/field-issues.ts'
import type { Paging } from '../../text/paging.ts'
import { parseRecordId } from '../../text/record-id.ts'
import type { AppContext } from './app-env.ts'
import { paging } from './query-schemas.ts'

/** Validates the query for `c.req.valid('query')`. Throws 422 with every issue. */
export const query = <Schema extends z.ZodType>(schema: Schema) =>
  zValidator('query', schema, (result) => {
    if (!result.success) throw invalid(parameterIssues(result.error, result.data))
  })

type Failure = Parameters<typeof fieldIssues>[0]

/** The issues of a query: a parameter that is given twice has one, which says so. */
function parameterIssues(error: Failure, values: unknown): FieldIssue[] {
  const repeated = Object.entries(values as Record<string, unknown>).flatMap(([name, value]) =>
    Array.isArray(value) ? [name] : [],
  )
  const others = fieldIssues(error).filter(({ path }) => !repeated.includes(path))
  return [
    ...repeated.map((path) => ({ path, code: 'repeated', message: 'must be given only once' })),
    ...others,
  ]
}

/** Validates the query where no middleware has. Throws 422 with every issue. */
export function parseQuery<Schema extends z.ZodType>(schema: Schema, c: AppContext): z.output<Schema> {
  const values = queryOf(c)
  const result = schema.safeParse(values)
  if (!result.success) throw invalid(parameterIssues(result.error, values))
  return result.data
}

/** The same for a public read: unknown parameters are issues, but for those of campaigns and caches. */
export function parseClosedQuery<Shape extends z.ZodRawShape>(
  schema: z.ZodObject<Shape, z.core.$strict>,
  c: AppContext,
) {
  const values = withoutTracking(queryOf(c))
  const result = schema.safeParse(values)
  if (!result.success) throw invalid(closedIssues(result.error, values, schema))
  return result.data
}

const NONE = z.strictObject({})

/** For a public read without parameters. Throws 422 if the query has any, but for those of campaigns and caches. */
export function assertNoParameters(c: AppContext) {
  if (c.req.url.includes('?')) parseClosedQuery(NONE, c)
}

/** The query as `query` sees it: a repeated name has an array, so neither value is taken silently. */
export const queryOf = (c: AppContext) =>
  Object.fromEntries(
    Object.entries(c.req.queries()).map(([name, values]) => [name, values.length === 1 ? values[0] : values]),
  )

/**
 * Validates the query of a list: paging and `filters`, which are made at the first request where they are a function.
 * Throws 422 with every issue; unknown parameters are issues.
 */
export const listQuery = <Shape extends z.ZodRawShape>(filters: Shape | (() => Shape)) =>
  closedQuery(() => z.strictObject({ ...paging, ...(typeof filters === 'function' ? filters() : filters) }))

/** Validates the query of a list with parameters of its own. Throws 422 with every issue; unknown parameters are issues. */
export function closedQuery<Shape extends z.ZodRawShape>(create: () => z.ZodObject<Shape, z.core.$strict>) {
  const parameters = z.lazy(create)
  return zValidator('query', z.preprocess(withoutTracking, parameters), (result) => {
    if (!result.success) throw invalid(closedIssues(result.error, result.data, parameters.unwrap()))
  })
}

const closedIssues = (error: Failure, values: unknown, { shape }: z.ZodObject) =>
  parameterIssues(error, values).map((issue) =>
    issue.code === 'unknown_field' ? unknownParameter(issue.path, Object.keys(shape)) : issue,
  )

const unknownParameter = (path: string, known: string[]) => ({
  path,
  code: 'unknown_parameter',
  message: `is not a parameter of this path; it takes ${known.join(', ') || 'none'}`,
  params: { values: known },
})

/** Links from campaigns carry `utm_…`, some clients add `_=…` against caches. */
export const isTracking = (name: string) => /^(?:utm_|_$)/.test(name)

const withoutTracking = (query: unknown) =>
  Object.fromEntries(Object.entries(query as object).filter(([name]) => !isTracking(name)))

/** The record id in the path, or NaN, which no record has. */
export const idOf = (c: AppContext): number => parseRecordId(c.req.param('id') ?? '') ?? Number.NaN

export const ifMatchOf = (c: AppContext): string | null => c.req.header('If-Match') ?? null

const DEFAULT_PER_PAGE = 20

type PagingQuery = { page?: number | undefined; per_page?: number | undefined }

/** The requested page, or null for the whole list. */
export const pagingOf = ({ page, per_page }: PagingQuery): Paging | null =>
  page || per_page ? { page: page ?? 1, perPage: per_page ?? DEFAULT_PER_PAGE } : null
