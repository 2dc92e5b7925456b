// Mails about accounts: links that set a password, and notices of changes.
import type { Draft, DraftContext, WriteDraft } from './mail-draft.ts'
import type { MailLanguage } from './mail-kinds.ts'
import { fill } from './mail-words.ts'

type AccountKind =
  | 'password-reset'
  | 'invitation'
  | 'password-changed'
  | 'new-device'
  | 'wrong-second-factor'
  | 'factors-changed'
  | 'role-changed'
  | 'new-admin'
  | 'connection-changed'
  | 'token-created'
  | 'tokens-revoked'
  | 'token-expiring'
  | 'draft-refused'

/** A page of the panel that a button of the mail opens. */
type Button = { label: string; path: string }

type Letter = {
  /** Of the reader. */
  name: string
  subject: string
  texts: string[]
  button: Button
}

const letter = ({ words, adminUrl }: DraftContext, { name, subject, texts, button }: Letter): Draft => ({
  subject,
  blocks: [
    ...[fill(words.greeting, { name }), ...texts].map((text) => ({ kind: 'text' as const, text })),
    { kind: 'button', label: button.label, url: `${adminUrl}/admin/${button.path}` },
  ],
})

const accountPage = ({ words }: DraftContext): Button => ({ label: words.openAccount, path: 'account' })
const signInPage = ({ words }: DraftContext): Button => ({ label: words.signIn, path: 'sign-in' })

/** Where a sign-in came from, and when, for the texts about it. */
const whereFrom = ({ device, at }: { device: string; at: string }, { site, language }: DraftContext) => ({
  site,
  device: device || '?',
  time: formatTime(at, language),
})

export const accountMails: { [Kind in AccountKind]: WriteDraft<Kind> } = {
  'password-reset': ({ link, name }, { words, site, links }) => ({
    subject: words.resetSubject,
    blocks: [
      { kind: 'text', text: fill(words.greeting, { name }) },
      { kind: 'text', text: fill(words.resetIntro, { site }) },
      { kind: 'button', label: words.resetButton, url: links.passwordReset(link) },
      { kind: 'note', text: words.resetNote },
    ],
  }),

  invitation: ({ link, name, inviter }, { words, site, links }) => ({
    subject: fill(words.invitationSubject, { site }),
    blocks: [
      { kind: 'text', text: fill(words.greeting, { name }) },
      { kind: 'text', text: fill(words.invitationIntro, { inviter, site }) },
      { kind: 'button', label: words.invitationButton, url: links.invitation(link) },
      { kind: 'note', text: words.invitationNote },
    ],
  }),

  'password-changed'({ name }, ctx) {
    const { words, site } = ctx
    const texts = [fill(words.passwordChangedIntro, { site }), words.notYou]
    return letter(ctx, { name, subject: words.passwordChangedSubject, texts, button: signInPage(ctx) })
  },

  'new-device'({ name, isProvider, ...from }, ctx) {
    const { words } = ctx
    const notYou = isProvider ? words.newDeviceNotYouProvider : words.newDeviceNotYou
    const texts = [fill(words.newDeviceIntro, whereFrom(from, ctx)), notYou]
    return letter(ctx, { name, subject: words.newDeviceSubject, texts, button: accountPage(ctx) })
  },

  'wrong-second-factor'({ name, ...from }, ctx) {
    const { words } = ctx
    const texts = [fill(words.wrongFactorIntro, whereFrom(from, ctx)), words.wrongFactorNotYou]
    return letter(ctx, { name, subject: words.wrongFactorSubject, texts, button: accountPage(ctx) })
  },

  'factors-changed'({ name, change }, ctx) {
    const { words, site } = ctx
    const texts = [fill(words[`factors_${change}`], { site }), words.factorsNotYou]
    return letter(ctx, { name, subject: words.factorsSubject, texts, button: accountPage(ctx) })
  },

  'role-changed'({ name, role }, ctx) {
    const { words, site } = ctx
    const texts = [fill(words.roleChangedIntro, { site, role: words[role] }), words.roleNotExpected]
    return letter(ctx, { name, subject: words.roleChangedSubject, texts, button: signInPage(ctx) })
  },

  'new-admin'({ name, ...made }, ctx) {
    const { words, site } = ctx
    const texts = [fill(words.newAdminIntro, { ...made, site }), words.newAdminNotExpected]
    const button = { label: words.newAdminButton, path: 'users' }
    return letter(ctx, { name, subject: fill(words.newAdminSubject, made), texts, button })
  },

  'connection-changed'({ name, change, person }, ctx) {
    const { words, site } = ctx
    const texts = [
      fill(words[`connectionIntro_${change}`], { site, person }),
      words[`connectionNotExpected_${change}`],
    ]
    const subject = words[`connectionSubject_${change}`]
    return letter(ctx, { name, subject, texts, button: accountPage(ctx) })
  },

  'draft-refused'({ name, record, path, reason }, ctx) {
    const { words } = ctx
    const texts = [fill(words.draftIntro, { record }), reason, words.draftNote]
    const button = { label: words.draftButton, path }
    return letter(ctx, { name, subject: fill(words.draftSubject, { record }), texts, button })
  },

  'token-created'({ name, token, expires }, ctx) {
    const { words, site, language } = ctx
    const intro = fill(words.tokenCreatedIntro, { token, site, time: formatTime(expires, language) })
    const texts = [intro, words.tokenCreatedNotYou]
    const subject = fill(words.tokenCreatedSubject, { token })
    return letter(ctx, { name, subject, texts, button: accountPage(ctx) })
  },

  'tokens-revoked'({ name, tokens }, ctx) {
    const { words, site } = ctx
    const names = tokens.map((token) => fill(words.tokensRevokedItem, { token }))
    const texts = [fill(words.tokensRevokedIntro, { site }), ...names, words.roleNotExpected]
    return letter(ctx, { name, subject: words.tokensRevokedSubject, texts, button: accountPage(ctx) })
  },

  'token-expiring'({ name, token, days }, ctx) {
    const { words, site } = ctx
    const [subject, intro] =
      days === 1
        ? [words.tokenSubjectDay, words.tokenIntroDay]
        : [words.tokenSubjectWeek, words.tokenIntroWeek]
    const texts = [fill(intro, { token, site }), words.tokenNote]
    return letter(ctx, { name, subject: fill(subject, { token }), texts, button: accountPage(ctx) })
  },
}

/** In UTC, since the reader's time zone is unknown. */
const formatTime = (at: string, language: MailLanguage) =>
  new Intl.DateTimeFormat(language === 'fa' ? 'fa-IR' : 'en-GB', {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'UTC',
  }).format(new Date(at))
