// Providers that tell name and address at userinfo alone: Zitadel, Authelia and the default of `oidc-provider`.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { createProvider } from '../../../src/accounts/oidc/identity-provider.ts'
import { configureClient } from '../../../src/accounts/oidc/provider-client.ts'
import { createUserInfo } from '../../../src/accounts/oidc/user-info.ts'
import { createLog } from '../../../src/platform/log.ts'
import { clientOf, startApp, type TestApp } from '../../support/app.ts'
import { type IdentityProvider, startIdentityProvider } from '../../support/identity-provider.ts'
import { QUOTE } from '../../support/procurement.ts'
import { WebBrowser } from '../../support/web-browser.ts'

let provider: IdentityProvider
let service: TestApp
let rounds = 0
const lines: string[] = []

beforeAll(async () => {
  provider = await startIdentityProvider({ tellsAt: 'userinfo' })
  const log = createLog('info', { write: (text: string) => lines.push(text), flushSync() {} })
  service = await startApp(
    { ...provider.env, OIDC_ADMINS: 'root, chief@example.com, boss@example.com, owner@example.com' },
    { log },
  )
})
afterAll(async () => {
  await service[Symbol.asyncDispose]()
  await provider.stop()
})
afterEach(() => {
  provider.answerAt('/userinfo', null)
  lines.length = 0
})

const ME = '/api/users/me'
const sara = { name: 'Sara Ahmadi', displayName: undefined, email: 'sara@example.com' }
const placeholder = expect.stringMatching(/^user [0-9a-f]{12}$/)
const bearer = (token: string) => clientOf(service.app, token)
const root = async () => bearer(await provider.tokenFor('root'))
const browser = () => new WebBrowser(service.app)
const failures = () =>
  lines
    .filter((line) => line.includes('userinfo of the identity provider could not be read'))
    .map((line) => JSON.parse(line))

/** Somebody with a role and without a name, of whom userinfo says this. */
async function hire(claims: object, role = 'requester') {
  const subject = `somebody-${++rounds}`
  provider.setClaims(subject, { ...sara, ...claims })
  const admin = await root()
  const { body } = await admin('POST', '/api/users', { body: { subject } })
  await admin('PUT', `/api/users/${body.id}/roles/${role}`)
  return { subject, id: body.id as number, admin }
}
const rowOf = async (subject: string) => {
  const { body } = await (await root())('GET', '/api/users')
  return body.items.find((user: { subject: string }) => user.subject === subject)
}
/** Claims of the same second are no newer ones. */
async function wasSignedInAMinuteAgo(subject: string) {
  const aged = sql`update users set claims_at = claims_at - interval '1 minute' where subject = ${subject}`
  await service.deps.database.query((tx) => tx.execute(aged))
  return rowOf(subject)
}
const askedUserInfo = () => provider.takeRequests().filter((path) => path === '/userinfo').length

describe('who signs in by browser', () => {
  test('has the name and the address of userinfo: in the session, in the trail and in the events of quotes', async () => {
    const { subject, id, admin } = await hire({})
    const { status, body } = await browser().signIn(subject)
    expect(status).toBe(200)
    expect(body.user).toMatchObject({ id, name: 'Sara Ahmadi', email: 'sara@example.com' })
    const person = bearer(body.token)
    expect((await person('GET', ME)).body).toMatchObject({ subject, display_name: 'Sara Ahmadi' })
    const quote = await person('POST', '/api/quotes', { body: QUOTE })
    expect(quote.status).toBe(201)
    const events = await person('GET', `/api/quotes/${quote.body.id}/events`)
    expect(events.body.items[0]).toMatchObject({ actor: 'Sara Ahmadi' })
    const trail = await admin('GET', `/api/audit-log?actor_id=${subject}`)
    expect(trail.body.items.map(({ actor }: { actor: string }) => actor)).not.toContainEqual(placeholder)
  })

  test('is asked for at userinfo once, with a name in given and family name too', async () => {
    const { subject } = await hire({ name: undefined, given_name: 'سارا', family_name: 'احمدی' })
    provider.takeRequests()
    expect((await browser().signIn(subject)).body.user.name).toBe('سارا احمدی')
    expect(askedUserInfo()).toBe(1)
  })

  test.each([true, 'true'])(
    'gets in as an admin by an address that is verified: %p',
    async (email_verified) => {
      const email = `${['chief', 'boss'][Number(email_verified === true)]}@example.com`
      const subject = `admin-${++rounds}`
      provider.setClaims(subject, { ...sara, email, email_verified })
      const { status, body } = await browser().signIn(subject)
      expect([status, body.user.procurement_roles]).toEqual([200, ['admin']])
    },
  )

  test.each([false, 'false', 'yes', 1, undefined])(
    'does not by one that is not: %p',
    async (email_verified) => {
      const subject = `nobody-${++rounds}`
      provider.setClaims(subject, { ...sara, email: 'owner@example.com', email_verified })
      const { headers } = await browser().goAndComeBack(subject)
      expect(headers.get('Location')).toBe('/admin/sign-in?problem=not_assigned')
    },
  )

  test('is disabled where userinfo says so', async () => {
    const { subject } = await hire({ isForbidden: true })
    const { headers } = await browser().goAndComeBack(subject)
    expect(headers.get('Location')).toBe('/admin/sign-in?problem=disabled')
  })
})

