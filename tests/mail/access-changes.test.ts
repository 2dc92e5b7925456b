// What may act for an account beside its password is told to its owner: API tokens and the connection with a company account.
import { afterAll, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { clientOf, tokenOf } from '../support/app.ts'
import { WebBrowser } from '../support/web-browser.ts'
import { startCompanyMailApp } from './mail-app.ts'

const { app, stop } = await startCompanyMailApp()
afterAll(stop)

const PASSWORD = 'a long enough password'
const proof = { current_password: PASSWORD }
let count = 0

async function account() {
  const email = `owner-${++count}@example.com`
  const body = { email, name: 'سارا احمدی', role: 'editor', password: PASSWORD }
  const { id } = (await app.admin('POST', '/api/admin/users', { body })).body
  const client = clientOf(app.app, await tokenOf(app.app, { email, password: PASSWORD }))
  await app.deliver()
  return { id: id as number, email, client, path: `/api/admin/users/${id}` }
}
type Owner = Awaited<ReturnType<typeof account>>

async function addToken({ client }: Owner, name: string) {
  const body = { name, scopes: ['read'], expires_at: '2099-01-31T12:30:00Z', ...proof }
  return (await client('POST', '/api/admin/tokens', { body })).body.id as number
}
async function connect({ client }: Owner) {
  const subject = `person-${++count}`
  const answer = await new WebBrowser(app.app).connect(client.token!, subject, proof)
  expect(answer.status).toBe(200)
  return subject
}
const told = async () => (await app.deliver()).map(({ to, headers }) => [to, headers.subject])

const CREATED = 'توکن جدید «CI»'
const REVOKED = 'توکن‌های حساب شما باطل شد'
const CONNECTED = 'حساب سازمانی وصل شد'
const DISCONNECTED = 'حساب سازمانی قطع شد'

describe('an API token', () => {
  test('is told of when it is created', async () => {
    const owner = await account()
    await addToken(owner, 'CI')
    expect(await told()).toEqual([[owner.email, CREATED]])
  })

  test('is not told of when it was not created', async () => {
    const { client } = await account()
    const body = { name: 'CI', scopes: ['read'], expires_at: '2099-01-31T12:30:00Z' }
    const refused = await client('POST', '/api/admin/tokens', {
      body: { ...body, current_password: 'wrong password' },
    })
    expect(refused.status).toBe(422)
    expect((await client('POST', '/api/admin/tokens', { body })).status).toBe(403)
    expect(await told()).toEqual([])
  })

  test('is told of when an admin revokes it, and not when its owner does', async () => {
    const owner = await account()
    const [first, second] = [await addToken(owner, 'CI'), await addToken(owner, 'CI')]
    await app.deliver()
    expect((await owner.client('DELETE', `/api/admin/tokens/${first}`)).status).toBe(204)
    expect(await told()).toEqual([])
    expect((await app.admin('DELETE', `/api/admin/tokens/${second}`)).status).toBe(204)
    expect(await told()).toEqual([[owner.email, REVOKED]])
  })

  test('is told of with all others that an admin revokes, in one mail; nothing is where there are none', async () => {
    const owner = await account()
    for (const name of ['Export', 'Import']) await addToken(owner, name)
    await app.deliver()
    const body = { revoke_tokens: true }
    expect((await app.admin('PATCH', owner.path, { body })).status).toBe(200)
    const [mail, ...others] = await app.deliver()
    expect(others).toEqual([])
    expect([mail!.to, mail!.headers.subject]).toEqual([owner.email, REVOKED])
    for (const name of ['Export', 'Import']) expect(mail!.text).toContain(`«${name}»`)
    expect((await app.admin('PATCH', owner.path, { body })).status).toBe(200)
    expect(await told()).toEqual([])
  })
})

describe('the connection with a company account', () => {
  test('is told of when it is made, and when its owner ends it', async () => {
    const owner = await account()
    await connect(owner)
    expect(await told()).toEqual([[owner.email, CONNECTED]])
    expect((await owner.client('DELETE', '/api/auth/oidc/link', { body: proof })).status).toBe(204)
    expect(await told()).toEqual([[owner.email, DISCONNECTED]])
    expect((await owner.client('DELETE', '/api/auth/oidc/link', { body: proof })).status).toBe(204)
    expect(await told()).toEqual([])
  })

  test('is told of when an admin ends it', async () => {
    const owner = await account()
    await connect(owner)
    await app.deliver()
    expect((await app.admin('PATCH', owner.path, { body: { disconnect: true } })).status).toBe(200)
    expect(await told()).toEqual([[owner.email, DISCONNECTED]])
  })

  test('is not told of when it was not made', async () => {
    const owner = await account()
    const subject = await connect(owner)
    const other = await account()
    const answer = await new WebBrowser(app.app).connect(other.client.token!, subject, proof)
    expect([answer.status, answer.body.code]).toEqual([409, 'conflict'])
    expect((await told()).filter(([to]) => to === other.email)).toEqual([])
  })
})

test.each([
  [
    'fa',
    [
      ['توکن «CI» برای حساب شما', '۱۲ بهمن ۱۴۷۷', 'باطل کنید و گذرواژه را تغییر دهید'],
      ['به حساب سازمانی Name of person-', 'گذرواژه را تغییر دهید'],
      ['دیگر به حساب سازمانی Name of person-', 'گذرواژهٔ خود را تغییر دهید'],
      ['مدیر سایت توکن‌های زیر', '«CI»'],
    ],
  ],
  [
    'en',
    [
      ['The API token “CI” was created', '31 January 2099', 'revoke it on your account page'],
      ['was connected with the company account of Name of person-', 'change your password'],
      ['no longer connected with the company account of Name of person-', 'change your password'],
      ['An admin has revoked API tokens', '“CI”'],
    ],
  ],
])('the mails in %s say what has changed and what to do about it', async (language, expected) => {
  const owner = await account()
  await addToken(owner, 'CI')
  await connect(owner)
  await owner.client('DELETE', '/api/auth/oidc/link', { body: proof })
  await app.admin('PATCH', owner.path, { body: { revoke_tokens: true } })
  await app.deps.database.query((tx) => tx.execute(sql`update mail_outbox set language = ${language}`))
  const mails = await app.deliver()
  expect(mails).toHaveLength(expected.length)
  // Mails of one instant arrive in any order.
  const texts = mails.map(({ text }) => text)
  const mailWith = (parts: string[]) =>
    texts.findIndex((text) =>
      [...parts, 'http://localhost:3000/admin/account'].every((part) => text.includes(part)),
    )
  expect(expected.map(mailWith).sort()).toEqual([0, 1, 2, 3])
})
