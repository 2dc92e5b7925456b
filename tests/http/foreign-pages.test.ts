// Pages of other sites cannot use up the limits of whoever reads them: what browsers say of a request decides before anything counts.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { createApp } from '../../src/app.ts'
import { rowsOf } from '../../src/platform/db/database.ts'
import { type Answer, type Client, clientOf, peerOfTest, startApp, type TestApp } from '../support/app.ts'
import { BROWSER_CLIENT, type IdentityProvider, startIdentityProvider } from '../support/identity-provider.ts'
import { stopClock } from '../support/stop-clock.ts'
import { WebBrowser } from '../support/web-browser.ts'

const LISTED = 'https://app.example'

let provider: IdentityProvider
let service: TestApp

beforeAll(async () => {
  provider = await startIdentityProvider()
  service = await startApp({ ...provider.env, CORS_ORIGINS: LISTED })
})
afterAll(async () => {
  await service[Symbol.asyncDispose]()
  await provider.stop()
})

let offices = 0
/** The address that all colleagues and their browsers have. */
const newOffice = () => `203.0.113.${++offices}`

/** What browsers add to a request of `fetch` or of a form, by the page that sends it. */
const from = (site: 'cross-site' | 'same-site' | 'same-origin' | 'none') => ({
  'Sec-Fetch-Site': site,
  'Sec-Fetch-Mode': 'no-cors',
  'Sec-Fetch-Dest': 'empty',
})
const visitFrom = (site: 'cross-site' | 'same-origin' | 'none', destination = 'document') => ({
  'Sec-Fetch-Site': site,
  'Sec-Fetch-Mode': 'navigate',
  'Sec-Fetch-Dest': destination,
})
/** What an image sends to an address. */
const IMAGE = { ...from('cross-site'), 'Sec-Fetch-Dest': 'image' }

/** Everything that a request of signing in may leave behind. */
const leftovers = () =>
  service.deps.database.query((tx) =>
    rowsOf(
      tx,
      sql`select 'limit' as kind, bucket as key from rate_limits
        union all select 'ticket', secret_hash from sign_in_tickets
        union all select 'delay', key from sign_in_delays order by 1, 2`,
    ),
  )

async function repeat(times: number, request: () => Promise<Answer>): Promise<number[]> {
  const statuses = new Set<number>()
  for (let index = 0; index < times; index++) statuses.add((await request()).status)
  return [...statuses]
}

describe('a page of another site', () => {
  const routes = () =>
    createApp(service.deps, peerOfTest)
      .routes.filter(({ method, path }) => method !== 'ALL' && path.startsWith('/api/auth/'))
      .map(({ method, path }) => ({ method, path: path.replace(/:\w+/g, '1') }))
  /** The provider sends people here, so a page may too: with a secret that it does not know. */
  const visited = ['/api/auth/oidc/start', '/api/auth/oidc/callback', '/api/auth/oidc/sign-out']

  test.each(['cross-site', 'same-site'] as const)(
    'gets 403 on every route of signing in when it is %s, and leaves nothing',
    async (site) => {
      const before = await leftovers()
      expect(routes().length).toBeGreaterThan(30)
      for (const { method, path } of routes()) {
        // With a session, which no page has: it is not that which is missing.
        const { status, body } = await service.admin(method, path, { headers: from(site) })
        expect({ method, path, status, code: body.code }).toEqual({
          method,
          path,
          status: 403,
          code: 'forbidden',
        })
      }
      expect(await leftovers()).toEqual(before)
    },
  )

  test('may ask if CORS_ORIGINS lists it, and is none of the panel’s even then', async () => {
    const ask = (method: string, path: string, Origin: string) =>
      service.anyone(method, path, {
        headers: { ...from('cross-site'), Origin },
        ...(method === 'POST' && { body: {} }),
      })
    for (const [method, path, status] of [
      ['GET', '/api/auth/methods', 200],
      ['POST', '/api/auth/passkey/options', 200],
      ['POST', '/api/auth/login', 422],
      ['POST', '/api/auth/token', 403],
      ['POST', '/api/auth/ticket', 403],
    ] as const) {
      expect([path, (await ask(method, path, LISTED)).status]).toEqual([path, status])
      expect([path, (await ask(method, path, `${LISTED}.evil.example`)).status]).toEqual([path, 403])
      expect([path, (await ask(method, path, 'null')).status]).toEqual([path, 403])
    }
  })

  test.each([
    ...visited.map((path) => [path, 'a frame', visitFrom('cross-site', 'iframe')] as const),
    ...visited.map((path) => [path, 'an embedded object', visitFrom('cross-site', 'object')] as const),
    ...visited.map((path) => [path, 'an image', IMAGE] as const),
    // Of one's own site as well: what stands in a page is not what its reader does.
    ...visited.map((path) => [path, 'an image of its own', from('same-origin')] as const),
  ])('does not reach %s by %s', async (path, _, headers) => {
    const before = await leftovers()
    const { status, headers: answered } = await service.anyone('GET', path, { headers })
    expect([status, answered.get('Set-Cookie')]).toEqual([403, null])
    expect(await leftovers()).toEqual(before)
  })

  test.each([
    ['', '/admin/sign-in'],
    ['?return_to=/admin/quotes/7', '/admin/sign-in?next=%2Fquotes%2F7'],
    ['?return_to=/admin/account&reauth=1', '/admin/sign-in?next=%2Faccount'],
  ])('leads by a link to start%s to the sign-in page, where its reader begins', async (query, place) => {
    const before = await leftovers()
    const answer = await service.anyone('GET', `/api/auth/oidc/start${query}`, {
      headers: visitFrom('cross-site'),
    })
    expect([answer.status, answer.headers.get('Location')]).toEqual([303, place])
    expect([answer.headers.get('Set-Cookie'), answer.headers.get('Cache-Control')]).toEqual([
      null,
      'no-store',
    ])
    expect(await leftovers()).toEqual(before)
  })
})

