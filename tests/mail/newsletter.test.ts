import { afterAll, beforeEach, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { newsletterSubscribers } from '../../src/platform/db/schema/forms.ts'
import { startApp } from '../support/app.ts'
import { startMailApp } from './mail-app.ts'
import { linkIn } from './read-mail.ts'

const app = await startMailApp()
afterAll(() => app[Symbol.asyncDispose]())
beforeEach(async () => {
  app.setClock(null)
  app.server.forget()
  await app.deps.database.query((tx) => tx.execute(sql`truncate newsletter_subscribers, mail_outbox`))
})

const subscribe = (body: Record<string, unknown>) => app.anyone('POST', '/api/newsletter', { body })
const rows = () => app.deps.database.query((tx) => tx.select().from(newsletterSubscribers))
const state = async () => (await rows()).map(({ state }) => state)
/** The path and query of a link, as a browser asks for it. */
const pathOf = (link: string) => new URL(link).pathname + new URL(link).search
const EMAIL = 'sara@example.com'

async function subscribed(body: Record<string, unknown> = {}) {
  await subscribe({ email: EMAIL, ...body })
  const [question] = await app.deliver()
  await app.anyone('POST', pathOf(linkIn(question!, '/newsletter/confirm')))
  const [welcome] = await app.deliver()
  return welcome!
}

describe('a subscription', () => {
  test('counts when the link in the mail was followed and the button pressed', async () => {
    const answer = await subscribe({ email: EMAIL, locale: 'fa' })
    expect([answer.status, answer.body]).toEqual([201, { ok: true }])
    expect(await state()).toEqual(['pending'])
    const [question, ...others] = await app.deliver()
    expect(others).toEqual([])
    expect([question!.to, question!.headers.subject]).toEqual([
      EMAIL,
      'تأیید عضویت در خبرنامهٔ «www.example.com»',
    ])
    const path = pathOf(linkIn(question!, '/newsletter/confirm'))
    const page = await app.anyone('GET', path)
    expect(page.status).toBe(200)
    expect(page.body).toContain('<html lang="fa" dir="rtl">')
    expect(page.body).toContain(`action="${path}"`)
    expect(Object.fromEntries(page.headers)).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
    })
    // Mail servers follow links to scan them.
    for (let round = 0; round < 3; round++) await app.anyone('GET', path)
    await app.anyone('HEAD', path)
    expect(await state()).toEqual(['pending'])
    const done = await app.anyone('POST', path)
    expect([done.status, await state()]).toEqual([200, ['subscribed']])
    expect(done.body).toContain('عضویت شما تأیید شد')
    expect((await rows())[0]!.confirmed_at).toBeInstanceOf(Date)
    expect((await app.anyone('POST', path)).status).toBe(200)
    expect((await app.anyone('GET', path)).body).not.toContain('<form class="buttons" method="post"')
    expect(await app.deliver()).toHaveLength(1)
  })

  test('is asked for in English where the form is, also on the page', async () => {
    const welcome = await subscribed({ locale: 'en-GB' })
    expect(welcome.headers.subject).toBe('You have subscribed to www.example.com')
    const link = linkIn(welcome, '/newsletter/unsubscribe')
    const page = await app.anyone('GET', pathOf(link))
    expect(page.body).toContain('<html lang="en" dir="ltr">')
    expect(page.body).toContain('Press the button')
  })

  test('of a known address answers alike, and asks again only what is not confirmed', async () => {
    const start = Date.now()
    const again = async (minutes: number) => {
      app.setClock(new Date(start + minutes * 60_000))
      expect((await subscribe({ email: EMAIL.toUpperCase() })).status).toBe(201)
      return app.deliver()
    }
    expect(await again(0)).toHaveLength(1)
    expect(await again(9)).toHaveLength(0)
    const [question] = await again(11)
    expect(question!.to).toBe('SARA@example.com')
    await app.anyone('POST', pathOf(linkIn(question!, '/newsletter/confirm')))
    await app.deliver()
    expect(await again(60)).toHaveLength(0)
    expect(await state()).toEqual(['subscribed'])
  })

  test.each(['pending', 'unsubscribed'])(
    'that others ask for all the time (%s) asks at most three times a day, then ever less',
    async (before) => {
      const start = Date.now()
      app.setClock(new Date(start))
      if (before === 'unsubscribed')
        await app.anyone('POST', pathOf(linkIn(await subscribed(), '/newsletter/unsubscribe')))
      const perDay: number[] = []
      for (let day = 0; day < 7; day++) {
        let count = 0
        for (let minutes = 0; minutes < 1440; minutes += 120) {
          app.setClock(new Date(start + 660_000 + day * 86_400_000 + minutes * 60_000))
          await subscribe({ email: EMAIL })
          count += (await app.deliver()).length
        }
        perDay.push(count)
      }
      expect(perDay).toEqual([3, 1, 0, 1, 0, 0, 0])
    },
  )

  test('that nobody confirms is deleted after seven days, and its link is invalid then', async () => {
    const start = Date.now()
    app.setClock(new Date(start))
    await subscribe({ email: EMAIL })
    await subscribe({ email: 'kept@example.com' })
    const mails = await app.deliver()
    const paths = mails.map((mail) => pathOf(linkIn(mail, '/newsletter/confirm')))
    await app.anyone('POST', paths[mails.findIndex(({ to }) => to === 'kept@example.com')]!)
    app.setClock(new Date(start + 7 * 86_400_000 + 1))
    const path = paths[mails.findIndex(({ to }) => to === EMAIL)]!
    expect([(await app.anyone('POST', path)).status, (await app.anyone('GET', path)).status]).toEqual([
      404, 404,
    ])
    await app.deps.cleanUp.run()
    expect((await rows()).map(({ email }) => email)).toEqual(['kept@example.com'])
    await app.deliver()
  })

  test('by a bot is not asked for, and does not keep the owner out', async () => {
    await subscribe({ email: EMAIL, website: 'x' })
    expect(await app.deliver()).toEqual([])
    await subscribe({ email: EMAIL })
    expect(await app.deliver()).toHaveLength(1)
  })
})

