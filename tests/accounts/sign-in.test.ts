import { afterAll, afterEach, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { decodeJwt, decodeProtectedHeader, SignJWT, UnsecuredJWT } from 'jose'
import { createUser } from '../../src/accounts/admin-users.ts'
import type { Passwords } from '../../src/accounts/passwords.ts'
import { rowsOf } from '../../src/platform/db/database.ts'
import { addSession } from '../support/accounts.ts'
import { ADMIN, type Answer, clientOf, startApp, tokenOf } from '../support/app.ts'

const service = await startApp()
const { app, deps, anyone, admin } = service
afterAll(() => service[Symbol.asyncDispose]())
afterEach(() => service.setClock(null))

const HOUR = 60 * 60 * 1000
/** The key that `startApp` signs with. */
const KEY = new TextEncoder().encode('a test key that is longer than 32 bytes')

const login = (body: unknown) => anyone('POST', '/api/auth/login', { body })
const me = (token: string | null) => clientOf(app, token)('GET', '/api/auth/me')
const execute = (statement: ReturnType<typeof sql>) =>
  deps.database.transaction((tx) => rowsOf<Record<string, any>>(tx, statement))

let accounts = 0
async function account() {
  const password = 'a long enough password'
  const email = `somebody-${++accounts}@example.com`
  const body = { email, name: `Somebody ${accounts}`, role: 'admin', password }
  const { id } = await createUser(deps.auth, { kind: 'system', name: 'test' }, body)
  return { id, credentials: { email, password } }
}

function expectProblem(answer: Answer, status: number, code: string) {
  expect({ status: answer.status, code: answer.body.code }).toEqual({ status, code })
  expect(answer.headers.get('Content-Type')).toStartWith('application/problem+json')
}

function expectUnauthenticated(answer: Answer) {
  expectProblem(answer, 401, 'unauthenticated')
  expect(answer.headers.get('WWW-Authenticate')).toBe('Bearer')
}

describe('login', () => {
  test('returns the token, its lifetime and the user, and nothing else', async () => {
    service.setClock(new Date('2030-01-01T00:00:00.700Z'))
    const { status, headers, body } = await login(ADMIN)
    expect(status).toBe(200)
    expect(headers.get('Cache-Control')).toBe('no-store')
    expect(body).toEqual({
      token: expect.any(String),
      token_type: 'Bearer',
      expires_in: 28_800,
      expires_at: '2030-01-01T08:00:00.000Z',
      role: 'admin',
      user: { id: expect.any(Number), email: ADMIN.email, name: 'Admin', role: 'admin' },
    })
    expect(decodeProtectedHeader(body.token)).toEqual({ alg: 'HS256', typ: 'JWT' })
    expect(decodeJwt(body.token)).toEqual({
      iss: 'frontage',
      sub: String(body.user.id),
      role: 'admin',
      tv: 0,
      jti: expect.any(String),
      iat: Date.parse('2030-01-01') / 1000,
      exp: Date.parse('2030-01-01T08:00:00Z') / 1000,
    })
  })

  test('gives every token a unique id', async () => {
    const tokens = await Promise.all([tokenOf(app, ADMIN), tokenOf(app, ADMIN)])
    expect(new Set(tokens.map((token) => decodeJwt(token).jti)).size).toBe(2)
  })

  test('ignores the case of the email and spaces around it, but not the case of the password', async () => {
    expect((await login({ ...ADMIN, email: 'ADMIN@Example.COM' })).status).toBe(200)
    expect((await login({ ...ADMIN, email: ` \t${ADMIN.email}\u00a0\n` })).status).toBe(200)
    expect((await login({ ...ADMIN, password: ` ${ADMIN.password}` })).status).toBe(401)
    expect((await login({ ...ADMIN, password: ADMIN.password.toUpperCase() })).status).toBe(401)
  })

  test('returns the same 401 for an unknown user, a wrong password and a disabled user, after one comparison of hashes each', async () => {
    let comparisons = 0
    const passwords: Passwords = {
      ...deps.auth.passwords,
      verify: (...given) => {
        comparisons++
        return deps.auth.passwords.verify(...given)
      },
    }
    const counted = await service.beside({ passwords })
    const [known, disabled] = [await account(), await account()]
    await execute(sql`update admin_users set disabled = true where id = ${disabled.id}`)
    const attempts = {
      known: { ...known.credentials, password: 'not the password' },
      unknown: { email: 'nobody@example.com', password: 'not the password' },
      disabled: disabled.credentials,
    }
    const answers = new Set<string>()
    for (const body of Object.values(attempts)) {
      comparisons = 0
      const answer = await counted.anyone('POST', '/api/auth/login', { body })
      expect(comparisons).toBe(1)
      expectProblem(answer, 401, 'invalid_credentials')
      answers.add(JSON.stringify({ ...answer.body, request_id: null }))
      expect(answer.headers.get('WWW-Authenticate')).toBe('Bearer')
    }
    expect(answers.size).toBe(1)
  })

  test.each([
    ['no body', 415, undefined],
    ['an empty body', 400, ''],
    ['malformed JSON', 400, '{"email":'],
    ['null', 422, null],
    ['a list', 422, [ADMIN]],
    ['no password', 422, { email: ADMIN.email }],
    ['no email', 422, { password: ADMIN.password }],
    ['a number for a password', 422, { ...ADMIN, password: 12_345_678_901 }],
    ['an object for an email', 422, { ...ADMIN, email: { $ne: '' } }],
    ['an unknown field', 422, { ...ADMIN, role: 'admin' }],
    ['a password of 8,000 characters', 422, { ...ADMIN, password: 'x'.repeat(8_000) }],
    ['a password larger than the body limit', 413, { ...ADMIN, password: 'x'.repeat(100_000) }],
    ['an empty password', 401, { ...ADMIN, password: '' }],
    ['a password of 500 characters', 401, { ...ADMIN, password: 'x'.repeat(500) }],
    ['NUL in both', 401, { email: 'a\0@example.com', password: 'a\0' }],
    ['an unpaired surrogate in both', 401, { email: '\ud800@example.com', password: '\ud800' }],
    ['a wildcard', 401, { ...ADMIN, email: '%' }],
    ['SQL', 401, { email: "' or 1=1 --", password: "' or 1=1 --" }],
  ])('with %s is %d', async (_, status, body) => {
    const answer = await login(body)
    expect(answer.status).toBe(status)
    expect(answer.body).toMatchObject({ status, request_id: expect.any(String) })
  })

  test('with a form body is 415', async () => {
    const body = new URLSearchParams(ADMIN).toString()
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' }
    expect((await anyone('POST', '/api/auth/login', { body, headers })).status).toBe(415)
  })
})

describe('a token', () => {
  const base = { role: 'admin', tv: 0, jti: decodeJwt(admin.token!).jti!, iss: 'frontage', sub: '1' }
  const session = (id: number) => addSession(deps, { account: id, now: new Date() })
  const seconds = () => Math.floor(Date.now() / 1_000)
  const times = () => ({ iat: seconds(), exp: seconds() + 8 * 3_600 })
  const signed = (claims: object, { key = KEY, alg = 'HS256' } = {}) =>
    new SignJWT({ ...base, ...times(), ...claims }).setProtectedHeader({ alg }).sign(key)
  const withPayload = (token: string, claims: object) => {
    const [header, payload, signature] = token.split('.')
    const changed = { ...JSON.parse(Buffer.from(payload!, 'base64url').toString()), ...claims }
    return [header, Buffer.from(JSON.stringify(changed)).toString('base64url'), signature].join('.')
  }

  test('made like a real one is accepted, so the forgeries below fail for their defect alone', async () => {
    expect((await me(await signed({}))).status).toBe(200)
  })

  test.each<[string, () => string | Promise<string>]>([
    ['without a signature (alg none)', () => new UnsecuredJWT(base).setExpirationTime('8h').encode()],
    [
      'whose header says none',
      () => admin.token!.replace(/^[^.]+/, Buffer.from('{"alg":"none"}').toString('base64url')),
    ],
    ['whose signature is removed', () => admin.token!.replace(/[^.]+$/, '')],
    ['with another signature', () => admin.token!.replace(/[^.]+$/, 'A'.repeat(43))],
    ['signed with another key', () => signed({}, { key: new TextEncoder().encode('x'.repeat(40)) })],
    ['signed with an empty key', () => signed({}, { key: new Uint8Array(32) })],
    ['signed with the right key and HS512', () => signed({}, { alg: 'HS512', key: KEY })],
    ['of another issuer', () => signed({ iss: 'somebody' })],
    ['without an issuer', () => signed({ iss: undefined })],
    ['without a token version', () => signed({ tv: undefined })],
    ['with an older token version', () => signed({ tv: -1 })],
    ['with a later token version', () => signed({ tv: 1 })],
    ['with a string for a token version', () => signed({ tv: '0' })],
    ['without an id', () => signed({ jti: undefined })],
    ['of no session', () => signed({ jti: crypto.randomUUID() })],
    ['of the session of another account', async () => signed({ jti: await session((await account()).id) })],
    [
      'of a session that has ended',
      async () => {
        const { id } = await account()
        const jti = await session(id)
        await execute(
          sql`insert into revoked_tokens (jti, expires_at) values (${jti}::uuid, now() + interval '1 hour')`,
        )
        return signed({ sub: String(id), jti })
      },
    ],
    [
      'of a session that has expired',
      async () => {
        const { id } = await account()
        const jti = await session(id)
        await execute(sql`update sessions set expires_at = now() where id = ${jti}::uuid`)
        return signed({ sub: String(id), jti })
      },
    ],
    [
      'of a session from before the last change of the password',
      async () => {
        const { id } = await account()
        const jti = await session(id)
        await execute(sql`update admin_users set token_version = 1 where id = ${id}`)
        return signed({ sub: String(id), jti, tv: 1 })
      },
    ],
    ['of a session of the account, for a person of the provider', () => signed({ kind: 'person' })],
    ['that is valid for longer than eight hours', () => signed({ exp: times().iat + 8 * 3_600 + 2 })],
    ['that is valid for ten years', () => signed({ exp: seconds() + 315_360_000 })],
    ['that does not say when it was signed', () => signed({ iat: undefined })],
    ['with an id that is not a UUID', () => signed({ jti: "'; drop table" })],
    ['without a subject', () => signed({ sub: undefined })],
    ['of an unknown user', () => signed({ sub: '987654' })],
    ['of an id that is out of range', () => signed({ sub: '9999999999' })],
    ['of a subject that is not an id', () => signed({ sub: '1 or 1=1' })],
    ['that never expires', () => signed({ exp: undefined })],
    ['whose role claim was changed', () => withPayload(admin.token!, { role: 'creator' })],
    ['with a later expiry', () => withPayload(admin.token!, { exp: 4_000_000_000 })],
    ['whose subject was changed', () => withPayload(admin.token!, { sub: '2' })],
  ])('%s is 401', async (_, forge) => {
    expectUnauthenticated(await me(await forge()))
  })

  test('grants the role of the account, not of its claim', async () => {
    const { id } = await account()
    const jti = await session(id)
    const creator = clientOf(app, await signed({ sub: String(id), jti, role: 'admin' }))
    expect((await creator('GET', '/api/admin/users')).status).toBe(200)
    await execute(sql`update admin_users set role = 'creator' where id = ${id}`)
    expect((await creator('GET', '/api/auth/me')).body.role).toBe('creator')
    expect((await creator('GET', '/api/admin/users')).status).toBe(403)
    await execute(sql`update admin_users set role = 'admin' where id = ${id}`)
    const claimsCreator = clientOf(app, await signed({ sub: String(id), jti, role: 'creator' }))
    expect((await claimsCreator('GET', '/api/admin/users')).status).toBe(200)
    expect(
      (await clientOf(app, await signed({ sub: String(id), jti, role: undefined }))('GET', '/api/auth/me'))
        .status,
    ).toBe(200)
  })

  test('of an account that was disabled by SQL is 401', async () => {
    const { id } = await account()
    const token = await signed({ sub: String(id), jti: await session(id) })
    expect((await me(token)).status).toBe(200)
    await execute(sql`update admin_users set disabled = true where id = ${id}`)
    expectUnauthenticated(await me(token))
  })

  test('is valid for eight hours', async () => {
    const start = Date.parse('2030-01-01T00:00:00Z')
    service.setClock(new Date(start))
    const token = await tokenOf(app, ADMIN)
    service.setClock(new Date(start + 8 * HOUR - 1))
    expect((await me(token)).status).toBe(200)
    service.setClock(new Date(start + 8 * HOUR))
    const late = await me(token)
    expectUnauthenticated(late)
    expect(late.body.detail).toBe('The token has expired.')
    expectUnauthenticated(await clientOf(app, token)('GET', '/api/admin/articles'))
  })

  test.each([
    ['bearer', 200],
    ['BEARER', 200],
    ['Basic', 401],
    ['Token', 401],
    ['JWT', 401],
    ['', 401],
  ])('with the scheme %p is %d', async (scheme, status) => {
    const headers = { Authorization: `${scheme} ${admin.token}` }
    expect((await anyone('GET', '/api/auth/me', { headers })).status).toBe(status)
  })

  test('is only read from Authorization', async () => {
    const { token } = admin
    expectUnauthenticated(await anyone('GET', `/api/auth/me?token=${token}&access_token=${token}`))
    const headers = {
      Cookie: `token=${token}; access_token=${token}; Authorization=Bearer ${token}`,
      'X-Authorization': `Bearer ${token}`,
      'X-Api-Key': token!,
      'Proxy-Authorization': `Bearer ${token}`,
    }
    expectUnauthenticated(await anyone('GET', '/api/auth/me', { headers }))
    const body = { token, access_token: token }
    expectUnauthenticated(await anyone('POST', '/api/admin/articles', { body, headers }))
  })

  test('that is malformed is 401, never 500', async () => {
    const garbage = [
      '',
      'Bearer',
      'Bearer ',
      'Bearer x',
      'Bearer ..',
      'Bearer a.b.c',
      'Bearer a.b.c.d.e',
      'Bearer null',
      'Bearer e30.e30.e30',
      `Bearer ${admin.token} ${admin.token}`,
      `Bearer ${admin.token}, Bearer ${admin.token}`,
      `Bearer "${admin.token}"`,
      `Bearer ${'a'.repeat(10_000)}`,
      `Bearer ${'.'.repeat(10_000)}`,
      `Bearer ${' '.repeat(10_000)}x y`,
      'Bearer \u00ff\u00fe',
      'Bearer %00',
      'Bearer {"alg":"none"}',
    ]
    for (const Authorization of garbage) {
      expectUnauthenticated(await anyone('GET', '/api/admin/articles', { headers: { Authorization } }))
    }
  })
})

describe('without a token', () => {
  test.each([
    ['GET', '/api/auth/me'],
    ['POST', '/api/auth/change-password'],
    ['POST', '/api/auth/logout'],
    ['GET', '/api/admin/articles'],
    ['DELETE', '/api/admin/users/1'],
    ['GET', '/api/admin'],
    ['GET', '/api/admin/nothing/here'],
    ['POST', '/api/admin/../admin/x'],
  ])('%s %s is 401', async (method, path) => {
    expectUnauthenticated(await anyone(method, path))
  })
})

test('me returns the user of the token and its expiry', async () => {
  const { status, headers, body } = await admin('GET', '/api/auth/me')
  expect(status).toBe(200)
  expect(headers.get('Cache-Control')).toBe('no-store')
  expect(body).toEqual({
    id: expect.any(Number),
    email: ADMIN.email,
    name: 'Admin',
    role: 'admin',
    expires_at: new Date(decodeJwt(admin.token!).exp! * 1000).toISOString(),
  })
})

describe('change-password', () => {
  const change = (token: string, current_password: unknown, new_password: unknown) =>
    clientOf(app, token)('POST', '/api/auth/change-password', { body: { current_password, new_password } })

  test('returns a new token and revokes the old tokens and the old password at once', async () => {
    const user = await account()
    const [first, second] = [await tokenOf(app, user.credentials), await tokenOf(app, user.credentials)]
    const { status, headers, body } = await change(first, user.credentials.password, 'another password')
    expect(status).toBe(200)
    expect(headers.get('Cache-Control')).toBe('no-store')
    expect(Object.keys(body)).toEqual(Object.keys((await login(ADMIN)).body))
    expect(body.user).toMatchObject({ id: user.id, email: user.credentials.email })
    expect((await me(body.token)).status).toBe(200)
    expectUnauthenticated(await me(first))
    expectUnauthenticated(await me(second))
    expect((await login(user.credentials)).status).toBe(401)
    expect((await login({ ...user.credentials, password: 'another password' })).status).toBe(200)
  })

  test('with a wrong current password is 422 invalid_current_password and changes nothing', async () => {
    const user = await account()
    const token = await tokenOf(app, user.credentials)
    for (const wrong of ['', 'not the password', `${user.credentials.password} `, 'x'.repeat(500), 'a\0b']) {
      const answer = await change(token, wrong, 'another password')
      expectProblem(answer, 422, 'invalid_current_password')
      expect(answer.body.errors).toEqual([
        { path: 'current_password', code: 'invalid_current_password', message: expect.any(String) },
      ])
    }
    expect((await me(token)).status).toBe(200)
    expect((await login(user.credentials)).status).toBe(200)
  })

  test.each([
    ['nine characters', 'nine char'],
    ['no character', ''],
    ['201 characters', 'x'.repeat(201)],
    ['a number', 12_345_678_901],
    ['null', null],
    ['nothing', undefined],
    ['the current password', ADMIN.password],
  ])('to %s is 422 and changes nothing', async (_, next) => {
    const answer = await change(admin.token!, ADMIN.password, next)
    expectProblem(answer, 422, 'validation_failed')
    expect(answer.body.errors).toMatchObject([{ path: 'new_password' }])
    expect((await admin('GET', '/api/auth/me')).status).toBe(200)
  })

  test.each([
    ['ten characters', 'ten chars!'],
    ['200 characters', 'ن'.repeat(200)],
    ['NUL and emoji', 'a\0b😀 password'],
  ])('to %s works', async (_, next) => {
    const user = await account()
    const { body } = await change(await tokenOf(app, user.credentials), user.credentials.password, next)
    expect((await me(body.token)).status).toBe(200)
    expect((await login({ email: user.credentials.email, password: next })).status).toBe(200)
  })

  test('succeeds once when sent twice at the same time', async () => {
    const user = await account()
    let { password } = user.credentials
    for (let round = 1; round <= 5; round++) {
      const token = await tokenOf(app, { email: user.credentials.email, password })
      const passwords = [`password a of ${round}`, `password b of ${round}`]
      const answers = await Promise.all(passwords.map((next) => change(token, password, next)))
      const won = answers.findIndex(({ status }) => status === 200)
      const lost = answers[1 - won]!
      expect([401, 422]).toContain(lost.status)
      expect((await me(answers[won]!.body.token)).status).toBe(200)
      expect((await login({ email: user.credentials.email, password: passwords[1 - won] })).status).toBe(401)
      password = passwords[won]!
    }
  })
})

describe('logout', () => {
  const logout = (token: string, body?: unknown) =>
    clientOf(app, token)('POST', '/api/auth/logout', body === undefined ? {} : { body })

  test.each([
    ['without a body', undefined],
    ['with an empty object', {}],
    ['with everywhere false', { everywhere: false }],
  ])('%s revokes only this token', async (_, body) => {
    const [first, second] = [await tokenOf(app, ADMIN), await tokenOf(app, ADMIN)]
    const answer = await logout(first, body)
    expect([answer.status, answer.body]).toEqual([204, ''])
    expectUnauthenticated(await me(first))
    expectUnauthenticated(await logout(first))
    expect((await me(second)).status).toBe(200)
    expect((await me(admin.token)).status).toBe(200)
  })

  test('with everywhere true revokes all tokens of the user and of nobody else', async () => {
    const user = await account()
    const [first, second] = [await tokenOf(app, user.credentials), await tokenOf(app, user.credentials)]
    expect((await logout(first, { everywhere: true })).status).toBe(204)
    expectUnauthenticated(await me(first))
    expectUnauthenticated(await me(second))
    expect((await me(admin.token)).status).toBe(200)
    expect((await me(await tokenOf(app, user.credentials))).status).toBe(200)
  })

  test('sent several times at once is 204 or 401, never 5xx', async () => {
    const token = await tokenOf(app, ADMIN)
    const answers = await Promise.all(Array.from({ length: 8 }, () => logout(token)))
    for (const { status } of answers) expect([204, 401]).toContain(status)
    expectUnauthenticated(await me(token))
  })

  test('treats an empty body as missing, with any Content-Type', async () => {
    const token = await tokenOf(app, ADMIN)
    expect((await logout(token, '')).status).toBe(204)
    expectUnauthenticated(await me(token))
  })

  test.each([
    ['null', 'null', 422],
    ['malformed JSON', '{', 400],
    ['a list', [], 422],
    ['a string', { everywhere: 'yes' }, 422],
    ['an unknown field', { all: true }, 422],
  ])('with %s changes nothing', async (_, body, status) => {
    expect((await logout(admin.token!, body)).status).toBe(status)
    expect((await me(admin.token)).status).toBe(200)
  })

  test('deletes revoked tokens only after they have expired', async () => {
    const start = Date.now() + HOUR
    service.setClock(new Date(start))
    const token = await tokenOf(app, ADMIN)
    await logout(token)
    const noted = () =>
      execute(sql`select 1 from revoked_tokens where jti = ${decodeJwt(token).jti as string}::uuid`)
    service.setClock(new Date(start + 8 * HOUR - 1_000))
    await logout(await tokenOf(app, ADMIN))
    expect(await noted()).toHaveLength(1)
    expectUnauthenticated(await me(token))
    service.setClock(new Date(start + 8 * HOUR + 1_000))
    await logout(await tokenOf(app, ADMIN))
    expect(await noted()).toHaveLength(0)
    expectUnauthenticated(await me(token))
  })
})

test('sign-in responses never contain a hash or a token version', async () => {
  const answers = [await login(ADMIN), await admin('GET', '/api/auth/me')]
  for (const { body } of answers) {
    expect(JSON.stringify({ ...body, token: null })).not.toMatch(/argon2|hash|password|version|tv/)
  }
})
