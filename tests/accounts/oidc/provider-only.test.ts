// OIDC_ONLY: people sign in at the identity provider alone, but for the day after a password was set on the server.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import { eq, sql } from 'drizzle-orm'
import { updateUser } from '../../../src/accounts/admin-users.ts'
import { countRefused } from '../../../src/accounts/api-tokens.ts'
import { rowsOf } from '../../../src/platform/db/database.ts'
import { adminUsers } from '../../../src/platform/db/schema/auth.ts'
import { type MailApp, startMailApp, tokenIn } from '../../mail/mail-app.ts'
import { linkIn } from '../../mail/read-mail.ts'
import { addSession, quickPasswords } from '../../support/accounts.ts'
import { type Answer, clientOf, proved, type TestApp } from '../../support/app.ts'
import type { Authenticator } from '../../support/authenticator.ts'
import { addPasskey, codeAt, setUpTotp } from '../../support/factors.ts'
import { type IdentityProvider, startIdentityProvider } from '../../support/identity-provider.ts'
import { WebBrowser } from '../../support/web-browser.ts'

type Service = Pick<TestApp, 'app' | 'deps' | 'anyone' | 'admin'>

const PASSWORD = 'a long enough password'
const HOUR = 3_600_000

let provider: IdentityProvider
/** The same site before the switch and after it. */
let before: MailApp
let only: Service
let count = 0

beforeAll(async () => {
  provider = await startIdentityProvider()
  before = await startMailApp({ ...provider.env, OIDC_ADMINS: 'root', SITE_URL: 'http://localhost:3000' })
  only = await before.beside({}, { OIDC_ONLY: 'true' })
})
afterAll(async () => {
  await before[Symbol.asyncDispose]()
  await provider.stop()
})
afterEach(() => before.setClock(null))

const problemOf = ({ status, body }: Answer) => [status, body.code]
const REFUSED = [403, 'forbidden']
const SWITCHED_OFF = 'Passwords and passkeys are switched off here; sign in with your company account.'
const rows = (statement: ReturnType<typeof sql>) =>
  before.deps.database.query((tx) => rowsOf<Record<string, any>>(tx, statement))

async function account(fields: object = { password: PASSWORD }) {
  const email = `only-${++count}@example.com`
  const body = { email, name: 'Somebody', role: 'editor', ...fields }
  const answer = await before.admin('POST', '/api/admin/users', { body })
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body))
  return { id: answer.body.id as number, email, place: `/api/admin/users/${answer.body.id}` }
}

const login = ({ anyone }: Service, email: string, password = PASSWORD) =>
  anyone('POST', '/api/auth/login', { body: { email, password } })
const signIn = async (email: string, service: Service = before) =>
  clientOf(service.app, (await login(service, email)).body.token)

/** As `create-admin --reset` leaves an account: for this long its password signs in. */
const allowFor = (id: number, time: number) =>
  before.deps.database.query((tx) =>
    tx
      .update(adminUsers)
      .set({ password_allowed_until: new Date(before.deps.clock().getTime() + time) })
      .where(eq(adminUsers.id, id)),
  )

/** A person whose account has no password, in a session that began with a proof at the provider. */
async function person(service: Service, fields: object = {}) {
  const subject = `only-person-${++count}`
  const { id, place } = await account({ provider_subject: subject, ...fields })
  const web = new WebBrowser(service.app)
  const { headers } = await web.goAndComeBack(subject, '?reauth=1&return_to=/admin/account')
  return { id, place, subject, client: clientOf(service.app, (await web.takeTicket(headers)).body.token) }
}

const answerOf = async ({ anyone }: Service, authenticator: Authenticator) =>
  authenticator.answer((await anyone('POST', '/api/auth/passkey/options', { body: {} })).body)

const newToken = () => ({
  name: 'CI',
  scopes: ['read'],
  expires_at: new Date(Date.now() + 30 * 24 * HOUR).toISOString(),
})

