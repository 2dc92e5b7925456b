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
  /** The page that the form is on; without it, that of the `Referer`. */
  page: optional(line(2_000)),
  website,
})

/**
 * The page of a form, from what its sender says: the path of a page of this website, the address of another one, both without
 * query and fragment, which may hold what is nobody's business. Null for what is no address of a page, and what is too long.
 */
export function pageOf(given: string | null | undefined, site: string): string | null {
  const url = given ? URL.parse(given, site) : null
  if (!url || !/^https?:$/.test(url.protocol)) return null
  const page = url.origin === new URL(site).origin ? url.pathname : `${url.origin}${url.pathname}`
  return page.length <= MAX_PAGE_LENGTH ? page : null
}

const MAX_PAGE_LENGTH = 500

/** Stores a contact message. Spam takes the same statements, so its response takes the same time. */
export async function submitContact(
  ctx: FormContext & { site: string },
  { referer, ...form }: z.output<typeof contactForm> & { referer?: string | undefined },
): Promise<void> {
  const { website: _, ...fields } = form
  const message = { ...fields, page: pageOf(form.page ?? referer, ctx.site) }
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
