import { afterAll, beforeEach, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { rowsOf } from '../../src/platform/db/database.ts'
import { ADMIN, type Answer, type Client, clientOf, proved, startApp, tokenOf } from '../support/app.ts'
import { roundsOf } from '../support/rounds.ts'

const service = await startApp()
const { app, deps, anyone, admin } = service
afterAll(() => service[Symbol.asyncDispose]())
const onPostgres = service.url !== null
const USERS = '/api/admin/users'
const PASSWORD = 'a long enough password'
const execute = (statement: ReturnType<typeof sql>) =>
  deps.database.transaction((tx) => rowsOf<Record<string, any>>(tx, statement))

let accounts = 0
const newcomer = (fields: object = {}) => ({
  email: `user-${++accounts}@example.com`,
  name: `User ${accounts}`,
  role: 'creator',
  password: PASSWORD,
  ...fields,
})

async function created(fields: object = {}): Promise<Record<string, any> & { id: number; email: string }> {
  const { status, body } = await admin('POST', USERS, { body: newcomer(fields) })
  expect(status).toBe(201)
  return body
}

async function requireSession(fields: object = {}) {
  const user = await created(fields)
  return Object.assign(clientOf(app, await tokenOf(app, { email: user.email, password: PASSWORD })), { user })
}

const statusOfMe = async (client: Client) => (await client('GET', '/api/auth/me')).status

function expectProblem({ status, headers, body }: Answer, wanted: number, code: string) {
  expect({ status, code: body.code }).toEqual({ status: wanted, code })
  expect(headers.get('Content-Type')).toStartWith('application/problem+json')
}

describe('an account', () => {
  test('is created, read, listed, changed and deleted', async () => {
    const body = newcomer({ email: ' Nasrin@Example.com\n', name: '  نسرین  ' })
    const made = await admin('POST', USERS, { body })
    expect(made.status).toBe(201)
    expect(made.body).toEqual({
      id: expect.any(Number),
      version: 1,
      email: 'Nasrin@Example.com',
      name: 'نسرین',
      name_en: null,
      role: 'creator',
      disabled: false,
      has_password: true,
      is_connected: false,
      has_second_factor: false,
      invitation_expires_at: null,
      last_sign_in_at: null,
      created_at: expect.any(String),
      updated_at: expect.any(String),
    })
    const place = `${USERS}/${made.body.id}`
    expect(made.headers.get('Location')).toBe(place)
    expect(made.headers.get('ETag')).toBe('"1"')

    const read = await admin('GET', place)
    expect([read.status, read.body, read.headers.get('ETag')]).toEqual([200, made.body, '"1"'])
    const list = await admin('GET', USERS)
    expect(list.body).toEqual({
      items: expect.any(Array),
      page: 1,
      per_page: list.body.total,
      total: list.body.items.length,
    })
    expect(list.body.items).toContainEqual(made.body)

    const changed = await admin('PATCH', place, { body: { name: 'Nasrin', disabled: true } })
    expect(changed.status).toBe(200)
    expect(changed.headers.get('ETag')).toBe('"2"')
    expect(changed.body).toEqual({
      ...made.body,
      version: 2,
      name: 'Nasrin',
      disabled: true,
      updated_at: expect.any(String),
    })
    expect((await admin('GET', place)).body).toEqual(changed.body)
    const unchanged = await admin('PATCH', place, { body: {} })
    expect([unchanged.status, unchanged.body]).toEqual([200, changed.body])

    const removed = await admin('DELETE', place)
    expect([removed.status, removed.body]).toEqual([204, ''])
    for (const method of ['GET', 'PATCH', 'DELETE']) {
      expectProblem(await admin(method, place, { body: {} }), 404, 'not_found')
    }
  })

  test('is listed in pages', async () => {
    await created()
    await created()
    const { body } = await admin('GET', `${USERS}?page=2&per_page=1`)
    expect(body).toMatchObject({ page: 2, per_page: 1 })
    expect(body.items).toHaveLength(1)
    expect(body.total).toBeGreaterThan(2)
    expectProblem(await admin('GET', `${USERS}?per_page=101`), 422, 'validation_failed')
  })

  test('is not listed without paging beyond 10,000 accounts', async () => {
    await execute(sql`
      insert into admin_users (email, name, role, password_hash, disabled)
      select 'many-' || n || '@example.com', 'Many', 'creator', 'x', true from generate_series(1, 10000) as n`)
    expectProblem(await admin('GET', USERS), 422, 'paging_required')
    expect((await admin('GET', `${USERS}?per_page=2`)).body.items).toHaveLength(2)
    await execute(sql`delete from admin_users where name = 'Many'`)
    expect((await admin('GET', USERS)).status).toBe(200)
  })

  test('never shows its password hash or token version', async () => {
    const user = await created({ role: 'admin' })
    const answers = [
      await admin('GET', USERS),
      await admin('GET', `${USERS}/${user.id}`),
      await admin('PATCH', `${USERS}/${user.id}`, { body: { password: 'another password' } }),
      await admin('GET', '/api/admin/site'),
      await admin('POST', USERS, { body: { ...newcomer(), email: user.email } }),
    ]
    for (const { body } of answers) {
      expect(JSON.stringify(body)).not.toMatch(/password_hash|token_version|argon2|a long enough password/)
    }
  })

  test('shows its last sign-in, which changes neither its version nor its tokens', async () => {
    const user = await created()
    const before = Date.now()
    const session = clientOf(app, await tokenOf(app, { email: user.email, password: PASSWORD }))
    await anyone('POST', '/api/auth/login', { body: { email: user.email, password: 'wrong password' } })
    const { body } = await admin('GET', `${USERS}/${user.id}`)
    expect(body).toEqual({ ...user, last_sign_in_at: expect.any(String) })
    expect(Date.parse(body.last_sign_in_at)).toBeWithin(before, Date.now() + 1)
    expect(await statusOfMe(session)).toBe(200)
  })

  test.if(onPostgres)('signs in while another request holds its row', async () => {
    const user = await created()
    const signIn = await deps.database.transaction(async (tx) => {
      await rowsOf(tx, sql`select id from admin_users where id = ${user.id} for share`)
      return tokenOf(app, { email: user.email, password: PASSWORD })
    })
    expect(signIn).toBeString()
  })

  test('is found by a part of its name or email', async () => {
    const { id } = await created({ email: 'Found.Here@example.org', name: 'یکتا کریمی' })
    for (const q of ['found.here@', 'يكتا', ' کریمی ']) {
      const { body } = await admin('GET', `${USERS}?${new URLSearchParams({ q })}`)
      expect({ q, ids: body.items.map((item: { id: number }) => item.id), total: body.total }).toEqual({
        ...{ q, ids: [id], total: 1 },
      })
    }
  })

  test('keeps its password only as an argon2id hash', async () => {
    const user = await created()
    const [row] = await execute(sql`select * from admin_users where id = ${user.id}`)
    expect(row!.password_hash).toStartWith('$argon2id$')
    expect(JSON.stringify(row)).not.toContain(PASSWORD)
  })

  test('cannot share its email with another account, ignoring case: 409', async () => {
    const { email } = await created()
    for (const taken of [email, email.toUpperCase(), `U${email.slice(1)}`]) {
      const answer = await admin('POST', USERS, { body: newcomer({ email: taken }) })
      expectProblem(answer, 409, 'conflict')
      expect(answer.body.errors).toEqual([{ path: 'email', code: 'taken', message: 'is taken' }])
    }
    const rivals = Array.from({ length: 5 }, (_, index) =>
      admin('POST', USERS, {
        body: newcomer({ email: index % 2 ? 'RIVAL@example.com' : 'rival@example.com' }),
      }),
    )
    expect((await Promise.all(rivals)).map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409])
  })

  test('changes only for the version that If-Match names', async () => {
    const { id } = await created()
    const write = (method: string, etag: string, body?: object) =>
      admin(method, `${USERS}/${id}`, { body, headers: { 'If-Match': etag } })
    expect((await write('PATCH', '"1"', { name: 'Second' })).headers.get('ETag')).toBe('"2"')
    for (const stale of ['"1"', 'W/"2"', '2', '']) {
      const answer = await write('PATCH', stale, { name: 'Third' })
      expectProblem(answer, 412, 'stale')
      expect(answer.headers.get('ETag')).toBe('"2"')
      expectProblem(await write('DELETE', stale), 412, 'stale')
    }
    expect((await admin('GET', `${USERS}/${id}`)).body.name).toBe('Second')
    expect((await write('PATCH', '*', { name: 'Third' })).status).toBe(200)
    const both = await Promise.all(['Fourth', 'Fifth'].map((name) => write('PATCH', '"3"', { name })))
    expect(both.map(({ status }) => status).sort()).toEqual([200, 412])
    expect((await write('DELETE', '"1", "4"')).status).toBe(204)
  })

  test.each([
    ['nothing', {}],
    ['a list', []],
    ['null', null],
    ['no email', newcomer({ email: undefined })],
    ['no name', newcomer({ name: undefined })],
    ['no role', newcomer({ role: undefined })],
    ['null for a password', newcomer({ password: null })],
    ['an invalid email', newcomer({ email: 'somebody' })],
    ['NUL in the email', newcomer({ email: 'a\0b@example.com' })],
    ['an email that is too long', newcomer({ email: `${'a'.repeat(250)}@example.com` })],
    ['a blank name', newcomer({ name: ' \t' })],
    ['NUL in the name', newcomer({ name: 'a\0b' })],
    ['a line break in the name', newcomer({ name: 'a\r\nSet-Cookie: x' })],
    ['an unpaired surrogate in the name', newcomer({ name: 'a\ud800' })],
    ['a long name', newcomer({ name: 'x'.repeat(201) })],
    ['an unknown role', newcomer({ role: 'owner' })],
    ['the role __proto__', newcomer({ role: '__proto__' })],
    ['a short password', newcomer({ password: 'nine char' })],
    ['a long password', newcomer({ password: 'x'.repeat(201) })],
    ['a number for a password', newcomer({ password: 12_345_678_901 })],
    ['an id', newcomer({ id: 1 })],
    ['a hash', newcomer({ password_hash: 'x' })],
    ['a token version', newcomer({ token_version: 0 })],
    ['an own key __proto__', JSON.stringify(newcomer()).replace('{', '{"__proto__":{"x":1},')],
  ])('with %s is 422', async (_, body) => {
    const before = (await admin('GET', USERS)).body.total
    const answer = await admin('POST', USERS, { body })
    expectProblem(answer, 422, 'validation_failed')
    expect(answer.body.errors.length).toBeGreaterThan(0)
    expect((await admin('GET', USERS)).body.total).toBe(before)
  })

  test('rejects unknown and invalid changes', async () => {
    const { id, ...user } = await created()
    const bodies = [
      { email: 'other@example.com' },
      { id: 1 },
      { version: 9 },
      { password_hash: 'x' },
      { token_version: 9 },
      { name: null },
      { name: '' },
      { role: 'root' },
      { role: null },
      { disabled: 'true' },
      { disabled: null },
      { password: 'short' },
      { password: null },
      [],
      null,
      'text',
    ]
    for (const body of bodies) {
      const sent = { body: typeof body === 'string' ? JSON.stringify(body) : body }
      expectProblem(await admin('PATCH', `${USERS}/${id}`, sent), 422, 'validation_failed')
    }
    for (const body of ['', '{"name":', '{"name":"a"}}']) {
      expectProblem(await admin('PATCH', `${USERS}/${id}`, { body }), 400, 'malformed_request')
    }
    expect((await admin('GET', `${USERS}/${id}`)).body).toMatchObject(user)
  })

  test.each(['0', '-1', '1;drop', '1e3', '01', '99999999999', '9999999999999999999999', 'me', '%00', '1.0'])(
    'under the id %s is 404',
    async (id) => {
      expectProblem(await admin('GET', `${USERS}/${id}`), 404, 'not_found')
      expectProblem(await admin('PATCH', `${USERS}/${id}`, { body: { name: 'x' } }), 404, 'not_found')
      expectProblem(await admin('DELETE', `${USERS}/${id}`), 404, 'not_found')
    },
  )

  test('cannot be replaced with PUT or reordered', async () => {
    const put = await admin('PUT', `${USERS}/1`, { body: newcomer() })
    expectProblem(put, 405, 'method_not_allowed')
    expect(put.headers.get('Allow')!.split(', ').sort()).toEqual(['DELETE', 'GET', 'HEAD', 'PATCH'])
  })

  test('is not visible to anonymous clients and creators', async () => {
    const creator = await service.signIn('creator')
    for (const [client, status] of [
      [anyone, 401],
      [creator, 403],
    ] as const) {
      expect((await client('GET', USERS)).status).toBe(status)
      expect((await client('GET', `${USERS}/${creator.id}`)).status).toBe(status)
      expect((await client('POST', USERS, { body: newcomer({ role: 'admin' }) })).status).toBe(status)
      expect((await client('PATCH', `${USERS}/${creator.id}`, { body: { role: 'admin' } })).status).toBe(
        status,
      )
    }
    expect((await creator('GET', '/api/auth/me')).body.role).toBe('creator')
  })
})

