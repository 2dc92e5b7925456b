import { assertEditor } from '../accounts/permissions.ts'
import * as field from '../content/definition/field-types.ts'
import { pathFromUrl } from '../content/images/media-url.ts'
import { safeFetch } from '../platform/security/safe-fetch.ts'
import { toRelativeMediaUrl } from '../platform/security/sanitize-rich-text.ts'
import { AppError } from '../text/errors.ts'
import { parseInput } from '../text/parse-input.ts'
import type { MediaContext } from './media-context.ts'
import { type MediaRow, readReady } from './media-rows.ts'
import { storeFile } from './store-file.ts'
import { slugFromName, slugFromUrl } from './stored-names.ts'
import { fileTooLarge, uploadDetails } from './upload-file.ts'

/** Body of an import. */
export const importRequest = uploadDetails.extend({ url: field.text(2_048).trim().min(1) })

/**
 * Downloads an image or a PDF from another site and stores it. The URL of a file of this site returns that file (`created`
 * is false). Throws 403, 404 (unknown media URL of this site), 413, 415, 422 (`url_not_allowed` among others), 502
 * (the other site failed) and 503.
 */
export async function importImage(
  ctx: MediaContext,
  body: unknown,
): Promise<{ row: MediaRow; created: boolean }> {
  assertEditor(ctx.actor)
  const { url, name = '', alt = null, title = null } = parseInput(importRequest, body)
  const existing = await findByUrl(ctx, url)
  if (existing) return { row: existing, created: false }
  const requestedSlug = name === '' ? null : slugFromName(name)
  const { bytes, url: finalUrl } = await safeFetch(ctx.outbound, url, {
    maxBytes: ctx.maxUploadBytes,
    tooLarge: () => fileTooLarge(ctx),
  })
  const row = await storeFile(ctx, { bytes, name: requestedSlug ?? slugFromUrl(finalUrl), alt, title })
  return { row, created: true }
}

/** The file of this site at `url`, or null for a URL of another site. Throws 404. */
async function findByUrl(ctx: MediaContext, url: string): Promise<MediaRow | null> {
  const relative = ctx.bases.map((base) => toRelativeMediaUrl(url, base)).find((it) => it.startsWith('/'))
  const path = relative ? pathFromUrl(relative) : null
  if (path === null) return null
  const row = await ctx.database.query((tx) => readReady(tx, path))
  if (!row) throw new AppError('not_found', 'File not found in the media library.')
  return row
}
