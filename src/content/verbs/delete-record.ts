import { eq } from 'drizzle-orm'
import { auditedTransaction } from '../../audit/append-audit-row.ts'
import { auditActor } from '../../auth/actor.ts'
import { assertMay, confirmActor } from '../../auth/permissions.ts'
import { assertFresh, etagOf } from '../../record-version.ts'
import type { ContentContext } from '../content-context.ts'
import type { Resource } from '../define-resource.ts'
import { lockRow, recordNotFound } from '../find-record.ts'
import { notePublication } from '../publishing.ts'
import { assertUnused } from '../reference-usage.ts'
import { deleteRevisions } from '../revisions.ts'

type Delete = { resource: Resource; idOrKey: string; ifMatch: string | null }

/** Deletes a record with its history. Throws 403, 404, 409 (other records refer to it) and 412. */
export async function deleteRecord(
  ctx: ContentContext,
  { resource, idOrKey, ifMatch }: Delete,
): Promise<void> {
  assertMay(ctx.actor, 'remove', resource.name)
  await auditedTransaction(ctx, auditActor(ctx.actor), async (tx, note) => {
    await confirmActor(tx, ctx.actor)
    const row = await lockRow(tx, resource, idOrKey)
    if (!row) throw recordNotFound(resource)
    assertFresh(ifMatch, etagOf(row.version))
    await assertUnused(tx, resource, row.id)
    await tx.delete(resource.table).where(eq(resource.table.id, row.id))
    await deleteRevisions(tx, resource, row.id)
    notePublication(note, { resource, before: row, after: null })
  })
}
