// Signing in by browser at a real provider: the way there and back, refusals, connected accounts, signing out.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { decodeJwt, SignJWT } from 'jose'
import { rowsOf } from '../../../src/platform/db/database.ts'
import { type Answer, clientOf, startApp, type TestApp } from '../../support/app.ts'
import {
  BROWSER_CLIENT,
  type IdentityProvider,
  startIdentityProvider,
} from '../../support/identity-provider.ts'
import { NO_TICKETS, WebBrowser } from '../../support/web-browser.ts'

let provider: IdentityProvider
let service: TestApp
let rounds = 0
const lines: string[] = []

beforeAll(async () => {
  provider = await startIdentityProvider()
  service = await startApp({ ...provider.env, OIDC_ADMINS: 'root' })
})
afterAll(async () => {
  await service[Symbol.asyncDispose]()
  await provider.stop()
})
afterEach(() => {
  service.setClock(null)
  lines.length = 0
})

const browser = () => new WebBrowser(service.app)
const as = ({ body }: Answer) => clientOf(service.app, body.token)
const newSubject = () => `person-${++rounds}`
/** Of the configuration, with a token of the provider's, which needs no proof. */
const root = async () => clientOf(service.app, await provider.tokenFor('root'))
const placeOf = ({ status, headers }: Answer) => [status, headers.get('Location')]

/** A person with these roles, who has not signed in yet. */
async function hire(...roles: string[]) {
  const subject = newSubject()
  const admin = await root()
  const { body } = await admin('POST', '/api/users', { body: { subject, display_name: 'Somebody' } })
  for (const role of roles) await admin('PUT', `/api/users/${body.id}/roles/${role}`)
  return { subject, id: body.id as number, admin }
}

const password = 'a long enough password'
async function account(role = 'admin') {
  const email = `account-${++rounds}@example.com`
  const body = { email, name: `Account ${rounds}`, role, password }
  const { body: user } = await service.admin('POST', '/api/admin/users', { body })
  return { id: user.id as number, email, role }
}

/** Connects an account with a person, as on the account page. */
async function connect(web: WebBrowser, email: string, subject: string) {
  const signedIn = await web.request('POST', '/api/auth/login', { body: { email, password } })
  const proof = { current_password: password }
  return { signedIn, connected: await web.connect(signedIn.body.token, subject, proof) }
}

describe('the ways to sign in', () => {
  test('name the provider where there is one', async () => {
    const { status, body } = await service.anyone('GET', '/api/auth/methods')
    expect(status).toBe(200)
    expect(body).toEqual({
      password: true,
      passkey: true,
      passkey_origin: 'http://localhost:3000',
      forgot_password: false,
      provider: { name: 'Example Ltd', start: '/api/auth/oidc/start' },
    })
  })

  test('without a provider are the password, and its routes do not exist', async () => {
    await using plain = await startApp()
    expect((await plain.anyone('GET', '/api/auth/methods')).body.provider).toBeNull()
    for (const path of ['/api/auth/oidc/start', '/api/auth/oidc/callback?state=x'])
      expect((await plain.anyone('GET', path)).status).toBe(404)
  })
})

