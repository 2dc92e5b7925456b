// Tokens of a real provider at a procurement route: accepted ones, and those that are 401.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { exportSPKI, importJWK, SignJWT, UnsecuredJWT } from 'jose'
import { rowsOf } from '../../../src/platform/db/database.ts'
import { clientOf, startApp, type TestApp } from '../../support/app.ts'
import {
  AUDIENCE,
  BROWSER_CLIENT,
  type IdentityProvider,
  startIdentityProvider,
} from '../../support/identity-provider.ts'
import { stopClock } from '../../support/stop-clock.ts'

let provider: IdentityProvider
let service: TestApp

beforeAll(async () => {
  provider = await startIdentityProvider()
  service = await startApp({
    ...provider.env,
    OIDC_ADMINS: 'root, Boss@Example.com, chief@example.com, race@example.com, Kelvin@example.com',
  })
})

afterAll(async () => {
  await service[Symbol.asyncDispose]()
  await provider.stop()
})

const ME = '/api/users/me'
const asBearer = (token: string) => clientOf(service.app, token)
const statusFor = async (token: string) => (await asBearer(token)('GET', ME)).status
const usersBy = async (subject: string) => {
  const root = asBearer(await provider.tokenFor('root'))
  const { body } = await root('GET', '/api/users')
  return body.items.filter((user: { subject: string }) => user.subject === subject)
}

test('a user’s access token is accepted and mirrors the user with the display name', async () => {
  const answer = await asBearer(await provider.tokenFor('ada', { displayName: 'Ada Lovelace' }))('GET', ME)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('Cache-Control')).toBe('no-store')
  expect(answer.body).toEqual({
    id: expect.any(Number),
    subject: 'ada',
    email: 'ada@example.com',
    display_name: 'Ada Lovelace',
    roles: [],
  })
})

test('role and admin claims of the provider grant no roles', async () => {
  const token = await provider.tokenFor('eve', {
    isAdmin: true,
    roles: [{ name: 'admin' }],
    groups: ['admin'],
  })
  expect((await asBearer(token)('GET', ME)).body.roles).toEqual([])
  expect((await asBearer(token)('GET', '/api/users')).status).toBe(403)
})

