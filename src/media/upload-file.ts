import { z } from 'zod'
import * as field from '../content/definition/field-types.ts'
import { toThousandths } from '../content/images/focal-point.ts'
import { AppError } from '../text/errors.ts'
import { parseInput } from '../text/parse-input.ts'
import type { MediaContext } from './media-context.ts'
import type { MediaRow } from './media-rows.ts'
import { storeFile } from './store-file.ts'
import { slugFromFilename, slugFromName } from './stored-names.ts'

/** Text that describes a file; an empty one becomes null. */
const caption = z
  .string()
  .trim()
  .pipe(field.text(300))
  .transform((value) => value || null)
  .nullable()

/** A coordinate of the focal point. */
const share = z.number().min(0).max(1).transform(toThousandths)

/** Fields sent along with a file; `slugFromName` checks the name further. */
export const uploadDetails = z.strictObject({ name: z.string(), alt: caption, title: caption }).partial()
/** Body of a change to a file; the focal point is for images only. */
export const mediaChanges = z
  .strictObject({ alt: caption, title: caption, focal_x: share, focal_y: share })
  .partial()

type Upload = { bytes: Uint8Array; filename: string; details: unknown }

/** Stores an uploaded image or PDF; `filename` may be empty. Throws 403, 413, 415, 422 and 503. */
export async function uploadFile(ctx: MediaContext, { bytes, filename, details }: Upload): Promise<MediaRow> {
  const { name = '', alt = null, title = null } = parseInput(uploadDetails, details)
  if (bytes.byteLength > ctx.maxUploadBytes) throw fileTooLarge(ctx)
  const slug = name === '' ? slugFromFilename(filename) : slugFromName(name)
  return storeFile(ctx, { bytes, name: slug, alt, title })
}

export const fileTooLarge = ({ maxUploadBytes }: Pick<MediaContext, 'maxUploadBytes'>) =>
  new AppError(
    'payload_too_large',
    `The file is too large; the maximum is ${maxUploadBytes / 1_048_576} MB (${maxUploadBytes} bytes).`,
  )
