import { afterAll, beforeEach, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { contactMessages, newsletterSubscribers } from '../../src/platform/db/schema/forms.ts'
import { type WatchedDriver, watch } from '../platform/db/watched-driver.ts'
import { type Answer, startApp } from '../support/app.ts'
import { stopClock } from '../support/stop-clock.ts'
import { badForms } from './bad-forms.ts'

let peer = ''
let peers = 0
let isUnavailable = false
let database: WatchedDriver

const app = await startApp(
  { CORS_ORIGINS: 'https://www.example.com', TRUSTED_PROXIES: '10.0.0.0/8' },
  {
    wrap: (driver) => {
      database = watch({
        ...driver,
        drizzle: new Proxy(driver.drizzle, {
          get: (target, name, receiver) => {
            if (!isUnavailable) return Reflect.get(target, name, receiver)
            return () => {
              throw Object.assign(new Error('connect timed out'), { code: 'CONNECT_TIMEOUT' })
            }
          },
        }),
      })
      return database.driver
    },
  },
)
afterAll(() => app[Symbol.asyncDispose]())
beforeEach(async () => {
  peer = `203.0.113.${++peers}`
  await app.deps.database.query((tx) =>
    tx.execute(sql`truncate contact_messages, newsletter_subscribers, rate_limits`),
  )
})

const MESSAGE = { name: 'علی رضایی', email: 'ali@example.com', message: 'سلام\nیک پیام' }
const contact = (body: unknown, from = peer) => app.anyone('POST', '/api/contact', { body, peer: from })
const newsletter = (body: unknown, from = peer) => app.anyone('POST', '/api/newsletter', { body, peer: from })
const urlencoded = (path: string, body: string, headers: Record<string, string> = {}) =>
  app.anyone('POST', path, {
    body,
    headers: {
      'Content-Type': 'application/x-www-form-urlencoded; charset=UTF-8',
      Accept: 'application/json',
      ...headers,
    },
    peer,
  })
const messages = () => app.deps.database.query((tx) => tx.select().from(contactMessages))
const subscribers = () => app.deps.database.query((tx) => tx.select().from(newsletterSubscribers))

/** A response without the parts that differ between any two. */
const shown = ({ status, headers, body }: Answer) => ({
  status,
  body,
  headers: [...headers].filter(([name]) => !/^(x-request-id|ratelimit-re)/.test(name)),
})

describe('POST /api/contact', () => {
  test('stores a message as entered and returns only ok', async () => {
    const html = { ...MESSAGE, subject: '<b>fish & chips</b>', message: '<script>alert(1)</script>\n=1+1' }
    const { status, body, headers } = await contact({ ...html, phone: '+98 21 1234', locale: 'fa-IR' })
    expect([status, body]).toEqual([201, { ok: true }])
    expect(headers.get('Cache-Control')).toBe('no-store')
    const [row] = await messages()
    expect(row).toMatchObject({ ...html, phone: '+98 21 1234', locale: 'fa-IR', read: false, spam: false })
  })

  test('accepts an HTML form, where an empty field means none', async () => {
    const form = new URLSearchParams({ ...MESSAGE, phone: '', subject: '', locale: '', website: '' })
    const { status, body } = await urlencoded('/api/contact', String(form))
    expect([status, body]).toEqual([201, { ok: true }])
    expect((await messages())[0]).toMatchObject({
      ...MESSAGE,
      phone: null,
      subject: null,
      locale: null,
      spam: false,
    })
  })

  test('gives a filled honeypot the same response and stores it as spam', async () => {
    const honest = await contact(MESSAGE)
    const trapped = await contact({ ...MESSAGE, website: 'https://buy.example' })
    const form = await urlencoded('/api/contact', `${new URLSearchParams({ ...MESSAGE, website: 'x' })}`)
    expect(shown(trapped)).toEqual(shown(honest))
    expect(shown(form)).toEqual(shown(honest))
    expect((await messages()).map(({ spam }) => spam)).toEqual([false, true, true])
  })

  test('runs the same statements for a filled honeypot', async () => {
    const statements: string[][] = []
    for (const website of ['', 'filled']) {
      database.forget()
      await contact({ ...MESSAGE, website }, `198.18.200.${statements.length}`)
      statements.push(database.statements)
    }
    expect(statements[0]!.join()).toContain('insert into "contact_messages"')
    expect(statements[1]).toEqual(statements[0]!)
  })
})

describe('POST /api/newsletter', () => {
  test('stores an address once, ignoring case, and gives a known one the same response', async () => {
    const first = await newsletter({ email: 'Sara@Example.com', name: 'سارا', locale: 'fa' })
    const second = await newsletter({ email: 'sara@example.com', name: 'Someone else' })
    expect(shown(second)).toEqual(shown(first))
    expect([first.status, first.body]).toEqual([201, { ok: true }])
    for (let round = 0; round < 10; round++) {
      const email = `race-${round}@example.com`
      const answers = await Promise.all(
        Array.from({ length: 8 }, (_, index) => newsletter({ email }, `198.18.${round}.${index}`)),
      )
      expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(201))
    }
    const rows = await subscribers()
    expect(rows).toHaveLength(11)
    expect(rows[0]).toMatchObject({ email: 'Sara@Example.com', name: 'سارا', locale: 'fa' })
  })

  test('a bot that enters an address does not keep its owner from subscribing', async () => {
    const trapped = await newsletter({ email: 'sara@example.com', website: 'x' })
    const honest = await urlencoded('/api/newsletter', 'email=sara%40example.com&name=')
    expect(shown(honest)).toEqual(shown(trapped))
    expect((await subscribers()).map(({ spam }) => spam)).toEqual([true, false])
  })
})

