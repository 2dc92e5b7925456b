// Publishes a release: all of its working copies in one transaction, or none. Undoing one writes the states before it.
import { eq, sql } from 'drizzle-orm'
import { auditActor } from '../../accounts/actor.ts'
import {
  type AddAuditEntry,
  type AuditEntry,
  auditedTransaction,
} from '../../accounts/audit/append-audit-row.ts'
import { confirmActor } from '../../accounts/permissions.ts'
import { assertScopes } from '../../accounts/token-scopes.ts'
import { lockUntilCommit, type Tx } from '../../platform/db/database.ts'
import { isLostConnection, isRetryable, toAppError } from '../../platform/db/database-errors.ts'
import { releaseItems, releases } from '../../platform/db/schema/releases.ts'
import { workingCopies } from '../../platform/db/schema/working-copies.ts'
import { giveWay } from '../../platform/give-way.ts'
import { AppError, invalid } from '../../text/errors.ts'
import type { FieldIssue } from '../../text/field-issues.ts'
import type { ContentContext } from '../content-context.ts'
import type { Row } from '../definition/define-resource.ts'
import { lockRow, recordNotFound } from '../definition/find-record.ts'
import { parseRecord } from '../definition/parse-record.ts'
import { changedFields, stateOf } from '../history/revisions.ts'
import { firstVersion } from '../history/working-copy.ts'
import { resources } from '../resources/resource-registry.ts'
import { changeRecord } from '../verbs/update-record.ts'
import { publishCopy } from '../working-copies/publish-draft.ts'
import { assertOpen } from './edit-release.ts'
import {
  assertMayRelease,
  lockRelease,
  type Release,
  type ReleaseItem,
  readItems,
  readRelease,
  resourceOf,
  type ShownItem,
  showItem,
  type Target,
} from './release.ts'

const DEADLINE_MS = 30_000

type Failure = { index: number; failure: AppError }

/** Throws 403, 404, 409, 412 (also `base_changed`) and 422 with the problems of all items: nothing is published then. */
export async function publishRelease(ctx: ContentContext, target: Target): Promise<Release> {
  assertMayRelease(ctx)
  assertScopes(ctx.actor, 'publish')
  return inReleaseTransaction(ctx, async (tx, note) => {
    const release = await lockRelease(tx, target)
    assertOpen(release)
    return publishLocked(tx, ctx, { release, note })
  })
}

/** The part of a publication inside the transaction, which holds the release. */
export async function publishLocked(
  tx: Tx,
  ctx: ContentContext,
  { release, note }: { release: Release; note: AddAuditEntry },
): Promise<Release> {
  const items = await readItems(tx, release)
  if (items.length === 0) throw invalid([{ path: 'items', code: 'too_small', message: 'must not be empty' }])
  await throughout(tx, items, async (inner, item) => {
    const entries: AuditEntry[] = []
    const [before, after] = await publishItem(inner, ctx, item, (entry) => void entries.push(entry))
    const resource = resourceOf(item)
    const states = { before: stateOf(resource, before), after: stateOf(resource, after) }
    await inner.update(releaseItems).set(states).where(eq(releaseItems.id, item.id))
    for (const entry of entries) note(entry)
  })
  const { id, name } = release
  note({
    action: 'release.publish',
    entity: 'releases',
    entityId: id,
    changes: { name, items: items.length },
  })
  const now = ctx.clock()
  return settle(tx, release, now, {
    state: 'published',
    published_at: now,
    published_by: ctx.actor.name,
  })
}

async function publishItem(tx: Tx, ctx: ContentContext, item: ReleaseItem, note: AddAuditEntry) {
  const resource = resourceOf(item)
  const live = await lockRow(tx, resource, String(item.record_id))
  const after = await publishCopy(tx, ctx, { resource, live, ifMatch: null, note })
  return [live!, after] as const
}

/**
 * Writes the states before a published release, and makes working copies of those after it. Throws 403, 404, 409 (not
 * published, or too long ago) and 412 `base_changed` where a record has changed since.
 */
export async function undoRelease(ctx: ContentContext, target: Target): Promise<Release> {
  assertMayRelease(ctx)
  assertScopes(ctx.actor, 'publish')
  return inReleaseTransaction(ctx, async (tx, note) => {
    const release = await lockRelease(tx, target)
    if (release.state !== 'published') throw new AppError('conflict', 'The release is not published.')
    if (ctx.clock().getTime() - release.published_at!.getTime() > ctx.trashKeepMs)
      throw new AppError('conflict', 'The release was published too long ago to be undone.')
    const items = await readItems(tx, release)
    await throughout(tx, items, (inner, item) => undoItem(inner, ctx, item, note))
    const { id, name } = release
    note({ action: 'release.undo', entity: 'releases', entityId: id, changes: { name, items: items.length } })
    return settle(tx, release, ctx.clock(), { state: 'undone' })
  })
}