describe('a token is 401:', () => {
  const refused: [string, () => Promise<string>][] = [
    ['alg none', async () => unsecured({})],
    ['alg none in capitals', async () => unsecured({ alg: 'None' })],
    ['HMAC with the public key as PEM', async () => hmacWith(await publicPem())],
    ['HMAC with the public key as JSON', async () => hmacWith(JSON.stringify(await provider.publicKey()))],
    [
      'a signature of another key under a known kid',
      async () => {
        const { kid } = await provider.publicKey()
        return provider.forge({}, { kid: kid! }, await provider.newKey())
      },
    ],
    ['a key that the provider does not have', async () => provider.forge({}, {}, await provider.newKey())],
    [
      'a changed payload',
      async () => {
        const [head, , signature] = (await provider.tokenFor('ada')).split('.')
        return `${head}.${Buffer.from('{"sub":"root"}').toString('base64url')}.${signature}`
      },
    ],
    ['another issuer', () => provider.forge({ iss: 'https://id.example.com' })],
    ['the issuer with a slash', () => provider.forge({ iss: `${provider.issuer}/` })],
    ['another audience', () => provider.forge({ aud: 'another-client' })],
    ['no audience', () => provider.forge({ aud: undefined as never })],
    ['an expired token', () => provider.forge({ exp: nowSeconds() - 10 })],
    ['a token without expiry', () => provider.forge({ exp: undefined as never })],
    ['a string for the expiry', () => provider.forge({ exp: String(nowSeconds() + 600) as never })],
    ['a token that is not yet valid', () => provider.forge({ nbf: nowSeconds() + 60 })],
    ['a string for nbf', () => provider.forge({ nbf: '0' as never })],
    ['a token without subject', () => provider.forge({ sub: undefined as never })],
    ['a subject that is a number', () => provider.forge({ sub: 1 as never })],
    ['an empty subject', () => provider.forge({ sub: '' })],
    ['a subject of 256 characters', () => provider.forge({ sub: 'x'.repeat(256) })],
    ['a subject with a line feed', () => provider.forge({ sub: 'a\nb' })],
    ['a subject of the service’s own accounts', () => provider.forge({ sub: 'local:1' })],
    ['a refresh token', () => provider.forge({ tokenType: 'refresh-token' })],
    ['an empty token type', () => provider.forge({ tokenType: '' })],
    ['an ID token with a nonce', () => provider.forge({ nonce: 'n-0S6_WzA2Mj' })],
    ['an ID token with at_hash', () => provider.forge({ at_hash: 'MTIzNDU2Nzg5MDEyMzQ1Ng' })],
    ['an ID token with c_hash', () => provider.forge({ c_hash: 'MTIzNDU2Nzg5MDEyMzQ1Ng' })],
    ['an ID token of Casdoor', () => provider.forge({ tokenType: 'id-token' })],
    [
      'an ID token of Casdoor that says it is an access token',
      () => provider.forge({ tokenType: 'access-token', nonce: 'n-0S6_WzA2Mj' }),
    ],
    [
      'an access token of the client of the sign-in by browser',
      () => provider.forge({ typ: 'Bearer', azp: BROWSER_CLIENT.client_id }),
    ],
    [
      'an access token of that client by RFC 9068',
      () => provider.forge({ client_id: BROWSER_CLIENT.client_id }, { typ: 'at+jwt' }),
    ],
    ['an ID token of Keycloak', () => provider.forge({ typ: 'ID' })],
    ['a refresh token of Keycloak', () => provider.forge({ typ: 'Refresh' })],
    ['an ID token of Cognito', () => provider.forge({ token_use: 'id' })],
    ['an ID token typed as at+jwt', () => provider.forge({ typ: 'ID' }, { typ: 'at+jwt' })],
    ['a logout token', () => provider.forge({ events: {} })],
    ['a logout token by its type', () => provider.forge({}, { typ: 'logout+jwt' })],
    ['a refresh token of the provider', () => provider.tokenFor('ada', { tokenType: 'refresh-token' })],
    ['a forbidden user', () => provider.tokenFor('ada', { isForbidden: true })],
    ['a deleted user', () => provider.tokenFor('ada', { isDeleted: true })],
    ['a forbidden user as a string', () => provider.forge({ isForbidden: 'true' })],
    ['a sign-in token of another key', () => provider.forge({ iss: 'frontage' })],
    ['two dots', async () => '..'],
    ['no token at all', async () => 'nonsense'],
  ]
  test.each(refused)('%s', async (_, make) => {
    const answer = await asBearer(await make())('GET', ME)
    expect([answer.status, answer.body.code]).toEqual([401, 'unauthenticated'])
    expect(answer.headers.get('WWW-Authenticate')).toBe('Bearer')
    expect(answer.headers.get('Content-Type')).toBe('application/problem+json')
  })

  test('refused users are not mirrored', async () => {
    expect(await usersBy('forged')).toEqual([])
    expect(await usersBy('local:1')).toEqual([])
  })

  test('a valid token is only read from Authorization', async () => {
    const token = await provider.tokenFor('ada')
    const headers: Record<string, string>[] = [
      { Authorization: `Basic ${token}` },
      { Authorization: token },
      { Authorization: `Bearer ${token} ${token}` },
      { Authorization: `Bearer ${token},${token}` },
      { Cookie: `token=${token}` },
      { 'X-Access-Token': token },
    ]
    for (const header of headers) {
      expect((await service.anyone('GET', ME, { headers: header })).status).toBe(401)
    }
    expect((await service.anyone('GET', `${ME}?access_token=${token}`)).status).toBe(401)
    expect(await statusFor(token)).toBe(200)
  })
})

test('an expiry a few seconds ago is tolerated, because clocks differ', async () => {
  using _ = stopClock()
  expect(await statusFor(await provider.forge({ exp: nowSeconds() - 2 }))).toBe(200)
})

test('a token that states that it is an access token may have claims of ID tokens', async () => {
  const claims = { nonce: 'n-0S6_WzA2Mj', at_hash: 'MTIzNDU2Nzg5MDEyMzQ1Ng' }
  expect(await statusFor(await provider.forge({ ...claims, typ: 'Bearer' }))).toBe(200)
  expect(await statusFor(await provider.forge({ ...claims, token_use: 'access' }))).toBe(200)
  expect(await statusFor(await provider.forge(claims, { typ: 'at+jwt' }))).toBe(200)
  expect(await statusFor(await provider.forge(claims, { typ: 'application/at+jwt' }))).toBe(200)
  expect(await statusFor(await provider.forge(claims, { typ: 'JWT' }))).toBe(401)
})

