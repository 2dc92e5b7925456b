// The admin view of a record, which lists its fields, so that a new column is not exposed by accident.
import { READ_ONLY_FIELDS } from '../../text/record-fields.ts'
import type { Resource, Row } from './define-resource.ts'

const pick = (row: Record<string, unknown>, names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, row[name] ?? null]))

/** The admin view of a record, which editors may send back in a PUT. */
export const presentForEditors = (resource: Resource, row: Row) =>
  pick(row, [...READ_ONLY_FIELDS, ...Object.keys(resource.input.shape), ...Object.keys(resource.derived)])
