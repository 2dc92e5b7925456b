import { afterAll, beforeEach, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { Hono } from 'hono'
import type { AppEnv } from '../../src/http/requests/app-env.ts'
import { createFormPages } from '../../src/http/responses/form-pages.ts'
import { rowsOf } from '../../src/platform/db/database.ts'
import { contactMessages } from '../../src/platform/db/schema/forms.ts'
import { startApp } from '../support/app.ts'
import { stopClock } from '../support/stop-clock.ts'

let peer = ''
let peers = 0

const app = await startApp({ SITE_URL: 'https://www.example.com' })
afterAll(() => app[Symbol.asyncDispose]())
beforeEach(async () => {
  app.setClock(null)
  peer = `203.0.113.${++peers}`
  await app.deps.database.query((tx) =>
    tx.execute(sql`truncate contact_messages, newsletter_subscribers, refused_submissions, rate_limits`),
  )
})

const BROWSER = { 'Sec-Fetch-Mode': 'navigate', Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }
const MESSAGE = { name: 'علی رضایی', email: 'ali@example.com', message: 'سلام', locale: 'fa' }

const post = (path: string, fields: Record<string, string>, headers: Record<string, string> = BROWSER) =>
  app.anyone('POST', path, {
    body: String(new URLSearchParams(fields)),
    headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...headers },
    peer,
  })
const locationOf = ({ headers }: { headers: Headers }) => headers.get('Location')!
const cookieOf = ({ headers }: { headers: Headers }) => headers.get('Set-Cookie')!.split(';')[0]!
const stored = () => app.deps.database.query((tx) => tx.select().from(contactMessages))

