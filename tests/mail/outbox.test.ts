// The outbox: what is committed is sent, once, with what is told below about failures.
import { afterAll, beforeEach, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { rowsOf } from '../../src/platform/db/database.ts'
import { mailOutbox } from '../../src/platform/db/schema/mail.ts'
import { eventually } from '../support/eventually.ts'
import { contact, startMailApp } from './mail-app.ts'
import { startMailServer } from './mail-server.ts'

const start = new Date('2026-03-01T08:00:00Z')
let now = start
const later = (minutes: number) => {
  now = new Date(now.getTime() + minutes * 60_000)
  app.setClock(now)
}

const app = await startMailApp({ CONTACT_NOTIFY: 'office@example.com' })
afterAll(() => app[Symbol.asyncDispose]())
beforeEach(async () => {
  now = start
  app.setClock(now)
  app.server.refuse(null)
  app.server.dieAfterData(false)
  app.server.forget()
  await app.deps.database.query((tx) => tx.execute(sql`truncate mail_outbox, contact_messages`))
})

const rows = () =>
  app.deps.database.query((tx) => tx.select().from(mailOutbox).orderBy(mailOutbox.created_at))
const states = async () => (await rows()).map(({ state, attempts }) => [state, attempts])
const metric = async (name: string) => {
  const { body } = await app.anyone('GET', '/metrics')
  return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(body)![1])
}

describe('a contact message', () => {
  test('is told of with all its fields, to be answered to its sender', async () => {
    await contact(app.anyone, { phone: '+98 21 1234', subject: 'پمپ' })
    const [mail, ...others] = await app.deliver()
    expect(others).toEqual([])
    expect(mail!.to).toBe('office@example.com')
    expect(mail!.headers).toMatchObject({
      subject: 'پیام جدید از علی رضایی: پمپ',
      'reply-to': 'علی رضایی <ali@example.com>',
      from: '"www.example.com" <no-reply@example.com>',
    })
    for (const part of ['علی رضایی', 'ali@example.com', '+98 21 1234', 'پمپ', 'قیمت می‌خواهم.']) {
      expect(mail!.text).toContain(part)
      expect(mail!.html).toContain(part)
    }
    expect(mail!.text).toMatch(/https:\/\/www\.example\.com\/admin\/messages\/\d+/)
    expect(await states()).toEqual([['sent', 1]])
  })

  test('that is spam is not told of', async () => {
    await contact(app.anyone, { website: 'https://spam.example' })
    expect(await app.deliver()).toEqual([])
    expect(await rows()).toEqual([])
  })

  test('that was deleted or marked as spam before it was told of is not', async () => {
    await contact(app.anyone)
    await app.deps.database.query((tx) => tx.execute(sql`update contact_messages set spam = true`))
    expect(await app.deliver()).toEqual([])
    expect(await rows()).toEqual([])
  })

  test('injects neither headers nor markup, whatever it says', async () => {
    const evil = '"><script>alert(1)</script>'
    await contact(app.anyone, { name: `${evil}‮Bcc: x`, subject: evil, message: `${evil}\r\n.\r\nQUIT` })
    const [mail] = await app.deliver()
    expect(app.server.mails).toEqual([])
    expect(mail!.to).toBe('office@example.com')
    expect(mail!.headers.subject).toBe(`پیام جدید از ${evil} Bcc: x: ${evil}`)
    expect(mail!.headers['reply-to']).toContain('<ali@example.com>')
    expect(mail!.html).not.toContain('<script>')
    expect(mail!.text).toContain('QUIT')
  })

  test('is told to those whom the site settings name instead', async () => {
    const put = (contact_notify: string | null) =>
      app.admin('PATCH', '/api/admin/site-settings/1', { body: { contact_notify } })
    expect((await put('a@example.com، b@example.com')).status).toBe(200)
    await contact(app.anyone)
    expect((await app.deliver()).map(({ to }) => to).sort()).toEqual(['a@example.com', 'b@example.com'])
    const wrong = await put('a@example.com, b')
    expect([wrong.status, wrong.body.errors[0].path]).toEqual([422, 'contact_notify'])
    expect((await app.anyone('GET', '/api/site')).body.site_settings).not.toHaveProperty('contact_notify')
    await put(null)
  })
})

