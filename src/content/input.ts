// From a request body to column values: what is read-only goes, the rest is checked and brought into its stored form.
import { isCreator } from '../auth/permissions.ts'
import { fieldIssues, invalid } from '../errors.ts'
import { sanitizeRichText, toRelativeMediaUrl } from '../security/rich-text.ts'
import type { ContentContext } from './context.ts'
import type { Resource } from './define-resource.ts'
import type { FieldKind } from './fields.ts'

export type Input = Record<string, unknown>

const READ_ONLY = ['id', 'version', 'created_at', 'updated_at']
/** What a PUT leaves alone when it is absent, and a creator never sets. */
export const KEPT = ['position', 'status', 'published_at', 'author_id'] as const

/** Checks a whole record (`create`, `replace`) or just the fields sent (`patch`); throws 422 with every problem. */
export function parseInput(
  ctx: ContentContext,
  resource: Resource,
  body: unknown,
  mode: 'create' | 'replace' | 'patch',
): Input {
  const schema = mode === 'patch' ? resource.input.partial() : resource.input
  const result = schema.safeParse(withoutIgnored(ctx, resource, body, mode), { reportInput: true })
  if (!result.success) throw invalid(fieldIssues(result.error))
  const stored = Object.entries(result.data)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => [name, toStored(resource.kinds.get(name), value, ctx.mediaBase)] as const)
  assertSizes(resource, stored)
  return Object.fromEntries(stored)
}

function withoutIgnored(ctx: ContentContext, resource: Resource, body: unknown, mode: string) {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body
  const ignored = new Set<string>([...READ_ONLY, ...Object.keys(resource.derived)])
  if (mode === 'create' && resource.ordered) ignored.add('position')
  if (isCreator(ctx.actor)) for (const name of KEPT) ignored.add(name)
  return Object.fromEntries(Object.entries(body).filter(([name]) => !ignored.has(name)))
}

// Escaping can make sanitised text longer than what came; what is stored must pass as input again.
function assertSizes(resource: Resource, stored: readonly (readonly [string, unknown])[]) {
  const issues = stored
    .filter(
      ([name, value]) =>
        resource.kinds.get(name) === 'rich' && !resource.input.shape[name]!.safeParse(value).success,
    )
    .map(([path]) => ({ path, code: 'too_big', message: 'is too long once its markup is cleaned' }))
  if (issues.length > 0) throw invalid(issues)
}

function toStored(kind: FieldKind | undefined, value: unknown, mediaBase: string) {
  if (typeof value !== 'string') return value
  switch (kind) {
    case 'rich':
      return sanitizeRichText(value, { mediaBase })
    case 'link':
      return value === '' ? null : value
    case 'image':
      return value === '' ? null : toRelativeMediaUrl(value, mediaBase)
    case 'instant':
      return new Date(value)
    default:
      return value
  }
}
