// Assigns the server's errors to the fields of a form and words them in the interface's language.
import type { FieldDescription } from '../../../client/index.ts'

export type FieldIssue = { path: string; code: string; message: string }

/** An error at a field; `entry` and `part` locate it inside a list, such as the answer of the third question. */
export type FieldError = { code: string; message: string; entry: number | null; part: string | null }

export type FormErrors = {
  /** The errors by field name, in the order of the form. */
  byField: Map<string, FieldError[]>
  /** Errors that belong to no field of the form. */
  general: FieldIssue[]
}

export const NO_ERRORS: FormErrors = { byField: new Map(), general: [] }

/** Paths are dotted: `title`, `faqs.2.question`, `tags.0`. */
export function errorsByField(
  issues: readonly FieldIssue[],
  fields: readonly FieldDescription[],
): FormErrors {
  const found = new Map<string, FieldError[]>()
  const general: FieldIssue[] = []
  for (const issue of issues) {
    const [name = '', entry, part] = issue.path.split('.')
    if (!fields.some((field) => field.name === name)) {
      general.push(issue)
      continue
    }
    const index = entry !== undefined && /^\d+$/.test(entry) ? Number(entry) : null
    const { code, message } = issue
    found.set(name, [...(found.get(name) ?? []), { code, message, entry: index, part: part ?? null }])
  }
  const inOrder = fields.flatMap(({ name }) => (found.has(name) ? [[name, found.get(name)!] as const] : []))
  return { byField: new Map(inOrder), general }
}

/** The errors without those of a field, which its next change makes obsolete. */
export function withoutField(errors: FormErrors, name: string): FormErrors {
  if (!errors.byField.has(name)) return errors
  const byField = new Map(errors.byField)
  byField.delete(name)
  return { ...errors, byField }
}

export type ErrorWording = { key: string; values: Record<string, string | number> }

const BY_KIND: Record<string, string> = {
  email: 'invalid_email',
  slug: 'invalid_slug',
  path: 'invalid_path',
  link: 'invalid_link',
  image: 'invalid_image',
  color: 'invalid_color',
  instant: 'invalid_instant',
  integer: 'invalid_number',
  decimal: 'invalid_number',
}

const BY_CODE: Record<string, string> = {
  required: 'required',
  taken: 'taken',
  unknown_reference: 'unknown_reference',
  too_complex: 'too_complex',
  loop: 'loop',
  too_deep: 'too_deep',
  out_of_order: 'out_of_order',
}

/** The key of the sentence for an error, in the words of the form, with its placeholders. */
export function wordingOf(field: FieldDescription, { code, part, entry }: FieldError): ErrorWording {
  const described = part !== null ? field.fields?.find(({ name }) => name === part) : field
  const isList = field.kind === 'list' && entry === null
  const [min, max] = [described?.min ?? null, described?.max ?? null]
  const isNumber = described?.kind === 'integer' || described?.kind === 'decimal'
  if (code === 'too_small' && isNumber) return { key: 'number_too_small', values: { min: min ?? 0 } }
  if (code === 'too_big' && isNumber) return { key: 'number_too_big', values: { max: max ?? 0 } }
  if (code === 'too_small') return { key: 'required', values: {} }
  if (code === 'too_big' && max !== null)
    return { key: isList || field.kind === 'tags' ? 'too_many_entries' : 'too_long', values: { max } }
  const known = BY_CODE[code]
  if (known) return { key: known, values: {} }
  return { key: BY_KIND[described?.kind ?? ''] ?? 'invalid', values: {} }
}
