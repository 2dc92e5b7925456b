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

export type MailData = {
  /** New contact messages, the oldest first; `more` counts those beyond the first 20. */
  'contact-notice': { messages: number[]; more: number }
  'password-reset': { link: string; name: string }
  invitation: { link: string; name: string; inviter: string }
  'password-changed': { name: string }
  /** `at` is an ISO instant. */
  'new-device': { name: string; device: string; at: string }
  'factors-changed': { name: string; change: FactorChange }
  /** `token` is its name, `days` how many are left at most. */
  'token-expiring': { name: string; token: string; days: 1 | 7 }
  'role-changed': { name: string; role: 'admin' | 'editor' | 'creator' }
  /** Of the operators; the subject is a dependency, a database, a host or empty, `since` an ISO time. */
  'ops-alert': { alert: OpsAlert; subject: string; state: 'begun' | 'over'; since: string }
  'newsletter-confirm': { subscriber: number }
  'newsletter-welcome': { subscriber: number }
}

export type MailKind = keyof MailData

export type NewMail = {
  [Kind in MailKind]: {
    kind: Kind
    to: string
    language: MailLanguage
    data: MailData[Kind]
    /** Fails when it was not sent by then, at most after two days. */
    maxAgeMs?: number
  }
}[MailKind]

/** The language of the mails to somebody who reads this language (BCP 47): Persian, or else English. */
export const mailLanguage = (tag: string): MailLanguage => (/^fa\b/i.test(tag) ? 'fa' : 'en')
