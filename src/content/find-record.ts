// Rows as the verbs read and lock them.
import { eq, getTableColumns, type SQL } from 'drizzle-orm'
import type { Tx } from '../db/database.ts'
import { AppError } from '../errors.ts'
import { parseRecordId } from '../record-id.ts'
import type { Resource, Row } from './define-resource.ts'

/** All columns of a resource's table and its computed ones. */
export const columnsOf = (resource: Resource) => ({ ...getTableColumns(resource.table), ...resource.derived })

/** The column of this name; the registry's test holds every name that is asked for. */
export const columnOf = (resource: Resource, name: string) => getTableColumns(resource.table)[name]!

/**
 * The condition for a record's place in a path: its id, or its key where the resource is addressed by one.
 * Null when no record can have it.
 */
export function locate(resource: Resource, segment: string): SQL | null {
  const id = parseRecordId(segment)
  if (id !== null) return eq(resource.table.id, id)
  const isKey = resource.addressedByKey && resource.input.shape[resource.key!]!.safeParse(segment).success
  return isKey ? eq(columnOf(resource, resource.key!), segment) : null
}

/** The record at `place`, or null; locked against other writers where asked. */
export async function readRow(
  tx: Tx,
  resource: Resource,
  place: SQL | null,
  lock = false,
): Promise<Row | null> {
  if (!place) return null
  const query = tx.select(columnsOf(resource)).from(resource.table).where(place)
  const [row] = await (lock ? query.for('update') : query)
  return (row as Row | undefined) ?? null
}

export const notFound = (resource: Resource) =>
  new AppError('not_found', `There is no such record in ${resource.name}.`)
