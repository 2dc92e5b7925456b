// Finds, reads and locks the row that an admin path names.
import { eq, getTableColumns, type SQL } from 'drizzle-orm'
import type { Tx } from '../../platform/db/database.ts'
import { AppError } from '../../text/errors.ts'
import { parseRecordId } from '../../text/record-id.ts'
import type { Resource, Row } from './define-resource.ts'

/** All columns of a resource's table and the derived ones. */
export const columnsOf = (resource: Resource) => ({ ...getTableColumns(resource.table), ...resource.derived })

/** The column with this name, which must exist. */
export const columnOf = (resource: Resource, name: string) => getTableColumns(resource.table)[name]!

/**
 * The SQL condition for the record that a path segment names: its id, or its key if the resource is addressed by key.
 * Null if no record can have this id or key.
 */
export function whereRecord(resource: Resource, idOrKey: string): SQL | null {
  const id = parseRecordId(idOrKey)
  if (id !== null) return eq(resource.table.id, id)
  const isKey = resource.addressedByKey && resource.input.shape[resource.key!]!.safeParse(idOrKey).success
  return isKey ? eq(columnOf(resource, resource.key!), idOrKey) : null
}

/** The record that the path segment names, or null. */
export const readRow = (tx: Tx, resource: Resource, idOrKey: string) =>
  selectRow(tx, resource, idOrKey, false)

/** Like `readRow`; locks the record until the transaction ends. */
export const lockRow = (tx: Tx, resource: Resource, idOrKey: string) => selectRow(tx, resource, idOrKey, true)

async function selectRow(tx: Tx, resource: Resource, idOrKey: string, lock: boolean): Promise<Row | null> {
  const condition = whereRecord(resource, idOrKey)
  if (!condition) return null
  const query = tx.select(columnsOf(resource)).from(resource.table).where(condition)
  const [row] = await (lock ? query.for('update') : query)
  return (row as Row | undefined) ?? null
}

export const recordNotFound = (resource: Resource) =>
  new AppError('not_found', `There is no such record in ${resource.name}.`)
