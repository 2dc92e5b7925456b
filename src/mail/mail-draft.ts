import type { Database } from '../platform/db/database.ts'
import type { MailData, MailKind, MailLanguage } from './mail-kinds.ts'
import type { Block } from './mail-layout.ts'
import type { MailWords } from './mail-words.ts'
import type { MailLinks } from './outbox.ts'

export type Draft = {
  subject: string
  blocks: Block[]
  replyTo?: { name: string; address: string } | null
  unsubscribeUrl?: string
}

export type DraftContext = {
  database: Database
  links: MailLinks
  siteUrl: string
  adminUrl: string
  language: MailLanguage
  words: MailWords
  site: string
}

/** Writes one kind of mail; null when there is nothing left to say. */
export type WriteDraft<Kind extends MailKind> = (
  data: MailData[Kind],
  ctx: DraftContext,
) => Promise<Draft | null> | Draft | null