describe('invalid input is refused and nothing is stored', () => {
  const long = 'x'.repeat(60_000)
  const bad: [name: string, fields: Record<string, unknown>, path: string][] = [
    ['no name', { name: undefined }, 'name'],
    ['an empty name', { name: '' }, 'name'],
    ['a blank name', { name: ' \u00a0' }, 'name'],
    ['a number for a name', { name: 5 }, 'name'],
    ['a list for a name', { name: ['a', 'b'] }, 'name'],
    ['a long name', { name: 'x'.repeat(201) }, 'name'],
    ['CR and LF in the name', { name: 'Ali\r\nBcc: all@example.com' }, 'name'],
    ['LF at the end of the name', { name: 'Ali\n' }, 'name'],
    ['a line separator in the name', { name: 'Ali\u2028Reza' }, 'name'],
    ['NUL in the name', { name: 'Ali\0' }, 'name'],
    ['an unpaired surrogate in the name', { name: 'Ali\ud800' }, 'name'],
    ['no address', { email: undefined }, 'email'],
    ['null for an address', { email: null }, 'email'],
    ['an object for an address', { email: { a: 1 } }, 'email'],
    ['CR and LF in the address', { email: 'a@example.com\r\nBcc: b@example.com' }, 'email'],
    ['LF at the end of the address', { email: 'a@example.com\n' }, 'email'],
    ['an address without @', { email: 'example.com' }, 'email'],
    ['an address without a domain', { email: 'a@' }, 'email'],
    ['two addresses', { email: 'a@example.com, b@example.com' }, 'email'],
    ['a named address', { email: 'Ali <a@example.com>' }, 'email'],
    ['a long address', { email: `${'x'.repeat(250)}@example.com` }, 'email'],
    ['no message', { message: undefined }, 'message'],
    ['a blank message', { message: ' \n\t ' }, 'message'],
    ['true for a message', { message: true }, 'message'],
    ['a message of 60 KB', { message: long }, 'message'],
    ['NUL in the message', { message: 'a\0b' }, 'message'],
    ['LF in the subject', { subject: 'a\nb' }, 'subject'],
    ['a number for the phone', { phone: 123 }, 'phone'],
    ['an invalid locale', { locale: '../../etc' }, 'locale'],
    ['a number in the honeypot', { website: 1 }, 'website'],
    ['an unknown field', { admin: true }, 'admin'],
  ]
  test.each(bad)('%s', async (_, fields, path) => {
    const { status, headers, body } = await contact({ ...MESSAGE, ...fields })
    expect([status, body.code, body.errors[0].path]).toEqual([422, 'validation_failed', path])
    expect(headers.get('Content-Type')).toBe('application/problem+json')
    expect(await messages()).toEqual([])
  })

  test.each(badForms)('from an HTML form: %s', async (_, body, status) => {
    expect((await urlencoded('/api/contact', body)).status).toBe(status)
    expect(await messages()).toEqual([])
  })

  test('malformed JSON and other media types', async () => {
    expect((await contact('{"name":')).status).toBe(400)
    expect((await contact('[]')).status).toBe(422)
    expect((await contact('{"__proto__":{"name":"a","email":"a@b.co","message":"x"}}')).status).toBe(422)
    for (const type of ['text/plain', 'multipart/form-data; boundary=x', 'application/xml']) {
      const options = { body: JSON.stringify(MESSAGE), headers: { 'Content-Type': type }, peer: '198.18.0.1' }
      expect((await app.anyone('POST', '/api/contact', options)).status).toBe(415)
    }
    expect(await messages()).toEqual([])
  })

  test.each([
    {},
    { email: 'x' },
    { email: 'a@b.co\r\n' },
    { email: 'a@b.co', name: 'a\nb' },
    { email: 'a@b.co', x: 1 },
  ])('a newsletter form with %p', async (body) => {
    expect((await newsletter(body)).status).toBe(422)
    expect(await subscribers()).toEqual([])
  })
})

