import { z } from 'zod'
import * as field from '../content/field-types.ts'
import { AppError } from '../errors.ts'
import { parseInput } from '../parse-input.ts'
import type { MediaContext } from './media-context.ts'
import type { MediaRow } from './media-rows.ts'
import { storeImage } from './store-image.ts'
import { nameOfFile, storedName } from './stored-names.ts'

/** A text that describes an image; an empty one counts as none. */
const caption = z
  .string()
  .trim()
  .pipe(field.text(300))
  .transform((value) => value || null)
  .nullable()

/** What may be said of an image along with it; the name is judged in `names.ts`. */
export const details = z.strictObject({ name: z.string(), alt: caption, title: caption }).partial()
/** What may be changed of an image. */
export const changes = z.strictObject({ alt: caption, title: caption }).partial()

type Upload = { bytes: Uint8Array; filename: string; details: unknown }

/** Takes an image that somebody sends; `filename` may be empty. Throws 403, 413, 415, 422 and 503. */
export async function uploadImage(
  ctx: MediaContext,
  { bytes, filename, details: sent }: Upload,
): Promise<MediaRow> {
  const { name = '', alt = null, title = null } = parseInput(details, sent)
  if (bytes.byteLength > ctx.maxUploadBytes) throw tooLarge(ctx)
  return storeImage(ctx, { bytes, name: name === '' ? nameOfFile(filename) : storedName(name), alt, title })
}

export const tooLarge = ({ maxUploadBytes }: Pick<MediaContext, 'maxUploadBytes'>) =>
  new AppError(
    'payload_too_large',
    `An image may have at most ${maxUploadBytes / 1_048_576} MB (${maxUploadBytes} bytes).`,
  )
