// The fields of public forms. Texts are stored as they were written, never as markup; what could break out of a line
// (a mail header, a log, a cell) is refused, not repaired.
import { z } from 'zod'

const wellFormed = (value: string) => value.isWellFormed()
const SURROGATE = 'contains an unpaired surrogate'

/** One line of text. */
export const line = (most: number) =>
  z
    .string()
    .regex(/^[^\p{Cc}\p{Zl}\p{Zp}]*$/u, 'contains a line break or another control character')
    .refine(wellFormed, SURROGATE)
    .trim()
    .max(most)

/** Several lines of text. */
export const paragraphs = (most: number) =>
  z
    .string()
    .max(most)
    .regex(/^(?:[^\p{Cc}]|[\t\r\n])*$/u, 'contains a control character')
    .refine(wellFormed, SURROGATE)
    .trim()

/** A field that may be left out; HTML forms send it empty then. */
export const optional = <Field extends z.ZodType<string>>(field: Field) =>
  field.nullish().transform((value) => value || null)

export const email = line(254).pipe(z.email())

/** A BCP 47 tag by its looks. */
export const locale = optional(
  z
    .string()
    .max(35)
    .regex(/^(?:[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8})*)?$/, 'is not a language tag'),
)

/** The honeypot: people do not see the field, robots fill it. */
export const website = z.string().nullish()

export const isSpam = (form: { website?: string | null | undefined }) => Boolean(form.website)
