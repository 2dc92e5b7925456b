// The texts by which lists name a record: those of its first column, and of its English twin.
import type { Resource, Row } from './define-resource.ts'

const MAX_LENGTH = 300

const textIn = (row: Row, column: string): string | null => {
  const value = row[column]
  return typeof value === 'string' && value !== '' ? value.slice(0, MAX_LENGTH) : null
}

export const englishLabelColumn = ({ listColumns }: Resource) => `${listColumns[0]!}_en`

export const labelOf = (resource: Resource, row: Row): string =>
  textIn(row, resource.listColumns[0]!) ?? `${resource.name} ${row.id}`

/** Null where it is not filled, and where the text has no English twin. */
export const englishLabelOf = (resource: Resource, row: Row): string | null =>
  textIn(row, englishLabelColumn(resource))