test('who comes back from the provider or leaves through it is led there from its pages', async () => {
  const web = new WebBrowser(service.app)
  const { status, headers } = await web.request('GET', '/api/auth/oidc/start', { headers: visitFrom('none') })
  expect(status).toBe(302)
  const back = await web.signInAt(headers.get('Location')!, 'somebody')
  const came = await web.request('GET', back, { headers: visitFrom('cross-site') })
  expect(came.headers.get('Location')).toStartWith('/admin/sign-in?problem=not_assigned')
  const left = await web.request('GET', '/api/auth/oidc/sign-out?ticket=x', {
    headers: visitFrom('cross-site'),
  })
  expect([left.status, left.headers.get('Location')]).toEqual([303, 'http://localhost:3000/admin/sign-in'])
})

test('a program goes to the provider whose requests name a mode and no page, as `fetch` of Node does', async () => {
  const headers = { 'Sec-Fetch-Mode': 'cors' }
  expect((await service.anyone('GET', '/api/auth/oidc/start', { headers })).status).toBe(302)
})

describe('an office whose people read such a page', () => {
  test('begins sign-ins at the provider after 301 images and 301 visits of start', async () => {
    const peer = newOffice()
    const start = (headers: Record<string, string>) =>
      service.anyone('GET', '/api/auth/oidc/start', { headers, peer })
    expect(await repeat(301, () => start(IMAGE))).toEqual([403])
    expect(await repeat(301, () => start(visitFrom('cross-site')))).toEqual([303])
    expect((await start(visitFrom('same-origin'))).status).toBe(302)
  })

  // Over plain HTTP, as in the network of an office, browsers do not say which page has sent a request: 301 is beyond every limit.
  test.each([
    ['/api/auth/login', { email: 'a@example.com', password: 'wrong' }, 401],
    ['/api/auth/second-factor', { ticket: 'x', totp: '123456' }, 401],
    ['/api/auth/passkey/options', {}, 200],
    ['/api/auth/ticket', { ticket: 'x' }, 401],
    ['/api/auth/forgot-password', { email: 'a@example.com' }, 202],
    ['/api/auth/reset-password', { token: 'x', new_password: 'a long new password' }, 422],
    ['/api/auth/accept-invitation', { token: 'x', password: 'a long new password' }, 422],
  ])(
    'asks %s after 301 requests that pages send without a preflight, which are 415 and count nowhere',
    async (path, body, status) => {
      using _ = stopClock()
      const peer = newOffice()
      const send = (type: string, text: string) =>
        service.anyone('POST', path, { body: text, headers: { 'Content-Type': type }, peer })
      const before = await leftovers()
      for (const type of ['text/plain', 'application/x-www-form-urlencoded'])
        expect(await repeat(150, () => send(type, JSON.stringify(body)))).toEqual([415])
      // As `navigator.sendBeacon(path)`: neither body nor type.
      expect((await service.app.request(path, { method: 'POST' }, { peer })).status).toBe(415)
      expect(await leftovers()).toEqual(before)
      expect((await service.anyone('POST', path, { body, peer })).status).toBe(status)
    },
  )
})