test('a token of the one client of programs and browsers is accepted, but not one of a sign-in by browser', async () => {
  await using shared = await startApp({ ...provider.env, OIDC_CLIENT_ID: AUDIENCE })
  const answerTo = async (claims: object) => {
    const token = await provider.forge({ tokenType: 'access-token', azp: AUDIENCE, ...claims })
    return (await clientOf(shared.app, token)('GET', ME)).status
  }
  expect(await answerTo({})).toBe(200)
  expect(await answerTo({ nonce: 'n-0S6_WzA2Mj' })).toBe(401)
})

test('a token may have no token type, several audiences and any typ', async () => {
  expect(await statusFor(await provider.forge({ aud: ['other', AUDIENCE] }))).toBe(200)
  expect(await statusFor(await provider.forge({}, { typ: 'at+jwt' }))).toBe(200)
  expect(await statusFor(await provider.forge({}, { typ: 'JWT' }))).toBe(200)
})

describe('the display name is', () => {
  const nameFor = async (claims: Record<string, unknown>) =>
    (await asBearer(await provider.tokenFor(crypto.randomUUID(), claims))('GET', ME)).body
      .display_name as string

  test('the user name when there is no display name', async () => {
    for (const displayName of [undefined, null, '', '  ', 7, { a: 1 }]) {
      expect(await nameFor({ displayName, name: 'ada' })).toBe('ada')
    }
  })

  test('a placeholder when there is neither', async () => {
    expect(await nameFor({ displayName: '', name: '' })).toMatch(/^user [0-9a-f]{12}$/)
  })

  test('truncated to one short line', async () => {
    const name = await nameFor({ displayName: 'Ada '.repeat(262_144) })
    expect(name.length).toBeLessThanOrEqual(200)
    expect(name).toStartWith('Ada Ada')
  })

  test('without line breaks and other control characters', async () => {
    expect(await nameFor({ displayName: 'Ada\r\n2026 root approve\u0000\u001b[31m\u202e\u2028x' })).toBe(
      'Ada 2026 root approve [31m x',
    )
  })

  test('never a value that looks like a token', async () => {
    const token = await provider.tokenFor('ada')
    for (const displayName of [
      token,
      `Bearer ${token}`,
      `me ${token}`,
      token.split('.')[0],
      'f'.repeat(64),
    ]) {
      expect(await nameFor({ displayName, name: 'ada' })).toBe('ada')
      expect(await nameFor({ displayName, name: token })).toMatch(/^user [0-9a-f]{12}$/)
    }
  })

  test('unchanged in Persian', async () => {
    expect(await nameFor({ displayName: 'آدا لاولیس' })).toBe('آدا لاولیس')
  })
})

describe('the mirrored user', () => {
  const day = 86_400
  test('is updated by newer tokens only, and only when something changed', async () => {
    const sign = (iat: number, displayName: string) =>
      provider.forge({ sub: 'cal', name: 'cal', displayName, iat, exp: nowSeconds() + day })
    const [older, newer] = [await sign(nowSeconds() - 100, 'Old Name'), await sign(nowSeconds(), 'New Name')]
    const nameBy = async (token: string) => (await asBearer(token)('GET', ME)).body.display_name
    expect(await nameBy(older)).toBe('Old Name')
    expect(await nameBy(newer)).toBe('New Name')
    for (const token of [older, newer, older, newer]) expect(await nameBy(token)).toBe('New Name')
    const [user] = await usersBy('cal')
    expect(user).toMatchObject({ version: 2, display_name: 'New Name' })
  })

  test('is created once, with one audit row, by simultaneous first requests', async () => {
    const token = await provider.tokenFor('first')
    const answers = await Promise.all(Array.from({ length: 10 }, () => asBearer(token)('GET', ME)))
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1)
    const root = asBearer(await provider.tokenFor('root'))
    const { body } = await root('GET', '/api/audit-log?action=user.create&actor_id=first')
    expect(body.items).toHaveLength(1)
    expect(body.items[0]).toMatchObject({
      actor: 'Name of first',
      entity: 'users',
      entity_id: String(answers[0]!.body.id),
    })
  })

  test('keeps the email when a token has none', async () => {
    await asBearer(await provider.forge({ sub: 'dan', email: 'dan@example.com', iat: nowSeconds() - 50 }))(
      'GET',
      ME,
    )
    const later = await asBearer(await provider.forge({ sub: 'dan', name: 'Dan' }))('GET', ME)
    expect(later.body).toMatchObject({ email: 'dan@example.com', display_name: 'Dan' })
  })
})

