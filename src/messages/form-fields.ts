// Fields of the public forms. Texts are stored as entered, never as markup.
import { z } from 'zod'
import { emailAddress } from '../text/email-address.ts'
import { optional } from '../text/text-fields.ts'

export const email = emailAddress()

/** A BCP 47 language tag; only its syntax is checked. */
export const locale = optional(
  z
    .string()
    .max(35)
    .regex(/^(?:[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8})*)?$/, 'is not a language tag such as fa or en-GB'),
)
