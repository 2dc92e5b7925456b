import { audited } from '../../audit/emit.ts'
import { auditActor } from '../../auth/actor.ts'
import { assertMay, confirmActor } from '../../auth/permissions.ts'
import { assertFresh, etagOf } from '../../versions.ts'
import type { ContentContext } from '../context.ts'
import type { Resource } from '../define-resource.ts'
import { notePublication } from '../publication.ts'
import { locate, notFound, readRow } from '../records.ts'
import { dropRevisions } from '../revisions.ts'
import { assertUnused } from '../usage.ts'

type Remove = { resource: Resource; place: string; ifMatch: string | null }

/** Removes a record that nothing refers to. Throws 403, 404, 409 (with the users of it) and 412. */
export async function removeRecord(ctx: ContentContext, { resource, place, ifMatch }: Remove): Promise<void> {
  assertMay(ctx.actor, 'remove', resource.name)
  await audited(ctx, auditActor(ctx.actor), async (tx, note) => {
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