describe("a user's tokens are", () => {
  test.each([
    ['a change of role', { role: 'admin' }],
    ['disabling', { disabled: true }],
    ['a new password', { password: 'another password' }],
    ['the same password set again', { password: PASSWORD }],
  ])('revoked at once by %s', async (_, body) => {
    const [user, other] = [await requireSession(), await requireSession()]
    const second = clientOf(app, await tokenOf(app, { email: user.user.email, password: PASSWORD }))
    expect((await admin('PATCH', `${USERS}/${user.user.id}`, { body })).status).toBe(200)
    expect(await statusOfMe(user)).toBe(401)
    expect(await statusOfMe(second)).toBe(401)
    expect((await user('GET', '/api/admin/articles')).status).toBe(401)
    expect(await statusOfMe(other)).toBe(200)
    expect(await statusOfMe(admin)).toBe(200)
  })

  test('revoked at once by deletion, and account ids are not reused', async () => {
    const user = await requireSession()
    const id = user.user.id
    expect((await admin('DELETE', `${USERS}/${id}`)).status).toBe(204)
    expect(await statusOfMe(user)).toBe(401)
    expect((await created()).id).toBeGreaterThan(id)
  })

  test('kept after a new name and changes without effect', async () => {
    const user = await requireSession()
    for (const body of [{ name: 'New Name' }, { role: 'creator' }, { disabled: false }, {}]) {
      expect((await admin('PATCH', `${USERS}/${user.user.id}`, { body })).status).toBe(200)
    }
    const { status, body } = await user('GET', '/api/auth/me')
    expect([status, body.name]).toEqual([200, 'New Name'])
  })

  test('not valid again when a disabled account is enabled; the user signs in again', async () => {
    const user = await requireSession()
    const place = `${USERS}/${user.user.id}`
    await admin('PATCH', place, { body: { disabled: true } })
    const credentials = { email: user.user.email, password: PASSWORD }
    expect((await anyone('POST', '/api/auth/login', { body: credentials })).status).toBe(401)
    await admin('PATCH', place, { body: { disabled: false } })
    expect(await statusOfMe(user)).toBe(401)
    expect((await anyone('POST', '/api/auth/login', { body: credentials })).status).toBe(200)
  })
})