describe('the limit', () => {
  test('is five submissions in 15 minutes, spam included, then 429 as a problem document', async () => {
    using _ = stopClock()
    const attempts = [
      () => contact(MESSAGE),
      () => contact({ ...MESSAGE, website: 'x' }),
      () => urlencoded('/api/contact', String(new URLSearchParams(MESSAGE))),
      () => contact({ ...MESSAGE, website: 'y' }),
      () => contact(MESSAGE),
    ]
    const seen: (string | null)[] = []
    for (const attempt of attempts) seen.push((await attempt()).headers.get('RateLimit-Remaining'))
    expect(seen).toEqual(['4', '3', '2', '1', '0'])
    const { status, headers, body } = await contact(MESSAGE)
    expect([status, body.code, headers.get('Content-Type')]).toEqual([
      429,
      'too_many_requests',
      'application/problem+json',
    ])
    expect(headers.get('Retry-After')).toBe('900')
    expect(headers.get('RateLimit-Reset')).toBe('900')
    expect(headers.get('RateLimit-Policy')).toBe('5;w=900')
    expect(headers.get('X-Request-Id')).toBe(body.request_id)
    expect(await messages()).toHaveLength(5)
  })

  test('does not count submissions that fail validation, which have 30 of their own', async () => {
    using _ = stopClock()
    const mistakes = [() => contact({}), () => contact('{'), () => urlencoded('/api/contact', 'name=x')]
    const statuses = []
    for (let index = 0; index < 30; index++) statuses.push((await mistakes[index % 3]!()).status)
    expect(new Set(statuses)).toEqual(new Set([422, 400]))
    const refused = await contact({})
    expect([refused.status, refused.body.code]).toEqual([429, 'too_many_requests'])
    expect(refused.headers.get('Retry-After')).toBe('900')
    for (let index = 0; index < 5; index++) expect((await contact(MESSAGE)).status).toBe(201)
    expect((await newsletter({})).status).toBe(422)
  })

  test('is separate for each form and each client', async () => {
    for (let index = 0; index < 5; index++) await contact(MESSAGE)
    expect((await contact(MESSAGE)).status).toBe(429)
    expect((await newsletter({ email: 'a@example.com' })).status).toBe(201)
    expect((await contact(MESSAGE, '198.18.0.2')).status).toBe(201)
  })

  test('slides', async () => {
    const start = Date.now()
    const at = (minutes: number) => {
      app.setClock(new Date(start + minutes * 60_000))
      return contact(MESSAGE)
    }
    const statuses = []
    for (const minutes of [0, 10, 14, 14.1, 14.2, 14.9, 15, 15.1, 24.9, 25, 28.9, 29])
      statuses.push((await at(minutes)).status)
    app.setClock(null)
    expect(statuses).toEqual([201, 201, 201, 201, 201, 429, 201, 429, 429, 201, 429, 201])
  })

  test('is the same bucket for every spelling of the path and any header', async () => {
    const answers = await Promise.all(
      [
        '/api/contact',
        '/api/contact?x=1',
        '/api/%63ontact',
        '/api/contact#a',
        '/api/c%6Fntact',
        '/api/contact',
        '/api/contact',
      ].map((path, index) =>
        app.anyone('POST', path, {
          body: MESSAGE,
          headers: { 'X-Forwarded-For': `198.51.100.${index}`, 'User-Agent': `robot ${index}` },
          peer,
        }),
      ),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(5)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(2)
  })

  test('applies to the client behind a trusted proxy, and to an IPv6 /64 as a whole', async () => {
    const through = (client: string) =>
      app.anyone('POST', '/api/contact', {
        body: MESSAGE,
        headers: { 'X-Forwarded-For': `1.2.3.4, ${client}` },
        peer: '10.0.0.1',
      })
    for (let index = 0; index < 5; index++) expect((await through(`2001:db8::${index}`)).status).toBe(201)
    expect((await through('2001:db8::ffff:1')).status).toBe(429)
    expect((await through('2001:db8:0:1::1')).status).toBe(201)
  })

  test('does not count preflights, and CORS allows the website’s pages', async () => {
    const preflight = { Origin: 'https://www.example.com', 'Access-Control-Request-Method': 'POST' }
    for (let index = 0; index < 8; index++) {
      const { status, headers } = await app.anyone('OPTIONS', '/api/contact', { headers: preflight, peer })
      expect([status, headers.get('Access-Control-Allow-Origin')]).toEqual([204, 'https://www.example.com'])
    }
    expect((await contact(MESSAGE)).status).toBe(201)
  })

  test('does not count other methods, which are 405', async () => {
    for (let index = 0; index < 8; index++) {
      const { status, headers } = await app.anyone('GET', '/api/contact', { peer })
      expect([status, headers.get('Allow')]).toEqual([405, 'POST'])
    }
    expect((await contact(MESSAGE)).status).toBe(201)
  })
})

test('while the database is unavailable the forms return 503 with Retry-After', async () => {
  isUnavailable = true
  const answers = [await contact(MESSAGE), await newsletter({ email: 'a@example.com' })]
  isUnavailable = false
  for (const { status, headers, body } of answers) {
    expect([status, body.code, headers.get('Retry-After')]).toEqual([503, 'unavailable', '5'])
  }
  expect((await contact(MESSAGE)).status).toBe(201)
})

describe('messages', () => {
  const wrong = { email: 'ali', phone: 'x'.repeat(51), message: '' }
  const sentences = {
    fa: [
      'نام خود را بنویسید.',
      'نشانی ایمیل را کامل بنویسید، مانند name@example.com.',
      'طول شمارهٔ تلفن حداکثر ۵۰ نویسه است.',
      'پیام خود را بنویسید.',
    ],
    en: [
      'Enter your name.',
      'Enter an email address such as name@example.com.',
      'The phone number can have at most 50 characters.',
      'Enter your message.',
    ],
  }
  const send = (locale: string | undefined, acceptLanguage?: string) =>
    app.anyone('POST', '/api/contact', {
      body: { ...wrong, locale },
      headers: acceptLanguage ? { 'Accept-Language': acceptLanguage } : {},
      peer,
    })

  test.each([
    ['fa', 'en', 'fa'],
    ['en-GB', 'fa', 'en'],
    [undefined, 'fa-IR,fa;q=0.9,en;q=0.8', 'fa'],
    [undefined, 'de, en;q=0.5, fa;q=0.7', 'fa'],
    [undefined, 'fa;q=0, en;q=0.1', 'en'],
    [undefined, undefined, 'en'],
    ['de', 'fr', 'en'],
  ] as const)('with the locale %p and Accept-Language %p are in %s', async (locale, accepted, language) => {
    const { body, headers } = await send(locale, accepted)
    expect(body.errors.map((issue: { message: string }) => issue.message)).toEqual(sentences[language])
    expect(body.detail).toBe(sentences[language].join(' '))
    expect(headers.get('Content-Language')).toBe(language)
  })

  test('come with codes and parameters', async () => {
    const { body } = await send('fa')
    expect(body.errors.map(({ message: _, ...issue }: Record<string, unknown>) => issue)).toEqual([
      { path: 'name', code: 'required' },
      { path: 'email', code: 'invalid_format', params: { format: 'email' } },
      { path: 'phone', code: 'too_big', params: { max: 50 } },
      { path: 'message', code: 'too_small', params: { min: 1 } },
    ])
  })

  test('say in the same language when to try again', async () => {
    for (let index = 0; index < 5; index++) await contact(MESSAGE)
    const { status, body } = await contact({ ...MESSAGE, locale: 'fa' })
    expect([status, body.detail]).toEqual([
      429,
      'درخواست‌های زیادی از نشانی شما رسیده است. ۱۵ دقیقهٔ دیگر دوباره تلاش کنید.',
    ])
  })
})
