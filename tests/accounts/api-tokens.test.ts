// API tokens: how they are made and end, what their scopes allow on every route, and that narrowing holds on every way to the
// content.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { type SQL, sql } from 'drizzle-orm'
import type { Role } from '../../src/accounts/actor.ts'
import { generateApiToken } from '../../src/accounts/api-token-format.ts'
import { authenticateToken } from '../../src/accounts/api-tokens.ts'
import { confirmActor } from '../../src/accounts/permissions.ts'
import { SCOPES, type Scope } from '../../src/accounts/scopes.ts'
import { createAccessLookup } from '../../src/http/requests/route-access.ts'
import { groupsIn } from '../../src/http/route-group.ts'
import { routeGroups } from '../../src/http/sub-apps.ts'
import { type Driver, rowsOf } from '../../src/platform/db/database.ts'
import { sha256 } from '../../src/platform/sha256.ts'
import { type WatchedDriver, watch } from '../platform/db/watched-driver.ts'
import { ADMIN, type Client, clientOf, startApp, type TestApp } from '../support/app.ts'
import { holdTransaction, onPostgres, untilLocked } from '../support/database.ts'
import { stopClock } from '../support/stop-clock.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ CORS_ORIGINS: 'https://admin.example' })
})
afterAll(() => app[Symbol.asyncDispose]())

const DAY_MS = 86_400_000
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString()

const bodyOf = (fields: object = {}) => ({
  name: 'CI',
  scopes: ['read'],
  expires_at: inDays(30),
  current_password: ADMIN.password,
  ...fields,
})

const create = (fields: object = {}, client: Client = app.admin) =>
  client('POST', '/api/admin/tokens', { body: bodyOf(fields) })

/** A client with a token of the admin. */
async function tokenWith(scopes: readonly Scope[], fields: object = {}): Promise<Client & { id: number }> {
  const { status, body } = await create({ scopes, ...fields })
  if (status !== 201) throw new Error(`${status} ${JSON.stringify(body)}`)
  return Object.assign(clientOf(app.app, body.token), { id: body.id })
}

async function account(role: Role) {
  const client = await app.signIn(role)
  const password = `a password of ${role}`
  return Object.assign(client, {
    password,
    make: (fields: object = {}) => create({ current_password: password, ...fields }, client),
  })
}

const article = async (fields: object = {}) =>
  (await app.admin('POST', '/api/admin/articles', { body: { title: 'An article', ...fields } })).body
const service = async () => (await app.admin('POST', '/api/admin/services', { body: { title: 'S' } })).body

