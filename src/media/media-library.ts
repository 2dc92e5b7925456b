// The media library for editors: list, read, describe and remove images.

import { and, asc, desc, eq, inArray, isNotNull, isNull, like, notInArray, notLike, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { z } from 'zod'
import { type Actor, actorId, auditActor } from '../accounts/actor.ts'
import { auditedTransaction } from '../accounts/audit/append-audit-row.ts'
import { assertMay, confirmActor, isCreator, ownerColumn } from '../accounts/permissions.ts'
import { assertScopes, hasScope, reaches } from '../accounts/token-scopes.ts'
import { readRow } from '../content/definition/find-record.ts'
import { findResource } from '../content/resources/resource-registry.ts'
import { isPublished } from '../content/rules/visibility.ts'
import { containsWords } from '../platform/db/contains-words.ts'
import { rowsOf, type Tx } from '../platform/db/database.ts'
import { articles } from '../platform/db/schema/articles.ts'
import { adminUsers } from '../platform/db/schema/auth.ts'
import { media } from '../platform/db/schema/media.ts'
import { selectPage } from '../platform/db/select-page.ts'
import { textOrder } from '../platform/db/text-order.ts'
import { fieldInAll, furtherFields } from '../text/content-language.ts'
import { AppError, invalid } from '../text/errors.ts'
import type { Page, Paging } from '../text/paging.ts'
import { parseInput } from '../text/parse-input.ts'
import { assertFresh, etagOf } from '../text/record-version.ts'
import { findUsages, type ImageUsage, usedPaths } from './image-usage.ts'
import type { MediaContext } from './media-context.ts'
import { type MediaRow, readMedia } from './media-rows.ts'
import { hideMedia, moveObject } from './trashed-media.ts'
import { mediaChanges } from './upload-file.ts'
import { removeVariants, stampOfRow } from './variants.ts'

const ORDERS = {
  newest: () => [desc(media.id)],
  oldest: () => [asc(media.id)],
  name: (language: string) => [asc(textOrder(media.path, language)), asc(media.id)],
  size: () => [desc(media.size), desc(media.id)],
}

const IMAGES = 'image/%'

type MediaQuery = {
  search: string
  /** Only files that no record uses. */
  unused?: boolean | undefined
  type?: 'image' | 'document' | undefined
  tag?: string | undefined
  /** Whether the text is missing; files without it in the list are images. */
  alt_empty?: boolean | undefined
  alt_en_empty?: boolean | undefined
  sort?: keyof typeof ORDERS | undefined
  /** The one whose alphabet names are sorted by. */
  language: string
  paging: Paging | null
}

/** Files, a creator's own only; every word of `search` must occur in path, alt or title. Throws 403 and 422. */
export async function listMedia(
  ctx: MediaContext,
  { search, unused, type, tag, alt_empty, alt_en_empty, sort = 'newest', language, paging }: MediaQuery,
): Promise<Page<MediaRow>> {
  assertMay(ctx.actor, 'list', 'media')
  const isFound = containsWords(search, [
    media.path,
    ...fieldInAll('alt').map((name) => media[name]),
    media.title,
  ])
  const hasTag = tag === undefined ? undefined : sql`${media.tags} @> ${JSON.stringify([tag])}::jsonb`
  const isDescribed = and(describedBy(media.alt, alt_empty), describedBy(media[inEnglish], alt_en_empty))
  const owner = ownerColumn(ctx.actor, 'media')
  const own = owner ? eq(media.uploaded_by, actorId(ctx.actor)!) : undefined
  return ctx.database.readConsistently(async (tx) => {
    const isUnused = unused ? notInArray(media.path, await usedPaths(tx)) : undefined
    const where = and(
      ...[eq(media.state, 'ready'), own, ofType(type), hasTag, isDescribed, isUnused, isFound],
    )
    const query = tx
      .select()
      .from(media)
      .where(where)
      .orderBy(...ORDERS[sort](language))
    return selectPage(tx, { table: media, where, query, paging })
  })
}

const ofType = (type: MediaQuery['type']) =>
  type && (type === 'image' ? like(media.mime, IMAGES) : notLike(media.mime, IMAGES))

const inEnglish = furtherFields('alt')[0]!

/** Images without the text, or with it; documents need none. */
const describedBy = (text: PgColumn, isEmpty: boolean | undefined) =>
  isEmpty === undefined ? undefined : and(ofType('image'), isEmpty ? isNull(text) : isNotNull(text))

/** The tags of the files, a creator's own only, each with how many files have it; the most common ones first. */
export async function listTags(ctx: MediaContext): Promise<{ tag: string; count: number }[]> {
  assertMay(ctx.actor, 'list', 'media')
  const own = ownerColumn(ctx.actor, 'media') ? actorId(ctx.actor) : null
  return ctx.database.query((tx) =>
    rowsOf<{ tag: string; count: number }>(
      tx,
      sql`select tag, count(*)::integer as count
        from ${media}, jsonb_array_elements_text(${media.tags}) as tag
        where ${media.state} = 'ready' and (${own}::integer is null or ${media.uploaded_by} = ${own}::integer)
        group by tag order by count desc, tag limit ${MAX_TAGS}`,
    ),
  )
}

const MAX_TAGS = 500

/** A file, the name of its uploader, and the records that use it, of which creators see their own, and API tokens those that they may read. Throws 403 and 404. */
export async function getMedia(
  ctx: MediaContext,
  id: number,
): Promise<{ row: MediaRow; uploader: string | null; usages: ImageUsage[] }> {
  assertMay(ctx.actor, 'read', 'media')
  return ctx.database.readConsistently(async (tx) => {
    const row = await readPermitted(tx, ctx, { id, action: 'read' })
    const usages = await visibleUsages(tx, ctx.actor, await findUsages(tx, row.path))
    return { row, uploader: await nameOfAccount(tx, row.uploaded_by), usages }
  })
}

/** Null for files of the system, and of accounts that have been deleted. */
async function nameOfAccount(tx: Tx, id: number | null): Promise<string | null> {
  if (id === null) return null
  const [account] = await tx.select({ name: adminUsers.name }).from(adminUsers).where(eq(adminUsers.id, id))
  return account?.name ?? null
}

/** Throws 403, also where a creator's image would not exist, and 404. Locks the row for an update. */
async function readPermitted(
  tx: Tx,
  { actor }: MediaContext,
  { id, action }: { id: number; action: 'read' | 'update' },
): Promise<MediaRow> {
  const row = await readMedia(tx, id, { lock: action === 'update' }).catch((error: unknown) => {
    assertMay(actor, action, 'media', null)
    throw error
  })
  assertMay(actor, action, 'media', row)
  return row
}

async function visibleUsages(tx: Tx, actor: Actor, usages: ImageUsage[]): Promise<ImageUsage[]> {
  if (!hasScope(actor, 'read')) return []
  if (!isCreator(actor)) return usages.filter(({ resource }) => reaches(actor, resource))
  const shown = usages.filter(({ resource }) => resource === 'articles')
  if (shown.length === 0) return []
  const ids = shown.map(({ id }) => id)
  const own = await tx
    .select({ id: articles.id })
    .from(articles)
    .where(and(eq(articles.author_id, actor.id), inArray(articles.id, ids)))
  return shown.filter(({ id }) => own.some((article) => article.id === id))
}

type Target = { id: number; ifMatch: string | null }

/** Changes texts, tags, and what variants show, which gives them new URLs. Throws 403, 404, 412 and 422. */
export async function updateMedia(
  ctx: MediaContext,
  { id, ifMatch, body }: Target & { body: unknown },
): Promise<MediaRow> {
  assertMay(ctx.actor, 'update', 'media')
  const changes = definedFields(parseInput(mediaChanges, body))
  const { before, after } = await ctx.database.transaction(async (tx) => {
    await confirmActor(tx, ctx.actor)
    const before = await readPermitted(tx, ctx, { id, action: 'update' })
    assertFresh(ifMatch, etagOf(before.version))
    if (Object.keys(changes).length === 0) return { before, after: before }
    assertEditable(before, changes)
    if (!hasScope(ctx.actor, 'publish')) await assertNotShown(tx, ctx.actor, before)
    const [updated] = await tx
      .update(media)
      .set({ ...changes, version: before.version + 1, updated_at: ctx.clock() })
      .where(eq(media.id, id))
      .returning()
    return { before, after: updated! }
  })
  const isMoved = stampOfRow(before) !== stampOfRow(after)
  // The old crops are no longer requested; `media sweep` removes those that a failure leaves.
  if (isMoved) await removeVariants(ctx.storage, after.path, after).catch(() => {})
  return after
}

/** Throws 422 for a document, and for a rotation of a file that may be an animation, whose frames cannot be turned. */
function assertEditable({ mime }: MediaRow, { rotation = 0, crop = null }: z.output<typeof mediaChanges>) {
  const refuse = (path: string, message: string) => invalid([{ path, code: 'not_an_image', message }])
  if (mime.startsWith('image/')) {
    if (rotation !== 0 && mime === 'image/gif') throw refuse('rotation', 'must be 0 for a GIF')
    return
  }
  if (rotation !== 0) throw refuse('rotation', 'must be 0 for a file that is no image')
  if (crop) throw refuse('crop', 'must be null for a file that is no image')
}

/** Throws 403 for an API token without `publish` if a visible record shows the image: its description is public then. */
async function assertNotShown(tx: Tx, actor: Actor, { path }: MediaRow) {
  for (const { resource, id, draft } of await findUsages(tx, path)) {
    if (draft) continue
    const row = await readRow(tx, findResource(resource)!, String(id))
    if (row && isPublished(row)) assertScopes(actor, 'publish')
  }
}

const definedFields = <Fields extends object>(fields: Fields) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))