describe('the way out', () => {
  test('is a link and a one-click address in every later mail', async () => {
    const welcome = await subscribed()
    const link = linkIn(welcome, '/newsletter/unsubscribe')
    expect(welcome.headers['list-unsubscribe']!.replaceAll(' ', '')).toBe(`<${link}>`)
    expect(welcome.headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click')
    const page = await app.anyone('GET', pathOf(link))
    expect([page.status, await state()]).toEqual([200, ['subscribed']])
    expect(page.body).toContain('<form class="buttons" method="post"')
  })

  test.each([
    ['application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'],
    [
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n',
    ],
  ])('works with one click by %s, without signing in (RFC 8058)', async (type, body) => {
    const link = linkIn(await subscribed(), '/newsletter/unsubscribe')
    const answer = await app.anyone('POST', pathOf(link), { body, headers: { 'Content-Type': type } })
    expect([answer.status, await state()]).toEqual([200, ['unsubscribed']])
    expect((await app.anyone('POST', pathOf(link))).status).toBe(200)
  })

  /** An address that has opted out and was entered again an hour later. */
  async function askedAgain() {
    const start = Date.now()
    app.setClock(new Date(start))
    await subscribe({ email: EMAIL })
    const confirm = pathOf(linkIn((await app.deliver())[0]!, '/newsletter/confirm'))
    await app.anyone('POST', confirm)
    app.setClock(new Date(start + 60_000))
    const leave = pathOf(linkIn((await app.deliver())[0]!, '/newsletter/unsubscribe'))
    await app.anyone('POST', leave)
    const oldLink = await app.anyone('POST', confirm)
    app.setClock(new Date(start + 3_600_000))
    await subscribe({ email: EMAIL })
    const [question, ...others] = await app.deliver()
    expect(others).toEqual([])
    return { start, leave, oldLink, confirm: pathOf(linkIn(question!, '/newsletter/confirm')) }
  }

  test('outlives a new request, until its owner confirms that', async () => {
    const { start, oldLink, confirm } = await askedAgain()
    expect([oldLink.status, await state()]).toEqual([404, ['unsubscribed']])
    app.setClock(new Date(start + 3_700_000))
    expect((await app.anyone('GET', confirm)).status).toBe(200)
    expect((await app.anyone('POST', confirm)).status).toBe(200)
    const [row, ...others] = await rows()
    expect([row!.state, row!.opted_out_at, others.length]).toEqual([
      'subscribed',
      new Date(start + 60_000),
      0,
    ])
    await app.deliver()
  })

  test('outlives a request that nobody confirms, and one that is declined', async () => {
    const { start, leave, confirm } = await askedAgain()
    app.setClock(new Date(start + 3_700_000))
    expect((await app.anyone('POST', leave)).status).toBe(200)
    expect((await app.anyone('POST', confirm)).status).toBe(404)
    app.setClock(new Date(start + 30 * 86_400_000))
    await app.deps.cleanUp.run()
    expect((await rows()).map((row) => [row.state, row.opted_out_at])).toEqual([
      ['unsubscribed', new Date(start + 3_700_000)],
    ])
  })

  test('cannot be used to confirm, nor the question to sign off', async () => {
    await subscribe({ email: EMAIL })
    const [question] = await app.deliver()
    const token = new URL(linkIn(question!, '/newsletter/confirm')).searchParams.get('token')
    expect((await app.anyone('POST', `/newsletter/unsubscribe?token=${token}`)).status).toBe(404)
    const [, unsubscribeUrl] = /<([^>]+)>/.exec(question!.headers['list-unsubscribe']!.replaceAll(' ', ''))!
    const other = new URL(unsubscribeUrl!).searchParams.get('token')
    expect((await app.anyone('POST', `/newsletter/confirm?token=${other}`)).status).toBe(404)
    expect(await state()).toEqual(['pending'])
  })
})

test.each([
  '',
  '?token=',
  '?token=x',
  `?token=${'a'.repeat(22)}.${'a'.repeat(43)}`,
  '?token=%22%3E%3Cscript%3E',
  '?token=a&token=b',
])('a made-up link (%s) is a 404 page that repeats nothing of it', async (query) => {
  for (const path of ['/newsletter/confirm', '/newsletter/unsubscribe']) {
    for (const method of ['GET', 'POST']) {
      const { status, body } = await app.anyone(method, path + query)
      expect(status).toBe(404)
      expect(body).not.toContain('token')
    }
  }
})

test('the list and the CSV carry the state, and the CSV the link that ends each subscription', async () => {
  await subscribed()
  await subscribe({ email: 'waiting@example.com', locale: 'en' })
  const { body } = await app.admin('GET', '/api/admin/newsletter?state=pending')
  expect(body.items.map(({ email, state }: any) => [email, state])).toEqual([
    ['waiting@example.com', 'pending'],
  ])
  const csv = await app.admin('GET', '/api/admin/newsletter/export.csv')
  const [header, first, second] = csv.body.split('\r\n')
  expect(header).toBe('id,created_at,email,name,locale,state,unsubscribe_url')
  expect(first).toContain(
    ',sara@example.com,,,subscribed,https://www.example.com/newsletter/unsubscribe?token=',
  )
  expect(second).toContain(
    ',waiting@example.com,,en,pending,https://www.example.com/newsletter/unsubscribe?token=',
  )
  expect((await app.anyone('POST', pathOf(first!.split(',').at(-1)!))).status).toBe(200)
  expect((await rows()).map(({ state }) => state).sort()).toEqual(['pending', 'unsubscribed'])
  await app.deliver()
})

test('without a mail server addresses count at once, and the CSV is as before', async () => {
  await using plain = await startApp()
  await plain.anyone('POST', '/api/newsletter', { body: { email: EMAIL } })
  const csv = async () => (await plain.admin('GET', '/api/admin/newsletter/export.csv')).body as string
  expect(await csv()).toMatch(/^id,created_at,email,name,locale\r\n1,[^,]+,sara@example\.com,,\r\n$/)
  await plain.deps.database.query((tx) =>
    tx.execute(sql`update newsletter_subscribers set state = 'unsubscribed'`),
  )
  expect(await csv()).toBe('id,created_at,email,name,locale\r\n')
  // Nobody can be asked whether the opt-out has ended.
  await plain.anyone('POST', '/api/newsletter', { body: { email: EMAIL } })
  expect(await csv()).not.toContain(EMAIL)
})
