// From a request body to column values: what is read-only goes, the rest is checked and brought into its stored form.
import { isCreator } from '../auth/permissions.ts'
import { fieldIssues, invalid } from '../errors.ts'
import { sanitizeRichText, toRelativeMediaUrl } from '../security/sanitize-rich-text.ts'
import type { ContentContext } from './content-context.ts'
import type { Resource } from './define-resource.ts'
import { toRelativeLink } from './site-path.ts'

export type Input = Record<string, unknown>

const READ_ONLY = ['id', 'version', 'created_at', 'updated_at']
/** What a PUT leaves alone when it is absent, and a creator never sets. */
export const ADMIN_FIELDS = ['position', 'status', 'published_at', 'author_id'] as const

/** Checks a whole record (`create`, `replace`) or just the fields sent (`patch`); throws 422 with every problem. */
export function parseRecord(
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
    .map(([name, value]) => [name, toStored(ctx, resource, name, value)] as const)
  assertSizes(resource, stored)
  return Object.fromEntries(stored)
}

function withoutIgnored(ctx: ContentContext, resource: Resource, body: unknown, mode: string) {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body
  const ignored = new Set<string>([...READ_ONLY, ...Object.keys(resource.derived)])
  if (mode === 'create' && resource.ordered) ignored.add('position')
  if (isCreator(ctx.actor)) for (const name of ADMIN_FIELDS) ignored.add(name)
  return Object.fromEntries(Object.entries(body).filter(([name]) => !ignored.has(name)))
}

// Escaping can make sanitised text longer than what came, and cleaning can leave nothing of it; what is stored must
// pass as input again.
function assertSizes(resource: Resource, stored: readonly (readonly [string, unknown])[]) {
  const issues = stored
    .filter(
      ([name, value]) =>
        resource.fieldKinds.get(name) === 'rich' && !resource.input.shape[name]!.safeParse(value).success,
    )
    .map(([path, value]) =>
      value === ''
        ? { path, code: 'too_small', message: 'is empty once its markup is cleaned' }
        : { path, code: 'too_big', message: 'is too long once its markup is cleaned' },
    )
  if (issues.length > 0) throw invalid(issues)
}

function toStored(ctx: ContentContext, resource: Resource, name: string, value: unknown) {
  if (typeof value !== 'string') return value
  switch (resource.fieldKinds.get(name)) {
    case 'rich':
      return sanitizeRichText(value, { mediaBase: ctx.mediaBase })
    case 'link':
      // Of a redirect, so that a way that leads back to it is seen.
      if (name === resource.redirectFields?.to) return toRelativeLink(value, ctx.siteUrl)
      return value === '' ? null : value
    case 'image':
      return value === '' ? null : toRelativeMediaUrl(value, ctx.mediaBase)
    case 'instant':
      return new Date(value)
    default:
      return value
  }
}
