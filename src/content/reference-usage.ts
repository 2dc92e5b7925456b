// Where a record is used by others, read from the foreign keys of the schema.
import { eq } from 'drizzle-orm'
import { getTableConfig } from 'drizzle-orm/pg-core'
import type { Tx } from '../db/database.ts'
import { AppError } from '../errors.ts'
import type { Resource } from './define-resource.ts'
import { resources } from './resource-registry.ts'

const NAMED = 20

/** Throws 409 with up to 20 of the records that refer to this one. */
export async function assertUnused(tx: Tx, resource: Resource, id: number) {
  for (const user of resources) {
    for (const key of getTableConfig(user.table).foreignKeys) {
      const { foreignTable, columns } = key.reference()
      if (foreignTable !== resource.table) continue
      const rows = await tx
        .select({ id: user.table.id })
        .from(user.table)
        .where(eq(columns[0]!, id))
        .orderBy(user.table.id)
        .limit(NAMED)
      if (rows.length === 0) continue
      const where = rows.map((row) => ({
        path: `${user.name}/${row.id}`,
        code: 'in_use',
        message: `refers to this record by ${columns[0]!.name}`,
      }))
      throw new AppError(
        'in_use',
        `This record is in use by ${user.name} ${rows.map((row) => row.id).join(', ')}.`,
        {
          errors: where,
        },
      )
    }
  }
}
