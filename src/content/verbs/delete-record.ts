import { auditedTransaction } from '../../audit/append-audit-row.ts'
import { auditActor } from '../../auth/actor.ts'
import { assertMay, confirmActor } from '../../auth/permissions.ts'
import { assertFresh, etagOf } from '../../record-version.ts'
import type { ContentContext } from '../content-context.ts'
import type { Resource } from '../define-resource.ts'
import { locate, notFound, readRow } from '../find-record.ts'
import { notePublication } from '../publishing.ts'
import { assertUnused } from '../reference-usage.ts'
import { dropRevisions } from '../revisions.ts'

type Remove = { resource: Resource; place: string; ifMatch: string | null }

/** Removes a record that nothing refers to. Throws 403, 404, 409 (with the users of it) and 412. */
export async function deleteRecord(ctx: ContentContext, { resource, place, ifMatch }: Remove): Promise<void> {
  assertMay(ctx.actor, 'remove', resource.name)
  await auditedTransaction(ctx, auditActor(ctx.actor), async (tx, note) => {
    await confirmActor(tx, ctx.actor)
    const row = await readRow(tx, resource, locate(resource, place), true)
    if (!row) throw notFound(resource)
    assertFresh(ifMatch, etagOf(row.version))
    await assertUnused(tx, resource, row.id)
    await tx.delete(resource.table).where(locate(resource, String(row.id))!)
    await dropRevisions(tx, resource, row.id)
    notePublication(note, { resource, before: row, after: null })
  })
}
