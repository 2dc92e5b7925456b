import { z } from 'zod'
import * as field from '../content/definition/field-types.ts'
import { toThousandths } from '../content/images/focal-point.ts'
import { ROTATIONS } from '../content/images/image-edit.ts'
import { fieldInAll, withValue } from '../text/content-language.ts'
import { AppError } from '../text/errors.ts'
import { parseInput } from '../text/parse-input.ts'
import type { MediaContext } from './media-context.ts'
import type { MediaRow } from './media-rows.ts'
import { storeFile } from './store-file.ts'
import { slugFromFilename, slugFromName } from './stored-names.ts'

/** The shortest side of a crop. */
const MIN_SIDE = 0.02
/** Below a thousandth: sums of shares are not exact. */
const ROUNDING = 0.000_5

/** Text that describes a file; an empty one becomes null. */
const caption = z
  .string()
  .trim()
  .pipe(field.text(300))
  .transform((value) => value || null)
  .nullable()

/** A coordinate of the focal point. */
const share = z.number().min(0).max(1).transform(toThousandths)

/** A side of the part that is shown. */
const sideOf = share.refine((value) => value >= MIN_SIDE, `must be at least ${MIN_SIDE}`)

const rectangle = z
  .strictObject({ x: share, y: share, width: sideOf, height: sideOf })
  .refine(
    ({ x, y, width, height }) => x + width < 1 + ROUNDING && y + height < 1 + ROUNDING,
    'must lie within the image: x + width and y + height are at most 1',
  )

/** Fields sent along with a file; `slugFromName` checks the name further. */
export const uploadDetails = z.strictObject({ name: z.string(), alt: caption, title: caption }).partial()
/** Body of a change to a file; the focal point, rotation and crop are for images only. */
export const mediaChanges = z
  .strictObject({
    ...withValue(fieldInAll('alt'), caption),
    title: caption,
    tags: field.tags(),
    focal_x: share,
    focal_y: share,
    rotation: z.literal(ROTATIONS),
    crop: rectangle.nullable(),
  })
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