test('a long message is cut in its mail, which says how much is left out', async () => {
  await contact(app.anyone, { message: '§'.repeat(9_800) })
  const [mail] = await app.deliver()
  expect(mail!.text.replace(/[^§]/g, '')).toHaveLength(4_000)
  expect(mail!.text).toContain('این آغاز پیام است؛ ۵۸۰۰ نویسهٔ دیگر آن را در پنل مدیریت می‌بینید.')
})

describe('many contact messages', () => {
  test('come as one mail a minute', async () => {
    await contact(app.anyone, { message: 'first' })
    expect(await app.deliver()).toHaveLength(1)
    for (let index = 2; index <= 4; index++) await contact(app.anyone, { message: `message ${index}` })
    expect(await app.deliver()).toEqual([])
    later(0.5)
    await contact(app.anyone, { message: 'message 5' })
    expect(await app.deliver()).toEqual([])
    later(0.6)
    const [digest, ...others] = await app.deliver()
    expect(others).toEqual([])
    expect(digest!.headers.subject).toBe('۴ پیام جدید از فرم تماس')
    expect(digest!.headers['reply-to']).toBeUndefined()
    for (let index = 2; index <= 5; index++) expect(digest!.text).toContain(`message ${index}`)
    expect(digest!.text).not.toContain('first')
  })

  test('beyond twenty are counted', async () => {
    await Promise.all(
      Array.from({ length: 25 }, (_, index) => contact(app.anyone, { message: `text ${index}.` })),
    )
    const [mail] = await app.deliver()
    expect(mail!.headers.subject).toBe('۲۵ پیام جدید از فرم تماس')
    expect(mail!.text.match(/> text \d+\./g)).toHaveLength(20)
    expect(mail!.text).toContain('۵ پیام دیگر')
  })

  test('are all told of while others are being sent', async () => {
    const sent = Array.from({ length: 12 }, async (_, index) => {
      await contact(app.anyone, { message: `text ${index}.` })
      return app.deliver()
    })
    const mails = (await Promise.all(sent)).flat()
    later(1.1)
    mails.push(...(await app.deliver()))
    const told = mails.flatMap(({ text }) =>
      [...text.matchAll(/> text (\d+)\./g)].map(([, number]) => Number(number)),
    )
    expect(told.sort((a, b) => a - b)).toEqual(Array.from({ length: 12 }, (_, index) => index))
    expect(mails.length).toBeLessThanOrEqual(2)
  })
})

describe('a mail that the server does not take', () => {
  test('is tried again with growing delays, always under the same Message-ID, and arrives', async () => {
    await contact(app.anyone)
    app.server.refuse({ stage: 'RCPT TO', status: 451 })
    for (const [attempts, minutes] of [1, 2, 5, 15, 30, 60, 120, 240, 240].entries()) {
      expect(await app.deliver()).toEqual([])
      expect(await states()).toEqual([['queued', attempts + 1]])
      later(minutes - 0.1)
      await app.deliver()
      expect(await states()).toEqual([['queued', attempts + 1]])
      later(0.2)
    }
    const [{ id, last_error }] = (await rows()) as [typeof mailOutbox.$inferSelect]
    expect(last_error).toContain('try again later')
    app.server.refuse(null)
    const [mail] = await app.deliver()
    expect(mail!.headers['message-id']).toBe(`<${id}@example.com>`)
    expect(await states()).toEqual([['sent', 10]])
  })

  test('is given up after two days', async () => {
    const failed = await metric('mail_failed_total')
    await contact(app.anyone)
    app.server.refuse({ stage: 'DATA', status: 452 })
    await app.deliver()
    later(47.9 * 60)
    await app.deliver()
    expect(await states()).toEqual([['queued', 2]])
    later(0.2 * 60)
    await app.deliver()
    expect(await states()).toEqual([['failed', 2]])
    expect(await metric('mail_failed_total')).toBe(failed + 1)
  })

  test('for good is given up at once, and shown to admins', async () => {
    await contact(app.anyone)
    app.server.refuse({ stage: 'RCPT TO', status: 550 })
    await app.deliver()
    expect(await states()).toEqual([['failed', 1]])
    const { body } = await app.admin('GET', '/api/admin/mail')
    expect(body).toMatchObject({ enabled: true, from: 'no-reply@example.com', queued: 0, oldest_at: null })
    expect(body.failed).toMatchObject([
      {
        kind: 'contact-notice',
        recipient: 'office@example.com',
        attempts: 1,
        error: expect.stringContaining('no such mailbox'),
      },
    ])
  })

  test('because it is away: forms are untouched, and the metrics show what waits', async () => {
    await app.server.stop()
    const port = app.server.port
    expect((await contact(app.anyone)).status).toBe(201)
    await app.deps.mail.worker!.deliverDue()
    later(2)
    expect(await metric('mail_queued')).toBe(1)
    expect(await metric('mail_oldest_seconds')).toBe(120)
    app.server = await startMailServer({ port })
    expect(await app.deliver()).toHaveLength(1)
    expect([await metric('mail_queued'), await metric('mail_oldest_seconds')]).toEqual([0, 0])
  })

  test('but has, because it died before it said so, arrives twice under one Message-ID', async () => {
    await contact(app.anyone)
    app.server.dieAfterData(true)
    const [first] = await app.deliver()
    expect(await states()).toEqual([['queued', 1]])
    app.server.dieAfterData(false)
    later(1.1)
    const [second] = await app.deliver()
    expect(second!.headers['message-id']).toBe(first!.headers['message-id'])
    expect(await states()).toEqual([['sent', 2]])
  })
})

