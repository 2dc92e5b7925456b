// Finds the records that refer to a record, by the foreign keys of the schema.
import { eq } from 'drizzle-orm'
import { getTableConfig } from 'drizzle-orm/pg-core'
import type { Tx } from '../../platform/db/database.ts'
import { AppError } from '../../text/errors.ts'
import type { Resource } from '../definition/define-resource.ts'
import { resources } from '../resources/resource-registry.ts'

const MAX_NAMED = 20

/** Throws 409 `in_use`, naming up to 20 of the records that refer to this one. */
export async function assertUnused(tx: Tx, resource: Resource, id: number) {
  for (const user of resources) {
    for (const key of getTableConfig(user.table).foreignKeys) {
      const { foreignTable, columns } = key.reference()
      if (foreignTable !== resource.table) continue
      const column = columns[0]!
      const rows = await tx
        .select({ id: user.table.id })
        .from(user.table)
        .where(eq(column, id))
        .orderBy(user.table.id)
        .limit(MAX_NAMED)
      if (rows.length === 0) continue
      const message = `refers to this record in ${column.name}`
      const errors = rows.map((row) => ({ path: `${user.name}/${row.id}`, code: 'in_use', message }))
      const ids = rows.map((row) => row.id).join(', ')
      throw new AppError('in_use', `This record is in use by ${user.name} ${ids}.`, { errors })
    }
  }
}
