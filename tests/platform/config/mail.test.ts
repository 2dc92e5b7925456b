import { describe, expect, test } from 'bun:test'
import { toConfig } from '../../../src/platform/config/config.ts'
import { type EnvironmentError, parseEnv, SERVICE } from '../../../src/platform/config/env.ts'

const mailOf = (env: Record<string, string>) =>
  toConfig(parseEnv({ SITE_URL: 'https://www.example.com', ...env }, SERVICE)).mail

function problemsOf(env: Record<string, string>) {
  try {
    mailOf(env)
    return []
  } catch (error) {
    return (error as EnvironmentError).problems
  }
}

test('without SMTP_URL there is no mail', () => {
  expect(mailOf({})).toBeNull()
})

describe('SMTP_URL', () => {
  test.each([
    ['smtp://mail.example.com', { port: 587, tls: 'offered', verifiesCertificate: true, login: null }],
    ['smtp://me:secret@mail.example.com', { port: 587, tls: 'required', verifiesCertificate: true }],
    ['smtps://me:secret@mail.example.com', { port: 465, tls: 'implicit', verifiesCertificate: true }],
    ['smtp://me:secret@mail.example.com:2525?tls=required', { port: 2525, tls: 'required' }],
    ['smtp://mail.example.com?tls=required&verify=off', { tls: 'required', verifiesCertificate: false }],
    ['smtp://mailpit:1025?tls=off', { host: 'mailpit', port: 1025, tls: 'off' }],
    ['smtp://me:secret@localhost:1025', { tls: 'offered', verifiesCertificate: false }],
    ['smtp://[::1]:1025', { host: '::1', verifiesCertificate: false }],
  ])('%s', (url, expected) => {
    expect(mailOf({ SMTP_URL: url })!.smtp).toMatchObject(expected)
  })

  test('has the login percent-encoded, and never shows the password', () => {
    const mail = mailOf({ SMTP_URL: 'smtp://me%40example.com:p%3Aw%2F@mail.example.com' })!
    expect(mail.smtp.login!.user).toBe('me@example.com')
    expect(mail.smtp.login!.password.reveal()).toBe('p:w/')
    expect(JSON.stringify(mail)).not.toContain('p:w/')
  })

  test.each([
    'mail.example.com',
    'http://mail.example.com',
    'smtp://',
    'smtp://mail.example.com/path',
    'smtp://mail.example.com?tls=maybe',
    'smtp://mail.example.com?verify=on',
    'smtp://mail.example.com?requireTLS=false',
    'smtp://me:secret@mail.example.com?tls=off',
  ])('%s is refused, without the value in the message', (url) => {
    const problems = problemsOf({ SMTP_URL: url })
    expect(problems).toEqual([expect.stringMatching(/^SMTP_URL: must be a URL such as smtp:\/\/user/)])
    expect(problems.join()).not.toContain('secret')
  })
})

describe('MAIL_FROM', () => {
  const from = (value: string) => mailOf({ SMTP_URL: 'smtp://localhost', MAIL_FROM: value })!.from

  test('is an address, with a name or without', () => {
    expect(from('no-reply@example.com')).toEqual({ name: null, address: 'no-reply@example.com' })
    expect(from('شرکت نمونه <no-reply@example.com>')).toEqual({
      name: 'شرکت نمونه',
      address: 'no-reply@example.com',
    })
    expect(from('"Example, Ltd." <no-reply@example.com>').name).toBe('Example, Ltd.')
  })

  test('is no-reply at the host of the site where it is unset', () => {
    expect(mailOf({ SMTP_URL: 'smtp://localhost' })!.from.address).toBe('no-reply@www.example.com')
  })

  test.each(['example.com', 'A <b>', 'a@example.com, b@example.com', 'A\n <a@example.com>'])(
    '%j is refused',
    (value) => {
      expect(problemsOf({ SMTP_URL: 'smtp://localhost', MAIL_FROM: value })).toHaveLength(1)
    },
  )
})

test('CONTACT_NOTIFY is a list of addresses', () => {
  const env = { SMTP_URL: 'smtp://localhost', CONTACT_NOTIFY: 'a@example.com, b@example.com,' }
  expect(mailOf(env)!.contactNotify).toEqual(['a@example.com', 'b@example.com'])
  expect(problemsOf({ ...env, CONTACT_NOTIFY: 'a@example.com, b' })).toHaveLength(1)
})

test.each(['MAIL_FROM', 'CONTACT_NOTIFY'])(
  '%s without SMTP_URL is refused: nothing would be sent',
  (name) => {
    expect(problemsOf({ [name]: 'a@example.com' })).toEqual([`SMTP_URL: is required with ${name}`])
  },
)
