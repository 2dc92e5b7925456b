// The values of a working copy: types and limits as in a write, but values that are required may still be missing.
import type { z } from 'zod'
import type { ContentContext } from '../content-context.ts'
import type { Resource } from '../definition/define-resource.ts'
import { parseRecord } from '../definition/parse-record.ts'
import type { State } from '../history/working-copy.ts'

/** The fields sent, as they are stored. Throws 422 for wrong types, for what is too long and for unknown fields. */
export async function parseDraft(ctx: ContentContext, resource: Resource, body: unknown): Promise<State> {
  const unfinished = unfinishedFields(resource, body)
  const finished = unfinished.size === 0 ? body : omit(body as State, unfinished)
  const input = await parseRecord(ctx, resource, finished, 'patch')
  const values = Object.entries(input).filter(([name]) => name in resource.input.shape)
  return JSON.parse(JSON.stringify({ ...Object.fromEntries(values), ...Object.fromEntries(unfinished) }))
}

/** The fields whose only fault is that something is still empty: null where the whole field is. */
function unfinishedFields(resource: Resource, body: unknown): Map<string, unknown> {
  const unfinished = new Map<string, unknown>()
  if (typeof body !== 'object' || body === null) return unfinished
  const fields = new Map(Object.entries<z.ZodType>(resource.input.shape))
  for (const [name, value] of Object.entries(body)) {
    const result = fields.get(name)?.safeParse(value, { reportInput: true })
    if (!result || result.success) continue
    const isEmpty = value === null || (typeof value === 'string' && value.trim() === '')
    if (isEmpty) unfinished.set(name, null)
    else if (result.error.issues.every(isAboutEmptiness)) unfinished.set(name, value)
  }
  return unfinished
}

/** Of a value within the field, such as the answer to a question. */
function isAboutEmptiness(issue: z.core.$ZodIssue): boolean {
  if (issue.path.length === 0) return false
  if (issue.code === 'invalid_type') return issue.input == null
  return issue.code === 'too_small' && issue.origin === 'string' && issue.minimum === 1
}

const omit = (body: State, names: ReadonlyMap<string, unknown>) =>
  Object.fromEntries(Object.entries(body).filter(([name]) => !names.has(name)))