describe('colleagues behind one address', () => {
  const account = async (peer: string) => {
    const { token } = await service.signIn('editor')
    const client = clientOf(service.app, token)
    return ((method, path, options) => client(method, path, { ...options, peer })) as Client
  }

  test('look at their account as often as they like', async () => {
    const peer = newOffice()
    const client = await account(peer)
    for (const path of ['/api/auth/totp', '/api/auth/passkeys', '/api/auth/sessions', '/api/admin/tokens'])
      expect(await repeat(70, () => client('GET', path))).toEqual([200])
    const proof = { current_password: 'a password of editor' }
    expect((await client('POST', '/api/auth/totp', { body: proof })).status).toBe(200)
  })

  test.each([
    ['/api/auth/totp/confirm', { code: '123456' }, 409],
    ['/api/auth/passkeys/options', {}, 403],
    ['/api/auth/oidc/link', {}, 403],
  ])('have 60 changes each at %s, which nobody else uses up', async (path, body, status) => {
    using _ = stopClock()
    const peer = newOffice()
    const [one, other] = [await account(peer), await account(peer)]
    expect(await repeat(60, () => one('POST', path, { body }))).toEqual([status])
    expect((await one('POST', path, { body })).status).toBe(429)
    expect((await other('POST', path, { body })).status).toBe(status)
  })

  test('have one limit for what begins a sign-in, and another one for tickets', async () => {
    using _ = stopClock()
    const peer = newOffice()
    const options = () => service.anyone('POST', '/api/auth/passkey/options', { body: {}, peer })
    const ticket = () => service.anyone('POST', '/api/auth/ticket', { body: { ticket: 'x' }, peer })
    expect(await repeat(300, options)).toEqual([200])
    expect((await options()).status).toBe(429)
    expect((await service.anyone('GET', '/api/auth/oidc/start', { peer })).status).toBe(429)
    expect(await repeat(300, ticket)).toEqual([401])
    expect((await ticket()).status).toBe(429)
  })
})

describe('logouts that the provider sends', () => {
  const LOGOUT = 'http://schemas.openid.net/event/backchannel-logout'
  const logoutToken = () =>
    provider.forge(
      {
        aud: BROWSER_CLIENT.client_id,
        jti: crypto.randomUUID(),
        events: { [LOGOUT]: {} },
        sub: 'somebody',
      },
      { typ: 'logout+jwt' },
    )
  const send = (token: string, peer: string) =>
    service.anyone('POST', '/api/auth/oidc/logout', { body: { logout_token: token }, peer })

  test('are never too many, and use up no limit of signing in at its address', async () => {
    const peer = newOffice()
    expect(await repeat(305, async () => send(await logoutToken(), peer))).toEqual([200])
    expect((await service.anyone('GET', '/api/auth/oidc/start', { peer })).status).toBe(302)
  })

  test('are 429 after 30 that are not the provider’s, while its own go on', async () => {
    using _ = stopClock()
    const peer = newOffice()
    expect(await repeat(30, () => send('x.y.z', peer))).toEqual([422])
    expect((await send('x.y.z', peer)).status).toBe(429)
    expect((await service.anyone('POST', '/api/auth/oidc/logout', { body: {}, peer })).status).toBe(429)
    expect((await send(await logoutToken(), peer)).status).toBe(200)
    expect((await service.anyone('GET', '/api/auth/oidc/start', { peer })).status).toBe(302)
    expect((await send('x.y.z', newOffice())).status).toBe(422)
  })
})
