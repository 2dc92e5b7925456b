// What leaves the service of a record. Both views are allow-lists: a new column shows nowhere until it is named.
import type { Resource, Row } from './define-resource.ts'

const pick = (row: Record<string, unknown>, names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, row[name] ?? null]))

/** The public view of a record. */
export const present = (resource: Resource, row: Row) => pick(row, resource.publicFields)

/** A public view without the long texts, for lists. */
export const summarise = (resource: Resource, view: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(view).filter(([name]) => !resource.longFields.includes(name)))

/** The view of a record that editors see and send back. */
export const presentForEditors = (resource: Resource, row: Row) =>
  pick(row, [...LIFECYCLE, ...Object.keys(resource.input.shape), ...Object.keys(resource.derived)])

const LIFECYCLE = ['id', 'version', 'created_at', 'updated_at']
