import { afterEach, describe, expect, test } from 'bun:test'
import { toMailConfig } from '../../src/platform/config/mail-config.ts'
import {
  createSmtpTransport,
  MailRefused,
  type OutgoingMail,
} from '../../src/platform/smtp/smtp-transport.ts'
import { type MailServer, startMailServer } from './mail-server.ts'
import { readMail } from './read-mail.ts'

let server: MailServer
afterEach(() => server.stop())

const MAIL: OutgoingMail = {
  messageId: 'one@example.com',
  from: { name: 'شرکت نمونه', address: 'no-reply@example.com' },
  to: 'sara@example.com',
  replyTo: null,
  subject: 'سلام',
  text: 'متن',
  html: '<p>متن</p>',
  unsubscribeUrl: null,
}

const transportTo = (url: string) =>
  createSmtpTransport(toMailConfig({ SMTP_URL: url, CONTACT_NOTIFY: [] }, 'https://www.example.com')!.smtp)

async function refusalOf(sending: Promise<void>): Promise<MailRefused> {
  const error = await sending.then(
    () => null,
    (reason: unknown) => reason,
  )
  if (!(error instanceof MailRefused)) throw new Error(`not refused: ${error}`)
  return error
}

describe('a mail', () => {
  test('is sent encrypted by STARTTLS, after a login', async () => {
    server = await startMailServer({ login: { user: 'me', password: 'p@ss:word' } })
    const transport = transportTo(`smtp://me:${encodeURIComponent('p@ss:word')}@127.0.0.1:${server.port}`)
    await transport.verify()
    await transport.send(MAIL)
    expect(server.mails).toHaveLength(1)
    expect(server.mails[0]).toMatchObject({
      isEncrypted: true,
      user: 'me',
      from: 'no-reply@example.com',
      to: ['sara@example.com'],
    })
    const { headers, text, html } = readMail(server.mails[0]!.source)
    expect(headers).toMatchObject({
      from: 'شرکت نمونه <no-reply@example.com>',
      to: 'sara@example.com',
      subject: 'سلام',
      'message-id': '<one@example.com>',
      'auto-submitted': 'auto-generated',
    })
    expect(headers['list-unsubscribe']).toBeUndefined()
    expect([text.trim(), html.trim()]).toEqual(['متن', '<p>متن</p>'])
  })

  test('has the one-click address of RFC 8058 where there is a subscription', async () => {
    server = await startMailServer({ offersStartTls: false })
    const unsubscribeUrl = `https://www.example.com/newsletter/unsubscribe?token=${'a'.repeat(66)}&lang=en`
    await transportTo(server.url).send({ ...MAIL, unsubscribeUrl })
    const { headers } = readMail(server.mails[0]!.source)
    expect(headers['list-unsubscribe']!.replaceAll(' ', '')).toBe(`<${unsubscribeUrl}>`)
    expect(headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click')
    expect(server.mails[0]!.isEncrypted).toBe(false)
  })

  test.each([
    ['a name', { replyTo: { name: 'Ali\r\nBcc: all@example.com', address: 'ali@example.com' } }],
    ['a subject', { subject: 'Hello\r\nBcc: all@example.com\r\n\r\nbody' }],
    ['the sender', { from: { name: 'A\nBcc: all@example.com', address: 'no-reply@example.com' } }],
  ])('gets no further header from %s', async (_, change) => {
    server = await startMailServer({ offersStartTls: false })
    await transportTo(server.url).send({ ...MAIL, ...change })
    const { headers } = readMail(server.mails[0]!.source)
    expect(Object.keys(headers)).not.toContain('bcc')
    expect(server.mails[0]!.to).toEqual(['sara@example.com'])
  })
})

describe('a refusal', () => {
  test.each([
    ['RCPT TO', 450, false],
    ['RCPT TO', 550, true],
    ['DATA', 451, false],
    ['DATA', 554, true],
  ] as const)('at %s with %d is permanent: %p', async (stage, status, isPermanent) => {
    server = await startMailServer({ offersStartTls: false })
    server.refuse({ stage, status })
    const refusal = await refusalOf(transportTo(server.url).send(MAIL))
    expect([refusal.code, refusal.isPermanent]).toEqual([String(status), isPermanent])
  })

  test('of the login is not permanent: the configuration may be corrected', async () => {
    server = await startMailServer({ login: { user: 'me', password: 'right' } })
    const transport = transportTo(`smtp://me:wrong@127.0.0.1:${server.port}`)
    expect(await refusalOf(transport.send(MAIL))).toMatchObject({ code: '535', isPermanent: false })
    expect((await refusalOf(transport.verify())).code).toBe('535')
  })

  test('by a server that is away is not permanent', async () => {
    server = await startMailServer()
    const { url } = server
    await server.stop()
    expect(await refusalOf(transportTo(url).send(MAIL))).toMatchObject({ isPermanent: false })
    server = await startMailServer()
  })

  test('of a server that takes the mail and dies is not permanent', async () => {
    server = await startMailServer({ offersStartTls: false })
    server.dieAfterData(true)
    expect(await refusalOf(transportTo(server.url).send(MAIL))).toMatchObject({ isPermanent: false })
    expect(server.mails).toHaveLength(1)
  })
})

describe('a connection', () => {
  const config = (more: object) => ({
    host: '127.0.0.1',
    port: server.port,
    tls: 'offered' as const,
    verifiesCertificate: false,
    login: null,
    ...more,
  })

  test('to a server with an unknown certificate is refused', async () => {
    server = await startMailServer()
    const refusal = await refusalOf(createSmtpTransport(config({ verifiesCertificate: true })).send(MAIL))
    expect(refusal).toMatchObject({ isPermanent: false })
    expect(refusal.message).toMatch(/self.signed/i)
    expect(server.mails).toEqual([])
  })

  test('that must be encrypted is given up where the server offers no STARTTLS', async () => {
    server = await startMailServer({ offersStartTls: false })
    await refusalOf(createSmtpTransport(config({ tls: 'required' })).send(MAIL))
    expect(server.mails).toEqual([])
  })
})