describe('a token', () => {
  test('is shown once, stored as a hash, and can be told by its form', async () => {
    const { status, body } = await create({ name: 'Build', resources: ['articles'] })
    expect(status).toBe(201)
    expect(body.token).toMatch(/^fr_[0-9A-Za-z]{46}$/)
    expect(body).toMatchObject({
      name: 'Build',
      scopes: ['read'],
      resources: ['articles'],
      last_used_at: null,
    })
    expect(body.hint).toBe(body.token.slice(0, 7))
    const { body: listed } = await app.admin('GET', '/api/admin/tokens')
    expect(listed.items[0]).toMatchObject({ id: body.id, hint: body.hint })
    expect(JSON.stringify(listed)).not.toContain(body.token)
    const [row] = await app.deps.database.query((tx) =>
      rowsOf<Record<string, unknown>>(tx, sql`select * from api_tokens where id = ${body.id}`),
    )
    expect(row).toMatchObject({ token_hash: sha256(body.token) })
    expect(JSON.stringify(row)).not.toContain(body.token)
    const { body: audit } = await app.admin('GET', '/api/audit-log?action=token.create&limit=1')
    expect(JSON.stringify(audit)).not.toContain(body.token)
    expect(audit.items[0]).toMatchObject({ entity: 'api_tokens', changes: { name: 'Build' } })
  })

  test('works as a bearer, and tells when and from where it was used', async () => {
    const token = await tokenWith(['read'])
    const before = Date.now()
    expect((await token('GET', '/api/auth/me', { peer: '198.51.100.7' })).body).toMatchObject({
      email: ADMIN.email,
      role: 'admin',
    })
    expect((await token('GET', '/api/admin/articles', { peer: '198.51.100.7' })).status).toBe(200)
    const { body } = await app.admin('GET', '/api/admin/tokens')
    const listed = body.items.find(({ id }: { id: number }) => id === token.id)
    expect(listed.last_used_address).toBe('198.51.100.7')
    expect(Date.parse(listed.last_used_at)).toBeWithin(before, Date.now() + 1)
  })

  test('is for the service that made it a token, not a session: it signs nobody in and ends no session', async () => {
    const token = await tokenWith(SCOPES)
    const refused: [string, string, object?][] = [
      ['GET', '/api/admin/tokens'],
      ['POST', '/api/admin/tokens', bodyOf()],
      ['DELETE', `/api/admin/tokens/${token.id}`],
      ['GET', '/api/admin/users'],
      [
        'POST',
        '/api/admin/users',
        { email: 'x@example.com', name: 'x', role: 'admin', password: 'long enough' },
      ],
      ['POST', '/api/auth/logout'],
      [
        'POST',
        '/api/auth/change-password',
        { current_password: ADMIN.password, new_password: 'another one' },
      ],
      ['POST', '/api/users', { subject: 'x' }],
      ['PUT', '/api/users/1/roles/admin'],
    ]
    for (const [method, path, body] of refused) {
      const answer = await token(method, path, body ? { body } : {})
      expect([path, answer.status, answer.body.code]).toEqual([path, 403, 'forbidden'])
    }
    expect((await token('GET', '/api/auth/me')).status).toBe(200)
  })

  test('ends when it is revoked, at once', async () => {
    const token = await tokenWith(['read'])
    expect((await app.admin('DELETE', `/api/admin/tokens/${token.id}`)).status).toBe(204)
    expect((await token('GET', '/api/admin/articles')).status).toBe(401)
    expect((await app.admin('DELETE', `/api/admin/tokens/${token.id}`)).status).toBe(404)
    const { body } = await app.admin('GET', '/api/admin/tokens')
    expect(body.items.map(({ id }: { id: number }) => id)).not.toContain(token.id)
  })

  test('ends on its date', async () => {
    const token = await tokenWith(['read'], { expires_at: inDays(2) })
    app.setClock(new Date(Date.now() + 2 * DAY_MS + 1_000))
    const { status, headers } = await token('GET', '/api/admin/articles')
    app.setClock(null)
    expect([status, headers.get('WWW-Authenticate')]).toEqual([401, 'Bearer'])
    expect((await token('GET', '/api/admin/articles')).status).toBe(200)
  })

  test('ends while its account is disabled, and with the account', async () => {
    const owner = await account('editor')
    const token = clientOf(app.app, (await owner.make()).body.token)
    const path = `/api/admin/users/${owner.id}`
    await app.admin('PATCH', path, { body: { disabled: true } })
    expect((await token('GET', '/api/admin/articles')).status).toBe(401)
    await app.admin('PATCH', path, { body: { disabled: false } })
    expect((await token('GET', '/api/admin/articles')).status).toBe(200)
    await app.admin('DELETE', path)
    expect((await token('GET', '/api/admin/articles')).status).toBe(401)
  })

  test('never exceeds the role that its account has now', async () => {
    const owner = await account('admin')
    const { body } = await owner.make({ scopes: ['read', 'write', 'publish', 'inbox', 'procurement'] })
    const token = clientOf(app.app, body.token)
    const { id } = await article()
    expect((await token('GET', '/api/admin/messages')).status).toBe(200)
    expect((await token('GET', '/api/quotes')).status).toBe(200)
    await app.admin('PATCH', `/api/admin/users/${owner.id}`, { body: { role: 'creator' } })
    expect((await token('GET', '/api/admin/messages')).status).toBe(403)
    expect((await token('GET', '/api/quotes')).status).toBe(403)
    expect((await token('GET', `/api/admin/articles/${id}`)).status).toBe(403)
    expect(
      (await token('POST', '/api/admin/articles', { body: { title: 'x', status: 'published' } })).body.status,
    ).toBe('draft')
  })

  test('stays when the password of its account changes', async () => {
    const owner = await account('editor')
    const token = clientOf(app.app, (await owner.make()).body.token)
    await app.admin('PATCH', `/api/admin/users/${owner.id}`, { body: { password: 'another password' } })
    expect((await token('GET', '/api/admin/articles')).status).toBe(200)
  })

  test('that is revoked between its check and the write changes nothing', async () => {
    const token = await tokenWith(['read', 'write'])
    const { auth, database } = app.deps
    const session = await authenticateToken(auth, { token: token.token!, address: '198.51.100.8' })
    await app.admin('DELETE', `/api/admin/tokens/${token.id}`)
    const confirmed = database.transaction((tx) => confirmActor(tx, session.account!.actor))
    expect(confirmed).rejects.toThrow('revoked')
  })
})

