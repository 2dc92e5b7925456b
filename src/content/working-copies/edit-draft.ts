// Reads, writes and discards the working copy of a record.
import { eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { actorId } from '../../accounts/actor.ts'
import { assertEditor, assertMay } from '../../accounts/permissions.ts'
import { assertScopes } from '../../accounts/token-scopes.ts'
import type { Tx } from '../../platform/db/database.ts'
import { workingCopies } from '../../platform/db/schema/working-copies.ts'
import { AppError } from '../../text/errors.ts'
import { parseInput } from '../../text/parse-input.ts'
import { assertFresh, etagOf } from '../../text/record-version.ts'
import { addWriter, endReview } from '../collaboration/review-rules.ts'
import { type Review, reviewOf } from '../collaboration/reviews.ts'
import type { ContentContext } from '../content-context.ts'
import type { Resource, Row } from '../definition/define-resource.ts'
import * as field from '../definition/field-types.ts'
import { readRow, recordNotFound } from '../definition/find-record.ts'
import { changedFields, stateOf } from '../history/revisions.ts'
import {
  type Draft,
  deleteCopy,
  draftEtag,
  firstVersion,
  noDraft,
  readCopy,
  type State,
  statesOf,
  type WorkingCopy,
} from '../history/working-copy.ts'
import { isPublished } from '../rules/visibility.ts'
import { inWriteTransaction } from '../verbs/update-record.ts'
import { futureTime } from './future-time.ts'
import { parseDraft } from './parse-draft.ts'

export type Target = { resource: Resource; idOrKey: string }
type Change = Target & { ifMatch: string | null }
type ReviewedDraft = Draft & { review: Review | null }

/** Members of a PATCH that are not fields of the record. */
export const draftControls = z.object({
  publish_at: field.instant().nullish().meta({
    description: 'When the copy is published by itself, in the future; null ends the schedule.',
  }),
  base_version: z.int().min(1).optional().meta({
    description: 'After a merge: the version of the live record that the copy now has the changes of.',
  }),
})

/** The working copy of a record. Throws 403 and 404. */
export async function getDraft(ctx: ContentContext, { resource, idOrKey }: Target): Promise<ReviewedDraft> {
  assertMayDraft(ctx, resource)
  return ctx.database.readConsistently(async (tx) => {
    const live = await readRow(tx, resource, idOrKey)
    if (!live) throw recordNotFound(resource)
    const copy = await readCopy(tx, resource, live.id)
    if (!copy) throw noDraft(resource)
    return withReview(tx, { resource, live, copy })
  })
}

/**
 * Writes the fields sent into the working copy, which begins from the live record with its first change. Values that are
 * required may be missing until it is published. Throws 403, 404, 412 and 422.
 */
export async function patchDraft(
  ctx: ContentContext,
  { resource, idOrKey, body, ifMatch }: Change & { body: unknown },
): Promise<ReviewedDraft> {
  assertMayDraft(ctx, resource)
  const { controls, fields } = splitBody(body)
  const changes = await parseDraft(ctx, resource, fields)
  const publishAt = publishAtOf(ctx, controls)
  return inWriteTransaction(ctx, { resource, idOrKey }, async (tx, _note, live) => {
    if (!live) throw recordNotFound(resource)
    const now = ctx.clock()
    const copy = await readCopy(tx, resource, live.id)
    // Without a copy, the live record is what the client has read.
    assertFresh(ifMatch, copy ? draftEtag(copy) : etagOf(live.version))
    const baseVersion = controls.base_version
    if (baseVersion !== undefined && baseVersion !== live.version) throw notCurrent(live)
    const values = {
      ...merge({ resource, live, copy, changes, rebases: baseVersion !== undefined }),
      ...(publishAt !== undefined && scheduleOf(ctx, publishAt)),
    }
    if (copy && isSame(copy, values)) return withReview(tx, { resource, live, copy })
    await addWriter(tx, ctx, resource, live.id)
    const { name } = ctx.actor
    const written = { ...values, updated_at: now, updated_by: name, updated_by_id: actorId(ctx.actor) }
    return withReview(tx, { resource, live, copy: await write(tx, { resource, live, copy, written, now }) })
  })
}

/** In the same transaction, since the record may be gone after it. */
const withReview = async (tx: Tx, draft: Draft): Promise<ReviewedDraft> => ({
  ...draft,
  review: (await reviewOf(tx, draft.resource, draft.live)).review,
})

/** Deletes the working copy. Throws 403, 404 and 412. */
export async function discardDraft(ctx: ContentContext, { resource, idOrKey, ifMatch }: Change) {
  assertMayDraft(ctx, resource)
  await inWriteTransaction(ctx, { resource, idOrKey }, async (tx, note, live) => {
    if (!live) throw recordNotFound(resource)
    const copy = await readCopy(tx, resource, live.id)
    if (!copy) throw noDraft(resource)
    assertFresh(ifMatch, draftEtag(copy))
    await deleteCopy(tx, resource, live.id)
    if (isPublished(live)) await endReview(tx, resource, live.id)
    const { base, state } = statesOf(resource, live, copy)
    const changes = { fields: changedFields(base, state) }
    note({ action: 'draft.discard', entity: resource.name, entityId: live.id, changes })
  })
}

/** Throws 403: creators write drafts of their own articles instead. */
export function assertMayDraft({ actor }: ContentContext, resource: Resource) {
  assertEditor(actor)
  assertMay(actor, 'update', resource.name)
}

type Controls = z.output<typeof draftControls>

function splitBody(body: unknown): { controls: Controls; fields: unknown } {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return { controls: {}, fields: body }
  // `draft` is part of the answer, which may be sent back as it was read.
  const { publish_at, base_version, draft: _, ...fields } = body as State
  return { controls: parseInput(draftControls, { publish_at, base_version }), fields }
}

function publishAtOf(ctx: ContentContext, { publish_at }: Controls) {
  if (publish_at == null) return publish_at
  assertScopes(ctx.actor, 'publish')
  return futureTime(ctx, publish_at)
}

const scheduleOf = ({ actor }: ContentContext, publishAt: Date | null) => ({
  publish_at: publishAt,
  scheduled_by: publishAt && actor.name,
  scheduled_by_id: publishAt && actorId(actor),
  refusal: null,
})

const notCurrent = (live: Row) =>
  new AppError('stale', `The live record has version ${live.version}; read it again and merge its changes.`, {
    headers: { ETag: etagOf(live.version) },
  })

type Merge = { resource: Resource; live: Row; copy: WorkingCopy | null; changes: State; rebases: boolean }

/** The states of the copy after a change; a new base brings the fields that only the live record has changed. */
function merge({ resource, live, copy, changes, rebases }: Merge) {
  if (!copy) {
    const base = stateOf(resource, live)
    return { base_version: live.version, base, state: { ...base, ...changes } }
  }
  const states = statesOf(resource, live, copy)
  const { base_version } = copy
  if (!rebases) return { base_version, base: states.base, state: { ...states.state, ...changes } }
  const own = new Set(changedFields(states.base, states.state))
  const merged = Object.entries(states.live).map(([name, value]) => [
    name,
    own.has(name) ? states.state[name] : value,
  ])
  return {
    base_version: live.version,
    base: states.live,
    state: { ...Object.fromEntries(merged), ...changes },
  }
}

type Values = ReturnType<typeof merge> & { publish_at?: Date | null }

const isSame = (copy: WorkingCopy, values: Values) =>
  copy.base_version === values.base_version &&
  Bun.deepEquals(copy.state, values.state) &&
  (values.publish_at === undefined || copy.publish_at?.getTime() === values.publish_at?.getTime())

type Write = {
  resource: Resource
  live: Row
  copy: WorkingCopy | null
  written: Values & { updated_at: Date; updated_by: string; updated_by_id: number | null }
  now: Date
}

async function write(tx: Tx, { resource, live, copy, written, now }: Write): Promise<WorkingCopy> {
  const [row] = copy
    ? await tx
        .update(workingCopies)
        .set({ ...written, version: sql`${workingCopies.version} + 1` })
        .where(eq(workingCopies.id, copy.id))
        .returning()
    : await tx
        .insert(workingCopies)
        .values({
          ...written,
          resource: resource.name,
          record_id: live.id,
          version: firstVersion(resource, live.id),
          created_at: now,
        })
        .returning()
  return row!
}
