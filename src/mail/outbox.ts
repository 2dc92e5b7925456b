// The outbox: mails are committed in the transaction of what causes them, and sent afterwards by the worker of any replica
// (mail-worker.ts). Without a mail server nothing is added.
import { type SQL, sql } from 'drizzle-orm'
import type { Tx } from '../platform/db/database.ts'
import { siteSettings } from '../platform/db/schema/site.ts'
import { type LinkKey, type LinkPurpose, readLinkToken, signLinkToken } from './link-token.ts'
import { type MailChoice, type MailLanguage, mailLanguage, type NewMail, type News } from './mail-kinds.ts'
import { splitAddresses } from './split-addresses.ts'

/** Attempts end after this time. */
export const MAX_AGE_MS = 2 * 86_400_000
/** Messages that one notice shows. */
const MAX_SHOWN = 20
/** Items of one daily mail. */
const MAX_NEWS = 50
/** The hour of daily mails, in UTC: the morning from Lisbon to Tehran. */
const MORNING = 4

export type Outbox = {
  /** Whether a mail server is configured. */
  isOn: boolean
  /** The language of mails to people whose own is unknown. */
  siteLanguage: MailLanguage
  links: MailLinks
  /** Adds a mail to the transaction; call `wake` after the commit. */
  add(tx: Tx, mail: NewMail): Promise<void>
  /** Adds a row that is never sent, with the statement of `add`. */
  addDecoy(tx: Tx, like: NewMail): Promise<void>
  /**
   * Tells those who want to know of new contact messages. Within a minute after a notice, messages are collected for the
   * next. Spam runs the same statements and adds nothing.
   */
  addContactNotice(tx: Tx, message: { id: number; isSpam: boolean }): Promise<void>
  /** Tells a colleague of something at once, with everything else of the day, or not. */
  addNews(tx: Tx, news: NewNews): Promise<void>
  /** Lets this replica's worker look at the outbox now rather than within seconds. */
  wake(): void
}

/** `to` is the address, `name` the name of the account that has chosen `when`. */
export type NewNews = { to: string; name: string; when: MailChoice; item: News }

/** Signed tokens, and the addresses of the pages that take them. They work without a mail server too. */
export type MailLinks = {
  sign(purpose: LinkPurpose, id: string): string
  read(purpose: LinkPurpose, token: string): string | null
  passwordReset(id: string): string
  invitation(id: string): string
  confirmSubscription(id: string, language: MailLanguage): string
  unsubscribe(id: string, language: MailLanguage): string
}

type Options = {
  isOn: boolean
  /** Null: the clock of the database, which all replicas share. */
  clock: (() => Date) | null
  siteUrl: string
  /** The origin of the panel. */
  adminUrl: string
  primaryLanguage: string
  linkKeys: readonly LinkKey[]
  contactNotify: readonly string[]
  wake: () => void
}

export function createOutbox(options: Options): Outbox {
  const { isOn, clock, contactNotify } = options
  const now = databaseTime(clock)

  const siteLanguage = mailLanguage(options.primaryLanguage)

  const insert = (tx: Tx, mail: NewMail, state: string) => {
    const { kind, to, language = siteLanguage, data, maxAgeMs = MAX_AGE_MS, dueAt } = mail
    const due = dueAt ? sql`greatest(${now()}, ${dueAt.toISOString()}::timestamptz)` : now()
    return tx.execute(sql`
      insert into mail_outbox (kind, recipient, language, data, state, due_at, expires_at, created_at)
      values (${kind}, ${to}, ${language}, ${JSON.stringify(data)}::text::jsonb, ${state}, ${due},
        ${due} + ${milliseconds(Math.min(maxAgeMs, MAX_AGE_MS))}, ${now()})`)
  }

  return {
    isOn,
    siteLanguage,
    links: createLinks(options),
    async add(tx, mail) {
      if (isOn) await insert(tx, mail, 'queued')
    },
    async addDecoy(tx, like) {
      if (isOn) await insert(tx, { ...like, to: '' }, 'decoy')
    },
    async addContactNotice(tx, { id, isSpam }) {
      if (!isOn) return
      const [settings] = await tx.select({ list: siteSettings.contact_notify }).from(siteSettings)
      const listed = splitAddresses(settings?.list ?? '')
      const addresses = [...new Set(listed.length > 0 ? listed : contactNotify)]
      await tx.execute(
        contactNotices({
          addresses,
          id,
          isSpam,
          language: siteLanguage,
          now: now(),
        }),
      )
    },
    async addNews(tx, { to, name, when, item }) {
      if (!isOn || when === 'never') return
      const data = { name, items: [item], more: 0 }
      if (when === 'at_once') await insert(tx, { kind: 'team-news', to, data }, 'queued')
      else await tx.execute(dailyNews({ to, data, language: siteLanguage, now: now() }))
    },
    wake: options.wake,
  }
}

