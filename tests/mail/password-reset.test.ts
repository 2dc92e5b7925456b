import { afterAll, beforeEach, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { type Driver, rowsOf } from '../../src/platform/db/database.ts'
import { accountLinks } from '../../src/platform/db/schema/auth.ts'
import { type WatchedDriver, watch } from '../platform/db/watched-driver.ts'
import { type Answer, clientOf, startApp, tokenOf } from '../support/app.ts'
import { startMailApp, tokenIn } from './mail-app.ts'
import { linkIn } from './read-mail.ts'

let database: WatchedDriver
let email = ''
let id = 0
let count = 0
const PASSWORD = 'a password of before'
const NEXT = 'a password of after'

const wrap = (driver: Driver) => {
  database = watch(driver)
  return database.driver
}
const app = await startMailApp({}, { wrap })
afterAll(() => app[Symbol.asyncDispose]())
beforeEach(async () => {
  app.setClock(null)
  email = `user-${++count}@example.com`
  const body = { email, name: 'سارا احمدی', role: 'creator', password: PASSWORD }
  id = (await app.admin('POST', '/api/admin/users', { body })).body.id
  await app.deliver()
})

const forgot = (address: string, peer?: string) =>
  app.anyone('POST', '/api/auth/forgot-password', { body: { email: address }, ...(peer && { peer }) })
const reset = (token: string, new_password = NEXT) =>
  app.anyone('POST', '/api/auth/reset-password', { body: { token, new_password } })
const canSignIn = async (password: string) =>
  (await app.anyone('POST', '/api/auth/login', { body: { email, password } })).status === 200
const requestLink = async () => {
  await forgot(email)
  const [mail] = await app.deliver()
  return { mail: mail!, token: tokenIn(linkIn(mail!, '/admin/reset-password')) }
}

describe('a forgotten password', () => {
  test('is replaced by the link in the mail, which ends all sessions and is told of', async () => {
    const session = clientOf(app.app, await tokenOf(app.app, { email, password: PASSWORD }))
    const answer = await forgot(email.toUpperCase())
    expect([answer.status, answer.body]).toEqual([202, { ok: true }])
    const [mail, ...others] = await app.deliver()
    expect(others).toEqual([])
    expect([mail!.to, mail!.headers.subject]).toEqual([email, 'انتخاب گذرواژهٔ جدید'])
    expect(mail!.html).toContain('سارا احمدی')
    const link = linkIn(mail!, '/admin/reset-password')
    // Browsers do not send the fragment, so no log contains the token.
    expect(link).toMatch(/^https:\/\/www\.example\.com\/admin\/reset-password#token=/)
    expect((await reset(tokenIn(link))).status).toBe(204)
    expect([await canSignIn(PASSWORD), await canSignIn(NEXT)]).toEqual([false, true])
    expect((await session('GET', '/api/auth/me')).status).toBe(401)
    const [notice] = await app.deliver()
    expect([notice!.to, notice!.headers.subject]).toEqual([email, 'گذرواژهٔ شما تغییر کرد'])
    const { body: log } = await app.admin('GET', `/api/audit-log?action=user.update&entity_id=${id}`)
    expect(log.items[0]).toMatchObject({
      action: 'user.update',
      entity_id: String(id),
      changes: { password: 'reset' },
    })
  })

  test('stands as a hash in the database, and nowhere in the outbox', async () => {
    await forgot(email)
    const rows = await app.deps.database.query((tx) =>
      rowsOf<{ text: string }>(
        tx,
        sql`select row_to_json(l)::text as text from account_links l
          union all select row_to_json(m)::text from mail_outbox m`,
      ),
    )
    const [mail] = await app.deliver()
    const token = tokenIn(linkIn(mail!, '/admin/reset-password'))
    const stored = rows.map(({ text }) => text).join()
    expect(stored).not.toContain(token.split('.')[1]!)
    expect(stored).toContain(new Bun.CryptoHasher('sha256').update(token).digest('hex'))
  })

  test('has an answer of 202 for every address, and a mail for accounts only', async () => {
    for (const address of ['nobody@example.com', 'no address', 'a\0b', `${'x'.repeat(240)}@example.com`]) {
      const answer = await forgot(address)
      expect([answer.status, answer.body]).toEqual([202, { ok: true }])
    }
    const disabled = await app.admin('PATCH', `/api/admin/users/${id}`, { body: { disabled: true } })
    expect(disabled.status).toBe(200)
    expect((await forgot(email)).status).toBe(202)
    expect(await app.deliver()).toEqual([])
    for (const body of [{}, { email: '' }, { email: 1 }, { email: 'x'.repeat(255) }, { email, name: 'x' }])
      expect((await app.anyone('POST', '/api/auth/forgot-password', { body })).status).toBe(422)
  })

  test('takes the same statements and answers alike for known and unknown addresses', async () => {
    const shown = ({ status, headers, body }: Answer) => ({
      status,
      body,
      headers: [...headers].filter(([name]) => !/^(x-request-id|ratelimit-re)/.test(name)),
    })
    const runs = []
    for (const address of [email, 'nobody@example.com']) {
      database.forget()
      const answer = shown(await forgot(address))
      runs.push({ answer, statements: database.statements })
    }
    expect(runs[0]!.statements.join()).toContain('insert into "account_links"')
    expect(runs[1]).toEqual(runs[0]!)
  })
})

describe('a link', () => {
  test('is valid once, also when many use it at the same time', async () => {
    for (let round = 0; round < 5; round++) {
      app.setClock(new Date(Date.now() + round * 3_600_000))
      const { token } = await requestLink()
      const passwords = Array.from({ length: 6 }, (_, index) => `password ${round} of ${index}`)
      const answers = await Promise.all(passwords.map((password) => reset(token, password)))
      expect(answers.map(({ status }) => status).sort()).toEqual([204, ...Array(5).fill(422)])
      const winner = passwords[answers.findIndex(({ status }) => status === 204)]!
      expect(await canSignIn(winner)).toBe(true)
      const again = await reset(token)
      expect([again.status, again.body.code, again.body.errors[0].path]).toEqual([
        422,
        'invalid_token',
        'token',
      ])
      await app.deliver()
    }
  })

  test('is valid for an hour', async () => {
    const start = Date.now()
    app.setClock(new Date(start))
    const { token } = await requestLink()
    app.setClock(new Date(start + 60 * 60_000))
    expect((await reset(token)).body.code).toBe('invalid_token')
    app.setClock(new Date(start + 60 * 60_000 - 1))
    expect((await reset(token)).status).toBe(204)
    await app.deliver()
  })

  test.each<[string, () => Promise<unknown>]>([
    [
      'the password was changed',
      () => app.admin('PATCH', `/api/admin/users/${id}`, { body: { password: NEXT } }),
    ],
    ['the role was changed', () => app.admin('PATCH', `/api/admin/users/${id}`, { body: { role: 'admin' } })],
    [
      'the account was disabled',
      () => app.admin('PATCH', `/api/admin/users/${id}`, { body: { disabled: true } }),
    ],
    ['the account was deleted', () => app.admin('DELETE', `/api/admin/users/${id}`)],
    [
      'the owner changed the password',
      async () =>
        clientOf(app.app, await tokenOf(app.app, { email, password: PASSWORD }))(
          'POST',
          '/api/auth/change-password',
          {
            body: { current_password: PASSWORD, new_password: NEXT },
          },
        ),
    ],
  ])('is not valid any more when %s', async (_, change) => {
    const { token } = await requestLink()
    await change()
    const answer = await reset(token, 'the password of a thief')
    expect([answer.status, answer.body.code]).toEqual([422, 'invalid_token'])
    expect(await canSignIn('the password of a thief')).toBe(false)
  })

  test('is sent again for half an hour, then a further one, which does not end it', async () => {
    const start = Date.now()
    app.setClock(new Date(start))
    const first = await requestLink()
    app.setClock(new Date(start + 30 * 60_000 - 1))
    expect((await requestLink()).token).toBe(first.token)
    app.setClock(new Date(start + 30 * 60_000))
    expect((await requestLink()).token).not.toBe(first.token)
    app.setClock(new Date(start + 60 * 60_000 - 1))
    expect((await reset(first.token)).status).toBe(204)
    await app.deliver()
  })

  test('works whenever strangers have used up the limit', async () => {
    const start = Date.now()
    const sent: string[] = []
    for (let minute = 0; minute < 300; minute += 7) {
      app.setClock(new Date(start + minute * 60_000))
      await forgot(email, `198.51.100.${minute % 250}`)
      for (const mail of await app.deliver()) sent.push(tokenIn(linkIn(mail, '/admin/reset-password')))
      const link = app.deps.mail.outbox.links.read('password-reset', sent.at(-1)!)
      const live = await app.deps.database.query((tx) => tx.select().from(accountLinks))
      const found = live.find((each) => each.id === link)
      expect(found!.expires_at.getTime()).toBeGreaterThan(start + minute * 60_000)
    }
    expect(sent.length).toBeLessThanOrEqual(3 * 5)
    expect((await reset(sent.at(-1)!)).status).toBe(204)
    await app.deliver()
  })

  test('ends the others of the account when it is used', async () => {
    const start = Date.now()
    app.setClock(new Date(start))
    const first = await requestLink()
    app.setClock(new Date(start + 31 * 60_000))
    const second = await requestLink()
    expect(second.token).not.toBe(first.token)
    expect((await reset(second.token)).status).toBe(204)
    expect((await reset(first.token)).body.code).toBe('invalid_token')
    const left = await app.deps.database.query((tx) => tx.select().from(accountLinks))
    expect(left.filter(({ user_id }) => user_id === id)).toEqual([])
    await app.deliver()
  })

  test('that is made up, or for another purpose, changes nothing', async () => {
    const links = app.deps.mail.outbox.links
    const tokens = [
      'x',
      `${'a'.repeat(22)}.${'a'.repeat(43)}`,
      links.sign('password-reset', crypto.randomUUID()),
      links.sign('newsletter-confirm', crypto.randomUUID()),
    ]
    for (const token of tokens) expect((await reset(token)).body.code).toBe('invalid_token')
    const { token } = await requestLink()
    const other = await app.anyone('POST', '/api/auth/accept-invitation', { body: { token, password: NEXT } })
    expect(other.body.code).toBe('invalid_token')
    for (const password of ['short', 'x'.repeat(201)]) expect((await reset(token, password)).status).toBe(422)
    expect((await reset(token)).status).toBe(204)
  })

  test('of a request for an unknown address opens nothing', async () => {
    await forgot('nobody@example.com')
    const [decoy] = (await app.deps.database.query((tx) => tx.select().from(accountLinks))).filter(
      ({ user_id }) => user_id === null,
    )
    const token = app.deps.mail.outbox.links.sign('password-reset', decoy!.id)
    expect((await reset(token)).body.code).toBe('invalid_token')
  })
})

describe('the limits', () => {
  test('are five requests per client in 15 minutes', async () => {
    const statuses = []
    for (let round = 0; round < 6; round++)
      statuses.push((await forgot(`nobody-${round}@example.com`, '203.0.113.7')).status)
    expect(statuses).toEqual([202, 202, 202, 202, 202, 429])
    expect((await forgot('nobody@example.com', '203.0.113.8')).status).toBe(202)
  })

  test('are three mails per account in an hour, with the same answer beyond them', async () => {
    for (let round = 0; round < 6; round++) expect((await forgot(email.toUpperCase())).status).toBe(202)
    expect(await app.deliver()).toHaveLength(3)
    app.setClock(new Date(Date.now() + 61 * 60_000))
    await forgot(email)
    expect(await app.deliver()).toHaveLength(1)
  })
})

test('a changed role is told of', async () => {
  await app.admin('PATCH', `/api/admin/users/${id}`, { body: { role: 'admin' } })
  const mails = await app.deliver()
  const [mail, ...others] = mails.filter(({ headers }) => headers.subject === 'نقش شما تغییر کرد')
  expect(others).toEqual([])
  expect(mail!.to).toBe(email)
  expect(mail!.text).toContain('«مدیر»')
  await app.admin('PATCH', `/api/admin/users/${id}`, { body: { name: 'Other', role: 'admin' } })
  expect(await app.deliver()).toEqual([])
})

test('without a mail server the answer is the same, and nothing is stored', async () => {
  await using plain = await startApp()
  const answer = await plain.anyone('POST', '/api/auth/forgot-password', {
    body: { email: 'admin@example.com' },
  })
  expect([answer.status, answer.body]).toEqual([202, { ok: true }])
  expect(await plain.deps.database.query((tx) => tx.select().from(accountLinks))).toEqual([])
  expect((await plain.anyone('GET', '/api/client-config')).body.mail).toBe(false)
  expect((await plain.admin('GET', '/api/admin/mail')).body).toMatchObject({ enabled: false, from: null })
})
