import { actorId, auditActor } from '../../accounts/actor.ts'
import { auditedTransaction } from '../../accounts/audit/append-audit-row.ts'
import { assertMay, confirmActor } from '../../accounts/permissions.ts'
import { lockUntilCommit } from '../../platform/db/database.ts'
import { findAnswer, type IdempotentResult, runIdempotently } from '../../platform/db/idempotency.ts'
import type { ContentContext } from '../content-context.ts'
import type { Resource, Row } from '../definition/define-resource.ts'
import { parseRecord } from '../definition/parse-record.ts'
import { getRecord } from './get-record.ts'
import { insertRecord } from './insert-records.ts'

/** `key`: of an `Idempotency-Key` header. */
type Create = { resource: Resource; body: unknown; autosave: boolean; key: string | null }

/** As long as the admin panel keeps what was typed before an answer was lost. */
const KEEP_KEYS_MS = 30 * 86_400_000

/**
 * Creates a record, at the end of an ordered resource. Repeated with its key, it reads the record that it has created.
 * Throws 403, 404 (that record is deleted), 409 (a unique value is taken) and 422.
 */
export async function createRecord(
  ctx: ContentContext,
  { resource, body, autosave, key }: Create,
): Promise<IdempotentResult<Row>> {
  assertMay(ctx.actor, 'create', resource.name)
  const person = { id: actorId(ctx.actor) ?? 0 }
  const request = { scope: `content/${resource.name}`, key, input: body, keepMs: KEEP_KEYS_MS }
  // Before the input is checked, which may have become invalid since.
  const created = key && (await ctx.database.query((tx) => findAnswer<number>(tx, person, request)))
  if (created) return replay(ctx, resource, created)
  const input = await parseRecord(ctx, resource, body, 'create')
  const inserted: { row?: Row } = {}
  const { answer: id, replayed } = await auditedTransaction(ctx, auditActor(ctx.actor), async (tx, note) => {
    await Promise.all([confirmActor(tx, ctx.actor), lockUntilCommit(tx, resource.name)])
    return runIdempotently(tx, { person, clock: ctx.clock }, request, async () => {
      inserted.row = await insertRecord(tx, ctx, { resource, input, autosave, note })
      return inserted.row.id
    })
  })
  return replayed ? replay(ctx, resource, id) : { answer: inserted.row!, replayed }
}

const replay = async (ctx: ContentContext, resource: Resource, id: number) => ({
  answer: await getRecord(ctx, { resource, idOrKey: String(id) }),
  replayed: true,
})
