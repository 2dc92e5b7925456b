// What an admin ends beside the sessions of an account: its API tokens, and the connection with a person of the identity provider.
import { afterAll, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { rowsOf } from '../../src/platform/db/database.ts'
import { type Answer, type Client, clientOf, tokenOf } from '../support/app.ts'
import { createAuthenticator } from '../support/authenticator.ts'
import { startCompany } from '../support/procurement.ts'
import { WebBrowser } from '../support/web-browser.ts'

const company = await startCompany()
const { service } = company
const { database } = service.deps
const beside = await service.beside()
afterAll(() => company[Symbol.asyncDispose]())

const OWN = 'a password of the owner'
const NEXT = 'a password that an admin gives'
const proof = { current_password: OWN }
let count = 0

const rows = (statement: ReturnType<typeof sql>) =>
  database.query((tx) => rowsOf<Record<string, any>>(tx, statement))
const problemOf = ({ status, body }: Answer) => [status, body.code]
const signIn = async (email: string, password = OWN) =>
  clientOf(service.app, await tokenOf(service.app, { email, password }))
const connect = async (client: Client, subject: string) =>
  expect((await new WebBrowser(service.app).connect(client.token!, subject, proof)).status).toBe(200)

async function addAccount(fields: object = { password: OWN }) {
  const email = `access-${++count}@example.com`
  const body = { email, name: 'Somebody', role: 'editor', ...fields }
  const answer = await service.admin('POST', '/api/admin/users', { body })
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body))
  const { id } = answer.body
  return { id: id as number, email, path: `/api/admin/users/${id}` }
}

/** An approver whose account is connected, with the session that connected it, a passkey and an API token. */
async function boss() {
  const account = await addAccount()
  const { subject } = await company.hire('approver')
  // The owner alone knows the password.
  await rows(sql`update admin_users set password_set_by_admin = false where id = ${account.id}`)
  const session = await signIn(account.email)
  await connect(session, subject)
  const authenticator = await addPasskey(session)
  const byPasskey = await signInWith(authenticator)
  return { ...account, subject, session, authenticator, byPasskey, token: await addToken(session, 'Orders') }
}

async function addPasskey(client: Client) {
  const authenticator = createAuthenticator()
  const { body } = await client('POST', '/api/auth/passkeys/options', { body: proof })
  const passkey = authenticator.register(body)
  expect((await client('POST', '/api/auth/passkeys', { body: { passkey } })).status).toBe(201)
  return authenticator
}
async function signInWith(authenticator: ReturnType<typeof createAuthenticator>) {
  const options = await service.anyone('POST', '/api/auth/passkey/options', { body: {} })
  const body = { passkey: authenticator.answer(options.body) }
  return clientOf(
    service.app,
    (await service.anyone('POST', '/api/auth/passkey/verify', { body })).body.token,
  )
}
async function addToken(client: Client, name: string, expires_at = '2099-01-01T00:00:00Z') {
  const body = { name, scopes: ['read', 'procurement'], expires_at, ...proof }
  const created = await client('POST', '/api/admin/tokens', { body })
  expect(created.status).toBe(201)
  return clientOf(service.app, created.body.token)
}

const statusesOf = (client: Client) =>
  Promise.all(
    [service, beside].map(
      async ({ app }) => (await clientOf(app, client.token)('GET', '/api/admin/articles')).status,
    ),
  )
const inProcurement = async (client: Client) => problemOf(await client('GET', '/api/quotes'))
const NOBODY = [403, 'not_linked']
/** What the audit log has about an account and its tokens since. */
async function trailSince(last: number) {
  const found = await rows(sql`
    select action, entity, changes from audit_log where id > ${last} and entity <> 'sessions' order by id`)
  return found.map(({ action, entity, changes }) => ({ action, entity, changes }))
}
const lastEntry = async () => (await rows(sql`select max(id) as id from audit_log`))[0]!.id as number
const state = () =>
  rows(sql`select a.id, a.version, a.token_version, a.person_id, a.password_hash, t.id as token, t.revoked_at
    from admin_users a left join api_tokens t on t.user_id = a.id order by a.id, t.id`)