describe('creating a token', () => {
  test('asks for the current password', async () => {
    const owner = await account('editor')
    const without = await owner.make({ current_password: undefined })
    expect([without.status, without.body.code]).toEqual([403, 'reauthentication_required'])
    const wrong = await owner.make({ current_password: 'wrong' })
    expect([wrong.status, wrong.body.code]).toEqual([422, 'invalid_current_password'])
    expect((await owner('GET', '/api/admin/tokens')).body.total).toBe(0)
  })

  test('counts a wrong password as a failed sign-in of the address', async () => {
    const owner = await account('editor')
    const peer = '198.51.100.20'
    const attempt = (current_password: string) =>
      owner('POST', '/api/admin/tokens', { body: bodyOf({ current_password }), peer })
    for (let count = 0; count < 5; count++) expect((await attempt('wrong')).status).toBe(422)
    expect((await attempt(owner.password)).status).toBe(429)
  })

  test.each<[string, object, string]>([
    ['no scope', { scopes: [] }, 'scopes'],
    ['an unknown scope', { scopes: ['read', 'admin'] }, 'scopes.1'],
    ['a scope twice', { scopes: ['read', 'read'] }, 'scopes'],
    ['no name', { name: ' ' }, 'name'],
    ['a control character in the name', { name: 'a\u0000b' }, 'name'],
    ['an unknown resource', { resources: ['users'] }, 'resources.0'],
    ['no resource', { resources: [] }, 'resources'],
    ['a date in the past', { expires_at: '2020-01-01T00:00:00Z' }, 'expires_at'],
    ['no date', { expires_at: undefined }, 'expires_at'],
    ['a date that is none', { expires_at: '2027-02-30' }, 'expires_at'],
    ['an unknown field', { admin: true }, 'admin'],
  ])('with %s is 422', async (_, fields, path) => {
    const { status, body } = await create(fields)
    expect([status, body.errors?.[0]?.path]).toEqual([422, path])
  })

  test('is limited to what the role includes', async () => {
    const creator = await account('creator')
    for (const scope of SCOPES) {
      const { status, body } = await creator.make({ scopes: [scope] })
      const isUsable = ['read', 'write', 'procurement', 'unattended'].includes(scope)
      expect([scope, status]).toEqual([scope, isUsable ? 201 : 422])
      if (!isUsable) expect(body.errors[0]).toMatchObject({ path: 'scopes.0', code: 'not_in_role' })
    }
    const { body } = await creator.make({ resources: ['articles', 'services'] })
    expect(body.errors).toEqual([expect.objectContaining({ path: 'resources.1', code: 'not_in_role' })])
  })

  test('stops at 50 valid tokens of an account, also where two are made at once', async () => {
    const owner = await account('editor')
    const now = new Date().toISOString()
    await app.deps.database.query((tx) =>
      tx.execute(sql`
        insert into api_tokens (user_id, name, token_hash, hint, scopes, created_at, expires_at)
        select ${owner.id}, 'filler', 'filler ' || ${owner.id}::text || ' ' || n, 'fr_', array['read'],
          ${now}::timestamptz, ${now}::timestamptz + interval '1 day'
        from generate_series(1, 49) as n`),
    )
    const statuses = (await Promise.all([owner.make(), owner.make()])).map(({ status }) => status)
    expect(statuses.sort()).toEqual([201, 409])
    const { items } = (await owner('GET', '/api/admin/tokens')).body
    await owner('DELETE', `/api/admin/tokens/${items[0].id}`)
    expect((await owner.make()).status).toBe(201)
  })
})

describe('the tokens of others', () => {
  test('are listed and revoked by admins alone', async () => {
    const owner = await account('creator')
    const { body: token } = await owner.make()
    for (const role of ['editor', 'creator'] as const) {
      const other = await account(role)
      expect((await other('GET', '/api/admin/tokens')).body.items).toEqual([])
      expect((await other('GET', `/api/admin/tokens?user_id=${owner.id}`)).status).toBe(403)
      expect((await other('DELETE', `/api/admin/tokens/${token.id}`)).status).toBe(403)
      expect((await other('DELETE', '/api/admin/tokens/999999')).status).toBe(403)
    }
    const listed = await app.admin('GET', `/api/admin/tokens?user_id=${owner.id}`)
    expect(listed.body.items).toMatchObject([{ id: token.id, user_id: owner.id }])
    expect((await app.admin('DELETE', `/api/admin/tokens/${token.id}`)).status).toBe(204)
  })
})

