// The first sign-in from another browser or system is told to the owner, by whichever way they come in.
import { afterAll, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { clientOf } from '../support/app.ts'
import { WebBrowser } from '../support/web-browser.ts'
import { startCompanyMailApp } from './mail-app.ts'

const { app, provider, stop } = await startCompanyMailApp()
afterAll(stop)

const PASSWORD = 'a long enough password'
const SUBJECT = 'ورود از دستگاهی جدید'
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/'
const CHROME =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'
let count = 0

async function addAccount(email: string, fields: object = { password: PASSWORD }) {
  const body = { email, name: 'سارا احمدی', role: 'creator', ...fields }
  expect((await app.admin('POST', '/api/admin/users', { body })).status).toBe(201)
  await app.deliver()
}
function hire(claims: object = {}) {
  const subject = `person-${++count}`
  provider.setClaims(subject, { email: `${subject}@company.example`, ...claims })
  return subject
}
const told = async () =>
  (await app.deliver())
    .filter(({ headers }) => headers.subject === SUBJECT)
    .map(({ to, text }) => [to, /Chrome, Linux|Firefox, Windows/.exec(text)![0]])
    .sort()
const byPassword = async (email: string, agent: string) => {
  const headers = { 'User-Agent': agent }
  const answer = await app.anyone('POST', '/api/auth/login', { body: { email, password: PASSWORD }, headers })
  expect(answer.status).toBe(200)
  return answer.body.token as string
}
async function byProvider(subject: string, agent: string) {
  const web = new WebBrowser(app.app)
  const { headers } = await web.goAndComeBack(subject)
  const ticket = new URL(headers.get('Location')!, 'http://localhost').searchParams.get('ticket')
  const body = { ticket }
  const answer = await web.request('POST', '/api/auth/ticket', { body, headers: { 'User-Agent': agent } })
  expect(answer.status).toBe(200)
}

test('the first sign-in from another device is told to the owner, once, and a newer version of a browser is none', async () => {
  const email = 'sara@example.com'
  await addAccount(email)
  const signIn = async (agent: string) => {
    await byPassword(email, agent)
    return told()
  }
  expect(await signIn(`${FIREFOX}140.0`)).toEqual([])
  expect(await signIn(`${FIREFOX}141.0`)).toEqual([])
  expect(await signIn(CHROME)).toEqual([[email, 'Chrome, Linux']])
  expect(await signIn(CHROME)).toEqual([])
})

test('so is a sign-in at the identity provider, to the person', async () => {
  const subject = hire()
  const root = clientOf(app.app, await provider.tokenFor('root'))
  const { body } = await root('POST', '/api/users', { body: { subject, display_name: 'Somebody' } })
  await root('PUT', `/api/users/${body.id}/roles/auditor`)
  const signIn = async (agent: string) => {
    await byProvider(subject, agent)
    return told()
  }
  expect(await signIn(`${FIREFOX}140.0`)).toEqual([])
  expect(await signIn(CHROME)).toEqual([[`${subject}@company.example`, 'Chrome, Linux']])
  expect(await signIn(CHROME)).toEqual([])
})

test('a person with an account is told at both addresses, and knows the devices of both ways in', async () => {
  const email = `owner-${++count}@example.com`
  await addAccount(email)
  const subject = hire()
  const token = await byPassword(email, `${FIREFOX}140.0`)
  const proof = { current_password: PASSWORD }
  expect((await new WebBrowser(app.app).connect(token, subject, proof)).status).toBe(200)
  await byProvider(subject, `${FIREFOX}140.0`)
  expect(await told()).toEqual([])
  await byProvider(subject, CHROME)
  expect(await told()).toEqual([
    [email, 'Chrome, Linux'],
    [`${subject}@company.example`, 'Chrome, Linux'],
  ])
  await byPassword(email, CHROME)
  expect(await told()).toEqual([])
})

test('one address is told once, and one that nothing can be sent to is left out', async () => {
  for (const [email, addressAtProvider] of [
    ['same@example.com', 'Same@Example.com'],
    ['other@example.com', 'somebody@intranet'],
  ] as const) {
    const subject = hire({ email: addressAtProvider })
    await addAccount(email, { provider_subject: subject })
    await byProvider(subject, `${FIREFOX}140.0`)
    await byProvider(subject, CHROME)
    const [[to], ...others] = (await told()) as [string[], ...string[][]]
    expect([to!.toLowerCase(), others]).toEqual([email, []])
  }
})

test('the last sign-in of an account is told to admins, also one at the identity provider', async () => {
  const email = `owner-${++count}@example.com`
  const subject = hire()
  await addAccount(email, { provider_subject: subject })
  const last = async () => {
    const { body } = await app.admin('GET', `/api/admin/users?q=${email}`)
    return body.items[0].last_sign_in_at
  }
  expect(await last()).toBeNull()
  await byProvider(subject, CHROME)
  expect(await last()).toBeString()
})

test.each([
  ['fa', 'به مسئول حساب‌های سازمانی خبر دهید', 'گذرواژه را تغییر دهید'],
  ['en', 'tell the administrators of your company accounts', 'change your password'],
])(
  'the mail in %s says whom to tell: nobody changes the password of a company account here',
  async (language, provided, own) => {
    const email = `owner-${++count}@example.com`
    await addAccount(email)
    const subject = hire({ email: undefined })
    const token = await byPassword(email, `${FIREFOX}140.0`)
    await new WebBrowser(app.app).connect(token, subject, { current_password: PASSWORD })
    await app.deliver()
    const text = async () => {
      const { database } = app.deps
      await database.query((tx) => tx.execute(sql`update mail_outbox set language = ${language}`))
      const mails = await app.deliver()
      expect(mails).toHaveLength(1)
      return mails[0]!.text
    }
    await byProvider(subject, CHROME)
    const first = await text()
    expect([first.includes(provided), first.includes(own)]).toEqual([true, false])
    await byPassword(email, FIREFOX.replace('Windows NT', 'Mac OS X'))
    const second = await text()
    expect([second.includes(provided), second.includes(own)]).toEqual([false, true])
  },
)
