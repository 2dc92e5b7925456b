// Schemas of fields that several procurement bodies share.
import { z } from 'zod'
import { coded } from '../text/field-issues.ts'

/** A single line of text: trimmed, 1 to `maxLength` characters, no control characters. */
export const singleLine = (maxLength: number) =>
  z
    .string()
    .regex(/^[^\p{Cc}\p{Zl}\p{Zp}]*$/u, 'contains a line break or another control character')
    .refine((value) => value.isWellFormed(), coded('unpaired_surrogate', 'contains an unpaired surrogate'))
    .trim()
    .min(1)
    .max(maxLength)

/** Optional text of several lines; an empty one becomes null. */
export const note = z
  .string()
  .max(2_000)
  .regex(/^(?:[^\p{Cc}]|[\t\r\n])*$/u, 'contains a control character')
  .refine((value) => value.isWellFormed(), coded('unpaired_surrogate', 'contains an unpaired surrogate'))
  .trim()
  .nullish()
  .transform((value) => value || null)

export const recordId = z.int32().min(1)

/** Response fields that a body may repeat; they are ignored, so a record can be sent back as it was read. */
export const readOnly = <const Name extends string>(...names: Name[]) =>
  Object.fromEntries(names.map((name) => [name, z.unknown().optional()])) as Record<
    Name,
    z.ZodOptional<z.ZodUnknown>
  >

export const MAX_ITEM_QUANTITY = 1_000_000_000