describe('going to the provider', () => {
  test('is a 302 with code, PKCE S256, state and nonce, and a short-lived cookie of this browser', async () => {
    const { status, headers } = await browser().request('GET', '/api/auth/oidc/start?return_to=/admin/quotes')
    expect(status).toBe(302)
    expect(headers.get('Cache-Control')).toBe('no-store')
    const url = new URL(headers.get('Location')!)
    expect(url.origin).toBe(provider.issuer)
    expect(Object.fromEntries(url.searchParams)).toEqual({
      response_type: 'code',
      client_id: BROWSER_CLIENT.client_id,
      redirect_uri: 'http://localhost:3000/api/auth/oidc/callback',
      scope: 'openid profile email',
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
    })
    expect(headers.get('Set-Cookie')).toMatch(
      /^frontage_sign_in=[\w-]{43}; Max-Age=600; Path=\/api; HttpOnly; SameSite=Lax$/,
    )
  })

  test.each(['/admin', '/admin/', '/admin/quotes/12?x=1#y', '/admin?next=1'])(
    'may return to %s',
    async (path) => {
      const { status } = await browser().request(
        'GET',
        `/api/auth/oidc/start?return_to=${encodeURIComponent(path)}`,
      )
      expect(status).toBe(302)
    },
  )

  test.each([
    'https://evil.example/admin',
    '//evil.example/admin',
    '/\\evil.example',
    '/admin/../../evil',
    '/admin//evil.example',
    '/admin/\\evil.example',
    '/administrator',
    '/blog',
    '',
    'admin',
    '/admin/\u0000',
    '/admin/\r\nSet-Cookie: x=y',
    `/admin/${'x'.repeat(2_000)}`,
  ])('returning to %p is 400', async (path) => {
    const { status, body } = await browser().request(
      'GET',
      `/api/auth/oidc/start?return_to=${encodeURIComponent(path)}`,
    )
    expect([status, body.code]).toEqual([400, 'malformed_request'])
  })

  test('leads to the sign-in page with the reason when the provider is away', async () => {
    await provider.stop()
    try {
      const answer = await browser().request('GET', '/api/auth/oidc/start')
      expect(placeOf(answer)).toEqual([303, '/admin/sign-in?problem=provider_unavailable'])
    } finally {
      await provider.start()
    }
  })
})

describe('a person with a role', () => {
  test('comes back to the page they asked for, with a ticket, which gives a session of eight hours', async () => {
    const { subject, id } = await hire('requester', 'storekeeper')
    provider.setClaims(subject, { displayName: 'Sara Ahmadi', email: 'sara@example.com' })
    const web = browser()
    const back = await web.goAndComeBack(subject, '?return_to=/admin/quotes/7%3Fx%3D1')
    expect(back.status).toBe(303)
    expect(back.headers.get('Cache-Control')).toBe('no-store')
    const place = new URL(back.headers.get('Location')!, 'http://localhost:3000')
    expect([place.pathname, place.searchParams.get('next')]).toEqual(['/admin/sign-in', '/quotes/7?x=1'])
    const { status, body, headers } = await web.takeTicket(back.headers)
    expect(status).toBe(200)
    expect(headers.getSetCookie().join()).toContain('frontage_session=')
    expect(body).toEqual({
      token: expect.any(String),
      token_type: 'Bearer',
      expires_in: 28_800,
      expires_at: expect.any(String),
      kind: 'person',
      role: null,
      user: {
        id,
        email: 'sara@example.com',
        name: 'Sara Ahmadi',
        role: null,
        procurement_roles: ['requester', 'storekeeper'],
      },
    })
    expect(decodeJwt(body.token)).toMatchObject({
      iss: 'frontage',
      kind: 'person',
      sub: String(id),
      role: null,
    })
    const client = clientOf(service.app, body.token)
    expect((await client('GET', '/api/users/me')).body).toMatchObject({
      subject,
      display_name: 'Sara Ahmadi',
    })
    expect((await client('GET', '/api/quotes')).status).toBe(200)
    expect((await client('GET', '/api/auth/me')).body).toEqual({
      kind: 'person',
      id,
      email: 'sara@example.com',
      name: 'Sara Ahmadi',
      role: null,
      procurement_roles: ['requester', 'storekeeper'],
      expires_at: body.expires_at,
    })
    const refused = await client('GET', '/api/admin/articles')
    expect([refused.status, refused.body.code]).toEqual([403, 'forbidden'])
    expect((await web.request('POST', '/api/auth/token')).body.user.procurement_roles).toEqual([
      'requester',
      'storekeeper',
    ])
  })

  test('loses a role at the next request, and the audit log has the name that the provider verified', async () => {
    const { subject, id, admin } = await hire('requester')
    const client = as(await browser().signIn(subject))
    const body = {
      title: 'Paper',
      currency: 'EUR',
      lines: [{ description: 'x', quantity: 1, unit_price: 1 }],
    }
    const { body: quote } = await client('POST', '/api/quotes', { body })
    const { body: events } = await client('GET', `/api/quotes/${quote.id}/events`)
    expect(events.items.map(({ actor }: { actor: string }) => actor)).toEqual([`Name of ${subject}`])
    await admin('DELETE', `/api/users/${id}/roles/requester`)
    expect((await client('GET', '/api/quotes')).status).toBe(403)
  })

  test('is out at once when an admin disables them, and in again when they are let in', async () => {
    const { subject, id, admin } = await hire('requester')
    const web = browser()
    const client = as(await web.signIn(subject))
    const access = clientOf(service.app, await provider.tokenFor(subject))
    expect((await admin('PATCH', `/api/users/${id}`, { body: { disabled: true } })).body.disabled).toBe(true)
    expect((await client('GET', '/api/quotes')).status).toBe(401)
    expect((await access('GET', '/api/quotes')).status).toBe(401)
    expect((await web.request('POST', '/api/auth/token')).status).toBe(401)
    expect(placeOf(await web.goAndComeBack(subject))).toEqual([303, '/admin/sign-in?problem=disabled'])
    await admin('PATCH', `/api/users/${id}`, { body: { disabled: false } })
    expect((await access('GET', '/api/quotes')).status).toBe(200)
    expect((await client('GET', '/api/quotes')).status).toBe(401)
    expect((await browser().signIn(subject)).status).toBe(200)
  })
})

