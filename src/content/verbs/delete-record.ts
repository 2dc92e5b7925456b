import { eq } from 'drizzle-orm'
import { auditActor } from '../../accounts/actor.ts'
import { type AddAuditEntry, auditedTransaction } from '../../accounts/audit/append-audit-row.ts'
import { assertMay, confirmActor } from '../../accounts/permissions.ts'
import type { Tx } from '../../platform/db/database.ts'
import { assertFresh, etagOf } from '../../text/record-version.ts'
import type { ContentContext } from '../content-context.ts'
import type { Resource } from '../definition/define-resource.ts'
import { lockRow, recordNotFound } from '../definition/find-record.ts'
import { labelOf } from '../definition/record-label.ts'
import { addToTrash, deleteExpired, stateOfRow } from '../history/trash.ts'
import { assertUnused } from './reference-usage.ts'

type Delete = { resource: Resource; idOrKey: string; ifMatch: string | null }

/**
 * Moves a record to the trash, where its state and its revisions stay until it is restored, deleted for good or expires.
 * Throws 403, 404, 409 (other records refer to it) and 412.
 */
export async function deleteRecord(ctx: ContentContext, deletion: Delete): Promise<void> {
  assertMay(ctx.actor, 'remove', deletion.resource.name)
  await auditedTransaction(ctx, auditActor(ctx.actor), async (tx, note) => {
    await confirmActor(tx, ctx.actor)
    await moveToTrash(tx, ctx, { ...deletion, note })
    await deleteExpired(tx, ctx)
  })
}

/** The part of `deleteRecord` inside the transaction. */
export async function moveToTrash(
  tx: Tx,
  ctx: ContentContext,
  { resource, idOrKey, ifMatch, note }: Delete & { note: AddAuditEntry },
): Promise<number> {
  const row = await lockRow(tx, resource, idOrKey)
  if (!row) throw recordNotFound(resource)
  assertFresh(ifMatch, etagOf(row.version))
  await assertUnused(tx, resource, row.id)
  await tx.delete(resource.table).where(eq(resource.table.id, row.id))
  const label = labelOf(resource, row)
  const state = stateOfRow(resource, row)
  await addToTrash(tx, ctx, { resource: resource.name, recordId: row.id, label, state })
  const { published_at } = row
  const changes = { title: label, ...(resource.publishable && { published_at }) }
  note({ action: 'content.delete', entity: resource.name, entityId: row.id, changes })
  return row.id
}
