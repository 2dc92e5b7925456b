import { eq } from 'drizzle-orm'
import { type AddAuditEntry, auditedTransaction } from '../../audit/append-audit-row.ts'
import { auditActor } from '../../auth/actor.ts'
import { assertMay, confirmActor } from '../../auth/permissions.ts'
import type { Tx } from '../../db/database.ts'
import { assertFresh, etagOf } from '../../record-version.ts'
import type { ContentContext } from '../content-context.ts'
import type { Resource } from '../define-resource.ts'
import { lockRow, recordNotFound } from '../find-record.ts'
import { notePublication } from '../publishing.ts'
import { assertUnused } from '../reference-usage.ts'
import { deleteRevisions } from '../revisions.ts'

type Delete = { resource: Resource; idOrKey: string; ifMatch: string | null }

/** Deletes a record with its history. Throws 403, 404, 409 (other records refer to it) and 412. */
export async function deleteRecord(ctx: ContentContext, deletion: Delete): Promise<void> {
  assertMay(ctx.actor, 'remove', deletion.resource.name)
  await auditedTransaction(ctx, auditActor(ctx.actor), async (tx, note) => {
    await confirmActor(tx, ctx.actor)
    await moveToTrash(tx, ctx, { ...deletion, note })
  })
}

/** The part of `deleteRecord` inside the transaction. */
export async function moveToTrash(
  tx: Tx,
  _: ContentContext,
  { resource, idOrKey, ifMatch, note }: Delete & { note: AddAuditEntry },
): Promise<number> {
  const row = await lockRow(tx, resource, idOrKey)
  if (!row) throw recordNotFound(resource)
  assertFresh(ifMatch, etagOf(row.version))
  await assertUnused(tx, resource, row.id)
  await tx.delete(resource.table).where(eq(resource.table.id, row.id))
  await deleteRevisions(tx, resource, row.id)
  notePublication(note, { resource, before: row, after: null })
  return row.id
}