describe('where userinfo cannot be read', () => {
  const somebodyElse = () => ({ status: 200, body: { sub: 'root', ...sara, email_verified: true } })
  type Answer = NonNullable<Parameters<IdentityProvider['answerAt']>[1]>
  const cases: [string, Answer, string][] = [
    ['it answers 500', { status: 500, body: {} }, 'status 500'],
    ['it refuses the token', { status: 403, body: {} }, 'status 403'],
    [
      'it refuses the token with a challenge',
      { status: 401, body: {}, headers: { 'WWW-Authenticate': 'Bearer error="invalid_token"' } },
      'status 401',
    ],
    ['it speaks of another subject', somebodyElse(), 'unexpected "response" body "sub" property value'],
    [
      'it sends two megabytes',
      { status: 200, body: { x: 'x'.repeat(2_097_152) } },
      'more than 1048576 bytes',
    ],
  ]
  test.each(cases)('because %s, people get in, and a name that is known stays', async (_, answer, reason) => {
    const { subject } = await hire({})
    await browser().signIn(subject)
    const known = await wasSignedInAMinuteAgo(subject)
    provider.answerAt('/userinfo', answer)
    lines.length = 0
    expect((await browser().signIn(subject)).body.user).toMatchObject({
      name: 'Sara Ahmadi',
      email: 'sara@example.com',
    })
    expect(failures()).toEqual([
      expect.objectContaining({ level: 'warn', subject, reason: expect.stringContaining(reason) }),
    ])
    expect(lines.join()).not.toContain('sara@example.com')
    expect(await rowOf(subject)).toEqual(known)
  })

  test('nobody gets the address of another subject, nor a role by it', async () => {
    const { subject } = await hire({ email: undefined })
    provider.answerAt('/userinfo', {
      status: 200,
      body: { sub: 'root', name: 'Root', email: 'owner@example.com', email_verified: true },
    })
    expect((await browser().signIn(subject)).body.user).toMatchObject({
      name: placeholder,
      email: null,
      procurement_roles: ['requester'],
    })
  })

  test('somebody new has a placeholder until the next sign-in', async () => {
    const { subject } = await hire({})
    provider.answerAt('/userinfo', { status: 500, body: {} })
    expect((await browser().signIn(subject)).body.user.name).toEqual(placeholder)
    provider.answerAt('/userinfo', null)
    expect((await browser().signIn(subject)).body.user.name).toBe('Sara Ahmadi')
    expect(await rowOf(subject)).toMatchObject({ display_name: 'Sara Ahmadi', email: 'sara@example.com' })
  })

  test('a token that is no newer gives the name and the address that were missing', async () => {
    const subject = `program-${++rounds}`
    provider.setClaims(subject, sara)
    const iat = Math.floor(Date.now() / 1_000)
    const meBy = async (jti: string) =>
      (await bearer(await provider.forge({ sub: subject, iat, jti }))('GET', ME)).body
    provider.answerAt('/userinfo', { status: 500, body: {} })
    expect(await meBy('1')).toMatchObject({ display_name: placeholder, email: null })
    provider.answerAt('/userinfo', null)
    expect(await meBy('2')).toMatchObject({ display_name: 'Sara Ahmadi', email: 'sara@example.com' })
  })

  test('an older token gives the address that was missing, and leaves the newer name', async () => {
    const subject = `program-${++rounds}`
    const now = Math.floor(Date.now() / 1_000)
    const meBy = async (iat: number, claims: object) =>
      (await bearer(await provider.forge({ sub: subject, iat, ...claims }))('GET', ME)).body
    provider.answerAt('/userinfo', { status: 500, body: {} })
    await meBy(now, { name: 'Sara Ahmadi' })
    const old = { name: 'Sara', email: 'sara@example.com' }
    for (const email of [old.email, 'sara@example.net'])
      expect(await meBy(now - 60, { ...old, email })).toMatchObject({
        display_name: 'Sara Ahmadi',
        email: 'sara@example.com',
      })
  })

  test('the trail of a new address has the name that is known', async () => {
    const { subject, admin } = await hire({})
    await browser().signIn(subject)
    await wasSignedInAMinuteAgo(subject)
    provider.answerAt('/userinfo', { status: 500, body: {} })
    await bearer(await provider.forge({ sub: subject, email: 'sara@example.org' }))('GET', ME)
    const { body } = await admin('GET', `/api/audit-log?actor_id=${subject}&action=user.update`)
    expect(body.items[0]).toMatchObject({
      actor: 'Sara Ahmadi',
      changes: { display_name: 'Sara Ahmadi', email: 'sara@example.org' },
    })
  })
})