/** The forms as the page at this address shows them. */
async function shownAt(location: string, cookie = '') {
  const { pages } = app.deps
  const page = new Hono<AppEnv>().get('/contact', async (c) => {
    const language = pages.languages.fromParameter(c.req.query('lang'))
    return c.json(await createFormPages(app.deps).shownForms(c, language))
  })
  const response = await page.request(location.replace(/#.*/, ''), { headers: { Cookie: cookie } })
  const shown = (await response.json()) as Record<'contact' | 'newsletter', any> | null
  return shown
}

describe('a form that a page posts', () => {
  test('is stored, and the visitor is redirected to the confirmation', async () => {
    const answer = await post('/api/contact', { ...MESSAGE, send: 'Send message' })
    expect([answer.status, locationOf(answer)]).toEqual([303, '/contact?sent=contact#contact-form'])
    expect(answer.headers.get('Cache-Control')).toBe('no-store')
    expect((await stored()).map(({ name }) => name)).toEqual([MESSAGE.name])
    expect((await shownAt(locationOf(answer)))!.contact).toMatchObject({ isDone: true })
    const english = await post('/api/newsletter', { email: 'ali@example.com', locale: 'en' })
    expect(locationOf(english)).toBe('/contact?lang=en&sent=newsletter#newsletter-form')
  })

  test('gets the same redirect when the honeypot is filled', async () => {
    const trapped = await post('/api/contact', { ...MESSAGE, website: 'x' })
    expect([trapped.status, locationOf(trapped)]).toEqual([303, '/contact?sent=contact#contact-form'])
    expect((await stored()).map(({ spam }) => spam)).toEqual([true])
  })

  test('is shown again with its values and an error at each field', async () => {
    const long = { ...MESSAGE, email: 'ali', phone: '\0', message: 'پیام '.repeat(2_100) }
    const answer = await post('/api/contact', { ...long, website: '', send: 'x' })
    expect(answer.status).toBe(303)
    expect(locationOf(answer)).toMatch(/^\/contact\?form=[\w-]{22}\.[\w-]{22}#contact-form$/)
    expect(await stored()).toEqual([])
    const { contact, newsletter } = (await shownAt(locationOf(answer), cookieOf(answer)))!
    expect(contact.values).toEqual(long)
    expect(contact.errors).toEqual({
      email: 'نشانی ایمیل را کامل بنویسید، مانند name@example.com.',
      phone: 'شمارهٔ تلفن نویسه‌ای دارد که در اینجا پذیرفته نیست.',
      message: 'طول پیام حداکثر ۱۰٬۰۰۰ نویسه است.',
    })
    expect(newsletter).not.toHaveProperty('errors')
  })

  test('sets a cookie only for that page, for ten minutes, out of reach of scripts', async () => {
    const { headers } = await post('/api/contact', {})
    const [pair, ...attributes] = headers.get('Set-Cookie')!.split('; ')
    expect(pair).toMatch(/^refused_submission=[\w-]{22}$/)
    expect(new Set(attributes)).toEqual(
      new Set(['Path=/contact', 'Max-Age=600', 'HttpOnly', 'SameSite=Lax', 'Secure']),
    )
  })

  test('shows nobody else what was typed', async () => {
    const answer = await post('/api/contact', { ...MESSAGE, email: 'ali' })
    const other = await post('/api/contact', { ...MESSAGE, email: 'sara' })
    for (const cookie of ['', cookieOf(other), 'refused_submission=x']) {
      const { contact } = (await shownAt(locationOf(answer), cookie))!
      expect(contact.values).toEqual({})
      expect(contact.errors).toHaveProperty('email')
    }
  })

  test('is forgotten after ten minutes, and no invented id is looked up', async () => {
    const answer = await post('/api/contact', {})
    const [name, signature] = /form=([\w-]+)\.([\w-]+)/.exec(locationOf(answer))!.slice(1)
    for (const id of ['', 'x', name, `${name}.`, `${name}x.${signature}`, `${signature}.${name}`])
      expect(await shownAt(`/contact?form=${id}`, cookieOf(answer))).toBeNull()
    app.setClock(new Date(Date.now() + 601_000))
    expect(await shownAt(locationOf(answer), cookieOf(answer))).toBeNull()
    await post('/api/contact', {})
    const [row] = await app.deps.database.query((tx) =>
      rowsOf<{ count: number }>(tx, sql`select count(*)::int as count from refused_submissions`),
    )
    expect(row).toEqual({ count: 1 })
  })

  test('returns to an address of the service’s own, whatever the request says', async () => {
    const evil = { Referer: 'https://evil.example/', Origin: 'https://evil.example', Host: 'evil.example' }
    for (const fields of [MESSAGE, {}]) {
      const answer = await post(
        '/api/contact',
        { ...fields, page: '//evil.example', return: '/x' },
        { ...BROWSER, ...evil },
      )
      expect(locationOf(answer)).toStartWith('/contact?')
    }
  })

  test('gets a page that says when to try again beyond the limit', async () => {
    using _ = stopClock()
    for (let index = 0; index < 5; index++) await post('/api/contact', MESSAGE)
    const persian = await post('/api/contact', MESSAGE)
    expect([persian.status, persian.headers.get('Content-Type')]).toEqual([429, 'text/html; charset=utf-8'])
    expect(persian.body).toContain('۱۵ دقیقهٔ دیگر دوباره تلاش کنید')
    expect(persian.body).toContain('<html lang="fa" dir="rtl">')
    expect(persian.headers.get('Retry-After')).toBe('900')
    const english = await post('/api/contact', { ...MESSAGE, locale: 'en' })
    expect(english.body).toContain('Try again in 15 minutes.')
    expect(english.headers.get('Cache-Control')).toBe('no-store')
  })

  test('gets a page as well when it is too long', async () => {
    const { status, headers, body } = await post('/api/contact', { ...MESSAGE, message: 'x'.repeat(70_000) })
    expect([status, headers.get('Content-Type')]).toEqual([413, 'text/html; charset=utf-8'])
    expect(body).toContain('به فرم برگردید')
  })
})

test.each([
  ['a script', { 'Sec-Fetch-Mode': 'cors', Accept: '*/*' }, 201],
  ['a client that asks for JSON', { Accept: 'application/json' }, 201],
  ['a browser without fetch metadata', { Accept: 'text/html,*/*' }, 303],
  ['a client without preferences', {}, 303],
] as const)('the form encoding from %s is answered suitably', async (_, headers, status) => {
  expect((await post('/api/contact', { ...MESSAGE, button: 'x' }, headers)).status).toBe(status)
})

test('a site without a contact page shows the result itself', async () => {
  await using small = await startApp({ SITE_PAGES: 'home,blog' })
  const send = (fields: Record<string, string>) =>
    small.anyone('POST', '/api/contact', {
      body: String(new URLSearchParams(fields)),
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...BROWSER },
      peer,
    })
  const accepted = await send(MESSAGE)
  expect([accepted.status, accepted.headers.get('Content-Type')]).toEqual([200, 'text/html; charset=utf-8'])
  expect(accepted.body).toContain('متشکریم')
  const refused = await send({ ...MESSAGE, email: 'ali' })
  expect([refused.status, refused.headers.get('Content-Type')]).toEqual([422, 'text/html; charset=utf-8'])
  expect(refused.body).toContain('نشانی ایمیل را کامل بنویسید')
})
