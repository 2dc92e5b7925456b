// The library as editors see it: finding images, describing them, removing what nothing shows.
import { and, desc, eq, ilike, or } from 'drizzle-orm'
import { assertMay, confirmActor } from '../auth/permissions.ts'
import { containsPattern } from '../db/like-pattern.ts'
import { media } from '../db/schema/media.ts'
import { selectPage } from '../db/select-page.ts'
import { AppError } from '../errors.ts'
import type { Page, Paging } from '../paging.ts'
import { parseInput } from '../parse-input.ts'
import { assertFresh, etagOf } from '../record-version.ts'
import { type Usage, usesOf } from './image-usage.ts'
import type { MediaContext } from './media-context.ts'
import { type MediaRow, readMedia } from './media-rows.ts'
import { removeObject } from './reserve-name.ts'
import { changes } from './upload-image.ts'

/** Images, the newest first; `search` is looked for in name, alt and title. Throws 403 and 422. */
export async function listMedia(
  ctx: MediaContext,
  { search, paging }: { search: string; paging: Paging | null },
): Promise<Page<MediaRow>> {
  assertMay(ctx.actor, 'list', 'media')
  // Postgres takes no NUL in a text; no image has one.
  const words = search.replaceAll('\0', '').toWellFormed().split(/\s+/).filter(Boolean)
  const matches = words.map((word) => {
    const pattern = containsPattern(word)
    return or(ilike(media.path, pattern), ilike(media.alt, pattern), ilike(media.title, pattern))
  })
  const where = and(eq(media.state, 'ready'), ...matches)
  return ctx.database.readConsistently((tx) => {
    const query = tx.select().from(media).where(where).orderBy(desc(media.id))
    return selectPage(tx, { table: media, where, query, paging })
  })
}

/** An image and the records that show it; throws 403 and 404. */
export async function getMedia(ctx: MediaContext, id: number): Promise<{ row: MediaRow; uses: Usage[] }> {
  assertMay(ctx.actor, 'read', 'media')
  return ctx.database.readConsistently(async (tx) => {
    const row = await readMedia(tx, id)
    return { row, uses: await usesOf(tx, row.path) }
  })
}

type Change = { id: number; ifMatch: string | null }

/** Changes what is said of an image; throws 403, 404, 412 and 422. */
export async function updateMedia(
  ctx: MediaContext,
  { id, ifMatch, body }: Change & { body: unknown },
): Promise<MediaRow> {
  assertMay(ctx.actor, 'update', 'media')
  const { alt, title } = parseInput(changes, body)
  return ctx.database.transaction(async (tx) => {
    await confirmActor(tx, ctx.actor)
    const row = await readMedia(tx, id, { lock: true })
    assertFresh(ifMatch, etagOf(row.version))
    if (alt === undefined && title === undefined) return row
    const [changed] = await tx
      .update(media)
      .set({
        ...(alt !== undefined && { alt }),
        ...(title !== undefined && { title }),
        version: row.version + 1,
        updated_at: ctx.clock(),
      })
      .where(eq(media.id, id))
      .returning()
    return changed!
  })
}

/**
 * Removes an image that no record shows; its address is never given again. Throws 403, 404, 409 (with the records
 * that show it), 412 and 503: then the image is hidden already, and asking again removes the object.
 */
export async function removeMedia(ctx: MediaContext, { id, ifMatch }: Change): Promise<void> {
  assertMay(ctx.actor, 'remove', 'media')
  const row = await ctx.database.transaction(async (tx) => {
    await confirmActor(tx, ctx.actor)
    const found = await readMedia(tx, id, { states: ['ready', 'removing'], lock: true })
    assertFresh(ifMatch, etagOf(found.version))
    assertUnused(await usesOf(tx, found.path))
    await tx.update(media).set({ state: 'removing' }).where(eq(media.id, id))
    return found
  })
  await removeObject(ctx, row)
}

const NAMED = 20

function assertUnused(uses: readonly Usage[]) {
  if (uses.length === 0) return
  const named = uses.slice(0, NAMED)
  throw new AppError(
    'in_use',
    `This image is shown by ${named.map(({ resource, id }) => `${resource} ${id}`).join(', ')}.`,
    {
      errors: named.map(({ resource, id, fields }) => ({
        path: `${resource}/${id}`,
        code: 'in_use',
        message: `shows this image in ${fields.join(', ')}`,
      })),
    },
  )
}