describe('an access token without name and address', () => {
  test('gives those of userinfo, which is asked once for a token, not for each request', async () => {
    const subject = `program-${++rounds}`
    const token = await provider.tokenFor(subject, sara)
    provider.takeRequests()
    const answers = await Promise.all(Array.from({ length: 5 }, () => bearer(token)('GET', ME)))
    for (const { body } of answers)
      expect(body).toMatchObject({ subject, display_name: 'Sara Ahmadi', email: 'sara@example.com' })
    expect((await bearer(token)('GET', ME)).status).toBe(200)
    expect(askedUserInfo()).toBe(1)
  })

  test('of an admin named by a verified address has the role', async () => {
    const token = await provider.tokenFor('owner', { ...sara, email: 'owner@example.com' })
    expect((await bearer(token)('GET', ME)).body.roles).toEqual(['admin'])
  })

  test('goes on with the name that is known where userinfo refuses it', async () => {
    const { subject } = await hire({})
    await browser().signIn(subject)
    await wasSignedInAMinuteAgo(subject)
    provider.answerAt('/userinfo', { status: 401, body: {} })
    const { body } = await bearer(await provider.tokenFor(subject, sara))('GET', ME)
    expect(body).toMatchObject({ display_name: 'Sara Ahmadi', email: 'sara@example.com' })
  })

  test('that is forged is never sent to the provider', async () => {
    provider.takeRequests()
    const token = await provider.forge({ sub: 'root' }, {}, await provider.newKey())
    expect((await bearer(token)('GET', ME)).status).toBe(401)
    expect(askedUserInfo()).toBe(0)
  })
})

test('a token with name and address asks nothing', async () => {
  const casdoor = await startIdentityProvider()
  try {
    await using plain = await startApp({ ...casdoor.env, OIDC_ADMINS: 'root' })
    casdoor.takeRequests()
    const { body } = await clientOf(plain.app, await casdoor.tokenFor('root'))('GET', ME)
    expect(body.display_name).toBe('Name of root')
    expect((await new WebBrowser(plain.app).signIn('root')).status).toBe(200)
    expect(casdoor.takeRequests()).not.toContain('/userinfo')
  } finally {
    await casdoor.stop()
  }
})

describe('asking again', () => {
  async function reader(status: () => number, endpoint = '/userinfo') {
    let [time, asked] = [1, 0]
    const server = Bun.serve({
      port: 0,
      hostname: '127.0.0.1',
      fetch({ url, headers }) {
        const { origin, pathname } = new URL(url)
        const userinfo_endpoint = endpoint ? `${origin}${endpoint}` : undefined
        if (pathname !== '/userinfo')
          return Response.json({ issuer: origin, jwks_uri: `${origin}/keys`, userinfo_endpoint })
        asked++
        expect(headers.get('Authorization')).toMatch(/^Bearer token-\d$/)
        return Response.json({ sub: 'ada', name: `Ada ${asked}` }, { status: status() })
      },
    })
    const issuer = server.url.origin
    const identity = createProvider({ issuer, discoveryUrl: null, fetch })
    const client = {
      id: 'frontage',
      secret: null,
      scopes: 'openid',
      providerName: 'Example',
      signsOutByIdToken: false,
    }
    const reasons: string[] = []
    const read = createUserInfo({
      configure: () => configureClient({ provider: identity, client, timeoutSeconds: 3 }),
      onFailure: ({ reason }) => void reasons.push(reason),
      now: () => time,
    })
    const wait = (seconds: number) => {
      time += seconds * 1_000
    }
    return { read, wait, reasons, asked: () => asked, [Symbol.asyncDispose]: () => server.stop(true) }
  }

  test('waits half a minute after a failure, an hour after an answer', async () => {
    let status = 503
    await using userInfo = await reader(() => status)
    const { read, wait } = userInfo
    expect(await read('token-1', 'ada')).toBeNull()
    wait(29)
    expect(await read('token-1', 'ada')).toBeNull()
    expect(userInfo.asked()).toBe(1)
    wait(2)
    status = 200
    expect(await read('token-1', 'ada')).toMatchObject({ name: 'Ada 2' })
    wait(3_599)
    expect(await read('token-1', 'ada')).toMatchObject({ name: 'Ada 2' })
    wait(2)
    expect(await read('token-1', 'ada')).toMatchObject({ name: 'Ada 3' })
    expect(userInfo.reasons).toEqual([expect.stringContaining('status 503')])
  })

  test('waits an hour where a token is refused, and does not for another one', async () => {
    let status = 401
    await using userInfo = await reader(() => status)
    const { read, wait } = userInfo
    expect(await read('token-1', 'ada')).toBeNull()
    status = 200
    wait(3_599)
    expect(await read('token-1', 'ada')).toBeNull()
    expect(await read('token-2', 'ada')).toMatchObject({ name: 'Ada 2' })
    wait(2)
    expect(await read('token-1', 'ada')).toMatchObject({ name: 'Ada 3' })
  })
  test('a provider without userinfo says nothing more, and that is no failure', async () => {
    await using userInfo = await reader(() => 200, '')
    expect(await userInfo.read('token-1', 'ada')).toEqual({})
    expect([userInfo.asked(), userInfo.reasons]).toEqual([0, []])
  })
})
