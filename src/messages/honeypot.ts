// The honeypot of the public forms: the field `website` is hidden from people, but bots fill it in.
import { z } from 'zod'

export const website = z.string().nullish()

/** Whether the honeypot is filled. Such a submission gets the usual response and is stored as spam. */
export const isSpam = (form: { website?: string | null | undefined }) => Boolean(form.website)