describe('a wrong token', () => {
  const wrongs: [string, () => string][] = [
    ['unknown', generateApiToken],
    ['with a wrong checksum', () => `${generateApiToken().slice(0, -1)}-`],
    ['too short', () => 'fr_'],
  ]

  const send = (token: string, peer: string) =>
    clientOf(app.app, token)('GET', '/api/admin/articles', { peer })
  const signIn = (peer: string, password = ADMIN.password) =>
    app.anyone('POST', '/api/auth/login', { body: { ...ADMIN, password }, peer })

  test.each(wrongs)(
    '%s is 401, and 429 after five; whoever signs in there is not affected',
    async (kind, make) => {
      using _ = stopClock()
      const peer = `198.51.100.${30 + wrongs.findIndex(([name]) => name === kind)}`
      const valid = await tokenWith(['read'])
      for (const left of ['4', '3', '2', '1', '0']) {
        const { status, headers } = await send(make(), peer)
        expect([status, headers.get('WWW-Authenticate'), headers.get('RateLimit-Remaining')]).toEqual([
          401,
          'Bearer',
          left,
        ])
      }
      const { status, headers } = await send(make(), peer)
      expect([status, headers.get('Retry-After'), headers.get('RateLimit-Policy')]).toEqual([
        429,
        '900',
        '5;w=900',
      ])
      expect((await signIn(peer)).status).toBe(200)
      // Nobody can guess 238 bits, and a program behind the same address goes on.
      expect((await valid('GET', '/api/admin/articles', { peer })).status).toBe(200)
    },
  )

  test('has a limit of its own: wrong passwords of the address do not use it up', async () => {
    const peer = '198.51.100.40'
    for (let count = 0; count < 5; count++) expect((await signIn(peer, 'wrong')).status).toBe(401)
    expect((await signIn(peer)).status).toBe(429)
    expect((await send(generateApiToken(), peer)).status).toBe(401)
  })

  test('is counted exactly where many come at once', async () => {
    const peer = '198.51.100.41'
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(generateApiToken(), peer)))
    const statuses = answers.map(({ status }) => status).sort()
    expect(statuses).toEqual([...Array(5).fill(401), ...Array(15).fill(429)])
  })

  describe('that was valid once', () => {
    const GONE = 'The API token has ended: it was revoked, has expired, or its account was deleted.'
    const query = <Row = unknown>(statement: SQL) =>
      app.deps.database.query((tx) => rowsOf<Row>(tx, statement))
    const remove = (id: number) => app.admin('DELETE', `/api/admin/users/${id}`)
    const owned = async () => {
      const owner = await account('editor')
      const { id, token } = (await owner.make()).body as { id: number; token: string }
      return { owner, id, token }
    }
    type Owned = Awaited<ReturnType<typeof owned>>

    /** How a token ends, and what a program is told that goes on with it. */
    const ends: [string, string, (token: Owned) => Promise<unknown>][] = [
      [
        'was revoked',
        'The API token was revoked.',
        ({ owner, id }) => owner('DELETE', `/api/admin/tokens/${id}`),
      ],
      [
        'has expired',
        'The API token has expired.',
        ({ id }) => query(sql`update api_tokens set expires_at = '2020-01-02' where id = ${id}`),
      ],
      [
        'expired long before another was made',
        GONE,
        async ({ owner, id }) => {
          await query(sql`update api_tokens set expires_at = '2020-01-02' where id = ${id}`)
          await owner.make()
        },
      ],
      [
        'was revoked long before another was made',
        GONE,
        async ({ owner, id }) => {
          await query(sql`update api_tokens set revoked_at = '2020-01-02' where id = ${id}`)
          await owner.make()
        },
      ],
      [
        'is of a disabled account',
        'The account of the API token is disabled.',
        ({ owner }) => app.admin('PATCH', `/api/admin/users/${owner.id}`, { body: { disabled: true } }),
      ],
      ['was of a deleted account', GONE, ({ owner }) => remove(owner.id)],
      [
        'was revoked before its account was deleted',
        GONE,
        async ({ owner }) => {
          await app.admin('PATCH', `/api/admin/users/${owner.id}`, { body: { revoke_tokens: true } })
          await remove(owner.id)
        },
      ],
      [
        'was of an account that was deleted by plain SQL',
        GONE,
        ({ owner }) => query(sql`delete from admin_users where id = ${owner.id}`),
      ],
    ]

    test.each(ends)('and %s does not count: in a schedule it uses up no limit', async (_, detail, end) => {
      const made = await owned()
      await end(made)
      const peer = '198.51.100.42'
      const counts = () => query(sql`select bucket, hits from rate_limits order by bucket`)
      const before = await counts()
      for (let count = 0; count < 7; count++) {
        const { status, body } = await send(made.token, peer)
        expect([status, body.code, body.detail]).toEqual([401, 'unauthenticated', detail])
      }
      expect(await counts()).toEqual(before)
      expect((await signIn(peer)).status).toBe(200)
    })

    test('leaves its hash alone, once the account is deleted', async () => {
      const { owner, token } = await owned()
      await remove(owner.id)
      expect(await query(sql`select * from former_api_tokens where token_hash = ${sha256(token)}`)).toEqual([
        { token_hash: sha256(token) },
      ])
      expect(await query(sql`select 1 from api_tokens where token_hash = ${sha256(token)}`)).toEqual([])
    })
  })

  test('is told nothing about what is wrong', async () => {
    const details = await Promise.all(
      wrongs.map(
        async ([, make]) => (await clientOf(app.app, make())('GET', '/api/admin/articles')).body.detail,
      ),
    )
    expect(new Set(details).size).toBe(1)
  })

  test('is refused on procurement routes too', async () => {
    const { status } = await clientOf(app.app, generateApiToken())('GET', '/api/quotes')
    expect(status).toBe(401)
  })
})

