// The texts by which lists name a record: that of its naming column in each language.
import { type FurtherField, fieldInAll, furtherFields } from '../../text/content-language.ts'
import { namingColumn } from '../../text/record-name.ts'
import type { Resource } from './define-resource.ts'

const MAX_LENGTH = 300

type Named = Record<string, unknown> & { id: number }

/** The label in the primary language, and null in every other one where it is not filled or has no translation. */
export type RecordLabels = { label: string } & FurtherLabels
type FurtherLabels = { [Key in FurtherField<'label'>]: string | null }

const textIn = (row: Named, column: string): string | null => {
  const value = row[column]
  return typeof value === 'string' && value !== '' ? value.slice(0, MAX_LENGTH) : null
}

const columnOf = ({ listColumns, fieldKinds }: Resource): string =>
  namingColumn(listColumns, (name) => fieldKinds.get(name) === 'image')

/** The columns that `labelsOf` reads. */
export const labelColumns = (resource: Resource): string[] =>
  fieldInAll(columnOf(resource)).filter((name) => name in resource.input.shape)

/** The columns with the labels in other languages; not every resource has them. */
export const furtherLabelColumns = (resource: Resource): string[] => furtherFields(columnOf(resource))

export const labelOf = (resource: Resource, row: Named): string =>
  textIn(row, columnOf(resource)) ?? `${resource.name} ${row.id}`

/** `resource`: null where it does not exist any more. */
export function furtherLabelsOf(resource: Resource | null, row: Named): FurtherLabels {
  const columns = resource ? furtherLabelColumns(resource) : []
  const labels = furtherFields('label').map((name, index) => [name, textIn(row, columns[index] ?? '')])
  return Object.fromEntries(labels) as FurtherLabels
}

export const labelsOf = (resource: Resource, row: Named): RecordLabels => ({
  label: labelOf(resource, row),
  ...furtherLabelsOf(resource, row),
})
