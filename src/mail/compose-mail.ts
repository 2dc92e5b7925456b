// Writes a mail of the outbox: its subject and content by kind, from the current state of its record.
import { eq } from 'drizzle-orm'
import type { Database } from '../platform/db/database.ts'
import { siteSettings } from '../platform/db/schema/site.ts'
import type { OutgoingMail } from '../platform/smtp/smtp-transport.ts'
import { textIn } from '../text/content-language.ts'
import { toAsciiAddress } from '../text/email-address.ts'
import { accountMails } from './account-mails.ts'
import { contactNotice } from './contact-notice.ts'
import type { WriteDraft } from './mail-draft.ts'
import type { MailData, MailKind, MailLanguage } from './mail-kinds.ts'
import { type Brand, toHtml, toText } from './mail-layout.ts'
import { fill, mailWords } from './mail-words.ts'
import { newsletterMails } from './newsletter-mails.ts'
import { opsAlert } from './ops-alert.ts'
import type { MailLinks } from './outbox.ts'
import type { ClaimedMail } from './outbox-queue.ts'
import { teamMails } from './team-mails.ts'

const writers: { [Kind in MailKind]: WriteDraft<Kind> } = {
  'contact-notice': contactNotice,
  'ops-alert': opsAlert,
  ...accountMails,
  ...newsletterMails,
  ...teamMails,
}

type Options = {
  database: Database
  links: MailLinks
  siteUrl: string
  adminUrl: string
  from: { name: string | null; address: string }
}

/** Resolves with null when there is nothing left to say, for example because a message was deleted. */
export async function composeMail(options: Options, mail: ClaimedMail): Promise<OutgoingMail | null> {
  const { database, links, siteUrl, adminUrl, from } = options
  const { language } = mail
  const brand = await readBrand(options, language)
  const words = mailWords[language]
  const context = { database, links, siteUrl, adminUrl, language, words, site: brand.name }
  const write = writers[mail.kind] as WriteDraft<MailKind>
  const draft = await write(mail.data as MailData[MailKind], context)
  if (!draft) return null
  const subject = toHeaderText(draft.subject)
  const footer = fill(words.footer, { host: new URL(siteUrl).host })
  const content = { language, heading: subject, blocks: draft.blocks, footer }
  return {
    messageId: `${mail.id}@${toAsciiAddress(from.address).split('@').at(-1)}`,
    from: { name: toHeaderText(from.name ?? brand.name), address: from.address },
    to: mail.recipient,
    replyTo: draft.replyTo
      ? { name: toHeaderText(draft.replyTo.name), address: draft.replyTo.address }
      : null,
    subject,
    text: toText(content, brand),
    html: toHtml(content, brand),
    unsubscribeUrl: draft.unsubscribeUrl ?? null,
  }
}

const DEFAULT_COLOR = '#1f4e79'

async function readBrand({ database, siteUrl }: Options, language: MailLanguage): Promise<Brand> {
  const [settings] = await database.query((tx) =>
    tx.select().from(siteSettings).where(eq(siteSettings.id, 1)),
  )
  const translated = settings && textIn(settings, 'site_name', { key: language === 'en' ? 'en' : 'primary' })
  return {
    name: (translated ?? settings?.site_name) || new URL(siteUrl).hostname,
    color: toLongColor(settings?.theme_color ?? '') ?? DEFAULT_COLOR,
  }
}

/** `#rrggbb` of a colour as CSS may write it, or null. */
function toLongColor(color: string): string | null {
  if (/^#[0-9a-f]{6}$/i.test(color)) return color
  return /^#[0-9a-f]{3}$/i.test(color) ? color.replace(/[0-9a-f]/gi, '$&$&') : null
}

const MAX_HEADER_LENGTH = 150

/** One line without characters that end a header or change the direction of the text after them (CVE-2021-42574). */
const toHeaderText = (text: string) => {
  const line = text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu, ' ')
    .trim()
  return line.length > MAX_HEADER_LENGTH ? `${line.slice(0, MAX_HEADER_LENGTH).toWellFormed()}…` : line
}
