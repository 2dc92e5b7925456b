import { afterAll, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { startApp } from '../support/app.ts'
import { startMailApp, tokenIn } from './mail-app.ts'
import { linkIn } from './read-mail.ts'

const app = await startMailApp()
afterAll(() => app[Symbol.asyncDispose]())

let count = 0
const newcomer = () => ({ email: `new-${++count}@example.com`, name: 'سارا احمدی', role: 'creator' })
const PASSWORD = 'a password of my own'
const accept = (token: string, password = PASSWORD) =>
  app.anyone('POST', '/api/auth/accept-invitation', { body: { token, password } })
const signIn = async (email: string, password = PASSWORD) =>
  (await app.anyone('POST', '/api/auth/login', { body: { email, password } })).status

async function invite(body = newcomer()) {
  const { status, body: account } = await app.admin('POST', '/api/admin/users', { body })
  // An invited admin is told of it too, and mails of one instant come in any order.
  const mail = (await app.deliver()).find(({ text }) => text.includes('/admin/accept-invitation'))!
  return { status, account, mail, token: tokenIn(linkIn(mail, '/admin/accept-invitation')) }
}

describe('an account without a password', () => {
  test('is invited by mail and sets its password with the link', async () => {
    const before = Date.now()
    const { status, account, mail, token } = await invite()
    expect(status).toBe(201)
    expect(account).toMatchObject({ has_password: false, invitation: { mailed: true } })
    expect(account.invitation).not.toHaveProperty('link')
    const made = Date.parse(account.invitation.expires_at) - 72 * 3_600_000
    expect(made).toBeWithin(before, Date.now() + 1)
    expect(account.invitation_expires_at).toBe(account.invitation.expires_at)
    expect(mail.to).toBe(account.email)
    expect(mail.text).toContain('Admin شما را به همکاری')
    expect(await signIn(account.email)).toBe(401)
    expect((await accept(token)).status).toBe(204)
    expect(await signIn(account.email)).toBe(200)
    const { body } = await app.admin('GET', `/api/admin/users/${account.id}`)
    expect(body).toMatchObject({ has_password: true, invitation_expires_at: null })
    expect((await accept(token, 'another password')).body.code).toBe('invalid_token')
  })

  test('accepts its invitation once, also when many try at the same time', async () => {
    for (let round = 0; round < 5; round++) {
      const { account, token } = await invite()
      const passwords = Array.from({ length: 5 }, (_, index) => `password ${index} of ${round}`)
      const answers = await Promise.all(passwords.map((password) => accept(token, password)))
      expect(answers.map(({ status }) => status).sort()).toEqual([204, 422, 422, 422, 422])
      const winner = answers.findIndex(({ status }) => status === 204)
      expect(await signIn(account.email, passwords[winner])).toBe(200)
    }
  })

  test('is invited for 72 hours', async () => {
    const start = Date.now()
    app.setClock(new Date(start))
    const { token } = await invite()
    app.setClock(new Date(start + 72 * 3_600_000))
    expect((await accept(token)).body.code).toBe('invalid_token')
    app.setClock(null)
    expect((await accept(token)).status).toBe(204)
  })

  test('is invited again with a new link, and the one before is not valid any more', async () => {
    const { account, token } = await invite()
    const again = await app.admin('POST', `/api/admin/users/${account.id}/invitation`)
    expect([again.status, again.body]).toEqual([200, { expires_at: expect.any(String), mailed: true }])
    const [mail] = await app.deliver()
    expect((await accept(token)).body.code).toBe('invalid_token')
    expect((await accept(tokenIn(linkIn(mail!, '/admin/accept-invitation')))).status).toBe(204)
    expect((await app.admin('POST', `/api/admin/users/${account.id}/invitation`)).body.code).toBe('conflict')
    expect((await app.admin('POST', '/api/admin/users/999999/invitation')).status).toBe(404)
  })

  test('cannot accept an invitation that was taken back, nor ask for a new password', async () => {
    const { account, token } = await invite()
    const place = `/api/admin/users/${account.id}/invitation`
    expect((await app.admin('DELETE', place)).status).toBe(204)
    expect((await accept(token)).body.code).toBe('invalid_token')
    await app.anyone('POST', '/api/auth/forgot-password', { body: { email: account.email } })
    expect(await app.deliver()).toEqual([])
    const { body } = await app.admin('GET', `/api/admin/users/${account.id}`)
    expect(body).toMatchObject({ has_password: false, invitation_expires_at: null })
    expect((await app.admin('DELETE', place)).status).toBe(204)
  })

  test.each<[string, (id: number) => Promise<unknown>]>([
    ['is disabled', (id) => app.admin('PATCH', `/api/admin/users/${id}`, { body: { disabled: true } })],
    ['is deleted', (id) => app.admin('DELETE', `/api/admin/users/${id}`)],
    [
      'gets a password by an admin',
      (id) => app.admin('PATCH', `/api/admin/users/${id}`, { body: { password: 'given by an admin' } }),
    ],
  ])('that %s cannot accept its invitation', async (_, change) => {
    const { account, token } = await invite()
    await change(account.id)
    expect((await accept(token)).body.code).toBe('invalid_token')
    expect(await signIn(account.email)).toBe(401)
    await app.deliver()
  })

  test('keeps its invitation when its name or role changes', async () => {
    const { account, token } = await invite()
    await app.admin('PATCH', `/api/admin/users/${account.id}`, { body: { name: 'Sara', role: 'admin' } })
    expect((await accept(token)).status).toBe(204)
    await app.deliver()
  })

  test('does not count as an admin who could replace the last one', async () => {
    const { body: me } = await app.admin('GET', '/api/auth/me')
    await app.deps.database.query((tx) => tx.execute(sql`delete from admin_users where id <> ${me.id}`))
    await invite({ ...newcomer(), role: 'admin' })
    const answer = await app.admin('DELETE', `/api/admin/users/${me.id}`)
    expect([answer.status, answer.body.code]).toEqual([409, 'last_admin'])
  })

  test('is invited by admins only', async () => {
    const { account } = await invite()
    const creator = await app.signIn('creator')
    for (const [client, status] of [
      [app.anyone, 401],
      [creator, 403],
    ] as const) {
      expect((await client('POST', '/api/admin/users', { body: newcomer() })).status).toBe(status)
      expect((await client('POST', `/api/admin/users/${account.id}/invitation`)).status).toBe(status)
      expect((await client('DELETE', `/api/admin/users/${account.id}/invitation`)).status).toBe(status)
    }
  })
})

test('without a mail server the answer has the link, which works', async () => {
  await using plain = await startApp({ SITE_URL: 'https://www.example.com' })
  const body = newcomer()
  const { body: account } = await plain.admin('POST', '/api/admin/users', { body })
  expect(account.invitation).toMatchObject({ mailed: false })
  expect(account.invitation.link).toStartWith('https://www.example.com/admin/accept-invitation#token=')
  const again = await plain.admin('POST', `/api/admin/users/${account.id}/invitation`)
  const use = (link: string) =>
    plain.anyone('POST', '/api/auth/accept-invitation', {
      body: { token: tokenIn(link), password: PASSWORD },
    })
  expect((await use(account.invitation.link)).status).toBe(422)
  expect((await use(again.body.link)).status).toBe(204)
  const login = await plain.anyone('POST', '/api/auth/login', {
    body: { email: body.email, password: PASSWORD },
  })
  expect(login.status).toBe(200)
})
