// A second step that begins in the panel continues in the same browser only. Otherwise a link with a stranger's ticket would sign its reader
// in to the stranger's account, where the stranger sees all that is typed.
import { afterAll, beforeEach, describe, expect, test } from 'bun:test'
import { createUser } from '../../../src/accounts/admin-users.ts'
import { type Answer, type Client, startApp } from '../../support/app.ts'
import { createAuthenticator } from '../../support/authenticator.ts'
import { codeAt, setUpTotp } from '../../support/factors.ts'
import { WebBrowser } from '../../support/web-browser.ts'

const HTTPS = 'https://www.example.com'
const PASSWORD = 'a long enough password'
const service = await startApp({ SITE_URL: HTTPS })
const { app, deps, anyone } = service
afterAll(() => service[Symbol.asyncDispose]())

let now = new Date('2030-01-01T00:00:00Z')
beforeEach(() => {
  now = new Date(now.getTime() + 60_000)
  service.setClock(now)
  deps.auth.secondFactor.required = 'all'
})

let accounts = 0
async function addAccount() {
  const email = `browser-${++accounts}@example.com`
  const body = { email, name: `Somebody ${accounts}`, role: 'editor', password: PASSWORD }
  await createUser(deps.auth, { kind: 'system', name: 'test' }, body)
  return email
}

const newBrowser = () => new WebBrowser(app, HTTPS)
const credentials = (email: string) => ({ body: { email, password: PASSWORD } })

/** Enters the password: the ticket for the next step. */
const begin = async (web: WebBrowser, email: string) =>
  (await web.request('POST', '/api/auth/login', credentials(email))).body.ticket as string

const withTicket = (web: WebBrowser, ticket: string): Client =>
  Object.assign(
    (method: string, path: string, options: { body?: unknown } = {}) =>
      web.request(method, path, { ...options, headers: { Authorization: `Ticket ${ticket}` } }),
    { token: null },
  )
const exchange = (web: WebBrowser, ticket: string) =>
  web.request('POST', '/api/auth/ticket', { body: { ticket } })

/** A browser with an account that has an authenticator app. */
async function withApp() {
  const [web, email] = [newBrowser(), await addAccount()]
  const ticket = await begin(web, email)
  const { secret } = await setUpTotp(withTicket(web, ticket), now, {})
  await exchange(web, ticket)
  now = new Date(now.getTime() + 30_000)
  service.setClock(now)
  return { web, email, secret }
}

const expectBeginAgain = ({ status, headers, body }: Answer) => {
  expect([status, body.code]).toEqual([401, 'unauthenticated'])
  expect(body.detail).toContain('began in another browser')
  expect(headers.get('Set-Cookie')).toBeNull()
}

/** What the browser of a colleague may hold when a stranger's ticket comes. */
const colleagues: [string, () => Promise<WebBrowser>][] = [
  ['a browser that has begun nothing', async () => newBrowser()],
  [
    'a browser that has begun with another account',
    async () => {
      const web = newBrowser()
      await begin(web, await addAccount())
      return web
    },
  ],
  ['a browser with a session', async () => (await withApp()).web],
]

/** How a stranger gets a ticket of their own account. */
const tickets: [string, (email: string) => Promise<{ ticket: string; secret?: string }>][] = [
  ['of another browser', async (email) => ({ ticket: await begin(newBrowser(), email) })],
  [
    'of a program',
    async (email) => ({ ticket: (await anyone('POST', '/api/auth/login', credentials(email))).body.ticket }),
  ],
]

describe.each(tickets)('the ticket %s', (_, takeTicket) => {
  test.each(colleagues)('sets up nothing and begins no session in %s', async (_, open) => {
    const web = await open()
    const cookie = web.cookie('__Host-frontage_session')
    const { ticket } = await takeTicket(await addAccount())
    const client = withTicket(web, ticket)
    expectBeginAgain(await client('GET', '/api/auth/totp'))
    expectBeginAgain(await client('POST', '/api/auth/totp', { body: {} }))
    expectBeginAgain(await client('POST', '/api/auth/totp/confirm', { body: { code: '123456' } }))
    expectBeginAgain(await client('GET', '/api/auth/passkeys'))
    expectBeginAgain(await client('POST', '/api/auth/passkeys/options', { body: {} }))
    expectBeginAgain(await exchange(web, ticket))
    expect(web.cookie('__Host-frontage_session')).toBe(cookie)
  })

  test.each(colleagues)('takes no second factor in %s, also a right one', async (_, open) => {
    const web = await open()
    const { email, secret } = await withApp()
    const { ticket } = await takeTicket(email)
    expectBeginAgain(await web.request('POST', '/api/auth/passkey/options', { body: { ticket } }))
    const body = { ticket, totp: codeAt(secret, now) }
    expectBeginAgain(await web.request('POST', '/api/auth/second-factor', { body }))
  })
})

