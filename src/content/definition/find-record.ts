// Finds, reads and locks the row that an admin path names.
import { eq, getTableColumns, sql } from 'drizzle-orm'
import type { Tx } from '../../platform/db/database.ts'
import { statementFor } from '../../platform/db/statement.ts'
import { AppError } from '../../text/errors.ts'
import { parseRecordId } from '../../text/record-id.ts'
import type { Resource, Row } from './define-resource.ts'

/** All columns of a resource's table and the derived ones. */
export const columnsOf = (resource: Resource) => ({ ...getTableColumns(resource.table), ...resource.derived })

/** The column with this name, which must exist. */
export const columnOf = (resource: Resource, name: string) => getTableColumns(resource.table)[name]!

/** The name in a path segment: a record's id, or its key if the resource is addressed by key; null if it can be neither. */
export function parseName(
  resource: Resource,
  idOrKey: string,
): { by: 'id' | 'key'; name: number | string } | null {
  const id = parseRecordId(idOrKey)
  if (id !== null) return { by: 'id', name: id }
  const isKey = resource.addressedByKey && resource.input.shape[resource.key!]!.safeParse(idOrKey).success
  return isKey ? { by: 'key', name: idOrKey } : null
}

const selectBy = (by: 'id' | 'key', lock: boolean) =>
  statementFor((db, resource: Resource) => {
    const column = by === 'id' ? resource.table.id : columnOf(resource, resource.key!)
    const query = db
      .select(columnsOf(resource))
      .from(resource.table)
      .where(eq(column, sql.placeholder('name')))
    return lock ? query.for('update') : query
  })

const reads = { id: selectBy('id', false), key: selectBy('key', false) }
const locks = { id: selectBy('id', true), key: selectBy('key', true) }

/** The record that the path segment names, or null. */
export const readRow = (tx: Tx, resource: Resource, idOrKey: string) =>
  selectRow(tx, resource, idOrKey, reads)

/** Like `readRow`; locks the record until the transaction ends. */
export const lockRow = (tx: Tx, resource: Resource, idOrKey: string) =>
  selectRow(tx, resource, idOrKey, locks)

async function selectRow(
  tx: Tx,
  resource: Resource,
  idOrKey: string,
  selects: typeof reads,
): Promise<Row | null> {
  const parsed = parseName(resource, idOrKey)
  if (!parsed) return null
  const [row] = await selects[parsed.by](tx, resource, { name: parsed.name })
  return (row as Row | undefined) ?? null
}

export const recordNotFound = (resource: Resource) =>
  new AppError('not_found', `There is no such record in ${resource.name}.`)
