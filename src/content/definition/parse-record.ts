// Turns a request body into column values: drops what the actor cannot set, validates the rest and converts it.
import { roleAllows } from '../../accounts/permissions.ts'
import { toRelativeMediaUrl } from '../../platform/security/sanitize-rich-text.ts'
import { TextTimeoutError } from '../../platform/text-workers.ts'
import { fieldInAll } from '../../text/content-language.ts'
import { countWords } from '../../text/count-words.ts'
import { invalid } from '../../text/errors.ts'
import { fieldIssues } from '../../text/field-issues.ts'
import { PUBLISH_FIELDS, READ_ONLY_FIELDS } from '../../text/record-fields.ts'
import type { ContentContext } from '../content-context.ts'
import { toRelativeLink } from '../site-path.ts'
import type { Resource } from './define-resource.ts'
import { MAX_RICH_TEXT } from './field-types.ts'

export type Input = Record<string, unknown>

/**
 * The column values for a whole record (`create`, `replace`) or for the fields sent (`patch`). Ignores fields that are
 * read-only or not the actor's to set. Throws 422 with every problem, and 503 if too many large texts are being sanitized.
 */
export async function parseRecord(
  ctx: ContentContext,
  resource: Resource,
  body: unknown,
  mode: 'create' | 'replace' | 'patch',
): Promise<Input> {
  const schema = mode === 'patch' ? resource.patch : resource.input
  const result = schema.safeParse(withoutIgnored(ctx, resource, body, mode), { reportInput: true })
  if (!result.success) throw invalid(fieldIssues(result.error))
  // Sizes are valid here, so that nothing beyond the limits is sanitized.
  const stored: [name: string, value: unknown][] = []
  for (const [name, value] of Object.entries(result.data)) {
    if (value !== undefined) stored.push([name, await toStored(ctx, resource, name, value)])
  }
  assertStillValid(resource, stored)
  return withWordCounts(resource, Object.fromEntries(stored))
}

/** The columns of the numbers of words, which no client writes and no archive has. */
export const WORD_COUNTS = fieldInAll('words')

/** The values of a write, with the number of words of each text among them. */
export function withWordCounts<Values extends Input>({ countedText }: Resource, values: Values): Values {
  if (!countedText) return values
  const counts = fieldInAll(countedText).flatMap((name, index) => {
    const text = values[name]
    return name in values ? [[WORD_COUNTS[index], typeof text === 'string' ? countWords(text) : null]] : []
  })
  return { ...values, ...Object.fromEntries(counts) }
}

// Removes the fields that are ignored instead of refused: editors may send back a whole record as they read it.
function withoutIgnored({ actor }: ContentContext, resource: Resource, body: unknown, mode: string) {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body
  const ignored = new Set<string>([...READ_ONLY_FIELDS, ...Object.keys(resource.derived)])
  const isNewInList = mode === 'create' && resource.ordered
  if (isNewInList || !roleAllows(actor, 'reorder', resource.name)) ignored.add('position')
  if (!roleAllows(actor, 'publish', resource.name)) for (const name of PUBLISH_FIELDS) ignored.add(name)
  return Object.fromEntries(Object.entries(body).filter(([name]) => !ignored.has(name)))
}

// Sanitizing can lengthen a text by escaping or leave nothing of it, but stored values must be valid input again.
function assertStillValid(resource: Resource, stored: readonly (readonly [string, unknown])[]) {
  const issues = stored
    .filter(
      ([name, value]) =>
        resource.fieldKinds.get(name) === 'rich' && !resource.input.shape[name]!.safeParse(value).success,
    )
    .map(([path, value]) =>
      value === ''
        ? { path, code: 'too_small', message: 'is empty without its unsafe markup', params: { min: 1 } }
        : {
            path,
            code: 'too_big',
            message: 'is too long once special characters are escaped',
            params: { max: MAX_RICH_TEXT },
          },
    )
  if (issues.length > 0) throw invalid(issues)
}

async function toStored(ctx: ContentContext, resource: Resource, name: string, value: unknown) {
  if (typeof value !== 'string') return value
  switch (resource.fieldKinds.get(name)) {
    case 'rich':
      return sanitize(ctx, name, value)
    case 'link':
      // Relative, so that `checkRedirect` sees loops through the site's own address.
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

async function sanitize({ textWorkers, mediaBase }: ContentContext, path: string, html: string) {
  try {
    return await textWorkers.sanitize(html, { mediaBase, maxLength: MAX_RICH_TEXT })
  } catch (error) {
    if (!(error instanceof TextTimeoutError)) throw error
    const message = 'takes too long to sanitize; simplify its markup'
    throw invalid([{ path, code: 'too_complex', message }])
  }
}
