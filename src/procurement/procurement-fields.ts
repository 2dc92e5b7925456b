// What the bodies of several procurement routes share.
import { z } from 'zod'

/** One line of text that says something. */
export const line = (most: number) =>
  z
    .string()
    .regex(/^[^\p{Cc}\p{Zl}\p{Zp}]*$/u, 'contains a line break or another control character')
    .refine((value) => value.isWellFormed(), 'contains an unpaired surrogate')
    .trim()
    .min(1)
    .max(most)

/** Remarks of several lines; an empty one is none. */
export const note = z
  .string()
  .max(2_000)
  .regex(/^(?:[^\p{Cc}]|[\t\r\n])*$/u, 'contains a control character')
  .refine((value) => value.isWellFormed(), 'contains an unpaired surrogate')
  .trim()
  .nullish()
  .transform((value) => value || null)

/** The id of a record. */
export const reference = z.int32().min(1)

/** Fields of an answer, allowed so that what was read can be sent back; they change nothing. */
export const readOnly = <const Name extends string>(...names: Name[]) =>
  Object.fromEntries(names.map((name) => [name, z.unknown().optional()])) as Record<
    Name,
    z.ZodOptional<z.ZodUnknown>
  >