/** Routes that decide about accounts, access and approvals: no API token may. A new route is refused until its group names a scope. */
const NEVER = [
  'DELETE /api/admin/presence',
  'DELETE /api/admin/tokens/:id',
  'DELETE /api/admin/users/:id',
  'DELETE /api/admin/users/:id/factors',
  'DELETE /api/admin/users/:id/invitation',
  'DELETE /api/auth/passkeys/:id',
  'DELETE /api/auth/sessions/:id',
  'DELETE /api/auth/totp',
  'DELETE /api/substitutes/:id',
  'DELETE /api/users/:id/roles/:role',
  'GET /api/admin/events',
  'GET /api/admin/notifications',
  'GET /api/admin/tokens',
  'GET /api/admin/users',
  'GET /api/admin/users/:id',
  'GET /api/auth/passkeys',
  'GET /api/auth/sessions',
  'GET /api/auth/totp',
  'GET /api/substitutes/candidates',
  'PATCH /api/admin/notifications',
  'PATCH /api/admin/users/:id',
  'PATCH /api/users/:id',
  'POST /api/admin/:resource/:id/review',
  'POST /api/admin/tokens',
  'POST /api/admin/users',
  'POST /api/admin/users/:id/invitation',
  'POST /api/auth/change-password',
  'POST /api/auth/logout',
  'POST /api/auth/passkeys',
  'POST /api/auth/passkeys/options',
  'POST /api/auth/reauthenticate',
  'POST /api/auth/totp',
  'POST /api/auth/totp/confirm',
  'POST /api/substitutes',
  'POST /api/users',
  'PUT /api/admin/presence',
  'PUT /api/approval-limits',
  'PUT /api/users/:id/roles/:role',
]

