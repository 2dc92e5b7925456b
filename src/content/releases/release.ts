// Releases as they are stored and shown.
import { asc, desc, eq, sql } from 'drizzle-orm'
import { assertEditor } from '../../accounts/permissions.ts'
import { narrowedTo } from '../../accounts/token-scopes.ts'
import type { Tx } from '../../platform/db/database.ts'
import { releaseItems, type releaseStates, releases } from '../../platform/db/schema/releases.ts'
import { selectPage } from '../../platform/db/select-page.ts'
import { AppError } from '../../text/errors.ts'
import type { FieldIssue } from '../../text/field-issues.ts'
import type { Paging } from '../../text/paging.ts'
import { assertFresh, etagOf } from '../../text/record-version.ts'
import type { ContentContext } from '../content-context.ts'
import type { Resource, Row } from '../definition/define-resource.ts'
import { readRow } from '../definition/find-record.ts'
import { labelsOf } from '../definition/record-label.ts'
import { readCopy } from '../history/working-copy.ts'
import { resources } from '../resources/resource-registry.ts'

export type Release = typeof releases.$inferSelect
export type ReleaseItem = typeof releaseItems.$inferSelect
export type ReleaseState = (typeof releaseStates)[number]

/** Throws 403: a release can contain any resource. */
export function assertMayRelease({ actor }: ContentContext) {
  assertEditor(actor)
  if (narrowedTo(actor)) throw new AppError('forbidden', 'A token for some resources cannot use releases.')
}

/** Throws 404. */
export async function readRelease(tx: Tx, id: number, lock = false): Promise<Release> {
  const query = tx.select().from(releases).where(eq(releases.id, id))
  const [row] = Number.isInteger(id) ? await (lock ? query.for('update') : query) : []
  if (!row) throw new AppError('not_found', 'There is no such release.')
  return row
}

export type Target = { id: number; ifMatch: string | null }

/** Locks the release until the transaction ends. Throws 404 and 412. */
export async function lockRelease(tx: Tx, { id, ifMatch }: Target): Promise<Release> {
  const release = await readRelease(tx, id, true)
  assertFresh(ifMatch, etagOf(release.version))
  return release
}

/** In the order in which they were added. */
export const readItems = (tx: Tx, { id }: Release): Promise<ReleaseItem[]> =>
  tx.select().from(releaseItems).where(eq(releaseItems.release_id, id)).orderBy(asc(releaseItems.id))

/** Releases, the last created first, each with its number of items. Throws 403. */
export async function listReleases(
  ctx: ContentContext,
  { state, paging }: { state: ReleaseState | undefined; paging: Paging | null },
) {
  assertMayRelease(ctx)
  return ctx.database.readConsistently(async (tx) => {
    const where = state === undefined ? undefined : eq(releases.state, state)
    const count = tx.$count(releaseItems, sql`${releaseItems.release_id} = ${releases.id}`)
    const query = tx
      .select({ release: releases, count })
      .from(releases)
      .where(where)
      .orderBy(desc(releases.id))
    const page = await selectPage(tx, { table: releases, where, query, paging })
    return {
      ...page,
      items: page.items.map(({ release, count }) => ({ ...presentRelease(release), item_count: count })),
    }
  })
}

export const presentRelease = ({ scheduled_by_id: _, ...release }: Release) => release

export type ShownItem = {
  resource: string
  id: number
  key: string | null
  label: string
  draft: { version: number; updated_at: Date; updated_by: string } | null
  /** The reasons that keep it from being published now. */
  problems: FieldIssue[]
}

/** An item, named as it will be; nobody has looked for problems yet. */
export async function showItem(tx: Tx, item: ReleaseItem): Promise<ShownItem> {
  const resource = resourceOf(item)
  const id = item.record_id
  const live = await readRow(tx, resource, String(id))
  const copy = live && (await readCopy(tx, resource, id))
  const named = { ...live, ...copy?.state, ...item.after, id } as Row
  return {
    resource: resource.name,
    id,
    key: resource.addressedByKey ? String(named[resource.key!]) : null,
    ...labelsOf(resource, named),
    draft: copy && { version: copy.version, updated_at: copy.updated_at, updated_by: copy.updated_by },
    problems: [],
  }
}

/** The service never removes a resource. */
export const resourceOf = ({ resource }: Pick<ReleaseItem, 'resource'>): Resource =>
  resources.find(({ name }) => name === resource)!