describe('who does not get in', () => {
  test('somebody without a role: they are told so, and admins of procurement find them', async () => {
    const subject = newSubject()
    expect(placeOf(await browser().goAndComeBack(subject))).toEqual([
      303,
      '/admin/sign-in?problem=not_assigned',
    ])
    const { body } = await (await root())('GET', '/api/users')
    expect(body.items.map((user: { subject: string }) => user.subject)).toContain(subject)
  })

  test('somebody who the provider refuses', async () => {
    expect(placeOf(await browser().goAndComeBack('nobody'))).toEqual([
      303,
      '/admin/sign-in?problem=provider_refused',
    ])
  })

  test('somebody whom the provider has disabled', async () => {
    const { subject } = await hire('requester')
    provider.setClaims(subject, { isForbidden: true })
    expect((await browser().goAndComeBack(subject)).headers.get('Location')).toBe(
      '/admin/sign-in?problem=disabled',
    )
  })

  test('a callback that is replayed, without its cookie, in another browser, with another state or late', async () => {
    const { subject } = await hire('requester')
    const web = browser()
    const start = async (in_ = web) => {
      const { headers } = await in_.request('GET', '/api/auth/oidc/start')
      return in_.signInAt(headers.get('Location')!, subject)
    }
    const expired = [303, '/admin/sign-in?problem=expired']
    const used = await start()
    expect((await web.request('GET', used)).headers.get('Location')).toContain('ticket=')
    expect(placeOf(await web.request('GET', used))).toEqual(expired)
    expect(placeOf(await browser().request('GET', await start()))).toEqual(expired)
    const stranger = browser()
    await stranger.request('GET', '/api/auth/oidc/start')
    expect(placeOf(await stranger.request('GET', await start()))).toEqual(expired)
    const changed = new URL(await start())
    changed.searchParams.set('state', 'x'.repeat(43))
    expect(placeOf(await web.request('GET', changed.href))).toEqual(expired)
    for (const query of ['', '?', '?state=', '?code=x', '?state=%00&code=x', '?error=access_denied'])
      expect(placeOf(await web.request('GET', `/api/auth/oidc/callback${query}`))).toEqual(expired)
    const late = await start()
    service.setClock(new Date(Date.now() + 601_000))
    expect(placeOf(await web.request('GET', late))).toEqual(expired)
  })

  test('a code of another sign-in of the same browser, whose nonce and verifier differ', async () => {
    const { subject } = await hire('requester')
    const web = browser()
    const start = async () => {
      const { headers } = await web.request('GET', '/api/auth/oidc/start')
      return new URL(await web.signInAt(headers.get('Location')!, subject))
    }
    const [other, one] = [await start(), await start()]
    one.searchParams.set('code', other.searchParams.get('code')!)
    expect(placeOf(await web.request('GET', one.href))).toEqual([303, '/admin/sign-in?problem=failed'])
  })

  test('the same callback twice at once lets in one', async () => {
    const { subject } = await hire('requester')
    for (let round = 0; round < 10; round++) {
      const web = browser()
      const { headers } = await web.request('GET', '/api/auth/oidc/start')
      const url = await web.signInAt(headers.get('Location')!, subject)
      const answers = await Promise.all([1, 2, 3].map(() => web.request('GET', url)))
      const tickets = answers.filter((answer) => answer.headers.get('Location')!.includes('ticket='))
      expect(tickets).toHaveLength(1)
    }
  })
})

