// The values of a form compared with the record as it was loaded, and the request bodies made from the difference.
import type { FieldDescription } from '../../client/index.ts'
import { normaliseRichText } from './normalise-rich-text.ts'

export type Values = Record<string, unknown>

const isBlank = (value: unknown) => value === null || value === undefined || value === ''

/** Whether two values of a field mean the same: null is like empty text, and rich text may be written differently. */
export function isSameValue(field: Pick<FieldDescription, 'kind'>, a: unknown, b: unknown): boolean {
  if (a === b || (isBlank(a) && isBlank(b))) return true
  if (isBlank(a) !== isBlank(b))
    return field.kind === 'rich' && normaliseRichText(String(a ?? '')) === normaliseRichText(String(b ?? ''))
  switch (field.kind) {
    case 'rich':
      return normaliseRichText(String(a)) === normaliseRichText(String(b))
    case 'instant':
      return Date.parse(String(a)) === Date.parse(String(b))
    case 'list':
    case 'tags':
      return canonical(a) === canonical(b)
    default:
      return false
  }
}

// The database keeps the keys of an entry in an order of its own.
const canonical = (value: unknown) =>
  JSON.stringify(value, (_, part) =>
    part !== null && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  )

/** The names of the fields that differ, in the order of `fields`. */
export function changedFields(fields: readonly FieldDescription[], loaded: Values, mine: Values): string[] {
  return fields
    .filter((field) => !field.read_only && !isSameValue(field, loaded[field.name], mine[field.name]))
    .map(({ name }) => name)
}

/** The body of a PATCH: the changed fields only. */
export function patchBody(fields: readonly FieldDescription[], loaded: Values, mine: Values): Values {
  const changed = new Set(changedFields(fields, loaded, mine))
  return bodyOf(
    fields.filter((field) => changed.has(field.name)),
    mine,
  )
}

/** The body of a new record: everything that was filled in; the rest gets the server's defaults. */
export function createBody(fields: readonly FieldDescription[], mine: Values): Values {
  const filled = fields.filter(({ name, read_only }) => !read_only && !isBlank(mine[name]))
  return bodyOf(filled, mine)
}

function bodyOf(fields: readonly FieldDescription[], mine: Values): Values {
  const entries = fields
    // The server makes a slug from the title only if it gets none.
    .filter(({ name, kind }) => !(kind === 'slug' && isBlank(mine[name])))
    .map((field): [string, unknown] => [field.name, toSent(field, mine[field.name])])
  return Object.fromEntries(entries)
}

function toSent({ kind, nullable }: FieldDescription, value: unknown): unknown {
  if (kind === 'rich' && normaliseRichText(String(value ?? '')) === '') return nullable ? null : ''
  if (isBlank(value)) return nullable ? null : kind === 'tags' || kind === 'list' ? [] : ''
  return value
}

/** The values of an empty form: what a new record of the resource starts with. */
export function emptyValues(fields: readonly FieldDescription[]): Values {
  return Object.fromEntries(fields.map((field) => [field.name, emptyValue(field)]))
}

const emptyValue = ({ kind, default: value }: FieldDescription) =>
  kind === 'tags' || kind === 'list' ? [] : value