async function undoItem(tx: Tx, ctx: ContentContext, item: ReleaseItem, note: AddAuditEntry) {
  const resource = resourceOf(item)
  const { before, after } = item as ReleaseItem & { before: Row; after: Row }
  const live = await lockRow(tx, resource, String(item.record_id))
  if (!live) throw recordNotFound(resource)
  const now = stateOf(resource, live)
  const changed = changedFields(before, after)
  const conflicts = changed.filter((name) => !Bun.deepEquals(now[name], after[name]))
  if (conflicts.length > 0)
    throw new AppError('base_changed', 'has changed since the release', {
      errors: conflicts.map((path) => ({
        path,
        code: 'base_changed',
        message: 'has been changed since the release',
      })),
    })
  const body = Object.fromEntries(changed.map((name) => [name, before[name]]))
  const changes = await parseRecord(ctx, resource, body, 'patch')
  const restored = await changeRecord(tx, ctx, {
    ...{ resource, before: live, changes, note },
    ...{ ifMatch: null, autosave: false },
  })
  const base = stateOf(resource, restored)
  await tx
    .insert(workingCopies)
    .values({
      ...{ resource: resource.name, record_id: live.id, version: firstVersion(resource, live.id) },
      ...{ base_version: restored.version, base },
      state: { ...base, ...Object.fromEntries(changed.map((name) => [name, after[name]])) },
      ...{ updated_by: ctx.actor.name, created_at: ctx.clock(), updated_at: ctx.clock() },
    })
    .onConflictDoNothing()
}

/** The release with its items, each with what would keep it from being published now. Throws 403 and 404. */
export async function getRelease(
  ctx: ContentContext,
  id: number,
): Promise<{ release: Release; items: ShownItem[] }> {
  assertMayRelease(ctx)
  const shown = await ctx.database.readConsistently(async (tx) => {
    const release = await readRelease(tx, id)
    const items = await readItems(tx, release)
    const shown: ShownItem[] = []
    for (const item of items) shown.push(await showItem(tx, item))
    return { release, items: shown }
  })
  if (shown.release.state !== 'open') return shown
  for (const { index, failure } of await findProblems(ctx, shown.release)) {
    const { code, message, errors } = failure
    shown.items[index]!.problems = errors ?? [{ path: '', code, message }]
  }
  return shown
}

/** Publishes in a transaction that is rolled back, so that the rules are those of the publication. */
async function findProblems(ctx: ContentContext, release: Release): Promise<Failure[]> {
  let failures: Failure[] = []
  const undone = new Error('rolled back')
  const { onPublish: _, ...silent } = ctx
  await ctx.database
    .transaction(
      async (tx) => {
        failures = await attempt(tx, await readItems(tx, release), async (inner, item) => {
          await publishItem(inner, silent, item, () => {})
        })
        throw undone
      },
      { deadlineMs: DEADLINE_MS },
    )
    .catch((error) => {
      if (error !== undone) throw error
    })
  return failures
}

/** With the time that many records need. */
export const inReleaseTransaction = <T>(
  ctx: ContentContext,
  run: (tx: Tx, note: AddAuditEntry) => Promise<T>,
) =>
  auditedTransaction({ ...ctx, deadlineMs: DEADLINE_MS }, auditActor(ctx.actor), async (tx, note) => {
    await confirmActor(tx, ctx.actor)
    return run(tx, note)
  })

type Act = (tx: Tx, item: ReleaseItem) => Promise<void>

/** Acts on all items, or throws an error that names those which failed. */
async function throughout(tx: Tx, items: readonly ReleaseItem[], act: Act) {
  const failures = await attempt(tx, items, act)
  if (failures.length === 0) return
  const errors = failures.flatMap(({ index, failure }) => issuesAt(index, failure))
  const { code, message } = failures[0]!.failure
  if (failures.every(({ failure }) => failure.code === 'validation_failed')) throw invalid(errors)
  throw new AppError(code, `items.${failures[0]!.index}: ${message}`, { errors })
}

/** Acts on all items in an order in which no two transactions wait for each other; the failures are in the items' own. */
async function attempt(tx: Tx, items: readonly ReleaseItem[], act: Act): Promise<Failure[]> {
  const failures: Failure[] = []
  const ordered = resources.flatMap(({ name }) =>
    items.filter(({ resource }) => resource === name).toSorted((a, b) => a.record_id - b.record_id),
  )
  for (const [place, item] of ordered.entries()) {
    // The embedded database runs in this thread; other requests are answered between two statements.
    await giveWay()
    if (ordered[place - 1]?.resource !== item.resource) await lockUntilCommit(tx, item.resource)
    try {
      await tx.transaction((inner) => act(inner, item))
    } catch (error) {
      if (isRetryable(error) || isLostConnection(error)) throw error
      const failure = toAppError(error)
      if (!(failure instanceof AppError) || failure.status >= 500) throw error
      failures.push({ index: items.indexOf(item), failure })
    }
  }
  return failures.toSorted((a, b) => a.index - b.index)
}

const issuesAt = (index: number, { code, message, errors }: AppError): FieldIssue[] =>
  (errors ?? [{ path: '', code, message }]).map(({ path, ...issue }) => ({
    path: path === '' ? `items.${index}` : `items.${index}.${path}`,
    ...issue,
  }))

async function settle(tx: Tx, { id }: Release, now: Date, values: Partial<Release>): Promise<Release> {
  const [release] = await tx
    .update(releases)
    .set({ ...values, version: sql`${releases.version} + 1`, updated_at: now })
    .where(eq(releases.id, id))
    .returning()
  return release!
}
