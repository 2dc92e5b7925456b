// The public and the admin view of a record. Both list their fields, so a new column is not exposed by accident.
import type { Resource, Row } from './define-resource.ts'

const READ_ONLY = ['id', 'version', 'created_at', 'updated_at']

const pick = (row: Record<string, unknown>, names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, row[name] ?? null]))

/** The public view of a record. */
export const present = (resource: Resource, row: Row) => pick(row, resource.publicFields)

/** A public view without the long texts, for lists. */
export const summarize = (resource: Resource, view: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(view).filter(([name]) => !resource.longFields.includes(name)))

/** The admin view of a record, which editors may send back in a PUT. */
export const presentForEditors = (resource: Resource, row: Row) =>
  pick(row, [...READ_ONLY, ...Object.keys(resource.input.shape), ...Object.keys(resource.derived)])