describe('signing in', () => {
  test('is for the company account alone, and the page for it is told so', async () => {
    expect((await only.anyone('GET', '/api/auth/methods')).body).toEqual({
      password: false,
      passkey: false,
      passkey_origin: 'http://localhost:3000',
      forgot_password: false,
      provider: { name: 'Example Ltd', start: '/api/auth/oidc/start' },
    })
    expect((await before.anyone('GET', '/api/auth/methods')).body).toMatchObject({
      password: true,
      passkey: true,
      forgot_password: true,
    })
    const { client } = await person(only)
    expect((await client('GET', '/api/auth/me')).status).toBe(200)
  })

  test('with a password is 403 once it is right, but for a day after it was set on the command line', async () => {
    const { id, email } = await account()
    const refused = await login(only, email)
    expect([...problemOf(refused), refused.body.detail]).toEqual([...REFUSED, SWITCHED_OFF])
    expect(problemOf(await login(only, email, 'not the password'))).toEqual([401, 'invalid_credentials'])
    await allowFor(id, HOUR)
    expect((await login(only, email)).status).toBe(200)
    before.setClock(new Date(Date.now() + HOUR))
    expect(problemOf(await login(only, email))).toEqual(REFUSED)
  })

  test('with a passkey is 403, but for that day', async () => {
    const { id, email } = await account()
    const authenticator = await addPasskey(await proved(await signIn(email), PASSWORD))
    const enter = async (service: Service) => {
      const passkey = await answerOf(service, authenticator)
      return service.anyone('POST', '/api/auth/passkey/verify', { body: { passkey } })
    }
    expect((await enter(before)).status).toBe(200)
    const refused = await enter(only)
    expect([...problemOf(refused), refused.body.detail]).toEqual([...REFUSED, SWITCHED_OFF])
    await allowFor(id, HOUR)
    expect((await enter(only)).status).toBe(200)
  })

  test('begun with a password before the switch does not end in a session', async () => {
    const { email } = await account()
    const { secret } = await setUpTotp(await proved(await signIn(email), PASSWORD), new Date(), {})
    const { ticket } = (await login(before, email)).body
    expect(problemOf(await login(only, email))).toEqual(REFUSED)
    const later = new Date(Date.now() + 60_000)
    before.setClock(later)
    const body = { ticket, totp: codeAt(secret, later) }
    expect(problemOf(await only.anyone('POST', '/api/auth/second-factor', { body }))).toEqual(REFUSED)

    const strict = await before.beside({}, { REQUIRE_SECOND_FACTOR: 'all' })
    const { email: other } = await account()
    const { ticket: setUp } = (await login(strict, other)).body
    await setUpTotp(strict.anyone, later, {}, { Authorization: `Ticket ${setUp}` })
    const finish = (service: Service) =>
      service.anyone('POST', '/api/auth/ticket', { body: { ticket: setUp } })
    expect(problemOf(await finish(only))).toEqual(REFUSED)
  })

  test('with a password that an admin sets is 403 on that day, too', async () => {
    const { id, email, place } = await account()
    await allowFor(id, HOUR)
    const body = { password: 'a password that an admin knows' }
    expect((await before.admin('PATCH', place, { body })).status).toBe(200)
    expect(problemOf(await login(only, email, body.password))).toEqual(REFUSED)
  })
})

describe('a session that began without the provider', () => {
  test('ends with the switch, its cookie too; one of the provider goes on', async () => {
    const { email } = await account()
    const web = new WebBrowser(before.app)
    const { body } = await web.request('POST', '/api/auth/login', { body: { email, password: PASSWORD } })
    const cookie = `frontage_session=${web.cookie('frontage_session')}`
    const mint = (service: Service) =>
      new WebBrowser(service.app).request('POST', '/api/auth/token', { headers: { Cookie: cookie } })
    expect((await clientOf(only.app, body.token)('GET', '/api/auth/me')).status).toBe(401)
    expect((await mint(only)).status).toBe(401)
    expect((await clientOf(before.app, body.token)('GET', '/api/auth/me')).status).toBe(200)
    expect((await mint(before)).status).toBe(200)
    const { client } = await person(before)
    expect((await clientOf(only.app, client.token)('GET', '/api/auth/me')).status).toBe(200)
  })

  test('that has ended with the switch is in no list', async () => {
    const { id, client } = await person(only)
    const began = await addSession(before.deps.auth, { account: id, now: new Date() })
    const listed = async (service: Service) =>
      (await clientOf(service.app, client.token)('GET', '/api/auth/sessions')).body.items.map(
        (row: any) => row.id,
      )
    expect(await listed(before)).toContain(began)
    expect(await listed(only)).toHaveLength(1)
    expect((await client('DELETE', `/api/auth/sessions/${began}`)).status).toBe(404)
    await allowFor(id, HOUR)
    expect(await listed(only)).toContain(began)
    expect((await client('DELETE', `/api/auth/sessions/${began}`)).status).toBe(204)
  })

  test('lasts beyond the day of a password from the command line', async () => {
    const { id, email } = await account()
    await allowFor(id, HOUR)
    const web = new WebBrowser(only.app)
    const { body } = await web.request('POST', '/api/auth/login', { body: { email, password: PASSWORD } })
    before.setClock(new Date(Date.now() + 2 * HOUR))
    expect((await clientOf(only.app, body.token)('GET', '/api/auth/me')).status).toBe(200)
    expect((await web.request('POST', '/api/auth/token')).status).toBe(200)
  })
})

