import { z } from 'zod'
import { contactMessages } from '../db/schema/forms.ts'
import type { FormContext } from './form-context.ts'
import { email, isSpam, line, locale, optional, paragraphs, website } from './form-fields.ts'

export const contactForm = z.strictObject({
  name: line(200).min(1),
  email,
  phone: optional(line(50)),
  subject: optional(line(200)),
  message: paragraphs(10_000).min(1),
  locale,
  website,
})

/** Keeps a message; one with the honeypot filled goes to the spam box, in the same time. */
export async function submitContact(ctx: FormContext, form: z.output<typeof contactForm>): Promise<void> {
  const { website: _, ...message } = form
  const now = ctx.clock()
  await ctx.database.query((tx) =>
    tx.insert(contactMessages).values({ ...message, spam: isSpam(form), created_at: now, updated_at: now }),
  )
}
