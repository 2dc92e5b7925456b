import { eq, sql } from 'drizzle-orm'
import { getTableConfig } from 'drizzle-orm/pg-core'
import type { AddAuditEntry } from '../../accounts/audit/append-audit-row.ts'
import { assertMay } from '../../accounts/permissions.ts'
import { assertScopes } from '../../accounts/token-scopes.ts'
import { awaitAtEnd, type Tx } from '../../platform/db/database.ts'
import { statementFor } from '../../platform/db/statement.ts'
import { AppError } from '../../text/errors.ts'
import { assertFresh, etagOf } from '../../text/record-version.ts'
import { assertReviewed } from '../collaboration/review-rules.ts'
import type { ContentContext } from '../content-context.ts'
import type { Resource, Row } from '../definition/define-resource.ts'
import { recordNotFound } from '../definition/find-record.ts'
import { labelOf } from '../definition/record-label.ts'
import { addToTrash, stateOfRow } from '../history/trash.ts'
import { endSchedule } from '../history/working-copy.ts'
import { resources } from '../resources/resource-registry.ts'
import { isPublished } from '../rules/visibility.ts'
import { noteWritten } from '../snapshot/written-rows.ts'
import { inWriteTransaction } from './update-record.ts'

type Delete = { resource: Resource; idOrKey: string; ifMatch: string | null }

/**
 * Moves a record to the trash, where its state and its revisions stay until it is restored, deleted for good or expires.
 * Throws 403, 404, 409 (other records refer to it) and 412.
 */
export async function deleteRecord(ctx: ContentContext, deletion: Delete): Promise<void> {
  assertMay(ctx.actor, 'remove', deletion.resource.name)
  await inWriteTransaction(ctx, deletion, async (tx, note, before) => {
    await moveToTrash(tx, ctx, { ...deletion, before, note })
  })
}

/** `before`: the record, locked, or null if there is none. */
type Removal = Omit<Delete, 'idOrKey'> & { before: Row | null; note: AddAuditEntry }

/** The part of `deleteRecord` inside the transaction. */
export async function moveToTrash(
  tx: Tx,
  ctx: ContentContext,
  { resource, before: row, ifMatch, note }: Removal,
): Promise<Row> {
  if (!row) throw recordNotFound(resource)
  if (isPublished(row)) assertScopes(ctx.actor, 'publish', 'delete')
  assertFresh(ifMatch, etagOf(row.version))
  await assertReviewed(tx, ctx, { resource, before: row, after: null })
  await assertUnused(tx, resource, row.id)
  await awaitAtEnd(tx, deleteRow(tx, resource, { id: row.id }))
  noteWritten(tx, resource, [], [row.id])
  const label = labelOf(resource, row)
  const state = stateOfRow(resource, row)
  await endSchedule(tx, resource, row.id)
  await addToTrash(tx, ctx, { resource: resource.name, recordId: row.id, label, state })
  const { published_at } = row
  const changes = { title: label, ...(resource.publishable && { published_at }) }
  note({ action: 'content.delete', entity: resource.name, entityId: row.id, changes })
  return row
}

const deleteRow = statementFor((db, { table }: Resource) =>
  db.delete(table).where(eq(table.id, sql.placeholder('id'))),
)

const MAX_NAMED = 20

/** Throws 409 `in_use`, naming up to 20 of the records that refer to this one. */
async function assertUnused(tx: Tx, resource: Resource, id: number) {
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