describe('a forgotten password', () => {
  test('is 403 for every address, and nothing is sent', async () => {
    const { email } = await account()
    await before.deliver()
    for (const address of [email, 'nobody@example.com']) {
      const answer = await only.anyone('POST', '/api/auth/forgot-password', { body: { email: address } })
      expect([...problemOf(answer), answer.body.detail]).toEqual([...REFUSED, SWITCHED_OFF])
    }
    expect(await before.deliver()).toEqual([])
  })

  test('is not replaced by a link of before, which stays as it was', async () => {
    const { id, email } = await account()
    await before.anyone('POST', '/api/auth/forgot-password', { body: { email } })
    const mail = (await before.deliver()).find(({ to }) => to === email)!
    const body = { token: tokenIn(linkIn(mail, '/admin/reset-password')), new_password: 'the next password' }
    const hash = () => rows(sql`select password_hash, token_version from admin_users where id = ${id}`)
    const known = await hash()
    expect(problemOf(await only.anyone('POST', '/api/auth/reset-password', { body }))).toEqual(REFUSED)
    expect(await hash()).toEqual(known)
    expect((await before.anyone('POST', '/api/auth/reset-password', { body })).status).toBe(204)
  })
})

describe('API tokens', () => {
  test('work for accounts that are connected', async () => {
    const { client } = await person(only)
    const { status, body } = await client('POST', '/api/admin/tokens', { body: newToken() })
    expect(status).toBe(201)
    expect((await clientOf(only.app, body.token)('GET', '/api/admin/articles')).status).toBe(200)
  })

  test('of other accounts are refused, and none is made, on the day of the command line neither', async () => {
    const { id, email } = await account()
    const owner = await proved(await signIn(email), PASSWORD)
    const { token } = (await owner('POST', '/api/admin/tokens', { body: newToken() })).body
    expect((await clientOf(before.app, token)('GET', '/api/admin/articles')).status).toBe(200)
    const refused = await clientOf(only.app, token)('GET', '/api/admin/articles')
    expect(problemOf(refused)).toEqual([401, 'unauthenticated'])
    expect([await countRefused(before.deps.auth), await countRefused(only.deps.auth)]).toEqual([0, 1])
    expect(refused.body.detail).toContain('the account of this one is not')

    await allowFor(id, HOUR)
    const emergency = await proved(await signIn(email, only), PASSWORD)
    const made = () => rows(sql`select id from api_tokens where user_id = ${id}`)
    const known = await made()
    const answer = await emergency('POST', '/api/admin/tokens', { body: newToken() })
    expect(problemOf(answer)).toEqual([409, 'conflict'])
    expect(answer.body.detail).toContain('connect yours first')
    expect(await made()).toEqual(known)
    expect((await clientOf(only.app, token)('GET', '/api/admin/articles')).status).toBe(401)
  })
})

describe('a password and a passkey', () => {
  test('still confirm changes in a session of the person', async () => {
    const { client } = await person(only)
    const chosen = await client('POST', '/api/auth/change-password', { body: { new_password: PASSWORD } })
    expect(chosen.status).toBe(200)
    const session = clientOf(only.app, chosen.body.token)
    const authenticator = await addPasskey(session)
    before.setClock(new Date(Date.now() + HOUR))
    const prove = (proof: object) => session('POST', '/api/auth/reauthenticate', { body: proof })
    expect(problemOf(await prove({}))).toEqual([403, 'reauthentication_required'])
    expect((await prove({ passkey: await answerOf(only, authenticator) })).status).toBe(200)
    expect((await prove({ current_password: PASSWORD })).status).toBe(200)
  })
})

test('the company account stays as the way in: no connection is ended, but on the command line', async () => {
  const { id, place, client: owner } = await person(only)
  const disconnect = { password: PASSWORD, disconnect: true }
  for (const refused of [
    await owner('DELETE', '/api/auth/oidc/link'),
    await only.admin('PATCH', place, { body: disconnect }),
    await only.admin('DELETE', `${place}/factors`, { body: { disconnect: true } }),
  ]) {
    expect(problemOf(refused)).toEqual([409, 'conflict'])
    expect(refused.body.detail).toContain('passwords are switched off here')
  }
  expect((await only.admin('GET', place)).body).toMatchObject({ is_connected: true, has_password: false })
  const commandLine = { database: only.deps.database, clock: only.deps.clock, passwords: quickPasswords }
  const change = { id, body: disconnect, ifMatch: null }
  await updateUser(commandLine, { kind: 'system', name: 'create-admin' }, change)
  expect((await only.admin('GET', place)).body.is_connected).toBe(false)
})