describe('admins by configuration', () => {
  const rolesFor = async (sub: string, claims: object) =>
    (await asBearer(await provider.forge({ sub, ...claims }))('GET', ME)).body.roles

  test('are named by subject, or by an email that the provider states as verified', async () => {
    expect(await rolesFor('root', {})).toEqual(['admin'])
    expect(await rolesFor('b1', { email: 'boss@example.com', email_verified: true })).toEqual(['admin'])
    expect(await rolesFor('b1', { email: 'BOSS@example.com', emailVerified: true })).toEqual(['admin'])
  })

  test('an email is bound to the first subject that uses it, even when that user is deleted', async () => {
    const claims = { email: 'chief@example.com', email_verified: true }
    const execute = (statement: ReturnType<typeof sql>) =>
      service.deps.database.query((tx) => rowsOf<object>(tx, statement))
    expect(await rolesFor('owner', claims)).toEqual(['admin'])
    expect(await rolesFor('thief', claims)).toEqual([])
    await execute(sql`delete from users where subject = 'owner'`)
    expect(await rolesFor('thief', claims)).toEqual([])
    expect(await rolesFor('owner', claims)).toEqual(['admin'])
    expect(
      await execute(sql`select action, actor_id, entity, entity_id, changes from audit_log
        where action = 'oidc_admin.bind' and entity_id = 'chief@example.com'`),
    ).toEqual([
      {
        action: 'oidc_admin.bind',
        actor_id: 'owner',
        entity: 'oidc_admin_bindings',
        entity_id: 'chief@example.com',
        changes: { email: 'chief@example.com', subject: 'owner' },
      },
    ])
  })

  test('of simultaneous subjects with the same email only one becomes admin', async () => {
    const claims = { email: 'race@example.com', email_verified: true }
    const roles = await Promise.all(
      Array.from({ length: 6 }, (_, index) => rolesFor(`race-${index}`, claims)),
    )
    expect(roles.filter((list) => list.includes('admin'))).toHaveLength(1)
  })

  test('a look-alike of an email does not match', async () => {
    // The Kelvin sign, which toLowerCase() turns into k.
    expect(await rolesFor('k1', { email: '\u212aelvin@example.com', email_verified: true })).toEqual([])
    expect(await rolesFor('k2', { email: 'KELVIN@example.com', email_verified: true })).toEqual(['admin'])
  })

  test('nobody else', async () => {
    expect(await rolesFor('b3', { email: 'boss@example.com' })).toEqual([])
    expect(await rolesFor('b4', { email: 'boss@example.com', email_verified: 'false' })).toEqual([])
    expect(await rolesFor('b5', { email: 'boss@example.com', emailVerified: 1 })).toEqual([])
    expect(await rolesFor('boss@example.com', {})).toEqual([])
    expect(await rolesFor('Root', {})).toEqual([])
    expect(await rolesFor('root2', { name: 'root' })).toEqual([])
    // The email must be verified in this token, not in an earlier one.
    expect(await rolesFor('b1', {})).toEqual([])
  })
})

const nowSeconds = () => Math.floor(Date.now() / 1_000)
const claims = () => ({
  iss: provider.issuer,
  aud: AUDIENCE,
  sub: 'forged',
  iat: nowSeconds(),
  exp: nowSeconds() + 600,
})
const unsecured = (header: object) => {
  const [, payload] = new UnsecuredJWT(claims()).encode().split('.')
  const head = Buffer.from(JSON.stringify({ alg: 'none', ...header })).toString('base64url')
  return `${head}.${payload}.`
}
const publicPem = async () =>
  exportSPKI((await importJWK({ ...(await provider.publicKey()), ext: true }, 'RS256')) as CryptoKey)
const hmacWith = async (secret: string) =>
  new SignJWT(claims())
    .setProtectedHeader({ alg: 'HS256', kid: (await provider.publicKey()).kid! })
    .sign(new TextEncoder().encode(secret))
