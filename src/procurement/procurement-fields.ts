// Schemas of fields that several procurement bodies share.
import { z } from 'zod'
import { line, optional, paragraphs } from '../text/text-fields.ts'

/** A single line of text: trimmed, 1 to `maxLength` characters, no control characters. */
export const singleLine = (maxLength: number) => line(maxLength).min(1)

/** Optional text of several lines; an empty one becomes null. */
export const note = optional(paragraphs(2_000))

export const recordId = z.int32().min(1)

/** Response fields that a body may repeat; they are ignored, so a record can be sent back as it was read. */
export const readOnly = <const Name extends string>(...names: Name[]) =>
  Object.fromEntries(names.map((name) => [name, z.unknown().optional()])) as Record<
    Name,
    z.ZodOptional<z.ZodUnknown>
  >

export const MAX_ITEM_QUANTITY = 1_000_000_000