describe('an author', () => {
  const publicArticle = async (slug: string) => {
    const site = await anyone('GET', '/api/site')
    const single = await anyone('GET', `/api/articles/${slug}`)
    const listed = await anyone('GET', '/api/articles')
    const authors = [site.body.articles, listed.body.items].map(
      (list) => list.find((article: any) => article.slug === slug)?.author,
    )
    return { authors: [...authors, single.body.author], etag: site.headers.get('ETag') }
  }

  async function articleBy(name: string, slug: string) {
    const author = await created({ name })
    const body = { title: slug, slug, status: 'published', author_id: author.id }
    const { body: article } = await admin('POST', '/api/admin/articles', { body })
    return { author, article }
  }

  test('appears on the website under a new name at once', async () => {
    const { author } = await articleBy('Old Name', 'renamed-author')
    const before = await publicArticle('renamed-author')
    expect(before.authors).toEqual(['Old Name', 'Old Name', 'Old Name'])
    await admin('PATCH', `${USERS}/${author.id}`, { body: { name: 'New Name' } })
    const after = await publicArticle('renamed-author')
    expect(after.authors).toEqual(['New Name', 'New Name', 'New Name'])
    expect(after.etag).not.toBe(before.etag)
  })

  test('that is deleted leaves the articles without an author', async () => {
    const { author, article } = await articleBy('Somebody', 'orphan')
    const before = await publicArticle('orphan')
    expect((await admin('DELETE', `${USERS}/${author.id}`)).status).toBe(204)
    const after = await publicArticle('orphan')
    expect(after.authors).toEqual([null, null, null])
    expect(after.etag).not.toBe(before.etag)
    const { body } = await admin('GET', `/api/admin/articles/${article.id}`)
    expect(body).toMatchObject({ title: 'orphan', status: 'published', author_id: null, author: null })
  })

  test('appears on the website by name, never by email or id', async () => {
    const { author } = await articleBy('Public Name', 'by-name')
    const site = await anyone('GET', '/api/site')
    const text = JSON.stringify(site.body)
    expect(text).toContain('Public Name')
    expect(text).not.toContain(author.email)
    expect(text).not.toContain('author_id')
  })
})