/**
 * Moves an unused image to the trash; no other image gets its URL. Throws 403, 404, 409 (with the records that show it),
 * 412 and 503: the image is then already hidden, and repeating the request moves its object.
 */
export async function removeMedia(ctx: MediaContext, { id, ifMatch }: Target): Promise<void> {
  assertMay(ctx.actor, 'remove', 'media')
  const hidden = await auditedTransaction(ctx, auditActor(ctx.actor), async (tx, note) => {
    await confirmActor(tx, ctx.actor)
    const row = await readMedia(tx, id, { states: ['ready', 'trashing'], lock: true })
    assertFresh(ifMatch, etagOf(row.version))
    assertUnused(await findUsages(tx, row.path))
    if (row.state === 'ready') await hideMedia(tx, ctx, row, note)
    return row
  })
  await moveObject(ctx, hidden)
}

const MAX_LISTED_USAGES = 20

function assertUnused(usages: readonly ImageUsage[]) {
  if (usages.length === 0) return
  const listed = usages.slice(0, MAX_LISTED_USAGES)
  const records = listed.map(({ resource, id }) => `${resource} ${id}`).join(', ')
  throw new AppError('in_use', `The file is used in ${records}.`, {
    errors: listed.map(({ resource, id, fields }) => ({
      path: `${resource}/${id}`,
      code: 'in_use',
      message: `uses this file in ${fields.join(', ')}`,
    })),
  })
}