describe('with another password, an admin', () => {
  test('revokes the API tokens and ends the connection where they say so, on every replica at once', async () => {
    const one = await boss()
    const since = await lastEntry()
    const body = { password: NEXT, revoke_tokens: true, disconnect: true }
    const { body: account } = await service.admin('PATCH', one.path, { body })
    expect(account).toMatchObject({ is_connected: false, has_password: true })
    expect(await statusesOf(one.token)).toEqual([401, 401])
    expect(await inProcurement(await signInWith(one.authenticator))).toEqual(NOBODY)
    expect((await new WebBrowser(service.app).signIn(one.subject)).body.role).toBeNull()
    expect(await trailSince(since)).toEqual([
      {
        action: 'token.revoke',
        entity: 'api_tokens',
        changes: { name: 'Orders', account: one.id },
      },
      { action: 'user.unlink', entity: 'admin_users', changes: { subject: one.subject } },
      { action: 'user.update', entity: 'admin_users', changes: { password: 'changed' } },
    ])
  })

  test('leaves both where they do not', async () => {
    const one = await boss()
    for (const more of [{}, { revoke_tokens: false, disconnect: false }]) {
      const { body } = await service.admin('PATCH', one.path, { body: { password: NEXT, ...more } })
      expect(body.is_connected).toBe(true)
    }
    expect(await statusesOf(one.token)).toEqual([200, 200])
    expect(await inProcurement(one.token)).toEqual([200, undefined])
  })

  test('gives a way in to an account that signs in at the provider alone, and ends that one', async () => {
    const subject = `alone-${++count}`
    const { email, path } = await addAccount({ provider_subject: subject })
    const body = { password: NEXT, disconnect: true }
    expect((await service.admin('PATCH', path, { body })).body.is_connected).toBe(false)
    expect(await statusesOf(await signIn(email, NEXT))).toEqual([200, 200])
  })
})

test('with the reset of second factors, an admin revokes the tokens and ends the connection where they say so', async () => {
  const [left, ended] = [await boss(), await boss()]
  const since = await lastEntry()
  const reset = (path: string, body?: object) => service.admin('DELETE', `${path}/factors`, body && { body })
  expect((await reset(left.path)).status).toBe(204)
  expect(await statusesOf(left.token)).toEqual([200, 200])
  expect((await service.admin('GET', left.path)).body.is_connected).toBe(true)
  const before = (await service.admin('GET', ended.path)).body
  expect((await reset(ended.path, { revoke_tokens: true, disconnect: true })).status).toBe(204)
  expect(await statusesOf(ended.token)).toEqual([401, 401])
  const after = (await service.admin('GET', ended.path)).body
  expect(after).toMatchObject({ is_connected: false, has_second_factor: false, version: before.version + 1 })
  expect((await trailSince(since)).map(({ action }) => action)).toEqual([
    'factor.reset',
    'token.revoke',
    'user.unlink',
    'factor.reset',
  ])
})

describe('alone', () => {
  test('the API tokens of an account are revoked, and its sessions go on', async () => {
    const { email, path } = await addAccount()
    const session = await signIn(email)
    const tokens = [await addToken(session, 'One'), await addToken(session, 'Two')]
    const colleague = await addAccount()
    const other = await addToken(await signIn(colleague.email), 'Of a colleague')
    await rows(sql`update api_tokens set expires_at = '2020-01-01' where name = 'Two'`)
    const since = await lastEntry()
    expect((await service.admin('PATCH', path, { body: { revoke_tokens: true } })).status).toBe(200)
    for (const token of tokens) expect(await statusesOf(token)).toEqual([401, 401])
    for (const client of [session, other]) expect(await statusesOf(client)).toEqual([200, 200])
    // One that has expired is not revoked.
    expect((await trailSince(since)).map(({ changes }) => changes.name)).toEqual(['One'])
  })

  test('a connection is ended; where there is none, nothing', async () => {
    const one = await boss()
    const since = await lastEntry()
    for (let round = 0; round < 2; round++) {
      const { status, body } = await service.admin('PATCH', one.path, { body: { disconnect: true } })
      expect([status, body.is_connected]).toEqual([200, false])
    }
    expect(await trailSince(since)).toEqual([
      { action: 'user.unlink', entity: 'admin_users', changes: { subject: one.subject } },
    ])
    // Nothing had to end the second time.
    const client = await signInWith(one.authenticator)
    await service.admin('PATCH', one.path, { body: { disconnect: true } })
    expect(await statusesOf(client)).toEqual([200, 200])
  })
})