describe('scopes', () => {
  const routes = () => {
    const groups = groupsIn(app.deps.config, routeGroups)
    const accessOf = createAccessLookup(groups)
    const seen = new Map(
      app.app.routes
        .filter(({ method, path }) => method !== 'ALL' && accessOf(path)?.authentication !== 'none')
        .map(({ method, path }) => [`${method} ${path}`, { method, path }]),
    )
    return [...seen].map(([route, { method, path }]) => ({
      route,
      method,
      path: path.replace(/:\w+/g, '1'),
      need: accessOf(path)!.tokens?.[route],
    }))
  }

  test('every route names what a token needs, or takes none', () => {
    expect(
      routes()
        .filter(({ need }) => !need)
        .map(({ route }) => route)
        .sort(),
    ).toEqual(NEVER)
  })

  test('a token without the scope of a route is 403 on all of them, with the scope in the header', async () => {
    const idle = await tokenWith(['unattended'])
    for (const { method, path, route, need } of routes()) {
      const { status, headers, body } = await idle(method, path)
      if (need?.scopes.length === 0) continue
      const expected = need ? [403, 'insufficient_scope'] : [403, 'forbidden']
      expect([route, status, body.code]).toEqual([route, ...expected] as never)
      const scope = need && `Bearer error="insufficient_scope", scope="${need.scopes.join(' ')}"`
      expect([route, headers.get('WWW-Authenticate')]).toEqual([route, scope ?? null])
    }
    expect((await idle('GET', '/api/admin/nothing')).status).toBe(403)
  })

  test('none implies another', async () => {
    for (const scope of SCOPES) {
      const others = await tokenWith(SCOPES.filter((other) => other !== scope))
      for (const { method, path, route, need } of routes()) {
        if (!need?.scopes.includes(scope) || need.isAnyEnough) continue
        const { status, body } = await others(method, path)
        expect([scope, route, status, body.code]).toEqual([scope, route, 403, 'insufficient_scope'])
      }
    }
  })

  test('`read` reads everything but the inbox, media and procurement, and writes nothing', async () => {
    const reader = await tokenWith(['read'])
    const draft = await article()
    for (const path of [
      'articles',
      `articles/${draft.id}`,
      'site',
      'schema',
      'changes',
      'trash',
      `articles/${draft.id}/revisions`,
    ])
      expect([path, (await reader('GET', `/api/admin/${path}`)).status]).toEqual([path, 200])
    for (const path of [
      'messages',
      'messages/assignees',
      'messages/export.csv',
      'newsletter',
      'newsletter/export.csv',
      'media',
      'mail',
    ])
      expect([path, (await reader('GET', `/api/admin/${path}`)).status]).toEqual([path, 403])
    const link = await reader('POST', `/api/admin/articles/${draft.id}/preview`)
    expect(link.status).toBe(201)
    for (const [method, path] of [
      ['POST', 'articles'],
      ['PATCH', `articles/${draft.id}`],
      ['PUT', `articles/${draft.id}`],
      ['DELETE', `articles/${draft.id}`],
      ['POST', `articles/${draft.id}/duplicate`],
      ['POST', 'articles/reorder'],
    ] as const)
      expect([path, (await reader(method, `/api/admin/${path}`, { body: {} })).status]).toEqual([path, 403])
  })

  test('whatever changes what visitors see needs `publish`', async () => {
    const writer = await tokenWith(['read', 'write', 'delete', 'media'])
    const draft = await article()
    const live = await article({ status: 'published' })
    const scheduled = await article({ status: 'published', published_at: inDays(3) })
    const { id: serviceId } = await service()
    const allowed: [string, string, object?][] = [
      ['POST', 'articles', { title: 'Draft' }],
      ['PATCH', `articles/${draft.id}`, { title: 'Draft 2' }],
      ['POST', `articles/${draft.id}/duplicate`],
      ['POST', `articles/${live.id}/duplicate`],
      ['POST', 'articles/batch', { operations: [{ op: 'patch', id: draft.id, data: { title: 'Draft 3' } }] }],
    ]
    for (const [method, path, body] of allowed) {
      const { status } = await writer(method, `/api/admin/${path}`, body ? { body } : {})
      expect([path, status < 300]).toEqual([path, true])
    }
    const revisions = (await app.admin('GET', `/api/admin/articles/${live.id}/revisions`)).body.items
    const refused: [string, string, object?][] = [
      ['POST', 'articles', { title: 'x', status: 'published' }],
      ['POST', 'services', { title: 'x' }],
      ['PATCH', `articles/${draft.id}`, { status: 'published' }],
      ['PATCH', `articles/${live.id}`, { title: 'x' }],
      ['PATCH', `articles/${live.id}?autosave=true`, { title: 'x' }],
      ['PATCH', `articles/${live.id}`, { status: 'draft' }],
      ['PATCH', `articles/${scheduled.id}`, { title: 'x' }],
      ['PUT', `articles/${live.id}`, { title: 'x' }],
      ['DELETE', `articles/${live.id}`],
      ['PATCH', `services/${serviceId}`, { title: 'x' }],
      ['DELETE', `services/${serviceId}`],
      ['POST', `services/${serviceId}/duplicate`],
      ['PUT', 'seo-meta/home', { title: 'x' }],
      ['PATCH', 'about/1', { title: 'x' }],
      ['POST', 'articles/reorder', [live.id]],
      ['POST', `articles/${live.id}/revisions/${revisions[0].id}/restore`],
      ['POST', 'articles/batch', { operations: [{ op: 'publish', id: draft.id }] }],
      ['POST', 'articles/batch', { operations: [{ op: 'unpublish', id: live.id }] }],
      ['POST', 'articles/batch', { operations: [{ op: 'patch', id: live.id, data: { title: 'x' } }] }],
      [
        'POST',
        'articles/batch',
        { operations: [{ op: 'create', data: { title: 'x', status: 'published' } }] },
      ],
      ['POST', 'articles/batch', { operations: [{ op: 'delete', id: live.id }] }],
    ]
    const before = await app.admin('GET', '/api/admin/site')
    for (const [method, path, body] of refused) {
      const answer = await writer(method, `/api/admin/${path}`, body ? { body } : {})
      expect([path, answer.status, answer.body.code]).toEqual([path, 403, 'insufficient_scope'])
      expect([path, answer.headers.get('WWW-Authenticate')]).toEqual([
        path,
        expect.stringContaining('publish'),
      ])
    }
    expect((await app.admin('GET', '/api/admin/site')).body).toEqual(before.body)
    const publisher = await tokenWith(['write', 'publish', 'delete'])
    for (const [method, path, body] of refused.slice(0, 8)) {
      const { status } = await publisher(method, `/api/admin/${path}`, body ? { body } : {})
      expect([path, status < 300]).toEqual([path, true])
    }
  })

  test('deleting something visible needs `publish` and `delete`, restoring it `write` and `publish`', async () => {
    const live = await article({ status: 'published' })
    const draft = await article()
    const path = `/api/admin/articles/${live.id}`
    expect((await (await tokenWith(['delete']))('DELETE', path)).status).toBe(403)
    expect((await (await tokenWith(['publish', 'write']))('DELETE', path)).status).toBe(403)
    expect((await (await tokenWith(['delete']))('DELETE', `/api/admin/articles/${draft.id}`)).status).toBe(
      204,
    )
    expect((await (await tokenWith(['delete', 'publish']))('DELETE', path)).status).toBe(204)
    const entries = (await app.admin('GET', '/api/admin/trash?resource=articles')).body.items
    const entryOf = (id: number) => entries.find((entry: { record_id: number }) => entry.record_id === id).id
    const restore = (client: Client, id: number) => client('POST', `/api/admin/trash/${entryOf(id)}/restore`)
    const writer = await tokenWith(['write'])
    expect((await restore(writer, live.id)).status).toBe(403)
    expect((await restore(writer, draft.id)).status).toBe(200)
    expect((await restore(await tokenWith(['media', 'publish']), live.id)).status).toBe(403)
    expect((await restore(await tokenWith(['write', 'publish']), live.id)).status).toBe(200)
  })

  test('a batch needs the scopes of its operations', async () => {
    const draft = await article()
    const batch = (client: Client, operations: object[]) =>
      client('POST', '/api/admin/articles/batch', { body: { operations } })
    const remove = { op: 'delete', id: draft.id }
    const create = { op: 'create', data: { title: 'x' } }
    const writer = await tokenWith(['write'])
    expect((await batch(writer, [create, remove])).status).toBe(403)
    expect((await batch(await tokenWith(['delete']), [create, remove])).status).toBe(403)
    expect((await batch(await tokenWith(['delete']), [remove])).status).toBe(200)
    expect((await batch(writer, [create])).status).toBe(200)
    const { status, body } = await (await tokenWith(['inbox']))('POST', '/api/admin/messages/batch', {
      body: { operations: [{ op: 'delete', id: 1 }] },
    })
    expect([status, body.code]).toEqual([403, 'insufficient_scope'])
  })
})