describe('a ticket', () => {
  test('works once, also when it is sent several times at once', async () => {
    const { subject } = await hire('requester')
    for (let round = 0; round < 10; round++) {
      const web = browser()
      const { headers } = await web.goAndComeBack(subject)
      const answers = await Promise.all([1, 2, 3].map(() => web.takeTicket(headers)))
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401])
    }
  })

  test('is worth nothing in another browser, after a minute, or for a disabled person', async () => {
    const { subject, id, admin } = await hire('requester')
    const web = browser()
    const { headers } = await web.goAndComeBack(subject)
    const stolen = await browser().takeTicket(headers)
    expect([stolen.status, stolen.body.code]).toEqual([401, 'unauthenticated'])
    const late = await web.goAndComeBack(subject)
    service.setClock(new Date(Date.now() + 61_000))
    expect((await web.takeTicket(late.headers)).status).toBe(401)
    service.setClock(null)
    const { headers: disabled } = await web.goAndComeBack(subject)
    await admin('PATCH', `/api/users/${id}`, { body: { disabled: true } })
    expect((await web.takeTicket(disabled)).status).toBe(401)
  })

  test.each(NO_TICKETS)('%p is 4xx', async (body) => {
    const { status } = await browser().request('POST', '/api/auth/ticket', { body })
    expect([401, 422]).toContain(status)
  })

  test('is stored hashed, like the state', async () => {
    const { subject } = await hire('requester')
    const web = browser()
    const { headers } = await web.request('GET', '/api/auth/oidc/start')
    const back = await web.goAndComeBack(subject)
    const secrets = [
      new URL(headers.get('Location')!).searchParams.get('state')!,
      new URL(back.headers.get('Location')!, 'http://x').searchParams.get('ticket')!,
    ]
    const rows = await service.deps.database.query((tx) => rowsOf(tx, sql`select * from sign_in_tickets`))
    expect(rows.length).toBeGreaterThan(1)
    for (const secret of secrets) expect(JSON.stringify(rows)).not.toContain(secret)
  })
})

