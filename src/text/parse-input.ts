import type { z } from 'zod'
import { invalid } from './errors.ts'
import { fieldIssues } from './field-issues.ts'

/** Parses a body, form or query. Throws 422 `validation_failed` with one entry for each invalid field. */
export function parseInput<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const result = schema.safeParse(value)
  if (!result.success) throw invalid(fieldIssues(result.error))
  return result.data
}
