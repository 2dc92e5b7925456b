// The cookies of the panel where another host of the same site (`shop.example.com` beside `www.example.com`) sets some of its own, and
// what a browser can be made to do that was sent to the identity provider and back by somebody else.
import { afterAll, afterEach, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { rowsOf } from '../../../src/platform/db/database.ts'
import { type Answer, clientOf, startApp } from '../../support/app.ts'
import { startIdentityProvider } from '../../support/identity-provider.ts'
import { NO_TICKETS, ticketIn, WebBrowser } from '../../support/web-browser.ts'

const HTTPS = 'https://www.example.com'
const HTTP = 'http://localhost:3000'
const PASSWORD = 'a long enough password'

const provider = await startIdentityProvider()
provider.register(HTTPS)
const service = await startApp({ ...provider.env, SITE_URL: HTTPS, OIDC_ADMINS: 'root' })
const { database } = service.deps
afterAll(async () => {
  await service[Symbol.asyncDispose]()
  await provider.stop()
})
afterEach(() => service.setClock(null))

let count = 0
const browser = (origin = HTTPS) => new WebBrowser(service.app, origin)
const problemOf = ({ status, body }: Answer) => [status, body.code]
const placeOf = ({ status, headers }: Answer) => [status, headers.get('Location')]
const EXPIRED = [303, '/admin/sign-in?problem=expired']

/** A person with the role `approver`. */
async function hire() {
  const subject = `approver-${++count}`
  const root = clientOf(service.app, await provider.tokenFor('root'))
  const { body } = await root('POST', '/api/users', { body: { subject } })
  await root('PUT', `/api/users/${body.id}/roles/approver`)
  return subject
}

async function addAccount() {
  const email = `account-${++count}@example.com`
  const body = { email, name: 'Somebody', role: 'editor', password: PASSWORD }
  const { id } = (await service.admin('POST', '/api/admin/users', { body })).body
  return { id: id as number, email }
}
const signIn = (web: WebBrowser, email: string) =>
  web.request('POST', '/api/auth/login', { body: { email, password: PASSWORD } })
const mint = (web: WebBrowser) => web.request('POST', '/api/auth/token')

const personOf = async (id: number) =>
  (await database.query((tx) => rowsOf<any>(tx, sql`select person_id from admin_users where id = ${id}`)))[0]
    .person_id

describe('over HTTPS', () => {
  test('both cookies are bound to this host, for all paths, so that no other host can set them', async () => {
    const web = browser()
    const cookieOf = ({ headers }: Answer) => headers.get('Set-Cookie')!.replace(/=[\w-]{43};/, '=…;')
    expect(cookieOf(await signIn(web, (await addAccount()).email))).toBe(
      '__Host-frontage_session=…; Max-Age=28800; Path=/; HttpOnly; Secure; SameSite=Strict',
    )
    expect(cookieOf(await web.request('GET', '/api/auth/oidc/start'))).toBe(
      '__Host-frontage_sign_in=…; Max-Age=600; Path=/; HttpOnly; Secure; SameSite=Lax',
    )
  })

  test('a session that another host has planted mints no token, and ends none', async () => {
    const thief = browser()
    await signIn(thief, (await addAccount()).email)
    const web = browser()
    web.plant('frontage_session', thief.cookie('__Host-frontage_session')!)
    const refused = await mint(web)
    expect([...problemOf(refused), refused.headers.get('Set-Cookie')]).toEqual([401, 'unauthenticated', null])
    const { body } = await signIn(web, (await addAccount()).email)
    expect((await mint(web)).body.user).toEqual(body.user)
  })

  test('a secret of the way to the provider that another host has planted brings nobody back', async () => {
    const thief = browser()
    const { headers } = await thief.request('GET', '/api/auth/oidc/start')
    const callback = await thief.signInAt(headers.get('Location')!, await hire())
    const web = browser()
    web.plant('frontage_sign_in', thief.cookie('__Host-frontage_sign_in')!)
    expect(placeOf(await web.request('GET', callback))).toEqual(EXPIRED)

    const waiting = await thief.goAndComeBack(await hire())
    web.plant('frontage_sign_in', thief.cookie('__Host-frontage_sign_in')!)
    expect(problemOf(await web.takeTicket(waiting.headers))).toEqual([401, 'unauthenticated'])
  })
})

describe('over plain HTTP, where cookies cannot be bound', () => {
  test.each(['before', 'after'])(
    'a second session, planted %s the own one, is refused with it',
    async (place) => {
      const thief = browser(HTTP)
      await signIn(thief, (await addAccount()).email)
      const web = browser(HTTP)
      await signIn(web, (await addAccount()).email)
      const [own, planted] = [web, thief].map((of) => `frontage_session=${of.cookie('frontage_session')}`)
      const Cookie = place === 'before' ? `${planted}; ${own}` : `${own};${planted}`
      const answer = await web.request('POST', '/api/auth/token', { headers: { Cookie } })
      // Nothing is dropped: without the planted one the session goes on.
      expect([...problemOf(answer), answer.headers.get('Set-Cookie')]).toEqual([401, 'unauthenticated', null])
      expect((await mint(web)).status).toBe(200)
    },
  )

  test('a second secret of the way to the provider is refused with the own one', async () => {
    const web = browser(HTTP)
    const { headers } = await web.request('GET', '/api/auth/oidc/start')
    const { search } = new URL(await web.signInAt(headers.get('Location')!, await hire()))
    const callback = `/api/auth/oidc/callback${search}`
    const Cookie = `frontage_sign_in=${'x'.repeat(43)}; frontage_sign_in=${web.cookie('frontage_sign_in')}`
    expect(placeOf(await web.request('GET', callback, { headers: { Cookie } }))).toEqual(EXPIRED)
  })
})

describe('the secret of a browser', () => {
  test('is a new one at each start, never one that it brought', async () => {
    const web = browser()
    const seen = new Set(['x'.repeat(43)])
    web.plant('__Host-frontage_sign_in', 'x'.repeat(43))
    for (let start = 0; start < 3; start++) {
      await web.request('GET', '/api/auth/oidc/start')
      seen.add(web.cookie('__Host-frontage_sign_in')!)
    }
    const { body } = await signIn(web, (await addAccount()).email)
    await web.request('POST', '/api/auth/oidc/link', {
      body: { current_password: PASSWORD },
      headers: { Authorization: `Bearer ${body.token}` },
    })
    seen.add(web.cookie('__Host-frontage_sign_in')!)
    expect(seen.size).toBe(5)
  })

  test('of one start brings nobody back who has begun anew', async () => {
    const web = browser()
    const { headers } = await web.request('GET', '/api/auth/oidc/start')
    const callback = await web.signInAt(headers.get('Location')!, await hire())
    await web.request('GET', '/api/auth/oidc/start')
    expect(placeOf(await web.request('GET', callback))).toEqual(EXPIRED)
  })

  test('of one start is refused on the page that was left, also to confirm a change or to connect', async () => {
    const subject = await hire()
    const web = browser()
    const { headers } = await web.request('GET', '/api/auth/oidc/start?reauth=1&return_to=/admin/quotes/7')
    const callback = await web.signInAt(headers.get('Location')!, subject)
    await web.request('GET', '/api/auth/oidc/start')
    const place = [303, '/admin/sign-in?problem=expired&next=%2Fquotes%2F7&reauth=1']
    expect(placeOf(await web.request('GET', callback))).toEqual(place)
    expect(placeOf(await web.request('GET', callback))).toEqual(EXPIRED)
  })
})

describe('an account', () => {
  const proof = { current_password: PASSWORD }

  /** Somebody signed in, and their way back from the provider, where they were to be connected with `subject`. */
  async function onTheWay(subject: string) {
    const web = browser()
    const account = await addAccount()
    const { token } = (await signIn(web, account.email)).body
    return { web, ...account, token, back: (await web.goToConnect(token, subject, proof)).headers }
  }

  test('is not connected by the way back alone, but by a request of its own session', async () => {
    const subject = await hire()
    const { web, id, token, back } = await onTheWay(subject)
    expect(back.get('Location')).toMatch(/^\/admin\/account\?ticket=[\w-]{43}$/)
    expect(await personOf(id)).toBeNull()
    expect(problemOf(await web.confirmConnection('', back))).toEqual([401, 'unauthenticated'])
    expect((await web.confirmConnection(token, back)).status).toBe(200)
    expect(await personOf(id)).toBeNumber()
  })

  test('of a thief gets no colleague whose browser they sent on the way, with their own secret in it', async () => {
    const subject = await hire()
    const thief = browser()
    const { id, email } = await addAccount()
    const { token } = (await signIn(thief, email)).body
    const headers = { Authorization: `Bearer ${token}` }
    const { url } = (await thief.request('POST', '/api/auth/oidc/link', { body: proof, headers })).body

    const web = browser()
    const own = await addAccount()
    const { body: session } = await signIn(web, own.email)
    // As if it could be planted.
    web.plant('__Host-frontage_sign_in', thief.cookie('__Host-frontage_sign_in')!)
    const back = await web.request('GET', await web.signInAt(url, subject))
    await web.request('POST', '/api/auth/reauthenticate', {
      body: proof,
      headers: { Authorization: `Bearer ${session.token}` },
    })
    expect(problemOf(await web.confirmConnection(session.token, back.headers))).toEqual([
      422,
      'validation_failed',
    ])
    expect([await personOf(id), await personOf(own.id)]).toEqual([null, null])
  })

  test('is connected once, in the browser that began, while its proof counts', async () => {
    const { web, id, token, back } = await onTheWay(await hire())
    const invalid = [422, 'validation_failed']
    const other = browser()
    expect(problemOf(await other.confirmConnection(token, back))).toEqual(invalid)
    await other.request('GET', '/api/auth/oidc/start')
    expect(problemOf(await other.confirmConnection(token, back))).toEqual(invalid)

    const again = (await signIn(web, (await addAccount()).email)).body.token
    expect(problemOf(await web.confirmConnection(again, back))).toEqual([403, 'reauthentication_required'])
    service.setClock(new Date(Date.now() + 5 * 60_000))
    expect(problemOf(await web.confirmConnection(token, back))).toEqual([403, 'reauthentication_required'])
    service.setClock(null)

    const answers = await Promise.all([1, 2, 3].map(() => web.confirmConnection(token, back)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422])
    expect(await personOf(id)).toBeNumber()
  })

  test('whose ticket waited for five minutes begins again', async () => {
    const { web, token, back } = await onTheWay(await hire())
    service.setClock(new Date(Date.now() + 5 * 60_000))
    const headers = { Authorization: `Bearer ${token}` }
    await web.request('POST', '/api/auth/reauthenticate', { body: proof, headers })
    const { status, body } = await web.confirmConnection(token, back)
    expect([status, body.errors]).toEqual([
      422,
      [{ path: 'ticket', code: 'invalid', message: 'is too old or used already; begin again' }],
    ])
  })

  test('is not connected with a ticket of a sign-in, nor with an API token', async () => {
    const subject = await hire()
    const { web, id, token, back } = await onTheWay(subject)
    const created = await web.request('POST', '/api/admin/tokens', {
      body: { name: 'All', scopes: ['procurement'], expires_at: '2099-01-01T00:00:00Z' },
      headers: { Authorization: `Bearer ${token}` },
    })
    expect(problemOf(await web.confirmConnection(created.body.token, back))).toEqual([403, 'forbidden'])
    for (const query of ['', '?reauth=1']) {
      const other = await web.goAndComeBack(subject, query)
      expect(problemOf(await web.confirmConnection(token, other.headers))).toEqual([422, 'validation_failed'])
    }
    expect(await personOf(id)).toBeNull()
  })

  test.each(NO_TICKETS)('with %p is 422', async (body) => {
    const { web, token } = await onTheWay(await hire())
    const headers = { Authorization: `Bearer ${token}` }
    expect((await web.request('POST', '/api/auth/oidc/link/confirm', { body, headers })).status).toBe(422)
  })

  test('is not connected with somebody who was signed out or switched off at the provider meanwhile', async () => {
    const subject = await hire()
    const { web, id, token, back } = await onTheWay(subject)
    const logout = await provider.forge(
      {
        aud: service.deps.config.identity!.client.id,
        sub: subject,
        jti: crypto.randomUUID(),
        events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
      },
      { typ: 'logout+jwt' },
    )
    await service.anyone('POST', '/api/auth/oidc/logout', {
      body: new URLSearchParams({ logout_token: logout }).toString(),
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    })
    expect((await web.confirmConnection(token, back)).status).toBe(422)
    expect(await personOf(id)).toBeNull()

    const other = await hire()
    const second = await onTheWay(other)
    await database.query((tx) => tx.execute(sql`update users set disabled = true where subject = ${other}`))
    const refused = await second.web.confirmConnection(second.token, second.back)
    expect(problemOf(refused)).toEqual([403, 'forbidden'])
    expect(await personOf(second.id)).toBeNull()
  })

  test('is no sign-in, and no proof, of whoever brings its ticket', async () => {
    const { web, token, back } = await onTheWay(await hire())
    expect((await web.takeTicket(back)).status).toBe(401)
    const proving = await web.request('POST', '/api/auth/reauthenticate', {
      body: { provider_ticket: ticketIn(back) },
      headers: { Authorization: `Bearer ${token}` },
    })
    expect(problemOf(proving)).toEqual([422, 'invalid_factor'])
  })
})