describe('an account', () => {
  test('without a connected person is 403 not_linked in procurement', async () => {
    const { status, body } = await service.admin('GET', '/api/quotes')
    expect([status, body.code]).toEqual([403, 'not_linked'])
  })

  test('is connected with a person by proving both, and each way in has the rights of both', async () => {
    const { subject } = await hire('approver')
    const { id, email } = await account('creator')
    const web = browser()
    const { signedIn, connected } = await connect(web, email, subject)
    expect(connected.status).toBe(200)
    const byPassword = as(signedIn)
    expect((await byPassword('GET', '/api/users/me')).body).toMatchObject({ subject, roles: ['approver'] })
    expect((await byPassword('GET', '/api/admin/articles')).status).toBe(200)
    const byProvider = await browser().signIn(subject)
    const granted = { kind: 'person', role: 'creator', user: { account_id: id, role: 'creator' } }
    expect(byProvider.body).toMatchObject(granted)
    const { body: me } = await as(byProvider)('GET', '/api/auth/me')
    expect(me).toMatchObject({ kind: 'person', account_id: id, role: 'creator' })
    expect(me.id).not.toBe(id)
    const { body: article } = await as(byProvider)('POST', '/api/admin/articles', { body: { title: 'Mine' } })
    expect(article.author_id).toBe(id)
    expect((await as(byProvider)('GET', '/api/admin/users')).status).toBe(403)
    const { body: users } = await service.admin('GET', '/api/admin/users')
    expect(users.items.find((user: { id: number }) => user.id === id).is_connected).toBe(true)
    const { body: log } = await (await root())('GET', '/api/audit-log?limit=200')
    expect(log.items.map(({ action }: { action: string }) => action)).toContain('user.link')
  })

  test('that is disabled takes the role from its person at once, not their roles in procurement', async () => {
    const { subject } = await hire('approver')
    const { id, email } = await account()
    await connect(browser(), email, subject)
    const before = as(await browser().signIn(subject))
    expect((await before('GET', '/api/admin/articles')).status).toBe(200)
    await service.admin('PATCH', `/api/admin/users/${id}`, { body: { disabled: true } })
    expect((await before('GET', '/api/quotes')).status).toBe(401)
    const after = as(await browser().signIn(subject))
    expect((await after('GET', '/api/admin/articles')).status).toBe(403)
    expect((await after('GET', '/api/quotes')).status).toBe(200)
  })

  test('is not connected without its password, with a wrong one, or without a session', async () => {
    const { email } = await account()
    const web = browser()
    const { body } = await web.request('POST', '/api/auth/login', { body: { email, password } })
    const headers = { Authorization: `Bearer ${body.token}` }
    const link = (proof: object, extra = headers) =>
      web.request('POST', '/api/auth/oidc/link', { body: proof, headers: extra })
    expect((await link({})).body.code).toBe('reauthentication_required')
    expect((await link({ current_password: 'wrong' })).body.code).toBe('invalid_current_password')
    expect((await link({ current_password: password }, { Authorization: '' })).status).toBe(401)
  })

  test('cannot take a person who is connected with another one, nor another person than its own', async () => {
    const [first, second] = [await hire('requester'), await hire('requester')]
    const [one, other] = [await account(), await account()]
    await connect(browser(), one.email, first.subject)
    for (const [{ email }, { subject }] of [
      [other, first],
      [one, second],
    ] as const) {
      const { status, body } = (await connect(browser(), email, subject)).connected
      expect([status, body.code]).toEqual([409, 'conflict'])
      expect(body.detail).toContain('disconnect it there first')
    }
  })

  test('is disconnected with its password; one without a password stays connected', async () => {
    const { subject } = await hire('requester')
    const { email } = await account()
    const { signedIn } = await connect(browser(), email, subject)
    const disconnect = (client = as(signedIn)) =>
      client('DELETE', '/api/auth/oidc/link', { body: { current_password: password } })
    expect((await disconnect()).status).toBe(204)
    expect((await as(signedIn)('GET', '/api/quotes')).body.code).toBe('not_linked')
    expect((await browser().signIn(subject)).body.role).toBeNull()
  })

  test('may be made for a subject of the provider: it has no password and signs in there', async () => {
    const subject = newSubject()
    const body = {
      email: `${subject}@example.com`,
      name: 'Invited',
      role: 'creator',
      provider_subject: subject,
    }
    const created = await service.admin('POST', '/api/admin/users', { body })
    expect([created.status, created.body.has_password, created.body.is_connected]).toEqual([201, false, true])
    expect(created.body.invitation).toBeUndefined()
    expect((await browser().signIn(subject)).body).toMatchObject({ role: 'creator' })
    const twice = { ...body, email: `again-${subject}@example.com` }
    const taken = await service.admin('POST', '/api/admin/users', { body: twice })
    expect([taken.status, taken.body.errors]).toEqual([
      409,
      [{ path: 'provider_subject', code: 'taken', message: 'is connected with another account' }],
    ])
    for (const provider_subject of ['', 'local:1', 'a\nb', 'x'.repeat(256)]) {
      const wrong = { ...body, email: `w${++rounds}@example.com`, provider_subject }
      expect((await service.admin('POST', '/api/admin/users', { body: wrong })).status).toBe(422)
    }
  })
})

