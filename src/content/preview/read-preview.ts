// Opens preview links: checks the token, and reads the records to show in another state.
import { and, eq, gt, inArray, isNull, or, type SQL } from 'drizzle-orm'
import type { Tx } from '../../platform/db/database.ts'
import { adminUsers } from '../../platform/db/schema/auth.ts'
import { previews } from '../../platform/db/schema/previews.ts'
import { releaseItems } from '../../platform/db/schema/releases.ts'
import { workingCopies } from '../../platform/db/schema/working-copies.ts'
import type { Resource, Row } from '../definition/define-resource.ts'
import { columnsOf, readRow } from '../definition/find-record.ts'
import { asDrafted, readCopy } from '../history/working-copy.ts'
import { findResource } from '../resources/resource-registry.ts'
import { isPublished, isVisibleAt, visiblePeriod } from '../rules/visibility.ts'
import { Overlay } from '../snapshot/overlay.ts'
import { toEntry } from '../snapshot/snapshot-entry.ts'
import { verifyPreviewToken } from './preview-token.ts'
import { type PreviewContext, previewsOf } from './previews.ts'

type ReadContext = Pick<PreviewContext, 'database' | 'clock' | 'previewKey'>
type Drafted = { resource: Resource; row: Row }

/** `record` is the one that a link is bound to; null for a link to the site. */
export type OpenedPreview = { record: Drafted | null; overlay: Overlay }

/**
 * The record or the site of a token, in its current state; null for an invalid, expired or revoked token, for a deleted
 * record or release, and when the maker of the link may not update the record any more.
 */
export async function readPreview(ctx: ReadContext, token: string): Promise<OpenedPreview | null> {
  // Without a valid signature, nothing is read from the database.
  const claims = await verifyPreviewToken(ctx.previewKey, token, ctx.clock())
  if (!claims) return null
  if (claims.resource === null) return readSet(ctx, claims.id)
  const { id, recordId } = claims
  const resource = findResource(claims.resource)
  return resource && readRecord(ctx, { id, resource, recordId })
}

/** The record is shown even if it is not public. */
async function readRecord(
  { database, clock }: ReadContext,
  { id, resource, recordId }: { id: string; resource: Resource; recordId: number },
): Promise<OpenedPreview | null> {
  const row = await database.readConsistently(async (tx) => {
    const preview = await readLink(tx, clock(), { id, of: previewsOf(resource, recordId) })
    const row = preview && (await readRow(tx, resource, String(recordId)))
    if (!row) return null
    // Creators may read no working copy.
    if (preview.created_by_role === 'creator') return row.author_id === preview.created_by_id ? row : null
    const copy = await readCopy(tx, resource, row.id)
    return copy ? asDrafted(resource, row, copy) : row
  })
  if (!row) return null
  const overlay = new Overlay([{ resource, id: row.id, entry: toEntry(resource, row) }])
  return { record: { resource, row }, overlay }
}

/** Records with a working copy are shown as its publication would leave them, those without one as they are. */
async function readSet({ database, clock }: ReadContext, id: string): Promise<OpenedPreview | null> {
  const drafted = await database.readConsistently(async (tx) => {
    const preview = await readLink(tx, clock(), { id, of: isNull(previews.resource) })
    if (!preview) return null
    const { items, release_id } = preview
    return readDrafted(tx, release_id === null ? (items ?? []) : await itemsOf(tx, release_id))
  })
  const now = clock().getTime()
  const shown = drafted?.map(({ resource, row }) => {
    const isShown = isPublished(row) && isVisibleAt(visiblePeriod(resource, row), now)
    return { resource, id: row.id, entry: isShown ? toEntry(resource, row) : null }
  })
  return shown ? { record: null, overlay: new Overlay(shown) } : null
}

/** A link that is valid still: its maker has an account, with the same role. */
async function readLink(tx: Tx, now: Date, { id, of }: { id: string; of: SQL | undefined }) {
  const isOfMaker = and(eq(adminUsers.disabled, false), eq(adminUsers.role, previews.created_by_role))
  const [found] = await tx
    .select({ preview: previews })
    .from(previews)
    .leftJoin(adminUsers, eq(adminUsers.id, previews.created_by_id))
    .where(
      and(
        eq(previews.id, id),
        of,
        gt(previews.expires_at, now),
        or(isNull(previews.created_by_id), isOfMaker),
      ),
    )
  return found?.preview ?? null
}

type Item = { resource: string; record_id: number }

const itemsOf = (tx: Tx, releaseId: number): Promise<Item[]> =>
  tx
    .select({ resource: releaseItems.resource, record_id: releaseItems.record_id })
    .from(releaseItems)
    .where(eq(releaseItems.release_id, releaseId))

/** One statement for the copies of each resource and one for its records. */
async function readDrafted(tx: Tx, items: readonly Item[]): Promise<Drafted[]> {
  const drafted: Drafted[] = []
  for (const [name, of] of Map.groupBy(items, ({ resource }) => resource)) {
    const resource = findResource(name)
    if (!resource) continue
    const ids = of.map(({ record_id }) => record_id)
    const copies = await tx
      .select({ id: workingCopies.record_id, base: workingCopies.base, state: workingCopies.state })
      .from(workingCopies)
      .where(and(eq(workingCopies.resource, name), inArray(workingCopies.record_id, ids)))
    if (copies.length === 0) continue
    const byId = new Map(copies.map((copy) => [copy.id, copy]))
    const rows = await tx
      .select(columnsOf(resource))
      .from(resource.table)
      .where(inArray(resource.table.id, [...byId.keys()]))
    for (const row of rows as Row[])
      drafted.push({ resource, row: asDrafted(resource, row, byId.get(row.id)!) })
  }
  return drafted
}
