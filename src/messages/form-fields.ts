// Fields of the public forms. Texts are stored as entered, never as markup. Characters that could break out of a line
// (in a mail header, log line or CSV cell) are refused, not removed.
import { z } from 'zod'
import { coded } from '../text/field-issues.ts'

const isWellFormed = (value: string) => value.isWellFormed()
const UNPAIRED_SURROGATE = coded('unpaired_surrogate', 'contains an unpaired surrogate')

/** A single line of text. */
export const line = (maxLength: number) =>
  z
    .string()
    .regex(/^[^\p{Cc}\p{Zl}\p{Zp}]*$/u, 'contains a line break or another control character')
    .refine(isWellFormed, UNPAIRED_SURROGATE)
    .trim()
    .max(maxLength)

/** Text with line breaks. */
export const paragraphs = (maxLength: number) =>
  z
    .string()
    .max(maxLength)
    .regex(/^(?:[^\p{Cc}]|[\t\r\n])*$/u, 'contains a control character')
    .refine(isWellFormed, UNPAIRED_SURROGATE)
    .trim()

/** An optional field, null when missing or empty; HTML forms send empty fields. */
export const optional = <Field extends z.ZodType<string>>(field: Field) =>
  field.nullish().transform((value) => value || null)

export const email = line(254).pipe(z.email())

/** A BCP 47 language tag; only its syntax is checked. */
export const locale = optional(
  z
    .string()
    .max(35)
    .regex(/^(?:[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8})*)?$/, 'is not a language tag such as fa or en-GB'),
)