describe('a set-up in the panel', () => {
  test('goes on in the browser that took the password, to the session', async () => {
    const web = newBrowser()
    const login = await web.request('POST', '/api/auth/login', credentials(await addAccount()))
    expect(login.headers.get('Set-Cookie')!.replace(/=[\w-]{43};/, '=…;')).toBe(
      '__Host-frontage_sign_in=…; Max-Age=600; Path=/; HttpOnly; Secure; SameSite=Lax',
    )
    const { ticket } = login.body
    await setUpTotp(withTicket(web, ticket), now, {})
    const signedIn = await exchange(web, ticket)
    expect([signedIn.status, signedIn.body.user.name]).toEqual([200, `Somebody ${accounts}`])
    expect(web.cookie('__Host-frontage_session')).toBeString()
  })

  test('is not finished in another browser', async () => {
    const [web, stranger] = [newBrowser(), newBrowser()]
    const ticket = await begin(stranger, await addAccount())
    await setUpTotp(withTicket(stranger, ticket), now, {})
    expectBeginAgain(await exchange(web, ticket))
    const bare = await anyone('POST', '/api/auth/ticket', { body: { ticket } })
    expectBeginAgain(bare)
    expect((await exchange(stranger, ticket)).status).toBe(200)
  })

  test('begins with a new secret each time, so that an earlier ticket ends', async () => {
    const [web, email] = [newBrowser(), await addAccount()]
    web.plant('__Host-frontage_sign_in', 'x'.repeat(43))
    const earlier = await begin(web, email)
    const secret = web.cookie('__Host-frontage_sign_in')
    const later = await begin(web, email)
    expect(new Set(['x'.repeat(43), secret, web.cookie('__Host-frontage_sign_in')]).size).toBe(3)
    expectBeginAgain(await withTicket(web, earlier)('GET', '/api/auth/totp'))
    expect((await withTicket(web, later)('GET', '/api/auth/totp')).status).toBe(200)
  })

  test('is not taken over with a secret that a neighbouring host has planted', async () => {
    const [web, stranger] = [newBrowser(), newBrowser()]
    const ticket = await begin(stranger, await addAccount())
    web.plant('frontage_sign_in', stranger.cookie('__Host-frontage_sign_in')!)
    expectBeginAgain(await exchange(web, ticket))
  })
})

describe('a second factor in the panel', () => {
  test('is taken in the browser that took the password, as a code and as a passkey', async () => {
    const { web, email, secret } = await withApp()
    const ticket = await begin(web, email)
    const body = { ticket, totp: codeAt(secret, now) }
    const signedIn = await web.request('POST', '/api/auth/second-factor', { body })
    expect(signedIn.status).toBe(200)
    expect(signedIn.headers.get('Set-Cookie')).toStartWith('__Host-frontage_session=')

    const headers = { Authorization: `Bearer ${signedIn.body.token}` }
    const send = (path: string, body: unknown) => web.request('POST', path, { body, headers })
    const { body: options } = await send('/api/auth/passkeys/options', { current_password: PASSWORD })
    const authenticator = createAuthenticator({ origin: HTTPS, rpId: 'www.example.com' })
    await send('/api/auth/passkeys', { passkey: authenticator.register(options) })
    const second = await begin(web, email)
    const { body: challenge } = await web.request('POST', '/api/auth/passkey/options', {
      body: { ticket: second },
    })
    const proof = { ticket: second, passkey: authenticator.answer(challenge) }
    expect((await web.request('POST', '/api/auth/second-factor', { body: proof })).status).toBe(200)
  })

  test('of another browser counts for no limit', async () => {
    const { web, email, secret } = await withApp()
    const ticket = await begin(web, email)
    const stranger = newBrowser()
    for (let attempt = 0; attempt < 6; attempt++) {
      const body = { ticket, totp: '000000' }
      expectBeginAgain(await stranger.request('POST', '/api/auth/second-factor', { body }))
    }
    const body = { ticket, totp: codeAt(secret, now) }
    expect((await web.request('POST', '/api/auth/second-factor', { body })).status).toBe(200)
  })
})

test('programs keep no cookie: their ticket is enough', async () => {
  const login = await anyone('POST', '/api/auth/login', credentials(await addAccount()))
  expect([login.body.code, login.headers.get('Set-Cookie')]).toEqual(['second_factor_setup_required', null])
})

test('a password that needs no second step sets no cookie for one', async () => {
  deps.auth.secondFactor.required = null
  const web = newBrowser()
  await web.request('POST', '/api/auth/login', credentials(await addAccount()))
  expect(web.cookie('__Host-frontage_sign_in')).toBeUndefined()
})