// Last in this file, because it deletes all other accounts.
describe('the last active admin', () => {
  // Two admins; each test starts with both active and with these tokens valid.
  let second: Client & { id: number }
  const first = Object.assign(clientOf(app, admin.token), { id: 0 })
  let rows: Record<string, any>[]
  let sessions: Record<string, any>[]

  beforeEach(async () => {
    if (!second) {
      first.id = (await admin('GET', '/api/auth/me')).body.id
      second = await service.signIn('admin')
      await proved(first, ADMIN.password)
      await proved(second, 'a password of admin')
      rows = await execute(sql`select * from admin_users where id in (${first.id}, ${second.id}) order by id`)
      sessions = await execute(
        sql`select to_json(sessions) as session from sessions where account_id in (${first.id}, ${second.id})`,
      )
    }
    await reset()
  })

  async function reset() {
    await execute(sql`delete from admin_users`)
    for (const { id, email, name, password_hash, token_version } of rows) {
      await execute(sql`insert into admin_users (id, email, name, role, password_hash, token_version)
        values (${id}, ${email}, ${name}, 'admin', ${password_hash}, ${token_version})`)
    }
    // They end with the accounts.
    for (const { session } of sessions)
      await execute(
        sql`insert into sessions select * from json_populate_record(null::sessions, ${JSON.stringify(session)}::text::json)`,
      )
  }

  const activeAdmins = () =>
    execute(sql`select id from admin_users where role = 'admin' and not disabled order by id`)

  const ways: Record<string, (by: Client, id: number) => Promise<Answer>> = {
    demote: (by, id) => by('PATCH', `${USERS}/${id}`, { body: { role: 'creator' } }),
    disable: (by, id) => by('PATCH', `${USERS}/${id}`, { body: { disabled: true } }),
    delete: (by, id) => by('DELETE', `${USERS}/${id}`),
  }
  const names = Object.keys(ways)

  test.each(names)('cannot be removed: %s is 409 last_admin', async (way) => {
    expect((await ways.demote!(first, second.id)).status).toBe(200)
    expectProblem(await ways[way]!(first, first.id), 409, 'last_admin')
    expect(await activeAdmins()).toEqual([{ id: first.id }])
    expect(await statusOfMe(first)).toBe(200)
  })

  test('is the last one even with disabled admins and active creators', async () => {
    await created()
    await ways.disable!(first, second.id)
    for (const way of names) expectProblem(await ways[way]!(first, first.id), 409, 'last_admin')
    // Both changes in one request would remove the last admin, like each of them alone.
    const body = { role: 'creator', disabled: true }
    expectProblem(await first('PATCH', `${USERS}/${first.id}`, { body }), 409, 'last_admin')
  })

  test('may be renamed, get a new password, and be removed once there is another admin', async () => {
    await ways.demote!(first, second.id)
    expect((await first('PATCH', `${USERS}/${first.id}`, { body: { name: 'Only One' } })).status).toBe(200)
    expect((await first('PATCH', `${USERS}/${second.id}`, { body: { role: 'admin' } })).status).toBe(200)
    expect((await ways.demote!(first, first.id)).status).toBe(200)
    expect(await activeAdmins()).toEqual([{ id: second.id }])
  })

  // The embedded database runs one transaction at a time, so there are fewer interleavings to try.
  const ROUNDS = roundsOf(5, 1)

  const pairs = names.flatMap((one) => names.map((other) => [one, other] as const))
  test.each(pairs)('stays when %s and %s run at the same time', async (one, other) => {
    const actors: [string, () => Promise<Answer>[]][] = [
      ['each on themselves', () => [ways[one]!(first, first.id), ways[other]!(second, second.id)]],
      ['each on the other', () => [ways[one]!(first, second.id), ways[other]!(second, first.id)]],
      ['both by the first', () => [ways[one]!(first, first.id), ways[other]!(first, second.id)]],
    ]
    for (let round = 0; round < ROUNDS; round++) {
      for (const [actor, start] of actors) {
        await reset()
        const answers = await Promise.all(start())
        const done = answers.filter(({ status }) => status < 300)
        const refused = answers.filter(({ status }) => status >= 300)
        expect({ actor, done: done.length, active: (await activeAdmins()).length }).toEqual({
          actor,
          done: 1,
          active: 1,
        })
        for (const { status } of refused) expect([401, 409]).toContain(status)
      }
    }
  })

  test('stays when many such requests run at the same time', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      await reset()
      const requests = [first, second].flatMap((by) =>
        [first.id, second.id].flatMap((id) => names.map((way) => ways[way]!(by, id))),
      )
      for (const { status } of await Promise.all(requests))
        expect([200, 204, 401, 404, 409]).toContain(status)
      expect(await activeAdmins()).toHaveLength(1)
    }
  })
})