describe('a token narrowed to articles', () => {
  let narrow: Client
  let serviceId: number
  let articleId: number
  beforeAll(async () => {
    narrow = await tokenWith(SCOPES, { resources: ['articles'] })
    serviceId = (await service()).id
    articleId = (await article({ title: 'Reachable' })).id
    await app.admin('PATCH', `/api/admin/services/${serviceId}`, { body: { title: 'Secret service' } })
  })

  test('does everything with articles', async () => {
    for (const [method, path, body] of [
      ['GET', 'articles?q=reachable'],
      ['GET', `articles/${articleId}`],
      ['GET', `articles/${articleId}/seo`],
      ['PATCH', `articles/${articleId}`, { excerpt: 'x' }],
      ['GET', `articles/${articleId}/revisions`],
      ['POST', `articles/${articleId}/preview`],
      ['POST', 'articles/batch', { operations: [{ op: 'publish', id: articleId }] }],
      ['POST', 'articles/reorder', [articleId]],
    ] as [string, string, object?][]) {
      const { status } = await narrow(method, `/api/admin/${path}`, body ? { body } : {})
      expect([path, status < 300]).toEqual([path, true])
    }
  })

  test('reaches no other resource on any route', async () => {
    const groups = groupsIn(app.deps.config, routeGroups)
    const accessOf = createAccessLookup(groups)
    const others = app.app.routes.filter(
      ({ method, path }) =>
        method !== 'ALL' &&
        accessOf(path)?.authentication === 'admin' &&
        /^\/api\/admin\/(?!articles(?:\/|$))/.test(path) &&
        typeof accessOf(path)!.tokens?.[`${method} ${path}`]?.reach === 'object',
    )
    expect(others.length).toBeGreaterThan(250)
    for (const { method, path } of others) {
      const { status, body } = await narrow(method, path.replace(/:\w+/g, String(serviceId)))
      expect([method, path, status, body.code]).toEqual([method, path, 403, 'forbidden'])
    }
    expect((await app.admin('GET', `/api/admin/services/${serviceId}`)).body.title).toBe('Secret service')
  })

  test('does not get the whole site', async () => {
    expect((await narrow('GET', '/api/admin/site')).status).toBe(403)
  })

  test('sees nothing of the others in the schema, the changes and the trash', async () => {
    const { body: schema } = await narrow('GET', '/api/admin/schema')
    expect(schema.resources.map(({ name }: { name: string }) => name)).toEqual(['articles'])
    expect((await app.admin('GET', '/api/admin/schema')).body.resources).toHaveLength(24)
    const { body: changes } = await narrow('GET', '/api/admin/changes?page=1&per_page=100')
    expect(new Set(changes.items.map(({ resource }: { resource: string }) => resource))).toEqual(
      new Set(['articles']),
    )
    await app.admin('DELETE', `/api/admin/services/${(await service()).id}`)
    const [entry] = (await app.admin('GET', '/api/admin/trash?resource=services')).body.items
    const { body: trash } = await narrow('GET', '/api/admin/trash')
    expect(JSON.stringify(trash)).not.toContain('services')
    expect((await narrow('GET', '/api/admin/trash?resource=services')).body.items).toEqual([])
    for (const [method, path] of [
      ['GET', ''],
      ['GET', '/revisions'],
      ['GET', '/revisions/1'],
      ['POST', '/restore'],
      ['DELETE', ''],
    ] as const)
      expect((await narrow(method, `/api/admin/trash/${entry.id}${path}`)).status).toBe(404)
    expect((await app.admin('POST', `/api/admin/trash/${entry.id}/restore`)).status).toBe(200)
  })

  test('replaces no image in the records of others, and is not told which use it', async () => {
    const upload = async (name: string) => {
      const form = new FormData()
      form.set(
        'file',
        new File(
          [
            await Bun.file('src/website/assets/none')
              .bytes()
              .catch(() => PNG),
          ],
          name,
        ),
      )
      const response = await app.app.request(
        '/api/admin/upload',
        { method: 'POST', body: form, headers: { Authorization: `Bearer ${app.admin.token}` } },
        { peer: '198.51.100.60' },
      )
      return (await response.json()) as { id: number; url: string }
    }
    const [image, other] = [await upload('a.png'), await upload('b.png')]
    await app.admin('PATCH', `/api/admin/services/${serviceId}`, { body: { image: image.url } })
    const shown = await narrow('GET', `/api/admin/media/${image.id}`)
    expect([shown.status, shown.body.used_in]).toEqual([200, []])
    const replaced = await narrow('POST', `/api/admin/media/${image.id}/replace`, {
      body: { with: other.id },
    })
    expect(replaced.status).toBe(403)
    const media = await tokenWith(['media'])
    const describe = (client: Client, id: number) =>
      client('PATCH', `/api/admin/media/${id}`, { body: { alt: 'Described' } })
    expect((await describe(media, image.id)).status).toBe(403)
    expect((await describe(media, other.id)).status).toBe(200)
    expect((await describe(await tokenWith(['media', 'publish']), image.id)).status).toBe(200)
    expect((await app.admin('GET', `/api/admin/services/${serviceId}`)).body.image).toBe(image.url)
  })
})

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

test('a request from another site gets no token by CORS that a session would not get', async () => {
  const { token } = (await create()).body
  const headers = { Origin: 'https://elsewhere.example' }
  const answer = await clientOf(app.app, token)('GET', '/api/admin/articles', { headers })
  expect(answer.headers.has('Access-Control-Allow-Origin')).toBe(false)
})

test.if(onPostgres)(
  'tokens of one account that are made at once wait for each other, and none starts anew',
  async () => {
    let watched: WatchedDriver | undefined
    const wrap = (driver: Driver): Driver => {
      watched = watch(driver)
      return watched.driver
    }
    await using own = await startApp({}, { wrap })
    const { database } = own.deps
    const holding = await holdTransaction(database, (tx) =>
      tx.execute(sql`select 1 from admin_users for no key update`),
    )
    watched!.forget()
    const made = Array.from({ length: 4 }, (_, index) => create({ name: `CI ${index}` }, own.admin))
    await untilLocked(database, 4)
    await holding.end()
    expect((await Promise.all(made)).map(({ status }) => status)).toEqual([201, 201, 201, 201])
    const locks = watched!.statements.filter((statement) => /"person_id".*for no key update/.test(statement))
    expect(locks).toHaveLength(4)
  },
)
