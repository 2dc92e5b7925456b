import { z } from 'zod'
import type { Tx } from '../platform/db/database.ts'
import { contactMessages } from '../platform/db/schema/forms.ts'
import { line, optional, paragraphs } from '../text/text-fields.ts'
import type { FormContext } from './form-context.ts'
import { email, locale } from './form-fields.ts'
import { isSpam, website } from './honeypot.ts'

export const contactForm = z.strictObject({
  name: line(200).min(1),
  email,
  phone: optional(line(50)),
  subject: optional(line(200)),
  message: paragraphs(10_000).min(1),
  locale,
  website,
})

/** Stores a contact message. Spam takes the same statements, so its response takes the same time. */
export async function submitContact(ctx: FormContext, form: z.output<typeof contactForm>): Promise<void> {
  const { website: _, ...message } = form
  const { database, mail } = ctx
  const now = ctx.clock()
  const spam = isSpam(form)
  const insert = (tx: Tx) =>
    tx
      .insert(contactMessages)
      .values({ ...message, spam, created_at: now, updated_at: now })
      .returning({ id: contactMessages.id })
  if (!mail?.isOn) {
    await database.transaction(insert)
    return
  }
  await database.transaction(async (tx) => {
    const [stored] = await insert(tx)
    await mail.addContactNotice(tx, { id: stored!.id, isSpam: spam })
  })
  mail.wake()
}
