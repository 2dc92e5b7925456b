import { assertMay } from '../auth/permissions.ts'
import * as field from '../content/field-types.ts'
import { AppError } from '../errors.ts'
import { parseInput } from '../parse-input.ts'
import { safeFetch } from '../security/safe-fetch.ts'
import { toRelativeMediaUrl } from '../security/sanitize-rich-text.ts'
import type { MediaContext } from './media-context.ts'
import { type MediaRow, pathIn, readReady } from './media-rows.ts'
import { storeImage } from './store-image.ts'
import { nameInUrl, storedName } from './stored-names.ts'
import { details, tooLarge } from './upload-image.ts'

/** Which image to take, and what is said of it. */
export const importRequest = details.extend({ url: field.text(2_048).trim().min(1) })

/**
 * Takes an image from another site; one that is this site's own already is found instead (`created` false). Throws
 * 403, 404 (an address of this site's media that has no image), 413, 415, 422 (`url_not_allowed` among others),
 * 502 (the other site failed) and 503.
 */
export async function importImage(
  ctx: MediaContext,
  body: unknown,
): Promise<{ row: MediaRow; created: boolean }> {
  assertMay(ctx.actor, 'create', 'media')
  const { url, name = '', alt = null, title = null } = parseInput(importRequest, body)
  const own = await findOwn(ctx, url)
  if (own) return { row: own, created: false }
  const wished = name === '' ? null : storedName(name)
  const { bytes, url: found } = await safeFetch(ctx.outbound, url, {
    maxBytes: ctx.maxUploadBytes,
    tooLarge: () => tooLarge(ctx),
  })
  const row = await storeImage(ctx, { bytes, name: wished ?? nameInUrl(found), alt, title })
  return { row, created: true }
}

async function findOwn(ctx: MediaContext, url: string): Promise<MediaRow | null> {
  const relative = ctx.bases.map((base) => toRelativeMediaUrl(url, base)).find((it) => it.startsWith('/'))
  const path = relative ? pathIn(relative) : null
  if (path === null) return null
  const row = await ctx.database.query((tx) => readReady(tx, path))
  if (!row) throw new AppError('not_found', 'There is no such image in the library.')
  return row
}