describe('a change by an account without a password', () => {
  async function withoutPassword() {
    const subject = newSubject()
    const body = {
      email: `${subject}@example.com`,
      name: 'Invited',
      role: 'editor',
      provider_subject: subject,
    }
    await service.admin('POST', '/api/admin/users', { body })
    const web = browser()
    const { token } = (await web.signIn(subject)).body
    const headers = { Authorization: `Bearer ${token}` }
    /** The ticket of going to the provider and back once more, in this browser or another one. */
    const proof = async (query = '?reauth=1&return_to=/admin/account', visitor = web) => {
      const place = new URL(
        (await visitor.goAndComeBack(subject, query)).headers.get('Location')!,
        'http://x',
      )
      return place.searchParams
    }
    const change = (fields: object) => web.request('POST', '/api/auth/totp', { body: fields, headers })
    return { subject, web, headers, proof, change }
  }

  test('is confirmed by a new sign-in at the provider, once', async () => {
    const { proof, change } = await withoutPassword()
    expect((await change({})).body.code).toBe('reauthentication_required')
    const back = await proof()
    expect([back.get('next'), back.get('reauth')]).toEqual(['/account', '1'])
    const provider_ticket = back.get('ticket')
    const answers = await Promise.all(Array.from({ length: 5 }, () => change({ provider_ticket })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422, 422])
    expect(answers.find(({ status }) => status === 422)!.body.errors).toEqual([
      { path: 'provider_ticket', code: 'invalid_factor', message: 'was not accepted' },
    ])
  })

  test('such as a new API token', async () => {
    const { web, headers, proof } = await withoutPassword()
    const body = { name: 'CI', scopes: ['read'], expires_at: new Date(Date.now() + 3_600_000).toISOString() }
    const create = (fields: object) =>
      web.request('POST', '/api/admin/tokens', { body: { ...body, ...fields }, headers })
    expect((await create({})).status).toBe(403)
    expect((await create({ provider_ticket: (await proof()).get('ticket') })).status).toBe(201)
  })

  test('is not confirmed by an ordinary sign-in, by another person, in another browser, or after five minutes', async () => {
    const { headers, proof, change } = await withoutPassword()
    const wrong = [(await proof('')).get('ticket'), (await proof(undefined, browser())).get('ticket'), 'x']
    for (const provider_ticket of wrong) {
      const { status, body } = await change({ provider_ticket })
      expect([status, body.code]).toEqual([422, 'invalid_factor'])
    }
    const colleague = await withoutPassword()
    const theirs = { provider_ticket: (await colleague.proof()).get('ticket') }
    const stolen = await colleague.web.request('POST', '/api/auth/totp', { body: theirs, headers })
    expect(stolen.status).toBe(422)
    const start = Date.now()
    service.setClock(new Date(start))
    const provider_ticket = (await proof()).get('ticket')
    service.setClock(new Date(start + 300_000))
    expect((await change({ provider_ticket })).status).toBe(422)
  })
})

