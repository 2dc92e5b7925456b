// How lists name a record, and the state of its publication.
import type { FieldDescription, ResourceDescription } from '../../client/index.ts'
import { formatNumber } from '../app/design/format.ts'
import { isScore } from '../lists/score-column.ts'

export type ListedRecord = { id: number; version: number } & Record<string, unknown>

const NAMING_KINDS = ['line', 'text', 'choice', 'slug', 'path', 'email', 'link']

/** The field that names records: the first text among the columns that the schema suggests. */
export const namingField = ({ list_columns, fields }: ResourceDescription): FieldDescription | null =>
  list_columns
    .map((name) => fields.find((field) => field.name === name))
    .find((field) => field && NAMING_KINDS.includes(field.kind)) ?? null

type Label = (label: { fa: string; en: string }) => string

/** The fields with the text of a field, that of the interface's language first. */
export const localNames = ({ name, twin, language }: FieldDescription, label: Label): string[] =>
  twin && language === 'primary' ? [...new Set([label({ fa: name, en: twin }), name])] : [name]

/** The value of a field in the language of the interface, or in the site's first one where it is not translated. */
export const localValue = (record: ListedRecord, field: FieldDescription, label: Label): unknown =>
  localNames(field, label)
    .map((name) => record[name])
    .find((value) => value !== null && value !== undefined && value !== '') ?? null

/** The name of a record in the language of the interface; its kind and id if it has none. */
export function nameOf(record: ListedRecord, resource: ResourceDescription, label: Label): string {
  const field = namingField(resource)
  const value = field && localValue(record, field, label)
  const choice = field?.choices?.find((candidate) => candidate.value === value)
  if (choice) return label(choice.label)
  if (typeof value === 'string' && value.trim() !== '') return value
  return kindAndId(resource, record.id, label)
}

function kindAndId(resource: ResourceDescription, id: number, label: Label): string {
  const idText = { fa: formatNumber(id, 'fa', { useGrouping: false }), en: String(id) }
  return `${label(resource.label)} ${label(idText)}`
}

/** A record as the API names it where it does not send the record itself. */
export type NamedRecord = { resource: string; id: number; label: string; label_en: string | null }

/** Names a record by what the API calls it; `resources` are those that the user may see. */
export function labelOf(
  record: NamedRecord,
  { resources, label }: { resources: readonly ResourceDescription[]; label: Label },
): string {
  const resource = resources.find(({ name }) => name === record.resource)
  if (!resource) return record.label
  const choice = namingField(resource)?.choices?.find(({ value }) => value === record.label)
  if (choice) return label(choice.label)
  // What the API calls a record without a name.
  if (record.label === `${record.resource} ${record.id}`)
    return record.label_en ?? kindAndId(resource, record.id, label)
  return label({ fa: record.label, en: record.label_en ?? record.label })
}

/** The fields to request for a list with these columns: what they show, the name, and what the row's actions need. */
export function requestedFields(
  columns: readonly FieldDescription[],
  resource: ResourceDescription,
  label: Label,
): string[] {
  const naming = namingField(resource)
  const shown = columns.filter((field) => !isScore(field))
  const names = new Set([...shown, ...(naming ? [naming] : [])].flatMap((field) => localNames(field, label)))
  if (resource.publishable) for (const name of ['status', 'published_at']) names.add(name)
  if (resource.page_path !== null && resource.fields.some(({ name }) => name === 'slug')) names.add('slug')
  if (names.size === 0) names.add('id')
  return [...names]
}
