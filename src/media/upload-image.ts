import { z } from 'zod'
import * as field from '../content/field-types.ts'
import { toThousandths } from '../content/images/focal-point.ts'
import { AppError } from '../errors.ts'
import { parseInput } from '../parse-input.ts'
import type { MediaContext } from './media-context.ts'
import type { MediaRow } from './media-rows.ts'
import { storeImage } from './store-image.ts'
import { slugFromFilename, slugFromName } from './stored-names.ts'

/** Text that describes an image; an empty one becomes null. */
const caption = z
  .string()
  .trim()
  .pipe(field.text(300))
  .transform((value) => value || null)
  .nullable()

/** A coordinate of the focal point. */
const share = z.number().min(0).max(1).transform(toThousandths)

/** Fields sent along with an image; `slugFromName` checks the name further. */
export const uploadDetails = z.strictObject({ name: z.string(), alt: caption, title: caption }).partial()
/** Body of a change to an image. */
export const mediaChanges = z
  .strictObject({ alt: caption, title: caption, focal_x: share, focal_y: share })
  .partial()

type Upload = { bytes: Uint8Array; filename: string; details: unknown }

/** Stores an uploaded image; `filename` may be empty. Throws 403, 413, 415, 422 and 503. */
export async function uploadImage(
  ctx: MediaContext,
  { bytes, filename, details }: Upload,
): Promise<MediaRow> {
  const { name = '', alt = null, title = null } = parseInput(uploadDetails, details)
  if (bytes.byteLength > ctx.maxUploadBytes) throw imageTooLarge(ctx)
  const slug = name === '' ? slugFromFilename(filename) : slugFromName(name)
  return storeImage(ctx, { bytes, name: slug, alt, title })
}

export const imageTooLarge = ({ maxUploadBytes }: Pick<MediaContext, 'maxUploadBytes'>) =>
  new AppError(
    'payload_too_large',
    `The image is too large; the maximum is ${maxUploadBytes / 1_048_576} MB (${maxUploadBytes} bytes).`,
  )