describe('signing out', () => {
  const LOGOUT = 'http://schemas.openid.net/event/backchannel-logout'
  const logoutToken = (claims: object = {}, header: object = {}) =>
    provider.forge(
      {
        aud: BROWSER_CLIENT.client_id,
        jti: crypto.randomUUID(),
        events: { [LOGOUT]: {} },
        ...claims,
      },
      { typ: 'logout+jwt', ...header },
    )
  const backChannel = (body: string) =>
    service.anyone('POST', '/api/auth/oidc/logout', {
      body,
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    })
  const send = async (token: string) => backChannel(new URLSearchParams({ logout_token: token }).toString())

  test('names the page of the provider that ends the session there', async () => {
    const { subject } = await hire('requester')
    const client = as(await browser().signIn(subject))
    const { status, headers } = await client('POST', '/api/auth/logout')
    expect(status).toBe(204)
    expect(new URL(headers.get('Sign-Out-At')!).origin).toBe(provider.issuer)
    expect((await client('GET', '/api/quotes')).status).toBe(401)
    expect((await service.admin('POST', '/api/auth/oidc/nothing')).status).toBe(404)
  })

  test('at the provider ends the sessions here: of the subject, or of the one session', async () => {
    const { subject } = await hire('requester')
    const clients = [as(await browser().signIn(subject)), as(await browser().signIn(subject))]
    const stranger = as(await browser().signIn((await hire('requester')).subject))
    const statuses = () =>
      Promise.all(clients.map(async (client) => (await client('GET', '/api/quotes')).status))
    const { jti } = decodeJwt(clients[0]!.token!)
    const [own] = await service.deps.database.query((tx) =>
      rowsOf<{ sid: string }>(tx, sql`select provider_session as sid from sessions where id = ${jti}::uuid`),
    )
    expect((await send(await logoutToken({ sub: undefined, sid: own!.sid }))).status).toBe(200)
    expect(await statuses()).toEqual([401, 200])
    expect((await send(await logoutToken({ sub: subject }))).status).toBe(200)
    expect(await statuses()).toEqual([401, 401])
    expect((await stranger('GET', '/api/quotes')).status).toBe(200)
  })

  test('at the provider ends a session whose ID token named none, and no other one', async () => {
    const { subject } = await hire('requester')
    const [nameless, other] = [as(await browser().signIn(subject)), as(await browser().signIn(subject))]
    const stranger = as(await browser().signIn((await hire('requester')).subject))
    const sidOf = async (client: { token: string | null }, sid: string | null) =>
      service.deps.database.query((tx) =>
        tx.execute(
          sql`update sessions set provider_session = ${sid} where id = ${decodeJwt(client.token!).jti}::uuid`,
        ),
      )
    await sidOf(nameless, null)
    await sidOf(stranger, 'a-session')
    expect((await send(await logoutToken({ sub: subject, sid: 'a-session' }))).status).toBe(200)
    const statuses = [nameless, other, stranger].map(
      async (client) => (await client('GET', '/api/quotes')).status,
    )
    expect(await Promise.all(statuses)).toEqual([401, 200, 200])
  })

  test.each(['', '?reauth=1'])('at the provider uses up a ticket that waits: start%s', async (query) => {
    const { subject } = await hire('requester')
    const { subject: other } = await hire('requester')
    const web = browser()
    const wait = async () => (await web.goAndComeBack(subject, query)).headers
    const stays = await wait()
    expect((await send(await logoutToken({ sub: other }))).status).toBe(200)
    expect((await send(await logoutToken({ sub: subject, sid: 'another-session' }))).status).toBe(200)
    expect((await web.takeTicket(stays)).status).toBe(200)
    const goes = await wait()
    expect((await send(await logoutToken({ sub: subject }))).status).toBe(200)
    expect((await web.takeTicket(goes)).status).toBe(401)
    const nameless = await wait()
    await service.deps.database.query((tx) =>
      tx.execute(sql`update sign_in_tickets set data = data || '{"session": null}'::jsonb`),
    )
    expect((await send(await logoutToken({ sub: subject, sid: 'another-session' }))).status).toBe(200)
    expect((await web.takeTicket(nameless)).status).toBe(401)
  })

  test('at the provider while a ticket is taken leaves neither ticket nor session', async () => {
    const { subject } = await hire('requester')
    const webs = Array.from({ length: 8 }, browser)
    const waiting = await Promise.all(webs.map(async (web) => (await web.goAndComeBack(subject)).headers))
    const token = await logoutToken({ sub: subject })
    const [taken, ended] = await Promise.all([
      Promise.all(webs.map((web, index) => web.takeTicket(waiting[index]!))),
      send(token),
    ])
    expect(ended.status).toBe(200)
    for (const answer of taken)
      if (answer.status === 200) expect((await as(answer)('GET', '/api/quotes')).status).toBe(401)
      else expect(answer.status).toBe(401)
  })

  test('by anything but a logout token of the provider for this client changes nothing', async () => {
    const { subject } = await hire('requester')
    const client = as(await browser().signIn(subject))
    const old = Math.floor(Date.now() / 1_000) - 3_600
    const ours = new TextEncoder().encode('x'.repeat(32))
    const tokens = [
      await logoutToken({ sub: subject, aud: 'another-client' }),
      await logoutToken({ sub: subject, iss: 'https://evil.example' }),
      await logoutToken({ sub: subject, events: {} }),
      await logoutToken({ sub: subject, events: undefined }),
      await logoutToken({ sub: subject, events: { [LOGOUT]: true } }),
      await logoutToken({ sub: subject, events: { [LOGOUT]: null } }),
      await logoutToken({ sub: subject, events: [LOGOUT] }),
      await logoutToken({ sub: subject, events: LOGOUT }),
      await logoutToken({ sub: subject, nonce: 'n' }),
      await logoutToken({ sub: subject, jti: undefined }),
      await logoutToken({ sub: subject, iat: old, exp: old + 60 }),
      await logoutToken({ sub: subject, iat: old, exp: old + 86_400 }),
      await logoutToken({ sub: undefined }),
      await provider.tokenFor(subject),
      await new SignJWT({ sub: subject }).setProtectedHeader({ alg: 'HS256' }).sign(ours),
      'x',
      '',
    ]
    for (const token of tokens) expect((await send(token)).status).toBe(422)
    for (const body of ['', 'logout_token', 'logout_token=a&logout_token=b', 'x=y'])
      expect((await backChannel(body)).status).toBe(422)
    expect((await client('GET', '/api/quotes')).status).toBe(200)
  })
})
