// Preview links to one record: anyone who has one can read its current state, published or not, with its working copy, until
// the link expires or is revoked. Those of creators show no working copy, which they may not read.
import { and, desc, eq, gt, inArray, lt, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import { type Actor, actorId, auditActor } from '../../accounts/actor.ts'
import { type AuditOrigin, auditedTransaction } from '../../accounts/audit/append-audit-row.ts'
import { assertMay, confirmActor, isCreator } from '../../accounts/permissions.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import { previews } from '../../platform/db/schema/previews.ts'
import { selectPage } from '../../platform/db/select-page.ts'
import { AppError } from '../../text/errors.ts'
import type { Paging } from '../../text/paging.ts'
import { parseInput } from '../../text/parse-input.ts'
import type { Resource, Row } from '../definition/define-resource.ts'
import { lockRow, readRow, recordNotFound } from '../definition/find-record.ts'
import { asDrafted, readCopy } from '../history/working-copy.ts'
import { type PreviewKey, signPreviewToken } from './preview-token.ts'

export const DAY_SECONDS = 24 * 60 * 60
/** The valid links of a record; a further one ends the oldest. */
const MAX_LIVE = 20
export const newestFirst = [desc(previews.created_at), desc(previews.id)]

export const previewInput = z.strictObject({
  expires_in: z
    .int()
    .min(60)
    .max(7 * DAY_SECONDS)
    .optional()
    .meta({ description: 'Seconds until the link expires, at most 7 days; 24 hours by default.' }),
})

/** The context of a signed-in user. */
export type PreviewContext = {
  database: Database
  clock: () => Date
  actor: Actor
  audit: AuditOrigin
  previewKey: PreviewKey
}

type Target = { resource: Resource; idOrKey: string }

export type Preview = { id: string; token: string; expiresAt: Date; row: Row }

/** Creates a link. Throws 401, 403, 404 and 422. */
export async function createPreview(
  ctx: PreviewContext,
  { resource, idOrKey, body }: Target & { body: unknown },
): Promise<Preview> {
  assertMay(ctx.actor, 'update', resource.name)
  const { expires_in = DAY_SECONDS } = parseInput(previewInput, body)
  const id = crypto.randomUUID()
  const { row, expiresAt } = await auditedTransaction(ctx, auditActor(ctx.actor), async (tx, note) => {
    await confirmActor(tx, ctx.actor)
    const row = await lockRow(tx, resource, idOrKey)
    assertMay(ctx.actor, 'update', resource.name, row)
    if (!row) throw recordNotFound(resource)
    const expiresAt = await addLink(tx, ctx, {
      of: previewsOf(resource, row.id),
      values: { id, resource: resource.name, record_id: row.id },
      seconds: expires_in,
    })
    const changes = { preview: id, expires_at: expiresAt }
    note({ action: 'preview.create', entity: resource.name, entityId: row.id, changes })
    const copy = isCreator(ctx.actor) ? null : await readCopy(tx, resource, row.id)
    return { row: copy ? asDrafted(resource, row, copy) : row, expiresAt }
  })
  const claims = { id, resource: resource.name, recordId: row.id, expiresAt }
  return { id, token: await signPreviewToken(ctx.previewKey, claims), expiresAt, row }
}

type NewLink = {
  /** The links among which the newest are kept. */
  of: SQL | undefined
  values: Pick<typeof previews.$inferInsert, 'id' | 'resource' | 'record_id' | 'items' | 'release_id'>
  seconds: number
}

/** Stores a link, without its token, and deletes those that have expired or are too many; returns when it expires. */
export async function addLink(tx: Tx, ctx: PreviewContext, { of, values, seconds }: NewLink): Promise<Date> {
  const now = ctx.clock()
  // The token has it in whole seconds.
  const expiresAt = new Date((Math.floor(now.getTime() / 1000) + seconds) * 1000)
  await tx.delete(previews).where(lt(previews.expires_at, now))
  await tx.insert(previews).values({
    ...values,
    created_by: ctx.actor.name,
    created_by_id: actorId(ctx.actor),
    created_by_role: ctx.actor.kind === 'user' ? ctx.actor.role : null,
    created_at: now,
    expires_at: expiresAt,
  })
  const older = tx
    .select({ id: previews.id })
    .from(previews)
    .where(of)
    .orderBy(...newestFirst)
    .offset(MAX_LIVE)
  await tx.delete(previews).where(inArray(previews.id, older))
  return expiresAt
}

export const shownOfLink = {
  id: previews.id,
  created_by: previews.created_by,
  created_at: previews.created_at,
  expires_at: previews.expires_at,
}

/** The links of a record that have not expired, newest first, without their tokens. Throws 403 and 404. */
export async function listPreviews(
  ctx: PreviewContext,
  { resource, idOrKey, paging }: Target & { paging: Paging | null },
) {
  assertMay(ctx.actor, 'read', resource.name)
  return ctx.database.readConsistently(async (tx) => {
    const row = await readOwn(tx, ctx, { resource, idOrKey })
    const where = and(previewsOf(resource, row.id), gt(previews.expires_at, ctx.clock()))
    const query = tx
      .select(shownOfLink)
      .from(previews)
      .where(where)
      .orderBy(...newestFirst)
    return selectPage(tx, { table: previews, where, query, paging })
  })
}

/** Revokes one link of a record, or all if `id` is null. Throws 401, 403 and 404 (no such record or link). */
export async function revokePreviews(
  ctx: PreviewContext,
  { resource, idOrKey, id }: Target & { id: string | null },
): Promise<void> {
  assertMay(ctx.actor, 'read', resource.name)
  const notFound = new AppError('not_found', 'There is no such preview of this record.')
  await auditedTransaction(ctx, auditActor(ctx.actor), async (tx, note) => {
    await confirmActor(tx, ctx.actor)
    const row = await readOwn(tx, ctx, { resource, idOrKey })
    if (id !== null && !z.uuid().safeParse(id).success) throw notFound
    const revoked = await tx
      .delete(previews)
      .where(and(previewsOf(resource, row.id), id === null ? undefined : eq(previews.id, id)))
      .returning({ id: previews.id })
    if (id !== null && revoked.length === 0) throw notFound
    if (revoked.length === 0) return
    const changes = { previews: revoked.map(({ id }) => id) }
    note({ action: 'preview.revoke', entity: resource.name, entityId: row.id, changes })
  })
}

export const previewsOf = (resource: Resource, recordId: number) =>
  and(eq(previews.resource, resource.name), eq(previews.record_id, recordId))

async function readOwn(tx: Tx, ctx: PreviewContext, { resource, idOrKey }: Target): Promise<Row> {
  const row = await readRow(tx, resource, idOrKey)
  assertMay(ctx.actor, 'read', resource.name, row)
  if (!row) throw recordNotFound(resource)
  return row
}