describe('what acted for a person by a connection that was ended does so no more, once the two are connected again,', () => {
  test.each<[string, (one: Awaited<ReturnType<typeof boss>>) => Promise<Answer>]>([
    ['by an admin', ({ path }) => service.admin('PATCH', path, { body: { disconnect: true } })],
    [
      'by its owner',
      ({ byPasskey }) => byPasskey('DELETE', '/api/auth/oidc/link', { body: { current_password: OWN } }),
    ],
  ])('%s', async (_, end) => {
    const one = await boss()
    for (const client of [one.session, one.byPasskey, one.token])
      expect(await inProcurement(client)).toEqual([200, undefined])
    expect((await end(one)).status).toBeLessThan(300)
    const again = await signInWith(one.authenticator)
    await connect(again, one.subject)
    expect(await inProcurement(again)).toEqual([200, undefined])
    expect(await inProcurement(one.token)).toEqual(NOBODY)
    expect(await inProcurement(await signInWith(one.authenticator))).toEqual(NOBODY)
    // An admin has ended the session, too.
    expect((await inProcurement(one.session))[0]).toBeGreaterThanOrEqual(401)
  })
})

describe('nothing is ended, and nothing written,', () => {
  test('of the only way into an account: 409 says that it needs a password first', async () => {
    const { id, path } = await addAccount({ provider_subject: `only-${++count}` })
    await rows(sql`insert into totp_factors (account_id, secret) values (${id}, 'sealed')`)
    const before = await state()
    const body = { revoke_tokens: true, disconnect: true }
    for (const [method, place] of [
      ['PATCH', path],
      ['DELETE', `${path}/factors`],
    ] as const) {
      const refused = await service.admin(method, place, { body })
      expect(problemOf(refused)).toEqual([409, 'conflict'])
      expect(refused.body.detail).toContain('needs a password first')
    }
    expect(await state()).toEqual(before)
  })

  test("of one's own connection: 422 says how", async () => {
    const { id, email } = await addAccount({ role: 'admin', password: OWN })
    const client = await signIn(email)
    await connect(client, `own-${++count}`)
    const before = await state()
    const body = { name: 'Renamed', revoke_tokens: true, disconnect: true }
    const refused = await client('PATCH', `/api/admin/users/${id}`, { body })
    expect(refused.status).toBe(422)
    expect(refused.body.errors).toEqual([
      { path: 'disconnect', code: 'not_allowed', message: expect.stringContaining('/api/auth/oidc/link') },
    ])
    expect(await state()).toEqual(before)
  })

  test.each<[object]>([
    [{ revoke_tokens: 'yes' }],
    [{ revoke_tokens: null }],
    [{ disconnect: 1 }],
    [{ disconnect: [] }],
    [{ end_tokens: true }],
  ])('by %j: 422', async (wrong) => {
    const { path } = await addAccount()
    const before = await state()
    for (const [method, place] of [
      ['PATCH', path],
      ['DELETE', `${path}/factors`],
    ] as const)
      expect(problemOf(await service.admin(method, place, { body: wrong }))).toEqual([
        422,
        'validation_failed',
      ])
    expect(await state()).toEqual(before)
  })

  test('without a proof, or by somebody who is no admin', async () => {
    const [one, admin, editor] = [
      await boss(),
      await addAccount({ role: 'admin', password: OWN }),
      await addAccount(),
    ]
    const before = await state()
    for (const body of [{ revoke_tokens: true }, { disconnect: true }])
      for (const [method, place] of [
        ['PATCH', one.path],
        ['DELETE', `${one.path}/factors`],
      ] as const) {
        const unproved = await (await signIn(admin.email))(method, place, { body })
        expect(problemOf(unproved)).toEqual([403, 'reauthentication_required'])
        const refused = await (await signIn(editor.email))(method, place, { body: { ...body, ...proof } })
        expect(problemOf(refused)).toEqual([403, 'forbidden'])
      }
    expect(await state()).toEqual(before)
  })

  test('of any other account', async () => {
    const [one, other] = [await boss(), await boss()]
    await service.admin('PATCH', one.path, { body: { revoke_tokens: true, disconnect: true } })
    for (const client of [other.session, other.byPasskey, other.token])
      expect(await inProcurement(client)).toEqual([200, undefined])
  })
})
