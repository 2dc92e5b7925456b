import { auditedTransaction } from '../../audit/append-audit-row.ts'
import { auditActor } from '../../auth/actor.ts'
import { assertMay, confirmActor } from '../../auth/permissions.ts'
import { lockUntilCommit } from '../../db/database.ts'
import type { ContentContext } from '../content-context.ts'
import type { Resource, Row } from '../define-resource.ts'
import { parseRecord } from '../parse-record.ts'
import { insertRecord } from './insert-records.ts'

type Create = { resource: Resource; body: unknown; autosave: boolean }

/** Creates a record, at the end of an ordered resource. Throws 403, 409 (a unique value is taken) and 422. */
export async function createRecord(ctx: ContentContext, { resource, body, autosave }: Create): Promise<Row> {
  assertMay(ctx.actor, 'create', resource.name)
  const input = await parseRecord(ctx, resource, body, 'create')
  return auditedTransaction(ctx, auditActor(ctx.actor), async (tx, note) => {
    await confirmActor(tx, ctx.actor)
    await lockUntilCommit(tx, resource.name)
    return insertRecord(tx, ctx, { resource, input, autosave, note })
  })
}
