// The texts by which lists name a record: those of its first column that is no image, and of its English twin.
import type { Resource } from './define-resource.ts'

const MAX_LENGTH = 300

type Named = Record<string, unknown> & { id: number }

const textIn = (row: Named, column: string): string | null => {
  const value = row[column]
  return typeof value === 'string' && value !== '' ? value.slice(0, MAX_LENGTH) : null
}

const labelColumn = ({ listColumns, fieldKinds }: Resource) =>
  listColumns.find((column) => fieldKinds.get(column) !== 'image')!

export const englishLabelColumn = (resource: Resource) => `${labelColumn(resource)}_en`

/** The columns that `labelOf` and `englishLabelOf` read. */
export const labelColumns = (resource: Resource): string[] =>
  [labelColumn(resource), englishLabelColumn(resource)].filter((name) => name in resource.input.shape)

export const labelOf = (resource: Resource, row: Named): string =>
  textIn(row, labelColumn(resource)) ?? `${resource.name} ${row.id}`

/** Null where it is not filled, and where the text has no English twin. */
export const englishLabelOf = (resource: Resource, row: Named): string | null =>
  textIn(row, englishLabelColumn(resource))