/** SQL for the current time. */
export const databaseTime = (clock: (() => Date) | null) => (): SQL =>
  clock ? sql`${clock().toISOString()}::timestamptz` : sql`clock_timestamp()`

export const milliseconds = (value: number) => sql.raw(`interval '${Math.round(value)} milliseconds'`)

type Notice = { addresses: string[]; id: number; isSpam: boolean; language: MailLanguage; now: SQL }

// The rows are sorted, so that two transactions lock them in the same order.
const contactNotices = ({ addresses, id, isSpam, language, now }: Notice) => sql`
  insert into mail_outbox as waiting (kind, recipient, language, data, digest, due_at, expires_at, created_at)
  select 'contact-notice', address, ${language}, jsonb_build_object('messages', jsonb_build_array(${id}::int), 'more', 0),
    'contact-notice ' || address, ${now}, ${now} + ${milliseconds(MAX_AGE_MS)}, ${now}
  from json_array_elements_text(${JSON.stringify(isSpam ? [] : addresses.toSorted())}::text::json) as address
  on conflict (digest) where state = 'queued' and claimed_at is null and digest is not null do update set data =
    case when jsonb_array_length(waiting.data->'messages') < ${MAX_SHOWN}
      then jsonb_set(waiting.data, '{messages}', (waiting.data->'messages') || to_jsonb(${id}::int))
      else jsonb_set(waiting.data, '{more}', to_jsonb((waiting.data->>'more')::int + 1)) end`

type DailyNews = { to: string; data: { items: News[] }; language: MailLanguage; now: SQL }

const dailyNews = ({ to, data, language, now }: DailyNews) => {
  const morning = sql`date_trunc('day', ${now} - ${hours(MORNING)}, 'UTC') + ${hours(24 + MORNING)}`
  return sql`
    insert into mail_outbox as waiting (kind, recipient, language, data, digest, due_at, expires_at, created_at)
    values ('team-news', ${to}, ${language}, ${JSON.stringify(data)}::text::jsonb, ${`team-news ${to}`}, ${morning},
      ${morning} + ${milliseconds(MAX_AGE_MS)}, ${now})
    on conflict (digest) where state = 'queued' and claimed_at is null and digest is not null do update set data =
      case when jsonb_array_length(waiting.data->'items') < ${MAX_NEWS}
        then jsonb_set(waiting.data, '{items}', (waiting.data->'items') || ${JSON.stringify(data.items)}::text::jsonb)
        else jsonb_set(waiting.data, '{more}', to_jsonb((waiting.data->>'more')::int + 1)) end`
}

const hours = (count: number) => sql.raw(`interval '${count} hours'`)

function createLinks({ siteUrl, adminUrl, linkKeys }: Options): MailLinks {
  const sign = (purpose: LinkPurpose, id: string) => signLinkToken(linkKeys[0]!, purpose, id)
  // The token is in the fragment, which browsers do not send: no log and no `Referer` contains it.
  const panel = (path: string, purpose: LinkPurpose, id: string) =>
    `${adminUrl}/admin/${path}#token=${sign(purpose, id)}`
  const page = (path: string, token: string, language: MailLanguage) =>
    `${siteUrl}/newsletter/${path}?token=${token}${language === 'en' ? '&lang=en' : ''}`
  return {
    sign,
    read: (purpose, token) =>
      linkKeys.map((key) => readLinkToken(key, purpose, token)).find((id) => id !== null) ?? null,
    passwordReset: (id) => panel('reset-password', 'password-reset', id),
    invitation: (id) => panel('accept-invitation', 'invitation', id),
    confirmSubscription: (id, language) => page('confirm', sign('newsletter-confirm', id), language),
    unsubscribe: (id, language) => page('unsubscribe', sign('newsletter-unsubscribe', id), language),
  }
}
