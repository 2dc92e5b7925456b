// The kinds of mails, and what the outbox stores of each: ids where possible, since the text is written when it is sent.

export type MailLanguage = 'fa' | 'en'

export type OpsAlert = 'readiness' | 'backup' | 'certificate' | 'deploy'

/** A change of an account's second factors; `recovery-code`: one of its codes was used to sign in. */
export type FactorChange =
  | 'totp-added'
  | 'totp-removed'
  | 'passkey-added'
  | 'passkey-removed'
  | 'reset'
  | 'recovery-code'

/** `daily`: one mail each morning, with what came since the last one. */
export type MailChoice = 'at_once' | 'daily' | 'never'

/** News of colleagues about a record: the comment that mentions the reader, or the review that was asked for. */
export type News = {
  about: 'mention' | 'review'
  /** Of the comment or the review. */
  id: number
  /** The name of the record, and the path of its form in the panel. */
  label: string
  path: string
  /** The name of the colleague. */
  by: string
}

export type MailData = {
  /** New contact messages, the oldest first; `more` counts those beyond the first 20. */
  'contact-notice': { messages: number[]; more: number }
  'password-reset': { link: string; name: string }
  invitation: { link: string; name: string; inviter: string }
  'password-changed': { name: string }
  /** Of all admins: another one, and who made them one. */
  'new-admin': { name: string; admin: string; address: string; by: string }
  /** `at` is an ISO instant; `isProvider`: the sign-in was one at the identity provider. */
  'new-device': { name: string; device: string; at: string; isProvider?: boolean }
  /** After a right password. */
  'wrong-second-factor': { name: string; device: string; at: string }
  'factors-changed': { name: string; change: FactorChange }
  /** `person` is the name of the person of the identity provider. */
  'connection-changed': { name: string; change: 'made' | 'ended'; person: string }
  /** `token` is its name, `expires` an ISO instant. */
  'token-created': { name: string; token: string; expires: string }
  /** The names of tokens that somebody else has revoked. */
  'tokens-revoked': { name: string; tokens: string[] }
  /** `token` is its name, `days` how many are left at most. */
  'token-expiring': { name: string; token: string; days: 1 | 7 }
  /** A scheduled publication; `path` is that of the record in the panel, `reason` in English. */
  'draft-refused': { name: string; record: string; path: string; reason: string }
  'role-changed': { name: string; role: 'admin' | 'editor' | 'creator' }
  /** Of the operators; the subject is a dependency, a database, a host or empty, `since` an ISO time. */
  'ops-alert': { alert: OpsAlert; subject: string; state: 'begun' | 'over'; since: string }
  /** `more` counts those beyond the first 50. */
  'team-news': { name: string; items: News[]; more: number }
  'review-decided': Omit<News, 'about' | 'id'> & {
    name: string
    decision: 'returned' | 'approved'
    note: string | null
  }
  /** `pages` is the path before the slug of an article. */
  'article-online': { name: string; article: number; pages: string }
  'newsletter-confirm': { subscriber: number }
  'newsletter-welcome': { subscriber: number }
}

export type MailKind = keyof MailData

export type NewMail = {
  [Kind in MailKind]: {
    kind: Kind
    to: string
    /** Absent: the site's. */
    language?: MailLanguage
    data: MailData[Kind]
    /** Fails when it was not sent by then, at most after two days. */
    maxAgeMs?: number
    /** Sent then, not at once. */
    dueAt?: Date
  }
}[MailKind]

/** The language of the mails to somebody who reads this language (BCP 47): Persian, or else English. */
export const mailLanguage = (tag: string): MailLanguage => (/^fa\b/i.test(tag) ? 'fa' : 'en')
