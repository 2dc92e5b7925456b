// Recognizes the record that a request has created whose answer was lost.
import type { FieldDescription } from '../../client/index.ts'
import { isSameValue, type Values } from './form-values.ts'
import { plainText } from './plain-text.ts'

/** The service decides on these by itself. */
const NOT_COMPARED = ['status', 'published_at']

/** Values that many records have say nothing about which one it is. */
const TELLING = ['line', 'text', 'rich', 'email', 'path', 'slug', 'link', 'image']

type Made = { fields: readonly FieldDescription[]; body: Values }

/** Whether a record has all values of the body; never for a body without a text of its own. */
export function wasMadeOf(record: Values, { fields, body }: Made): boolean {
  const sent = fields.filter(({ name }) => name in body && !NOT_COMPARED.includes(name))
  return (
    sent.some(({ name, kind }) => TELLING.includes(kind) && String(body[name] ?? '').trim() !== '') &&
    sent.every((field) => isStoredAs(field, body[field.name], record[field.name]))
  )
}

/** The service trims texts, and may write rich texts and numbers differently. */
function isStoredAs(field: FieldDescription, sent: unknown, stored: unknown): boolean {
  if (field.kind === 'rich') return wordsOf(sent) === wordsOf(stored)
  if (field.kind === 'decimal' && sent !== null) return Number(sent) === Number(stored)
  return isSameValue(field, trimmed(sent), trimmed(stored))
}

const wordsOf = (html: unknown) =>
  plainText(String(html ?? ''))
    .replace(/\s+/g, ' ')
    .trim()

const trimmed = (value: unknown): unknown => {
  if (typeof value === 'string') return value.trim()
  if (Array.isArray(value)) return value.map(trimmed)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, trimmed(part)]))
}
