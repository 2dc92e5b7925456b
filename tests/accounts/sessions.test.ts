import { afterAll, afterEach, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { decodeJwt } from 'jose'
import { createUser } from '../../src/accounts/admin-users.ts'
import { endedSessionsTask } from '../../src/accounts/end-sessions.ts'
import { type Driver, rowsOf } from '../../src/platform/db/database.ts'
import { type WatchedDriver, watch } from '../platform/db/watched-driver.ts'
import { type Answer, clientOf, startApp } from '../support/app.ts'
import { setUpTotp } from '../support/factors.ts'

let watched!: WatchedDriver
const wrap = (inner: Driver) => {
  watched = watch(inner)
  return watched.driver
}
const service = await startApp({}, { wrap })
const { app, deps, anyone } = service
afterAll(() => service[Symbol.asyncDispose]())
afterEach(() => service.setClock(null))

const PANEL = { 'X-Frontage-Panel': '1', Host: 'localhost:3000' }
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0'
const PASSWORD = 'a long enough password'
const HOUR = 3_600_000

let accounts = 0
async function account() {
  const email = `session-${++accounts}@example.com`
  const body = { email, name: `Somebody ${accounts}`, role: 'admin', password: PASSWORD }
  const { id } = await createUser(deps.auth, { kind: 'system', name: 'test' }, body)
  return { id, email }
}

const cookieOf = ({ headers }: Answer) => headers.get('Set-Cookie')?.split(';')[0] ?? ''
const withCookie = (cookie: string, headers: Record<string, string> = {}) => ({
  ...PANEL,
  Cookie: cookie,
  ...headers,
})
const signIn = (email: string, headers: Record<string, string> = PANEL, password = PASSWORD) =>
  anyone('POST', '/api/auth/login', { body: { email, password }, headers })
const mint = (cookie: string, headers: Record<string, string> = {}) =>
  anyone('POST', '/api/auth/token', { headers: withCookie(cookie, headers) })
const me = async (token: string) => (await clientOf(app, token)('GET', '/api/auth/me')).status
const as = ({ body }: Answer) => clientOf(app, body.token)

describe('the cookie of the panel', () => {
  test('is set for the panel alone: HttpOnly, SameSite=Strict, for the sign-in routes, for eight hours', async () => {
    const { email } = await account()
    expect((await signIn(email, {})).headers.get('Set-Cookie')).toBeNull()
    service.setClock(new Date('2030-01-01T00:00:00Z'))
    const cookie = (await signIn(email)).headers.get('Set-Cookie')!
    expect(cookie.replace(/=[\w-]{43};/, '=…;')).toBe(
      'frontage_session=…; Max-Age=28800; Path=/api/auth; HttpOnly; SameSite=Strict',
    )
  })

  test.each([
    ['example.com', true],
    ['192.168.1.5:3000', true],
    ['localhost.example.com', true],
    ['localhost:3000', false],
    ['127.0.0.1:3000', false],
    ['[::1]:3000', false],
  ])('on %s is Secure: %p', async (Host, isSecure) => {
    const { email } = await account()
    const cookie = (await signIn(email, { ...PANEL, Host })).headers.get('Set-Cookie')!
    expect(cookie.includes('; Secure')).toBe(isSecure)
  })

  test('lasts eight hours to the second, like the token, however long the sign-in takes', async () => {
    const { email } = await account()
    let time = Date.parse('2030-01-01T00:00:00.900Z')
    service.setClock(() => {
      time += 200
      return new Date(time)
    })
    const { body, headers } = await signIn(email)
    expect(body.expires_in).toBe(28_800)
    const { iat, exp } = decodeJwt(body.token)
    expect(exp! - iat!).toBe(28_800)
    expect(headers.get('Set-Cookie')).toContain('Max-Age=28800;')
  })

  test('mints tokens that end with the eight hours of the sign-in', async () => {
    const { id, email } = await account()
    const start = Date.parse('2030-01-01T00:00:00Z')
    service.setClock(new Date(start))
    const first = await signIn(email)
    service.setClock(new Date(start + 3 * HOUR))
    const { status, headers, body } = await mint(cookieOf(first))
    expect(status).toBe(200)
    expect(headers.get('Cache-Control')).toBe('no-store')
    expect(body).toEqual({ ...first.body, token: expect.any(String), expires_in: 5 * 3_600 })
    expect(body.user.id).toBe(id)
    expect(decodeJwt(body.token)).toMatchObject({
      jti: decodeJwt(first.body.token).jti,
      exp: start / 1000 + 28_800,
    })
    expect(await me(body.token)).toBe(200)
    service.setClock(new Date(start + 8 * HOUR))
    const late = await mint(cookieOf(first))
    expect([late.status, late.body.code]).toEqual([401, 'unauthenticated'])
    expect(late.headers.get('Set-Cookie')).toStartWith('frontage_session=; Max-Age=0')
    expect(await me(body.token)).toBe(401)
  })

  test('mints tokens of eight hours at most after the clock was set back, and ends with the session', async () => {
    const { email } = await account()
    const start = Date.parse('2030-01-01T00:00:00Z')
    service.setClock(new Date(start))
    const cookie = cookieOf(await signIn(email))
    service.setClock(new Date(start - HOUR))
    const { body } = await mint(cookie)
    const { iat, exp } = decodeJwt(body.token)
    expect([exp! - iat!, body.expires_in]).toEqual([28_800, 28_800])
    expect(await me(body.token)).toBe(200)
    expect((await clientOf(app, body.token)('POST', '/api/auth/logout')).status).toBe(204)
    // The token would have ended by now, the session would not.
    service.setClock(new Date(start + 7.5 * HOUR))
    await service.signIn('creator').then((other) => other('POST', '/api/auth/logout'))
    expect((await mint(cookie)).status).toBe(401)
  })

  test('is good for nothing else', async () => {
    const { email } = await account()
    const headers = withCookie(cookieOf(await signIn(email)))
    for (const path of ['/api/auth/me', '/api/auth/sessions', '/api/admin/articles'])
      expect((await anyone('GET', path, { headers })).status).toBe(401)
  })

  test.each<[string, Record<string, string>, number]>([
    ['without the header of the panel', { 'X-Frontage-Panel': '' }, 403],
    ['with another value of it', { 'X-Frontage-Panel': 'true' }, 403],
    ['from another site', { 'Sec-Fetch-Site': 'cross-site' }, 403],
    ['from another host of the site', { 'Sec-Fetch-Site': 'same-site' }, 403],
    ['from another origin', { Origin: 'https://evil.example' }, 403],
    ['from another port', { Origin: 'http://localhost:4000' }, 403],
    ['from the origin null', { Origin: 'null' }, 403],
    ['from its own origin', { Origin: 'http://localhost:3000', 'Sec-Fetch-Site': 'same-origin' }, 200],
  ])('%s is %3$d', async (_, headers, status) => {
    const { email } = await account()
    const answer = await mint(cookieOf(await signIn(email)), headers)
    expect(answer.status).toBe(status)
    expect(answer.headers.get('Access-Control-Allow-Origin')).toBeNull()
  })

  test.each([
    ['none', ''],
    ['an empty one', 'frontage_session='],
    ['a wrong one', `frontage_session=${'x'.repeat(43)}`],
    ['NUL', 'frontage_session=%00'],
    ['10,000 characters', `frontage_session=${'x'.repeat(10_000)}`],
  ])('%s is 401', async (_, cookie) => {
    expect((await mint(cookie)).status).toBe(401)
  })

  test('ends with signing out, here and everywhere, and on every replica at once', async () => {
    const { email } = await account()
    const beside = await service.beside()
    for (const body of [{}, { everywhere: true }]) {
      const signedIn = await signIn(email)
      const answer = await as(signedIn)('POST', '/api/auth/logout', { body, headers: PANEL })
      expect(answer.headers.get('Set-Cookie')).toStartWith('frontage_session=; Max-Age=0')
      const options = { headers: withCookie(cookieOf(signedIn)) }
      expect((await beside.anyone('POST', '/api/auth/token', options)).status).toBe(401)
    }
  })

  test.each<[string, object]>([
    ['disabled', { disabled: true }],
    ['given another role', { role: 'creator' }],
    ['given another password', { password: 'another long password' }],
  ])('ends when the account is %s', async (_, change) => {
    const { id, email } = await account()
    const cookie = cookieOf(await signIn(email))
    await service.admin('PATCH', `/api/admin/users/${id}`, { body: change })
    expect((await mint(cookie)).status).toBe(401)
  })

  test('ends when the account is deleted', async () => {
    const { id, email } = await account()
    const cookie = cookieOf(await signIn(email))
    expect((await service.admin('DELETE', `/api/admin/users/${id}`)).status).toBe(204)
    expect((await mint(cookie)).status).toBe(401)
  })

  test('goes on where the password is changed, and ends elsewhere', async () => {
    const { email } = await account()
    const [here, elsewhere] = [await signIn(email), await signIn(email)]
    const body = { current_password: PASSWORD, new_password: 'another long password' }
    const changed = await as(here)('POST', '/api/auth/change-password', { body })
    expect(await me(changed.body.token)).toBe(200)
    expect((await mint(cookieOf(here))).status).toBe(200)
    expect((await mint(cookieOf(elsewhere))).status).toBe(401)
  })

  test('of another session of the account is replaced by a sign-in over it', async () => {
    const { email } = await account()
    const first = await signIn(email)
    const second = await signIn(email, withCookie(cookieOf(first)))
    expect(await me(first.body.token)).toBe(401)
    expect((await as(second)('GET', '/api/auth/sessions')).body.items).toHaveLength(1)
    // Not of somebody else, whose work in another tab goes on until they sign out.
    const stranger = await signIn((await account()).email, withCookie(cookieOf(second)))
    expect(await me(second.body.token)).toBe(200)
    expect(await me(stranger.body.token)).toBe(200)
  })
})

describe('the sessions of an account', () => {
  test('are listed with device, address, times and method, the latest first', async () => {
    const { email } = await account()
    const start = Date.parse('2030-01-01T00:00:00Z')
    service.setClock(new Date(start))
    const body = { email, password: PASSWORD }
    const headers = { 'User-Agent': FIREFOX }
    const first = await anyone('POST', '/api/auth/login', { body, headers, peer: '192.0.2.7' })
    service.setClock(new Date(start + HOUR))
    const second = await signIn(email, { 'User-Agent': 'curl/8.5.0' })
    const { status, headers: answered, body: list } = await as(second)('GET', '/api/auth/sessions')
    expect(status).toBe(200)
    expect(answered.get('Cache-Control')).toBe('no-store')
    expect(list.items).toEqual([
      expect.objectContaining({ is_current: true, device: 'curl', method: 'password' }),
      {
        id: decodeJwt(first.body.token).jti,
        is_current: false,
        device: 'Firefox, Windows',
        address: '192.0.2.7',
        method: 'password',
        created_at: '2030-01-01T00:00:00.000Z',
        last_seen_at: '2030-01-01T00:00:00.000Z',
        expires_at: '2030-01-01T08:00:00.000Z',
      },
    ])
    // Seen: within five minutes nothing is written.
    service.setClock(new Date(start + 2 * HOUR))
    await as(first)('GET', '/api/auth/me')
    service.setClock(new Date(start + 2 * HOUR + 299_000))
    const seen = (await as(first)('GET', '/api/auth/sessions')).body.items
    expect(seen[0]).toMatchObject({ is_current: true, last_seen_at: '2030-01-01T02:00:00.000Z' })
    service.setClock(new Date(start + 8 * HOUR))
    expect((await as(second)('GET', '/api/auth/sessions')).body.items).toHaveLength(1)
  })

  test('come in pages, this one first', async () => {
    const { email } = await account()
    const first = await signIn(email)
    for (let i = 0; i < 4; i++) await signIn(email)
    const { jti } = decodeJwt(first.body.token)
    const page = (query: string) => as(first)('GET', `/api/auth/sessions${query}`)
    const { body } = await page('?page=1&per_page=2')
    expect(body).toMatchObject({ page: 1, per_page: 2, total: 5 })
    expect(body.items.map(({ is_current }: any) => is_current)).toEqual([true, false])
    const rest = [
      ...(await page('?page=2&per_page=2')).body.items,
      ...(await page('?page=3&per_page=2')).body.items,
    ]
    const ids = [...body.items, ...rest].map(({ id }) => id)
    expect([ids[0], new Set(ids).size]).toEqual([jti, 5])
    expect((await page('')).body).toMatchObject({ page: 1, per_page: 5, total: 5 })
    for (const query of ['?page=0', '?per_page=201', '?all=true'])
      expect((await page(query)).status).toBe(422)
  })

  test('end one by one, at once', async () => {
    const { email } = await account()
    const [here, lost] = [await signIn(email), await signIn(email)]
    const { jti } = decodeJwt(lost.body.token)
    const end = () => as(here)('DELETE', `/api/auth/sessions/${jti}`)
    expect((await end()).status).toBe(204)
    expect(await me(lost.body.token)).toBe(401)
    expect((await mint(cookieOf(lost))).status).toBe(401)
    expect(await me(here.body.token)).toBe(200)
    expect((await end()).status).toBe(404)
  })

  test("do not include a colleague's", async () => {
    const [mine, theirs] = [await signIn((await account()).email), await signIn((await account()).email)]
    const { jti } = decodeJwt(theirs.body.token)
    expect((await as(mine)('DELETE', `/api/auth/sessions/${jti}`)).status).toBe(404)
    expect(await me(theirs.body.token)).toBe(200)
    expect((await as(mine)('GET', '/api/auth/sessions')).body.items).toHaveLength(1)
  })

  test.each(['1', 'x', '%00', "'; drop table sessions", crypto.randomUUID()])('%p is 404', async (id) => {
    const answer = await service.admin('DELETE', `/api/auth/sessions/${id}`)
    expect([answer.status, answer.body.code]).toEqual([404, 'not_found'])
  })

  test('are forgotten after they ended, but for the last of each device within 90 days', async () => {
    const { id, email } = await account()
    const start = Date.parse('2031-01-01T00:00:00Z')
    const clock = (time: number) => service.setClock(new Date(time))
    const kept = async () =>
      (
        await deps.database.query((tx) =>
          rowsOf<{ user_agent: string }>(tx, sql`select user_agent from sessions where account_id = ${id}`),
        )
      ).map(({ user_agent }) => user_agent)
    for (const agent of ['one', 'one', 'two', 'one']) {
      clock(start + accounts)
      accounts++
      await signIn(email, { 'User-Agent': agent })
    }
    clock(start + 7 * HOUR)
    await endedSessionsTask(deps.auth)()
    expect(await kept()).toHaveLength(4)
    clock(start + 9 * HOUR)
    await endedSessionsTask(deps.auth)()
    expect((await kept()).sort()).toEqual(['one', 'two'])
    clock(start + 91 * 24 * HOUR)
    await endedSessionsTask(deps.auth)()
    expect(await kept()).toEqual([])
  })

  test('are forgotten 500 at a time, however many have ended', async () => {
    const { id } = await account()
    const start = new Date('2031-06-01T00:00:00Z')
    const [person] = await deps.database.query((tx) =>
      rowsOf<{ id: number }>(
        tx,
        sql`insert into users (subject, display_name, created_at, updated_at) values ('ada', 'Ada', now(), now()) returning id`,
      ),
    )
    service.setClock(start)
    await endedSessionsTask(deps.auth)()
    await addSessions({ account_id: id }, 600, start)
    await addSessions({ person_id: person!.id }, 600, start)
    service.setClock(new Date(start.getTime() + 9 * HOUR))
    watched.forget()
    await endedSessionsTask(deps.auth)()
    const deletions = watched.queries.filter(({ sql }) => sql.startsWith('delete'))
    expect(deletions.map(({ rows }) => rows)).toEqual([500, 500, 198])
    const left = sql`select count(account_id)::int as accounts, count(person_id)::int as people from sessions
      where account_id = ${id} or person_id = ${person!.id}`
    expect(await deps.database.query((tx) => rowsOf(tx, left))).toEqual([{ accounts: 1, people: 1 }])
  })

  test('end all at once where there are more than a statement takes parameters', async () => {
    const { id, email } = await account()
    const others = [await signIn(email), await signIn(email)]
    await addSessions({ account_id: id }, 33_000, new Date())
    const here = await signIn(email)
    await setUpTotp(as(here), new Date(), { current_password: PASSWORD })
    for (const { body: ended } of others) expect(await me(ended.token)).toBe(401)
    expect((await as(here)('GET', '/api/auth/sessions')).body.total).toBe(1)
    const revoked = sql`select count(*)::int as count from revoked_tokens
      where jti in (select id from sessions where account_id = ${id})`
    expect(await deps.database.query((tx) => rowsOf(tx, revoked))).toEqual([{ count: 33_002 }])
  })
})

/** So many sessions of one device that begin one after the other, a millisecond apart. */
const addSessions = (owner: { account_id?: number; person_id?: number }, count: number, start: Date) =>
  deps.database.query((tx) =>
    tx.execute(sql`insert into sessions
        (id, account_id, person_id, token_version, method, address, user_agent, created_at, last_seen_at, expires_at)
      select gen_random_uuid(), ${owner.account_id ?? null}::int, ${owner.person_id ?? null}::int, 0, 'password', '192.0.2.1', 'curl/8.5.0',
        began, began, began + interval '8 hours'
      from generate_series(1, ${count}::int) number,
        lateral (select ${start.toISOString()}::timestamptz + number * interval '1 ms') as begins (began)`),
  )
