// Mails about accounts: links that set a password, and notices of changes.
import type { WriteDraft } from './mail-draft.ts'
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

  'password-changed': ({ name }, { words, site, adminUrl }) => ({
    subject: words.passwordChangedSubject,
    blocks: [
      { kind: 'text', text: fill(words.greeting, { name }) },
      { kind: 'text', text: fill(words.passwordChangedIntro, { site }) },
      { kind: 'text', text: words.notYou },
      { kind: 'button', label: words.signIn, url: `${adminUrl}/admin/sign-in` },
    ],
  }),

  'new-device': ({ name, device, at, isProvider }, { words, site, adminUrl, language }) => ({
    subject: words.newDeviceSubject,
    blocks: [
      { kind: 'text', text: fill(words.greeting, { name }) },
      {
        kind: 'text',
        text: fill(words.newDeviceIntro, { site, device: device || '?', time: formatTime(at, language) }),
      },
      { kind: 'text', text: isProvider ? words.newDeviceNotYouProvider : words.newDeviceNotYou },
      { kind: 'button', label: words.openAccount, url: `${adminUrl}/admin/account` },
    ],
  }),

  'wrong-second-factor': ({ name, device, at }, { words, site, adminUrl, language }) => ({
    subject: words.wrongFactorSubject,
    blocks: [
      { kind: 'text', text: fill(words.greeting, { name }) },
      {
        kind: 'text',
        text: fill(words.wrongFactorIntro, { site, device: device || '?', time: formatTime(at, language) }),
      },
      { kind: 'text', text: words.wrongFactorNotYou },
      { kind: 'button', label: words.openAccount, url: `${adminUrl}/admin/account` },
    ],
  }),

  'factors-changed': ({ name, change }, { words, site, adminUrl }) => ({
    subject: words.factorsSubject,
    blocks: [
      { kind: 'text', text: fill(words.greeting, { name }) },
      { kind: 'text', text: fill(words[`factors_${change}`], { site }) },
      { kind: 'text', text: words.factorsNotYou },
      { kind: 'button', label: words.openAccount, url: `${adminUrl}/admin/account` },
    ],
  }),

  'role-changed': ({ name, role }, { words, site, adminUrl }) => ({
    subject: words.roleChangedSubject,
    blocks: [
      { kind: 'text', text: fill(words.greeting, { name }) },
      { kind: 'text', text: fill(words.roleChangedIntro, { site, role: words[role] }) },
      { kind: 'text', text: words.roleNotExpected },
      { kind: 'button', label: words.signIn, url: `${adminUrl}/admin/sign-in` },
    ],
  }),

  'new-admin': ({ name, admin, address, by }, { words, site, adminUrl }) => ({
    subject: fill(words.newAdminSubject, { admin }),
    blocks: [
      { kind: 'text', text: fill(words.greeting, { name }) },
      { kind: 'text', text: fill(words.newAdminIntro, { admin, address, by, site }) },
      { kind: 'text', text: words.newAdminNotExpected },
      { kind: 'button', label: words.newAdminButton, url: `${adminUrl}/admin/users` },
    ],
  }),

  'connection-changed': ({ name, change, person }, { words, site, adminUrl }) => ({
    subject: words[`connectionSubject_${change}`],
    blocks: [
      { kind: 'text', text: fill(words.greeting, { name }) },
      { kind: 'text', text: fill(words[`connectionIntro_${change}`], { site, person }) },
      { kind: 'text', text: words[`connectionNotExpected_${change}`] },
      { kind: 'button', label: words.openAccount, url: `${adminUrl}/admin/account` },
    ],
  }),

  'draft-refused': ({ name, record, path, reason }, { words, adminUrl }) => ({
    subject: fill(words.draftSubject, { record }),
    blocks: [
      { kind: 'text', text: fill(words.greeting, { name }) },
      { kind: 'text', text: fill(words.draftIntro, { record }) },
      { kind: 'text', text: reason },
      { kind: 'text', text: words.draftNote },
      { kind: 'button', label: words.draftButton, url: `${adminUrl}/admin/${path}` },
    ],
  }),

  'token-created': ({ name, token, expires }, { words, site, adminUrl, language }) => ({
    subject: fill(words.tokenCreatedSubject, { token }),
    blocks: [
      { kind: 'text', text: fill(words.greeting, { name }) },
      {
        kind: 'text',
        text: fill(words.tokenCreatedIntro, { token, site, time: formatTime(expires, language) }),
      },
      { kind: 'text', text: words.tokenCreatedNotYou },
      { kind: 'button', label: words.openAccount, url: `${adminUrl}/admin/account` },
    ],
  }),

  'tokens-revoked': ({ name, tokens }, { words, site, adminUrl }) => ({
    subject: words.tokensRevokedSubject,
    blocks: [
      { kind: 'text', text: fill(words.greeting, { name }) },
      { kind: 'text', text: fill(words.tokensRevokedIntro, { site }) },
      ...tokens.map((token) => ({ kind: 'text' as const, text: fill(words.tokensRevokedItem, { token }) })),
      { kind: 'text', text: words.roleNotExpected },
      { kind: 'button', label: words.openAccount, url: `${adminUrl}/admin/account` },
    ],
  }),

  'token-expiring': ({ name, token, days }, { words, site, adminUrl }) => ({
    subject: fill(days === 1 ? words.tokenSubjectDay : words.tokenSubjectWeek, { token }),
    blocks: [
      { kind: 'text', text: fill(words.greeting, { name }) },
      { kind: 'text', text: fill(days === 1 ? words.tokenIntroDay : words.tokenIntroWeek, { token, site }) },
      { kind: 'text', text: words.tokenNote },
      { kind: 'button', label: words.tokenButton, url: `${adminUrl}/admin/account` },
    ],
  }),
}

/** In UTC, since the reader's time zone is unknown. */
const formatTime = (at: string, language: MailLanguage) =>
  new Intl.DateTimeFormat(language === 'fa' ? 'fa-IR' : 'en-GB', {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'UTC',
  }).format(new Date(at))
