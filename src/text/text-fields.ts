// Schemas of texts that several kinds of input share. Characters that could break out of a line (in a mail header, log line
// or CSV cell) are refused, not removed.
import { z } from 'zod'
import { coded } from './field-issues.ts'
import { isInYears, isStorable } from './storable.ts'

/** A rule for `refine`: a text that Postgres can store. */
export const STORABLE = [
  isStorable,
  coded('not_storable', 'must not contain NUL or unpaired surrogates'),
] as const

/** The same rule for a text whose control characters another rule refuses. */
export const WELL_FORMED = [
  (text: string) => text.isWellFormed(),
  coded('unpaired_surrogate', 'contains an unpaired surrogate'),
] as const

/** A rule for `refine`: an instant whose year is not a typing error. */
export const IN_YEARS = [isInYears, coded('out_of_range', 'must be between the years 1900 and 2199')] as const

/** A single line of text. */
export const line = (maxLength: number) =>
  z
    .string()
    .regex(/^[^\p{Cc}\p{Zl}\p{Zp}]*$/u, 'contains a line break or another control character')
    .refine(...WELL_FORMED)
    .trim()
    .max(maxLength)

/** Text with line breaks. */
export const paragraphs = (maxLength: number) =>
  z
    .string()
    .max(maxLength)
    .regex(/^(?:[^\p{Cc}]|[\t\r\n])*$/u, 'contains a control character')
    .refine(...WELL_FORMED)
    .trim()

/** An optional field, null when missing or empty; HTML forms send empty fields. */
export const optional = <Field extends z.ZodType<string>>(field: Field) =>
  field.nullish().transform((value) => value || null)
