// The name of a record in lists, and the state of its publication.
import type { FieldDescription, ResourceDescription } from '../../client/index.ts'
import { type FurtherField, fieldIn } from '../../text/content-language.ts'
import { namingColumn } from '../../text/record-name.ts'
import type { AnyRecord } from '../app/api/record-api.ts'
import { formatNumber } from '../app/design/format.ts'
import type { useLabel } from '../app/words/words-context.tsx'
import { PUBLICATION_FIELDS } from './publication.tsx'
import { isScore } from './score-column.ts'

export type ListedRecord = AnyRecord

type Values = Record<string, unknown>

/** The field that names records, as for the service. */
export function namingField({ list_columns, fields }: ResourceDescription): FieldDescription | null {
  const find = (column: string) => fields.find(({ name }) => name === column)
  return find(namingColumn(list_columns, (column) => find(column)?.kind === 'image')) ?? null
}

/** The fields with the name of a record, in all languages: the interface's may change while answers are kept. */
export function namesToRequest(resource: ResourceDescription): string[] {
  const naming = namingField(resource)
  if (!naming) return ['id']
  return naming.twin ? [naming.name, naming.twin] : [naming.name]
}

type Label = (label: { fa: string; en: string }) => string

/** The fields with the text of a field, that of the interface's language first. */
export const localNames = ({ name, twin, language }: FieldDescription, label: Label): string[] =>
  twin && language === 'primary' ? [...new Set([label({ fa: name, en: twin }), name])] : [name]

/** Whether a field shows nothing: no value, an empty text or an empty list. */
export const isEmptyValue = (value: unknown) =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)

/** The value of a field in the language of the interface, or in the site's first one where it is not translated. */
export const localValue = (record: ListedRecord, field: FieldDescription, label: Label): unknown =>
  localNames(field, label)
    .map((name) => record[name])
    .find((value) => !isEmptyValue(value)) ?? null

/** The name of a record in the language of the interface, or in the other one; null for one without a name. */
export function titleOf(record: Values, resource: ResourceDescription, label: Label): string | null {
  const field = namingField(resource)
  if (!field) return null
  const choice = field.choices?.find(({ value }) => value === record[field.name])
  if (choice) return label(choice.label)
  const names = [...localNames(field, label), ...(field.twin ? [field.twin] : [])]
  const texts = names.map((name) => record[name])
  return texts.find((text): text is string => typeof text === 'string' && text.trim() !== '') ?? null
}

/** The name of a record in the language of the interface; its kind and id if it has none. */
export const nameOf = (record: Values & { id: number }, resource: ResourceDescription, label: Label) =>
  titleOf(record, resource, label) ?? kindAndId(resource, record.id, label)

function kindAndId(resource: ResourceDescription, id: number, label: Label): string {
  const idText = { fa: formatNumber(id, 'fa', { useGrouping: false }), en: String(id) }
  return `${label(resource.label)} ${label(idText)}`
}

/** A record as the API names it where it does not send the record itself. */
export type NamedRecord = { resource: string; id: number; label: string } & {
  [Key in FurtherField<'label'>]: string | null
}

/** Names a record by what the API calls it; `resources` are those that the user may see. */
export function labelOf(
  record: NamedRecord,
  { resources, label }: { resources: readonly ResourceDescription[]; label: Label },
): string {
  const resource = resources.find(({ name }) => name === record.resource)
  if (!resource) return record.label
  const choice = namingField(resource)?.choices?.find(({ value }) => value === record.label)
  if (choice) return label(choice.label)
  const english = record[fieldIn('label', { key: 'en' })]
  // The API writes kind and id for a record without a name.
  if (record.label === `${record.resource} ${record.id}`)
    return english ?? kindAndId(resource, record.id, label)
  return label({ fa: record.label, en: english ?? record.label })
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
  for (const name of resource.publishable ? PUBLICATION_FIELDS : ['hidden'])
    if (resource.fields.some((field) => field.name === name)) names.add(name)
  if (resource.page_path !== null && resource.fields.some(({ name }) => name === 'slug')) names.add('slug')
  if (names.size === 0) names.add('id')
  return [...names]
}

/** The way back to the list of a record; singletons have none. */
export const listCrumb = (resource: ResourceDescription, label: ReturnType<typeof useLabel>) =>
  resource.singleton ? [] : [{ label: label(resource.label_plural), href: `/${resource.name}` }]
