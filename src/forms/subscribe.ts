import { z } from 'zod'
import { newsletterSubscribers } from '../db/schema/forms.ts'
import type { FormContext } from './form-context.ts'
import { email, line, locale, optional } from './form-fields.ts'
import { isSpam, website } from './honeypot.ts'

export const newsletterForm = z.strictObject({ email, name: optional(line(200)), locale, website })

/** Stores a subscriber once. Known addresses and spam take the same statement, so the response takes the same time. */
export async function subscribe(ctx: FormContext, form: z.output<typeof newsletterForm>): Promise<void> {
  const { website: _, ...subscriber } = form
  const now = ctx.clock()
  await ctx.database.query((tx) =>
    tx
      .insert(newsletterSubscribers)
      .values({ ...subscriber, spam: isSpam(form), created_at: now, updated_at: now })
      .onConflictDoNothing(),
  )
}
