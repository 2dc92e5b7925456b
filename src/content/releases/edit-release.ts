// Makes, changes and deletes releases.
import { and, eq, inArray, ne, sql } from 'drizzle-orm'
import { z } from 'zod'
import { actorId, auditActor } from '../../accounts/actor.ts'
import { type AddAuditEntry, auditedTransaction } from '../../accounts/audit/append-audit-row.ts'
import { confirmActor } from '../../accounts/permissions.ts'
import { assertScopes } from '../../accounts/token-scopes.ts'
import { lockUntilCommit, type Tx } from '../../platform/db/database.ts'
import { releaseItems, releases } from '../../platform/db/schema/releases.ts'
import { AppError } from '../../text/errors.ts'
import type { FieldIssue } from '../../text/field-issues.ts'
import { parseInput } from '../../text/parse-input.ts'
import type { ContentContext } from '../content-context.ts'
import * as field from '../definition/field-types.ts'
import { futureTime } from '../working-copies/future-time.ts'
import { findItems, itemsInput, type WantedItems } from './find-items.ts'
import { assertMayRelease, lockRelease, type Release, type Target } from './release.ts'

export const releaseInput = z.strictObject({
  name: field.line(200),
  publish_at: field
    .instant()
    .nullish()
    .meta({ description: 'When it is published by itself, in the future.' }),
  items: itemsInput,
})

export const releaseChanges = releaseInput.partial()

type Values = z.output<typeof releaseChanges>

/** Throws 403, 409 (an item is in another open release) and 422. */
export async function createRelease(ctx: ContentContext, body: unknown): Promise<Release> {
  assertMayRelease(ctx)
  const input = parseInput(releaseInput, body)
  const schedule = scheduleOf(ctx, input)
  return inTurn(ctx, async (tx) => {
    const now = ctx.clock()
    const values = {
      name: input.name,
      ...schedule,
      created_by: ctx.actor.name,
      created_at: now,
      updated_at: now,
    }
    const [release] = await tx.insert(releases).values(values).returning()
    await setItems(tx, release!, input.items ?? [])
    return release!
  })
}

/** Changes only the members sent; `items` replaces them all. Throws 403, 404, 409, 412 and 422. */
export async function updateRelease(
  ctx: ContentContext,
  { body, ...target }: Target & { body: unknown },
): Promise<Release> {
  assertMayRelease(ctx)
  const { items, ...changes } = parseInput(releaseChanges, body)
  const schedule = scheduleOf(ctx, changes)
  return inTurn(ctx, async (tx) => {
    const before = await lockRelease(tx, target)
    assertOpen(before)
    const name = changes.name === undefined ? {} : { name: changes.name }
    if (items) await setItems(tx, before, items)
    const [after] = await tx
      .update(releases)
      .set({ ...name, ...schedule, updated_at: ctx.clock(), version: sql`${releases.version} + 1` })
      .where(eq(releases.id, before.id))
      .returning()
    return after!
  })
}

/** Deletes the release; working copies stay, and what was published. Throws 403, 404 and 412. */
export async function deleteRelease(ctx: ContentContext, target: Target) {
  assertMayRelease(ctx)
  await inTurn(ctx, async (tx, note) => {
    const { id, name } = await lockRelease(tx, target)
    await tx.delete(releases).where(eq(releases.id, id))
    note({ action: 'release.delete', entity: 'releases', entityId: id, changes: { name } })
  })
}

/** Throws 409. */
export function assertOpen({ state }: Release) {
  if (state !== 'open') throw new AppError('conflict', 'The release has been published already.')
}

/** One at a time, so that no record gets into two releases. */
const inTurn = <T>(ctx: ContentContext, run: (tx: Tx, note: AddAuditEntry) => Promise<T>) =>
  auditedTransaction(ctx, auditActor(ctx.actor), async (tx, note) => {
    await confirmActor(tx, ctx.actor)
    await lockUntilCommit(tx, 'releases')
    return run(tx, note)
  })

function scheduleOf(ctx: ContentContext, { publish_at }: Values) {
  if (publish_at === undefined) return {}
  if (publish_at !== null) assertScopes(ctx.actor, 'publish')
  const time = publish_at === null ? null : futureTime(ctx, publish_at)
  const { actor } = ctx
  return {
    publish_at: time,
    scheduled_by: time && actor.name,
    scheduled_by_id: time && actorId(actor),
    refusal: null,
  }
}

async function setItems(tx: Tx, release: Release, wanted: WantedItems) {
  const found = await findItems(tx, wanted)
  const taken: FieldIssue[] = []
  for (const [index, record] of found.entries()) {
    const other = await otherRelease(tx, release, record)
    if (other) taken.push({ path: `items.${index}`, code: 'in_use', message: `is in the release “${other}”` })
  }
  if (taken.length > 0) {
    const message = 'Some records are in another release; remove them there first.'
    throw new AppError('conflict', message, { errors: taken })
  }
  await tx.delete(releaseItems).where(eq(releaseItems.release_id, release.id))
  if (found.length > 0)
    await tx.insert(releaseItems).values(found.map((record) => ({ release_id: release.id, ...record })))
}

/** The name of another open release with the record, or null. */
async function otherRelease(
  tx: Tx,
  { id: own }: Release,
  { resource, record_id: id }: { resource: string; record_id: number },
) {
  const ofRecord = tx
    .select({ id: releaseItems.release_id })
    .from(releaseItems)
    .where(and(eq(releaseItems.resource, resource), eq(releaseItems.record_id, id)))
  const [other] = await tx
    .select({ name: releases.name })
    .from(releases)
    .where(and(eq(releases.state, 'open'), ne(releases.id, own), inArray(releases.id, ofRecord)))
  return other?.name ?? null
}