describe('a worker', () => {
  test('leaves mails that another one is sending, until that has had time to do so', async () => {
    await contact(app.anyone)
    const [claimed] = await app.deps.database.query((tx) =>
      rowsOf<{ id: string }>(
        tx,
        sql`update mail_outbox set attempts = 1, claimed_at = ${now.toISOString()}::timestamptz,
          due_at = ${new Date(now.getTime() + 180_000).toISOString()}::timestamptz returning id`,
      ),
    )
    later(2.9)
    expect(await app.deliver()).toEqual([])
    later(0.2)
    const [mail] = await app.deliver()
    expect(mail!.headers['message-id']).toBe(`<${claimed!.id}@example.com>`)
  })

  test('of several sends each mail once', async () => {
    const beside = await app.beside()
    await app.deps.database.query((tx) =>
      tx.execute(sql`
        insert into mail_outbox (kind, recipient, language, data, due_at, expires_at, created_at)
        select 'password-changed', 'user-' || n || '@example.com', 'en', '{"name": "N"}', ${now.toISOString()}::timestamptz,
          ${now.toISOString()}::timestamptz + interval '1 day', ${now.toISOString()}::timestamptz
        from generate_series(1, 30) as n`),
    )
    await Promise.all([app.deps, beside.deps].map(({ mail }) => mail.worker!.deliverDue()))
    const recipients = app.server.mails.map(({ to }) => to[0])
    expect(recipients).toHaveLength(30)
    expect(new Set(recipients).size).toBe(30)
  })

  test('deletes sent mails after a week, failed ones after a month, and decoys', async () => {
    await contact(app.anyone)
    await app.deliver()
    expect((await rows())[0]!.data).toEqual({})
    await app.anyone('POST', '/api/auth/forgot-password', { body: { email: 'nobody@example.com' } })
    await contact(app.anyone)
    app.server.refuse({ stage: 'DATA', status: 550 })
    later(2)
    await app.deliver()
    const count = async () => {
      await app.deps.cleanUp.run()
      return (await rows()).map(({ state }) => state).sort()
    }
    expect(await count()).toEqual(['decoy', 'failed', 'sent'])
    later(6 * 24 * 60)
    expect(await count()).toEqual(['failed', 'sent'])
    later(2 * 24 * 60)
    expect(await count()).toEqual(['failed'])
    later(30 * 24 * 60)
    expect(await count()).toEqual([])
  })

  test('started as in the service sends within seconds of the commit, and stops', async () => {
    app.deps.mail.worker!.start()
    await contact(app.anyone)
    await eventually(() => app.server.mails.length > 0)
    await app.deps.mail.worker!.stop()
    expect(app.server.mails).toHaveLength(1)
    later(2)
    await contact(app.anyone)
    // Too short a wait would only make the test weaker.
    await Bun.sleep(50)
    expect(app.server.mails).toHaveLength(1)
  })
})
