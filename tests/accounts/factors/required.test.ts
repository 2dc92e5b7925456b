// REQUIRE_SECOND_FACTOR.
import { afterAll, beforeEach, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { createUser } from '../../../src/accounts/admin-users.ts'
import { rowsOf } from '../../../src/platform/db/database.ts'
import { sha256 } from '../../../src/platform/sha256.ts'
import { type Client, clientOf, proved, startApp } from '../../support/app.ts'
import { codeAt, setUpTotp } from '../../support/factors.ts'

const PASSWORD = 'a long enough password'
const service = await startApp()
const { app, deps, anyone } = service
afterAll(() => service[Symbol.asyncDispose]())

const require = (required: 'admin' | 'all' | null) => {
  deps.auth.secondFactor.required = required
}
let now = new Date('2030-01-01T00:00:00Z')
const pass = (milliseconds: number) => {
  now = new Date(now.getTime() + milliseconds)
  service.setClock(now)
}
beforeEach(() => {
  require('all')
  pass(60_000)
})

let accounts = 0
async function account(role = 'creator') {
  const email = `required-${++accounts}@example.com`
  const body = { email, name: `Somebody ${accounts}`, role, password: PASSWORD }
  const { id } = await createUser(deps.auth, { kind: 'system', name: 'test' }, body)
  return { id, email }
}
const login = (email: string) => anyone('POST', '/api/auth/login', { body: { email, password: PASSWORD } })
const ticketOf = async (email: string) => (await login(email)).body.ticket as string
/** A client that sends a ticket. */
const ticketClient = (ticket: string): Client =>
  Object.assign(
    (method: string, path: string, options: { body?: unknown } = {}) =>
      anyone(method, path, { ...options, headers: { Authorization: `Ticket ${ticket}` } }),
    { token: null },
  )
const exchange = (ticket: string) => anyone('POST', '/api/auth/ticket', { body: { ticket } })

describe('a required second factor', () => {
  test.each([
    ['admin', 'admin', 401],
    ['admin', 'creator', 200],
    ['all', 'admin', 401],
    ['all', 'creator', 401],
    [null, 'admin', 200],
  ] as const)('of %p: the password of a %s answers %d', async (required, role, status) => {
    require(required)
    expect((await login((await account(role)).email)).status).toBe(status)
  })

  test('that is set up ends the sessions of before it was required', async () => {
    require(null)
    const { email } = await account()
    const before = clientOf(app, (await login(email)).body.token)
    require('all')
    expect((await before('GET', '/api/auth/me')).status).toBe(200)
    await setUpTotp(ticketClient(await ticketOf(email)), now, {})
    expect((await before('GET', '/api/auth/me')).status).toBe(401)
  })

  test('is set up with the ticket before anything else, and the ticket then signs in, once', async () => {
    const { id, email } = await account()
    const first = await login(email)
    expect([first.status, first.body.code]).toEqual([401, 'second_factor_setup_required'])
    expect(first.body.methods).toContain('totp')
    const { ticket } = first.body
    const early = await exchange(ticket)
    expect([early.status, early.body.code, early.body.ticket]).toEqual([
      401,
      'second_factor_setup_required',
      ticket,
    ])
    const { secret, codes } = await setUpTotp(ticketClient(ticket), now, {})
    expect(codes).toHaveLength(10)
    const signedIn = await exchange(ticket)
    expect(signedIn.status).toBe(200)
    expect(signedIn.body.user.id).toBe(id)
    const sessions = await clientOf(app, signedIn.body.token)('GET', '/api/auth/sessions')
    expect(sessions.body.items[0].method).toBe('password+totp')
    expect((await exchange(ticket)).status).toBe(401)
    const trail = await deps.database.query((tx) =>
      rowsOf(tx, sql`select action, request_id from audit_log where actor_id = ${`local:${id}`} order by id`),
    )
    expect(trail).toEqual([
      { action: 'factor.add', request_id: expect.any(String) },
      { action: 'session.begin', request_id: signedIn.headers.get('X-Request-Id') },
    ])
    pass(30_000)
    const next = await login(email)
    expect(next.body.code).toBe('second_factor_required')
    const body = { ticket: next.body.ticket, totp: codeAt(secret, now) }
    expect((await anyone('POST', '/api/auth/second-factor', { body })).status).toBe(200)
  })

  test('signs in once when the ticket is exchanged many times at once', async () => {
    const ticket = await ticketOf((await account()).email)
    await setUpTotp(ticketClient(ticket), now, {})
    const answers = await Promise.all(Array.from({ length: 6 }, () => exchange(ticket)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test('is not removed while it is the only one', async () => {
    const ticket = await ticketOf((await account()).email)
    await setUpTotp(ticketClient(ticket), now, {})
    const client = clientOf(app, (await exchange(ticket)).body.token)
    const remove = () => client('DELETE', '/api/auth/totp', { body: { current_password: PASSWORD } })
    expect([(await remove()).status, (await client('GET', '/api/auth/totp')).body.enabled]).toEqual([
      409,
      true,
    ])
    require('admin')
    expect((await remove()).status).toBe(204)
  })
})

describe('the ticket of a set-up', () => {
  test('allows 60 changes, which leave colleagues behind the same address theirs, and is counted as a hash', async () => {
    const [mine, theirs] = [await ticketOf((await account()).email), await ticketOf((await account()).email)]
    const peer = '203.0.113.77'
    const begin = async (ticket: string) => {
      const headers = { Authorization: `Ticket ${ticket}` }
      return (await anyone('POST', '/api/auth/passkeys/options', { headers, peer })).status
    }
    for (let index = 0; index < 60; index++) expect(await begin(mine)).toBe(200)
    expect([await begin(mine), await begin(theirs)]).toEqual([429, 200])
    const buckets = await deps.database.query((tx) =>
      rowsOf<{ bucket: string }>(tx, sql`select bucket from rate_limits where bucket like 'factors %'`),
    )
    const keys = buckets.map(({ bucket }) => bucket.slice('factors '.length))
    expect(keys).toEqual(expect.arrayContaining([sha256(mine), sha256(theirs)]))
    expect(keys.filter((key) => [mine, theirs].includes(key))).toEqual([])
  })

  test('is good for setting up a factor, and for nothing else', async () => {
    const ticket = await ticketOf((await account('admin')).email)
    const client = ticketClient(ticket)
    expect((await client('GET', '/api/auth/totp')).body.enabled).toBe(false)
    for (const path of ['/api/auth/me', '/api/auth/sessions', '/api/admin/articles', '/api/admin/users'])
      expect((await client('GET', path)).status).toBe(401)
    const change = { current_password: PASSWORD, new_password: 'another long password' }
    expect((await client('POST', '/api/auth/change-password', { body: change })).status).toBe(401)
    expect((await clientOf(app, ticket)('GET', '/api/auth/totp')).status).toBe(401)
    const body = { ticket, totp: '000000' }
    expect((await anyone('POST', '/api/auth/second-factor', { body })).status).toBe(401)
  })

  test.each<[string, (id: number) => unknown]>([
    ['after ten minutes', () => pass(600_000)],
    ['of a changed password', (id) => patch(id, { password: 'another long password' })],
    ['of a disabled account', (id) => patch(id, { disabled: true })],
  ])('is worth nothing %s', async (_, change) => {
    require(null)
    await reAuthenticate()
    require('all')
    const { id, email } = await account()
    const ticket = await ticketOf(email)
    await change(id)
    expect((await ticketClient(ticket)('POST', '/api/auth/totp')).status).toBe(401)
    expect((await exchange(ticket)).status).toBe(401)
  })

  let admin: Client
  async function reAuthenticate() {
    const { email } = await account('admin')
    admin = await proved(clientOf(app, (await login(email)).body.token), PASSWORD)
  }
  const patch = (id: number, body: object) => admin('PATCH', `/api/admin/users/${id}`, { body })

  test('changes and signs in nothing once another one has set up a factor', async () => {
    const { email } = await account()
    const [mine, theirs] = [await ticketOf(email), await ticketOf(email)]
    const { body } = await ticketClient(theirs)('POST', '/api/auth/totp')
    await setUpTotp(ticketClient(mine), now, {})
    const confirm = { code: codeAt(body.secret, now) }
    expect((await ticketClient(theirs)('POST', '/api/auth/totp/confirm', { body: confirm })).status).toBe(401)
    expect((await ticketClient(theirs)('DELETE', '/api/auth/totp')).status).toBe(401)
    expect((await ticketClient(theirs)('GET', '/api/auth/totp')).status).toBe(401)
    expect((await exchange(theirs)).status).toBe(401)
    expect((await exchange(mine)).status).toBe(200)
  })

  test('sets up one factor when two tickets confirm at once', async () => {
    const { email } = await account()
    const tickets = [await ticketOf(email), await ticketOf(email), await ticketOf(email)]
    const { secret } = (await ticketClient(tickets[0]!)('POST', '/api/auth/totp')).body
    const body = { code: codeAt(secret, now) }
    const answers = await Promise.all(
      tickets.map((ticket) => ticketClient(ticket)('POST', '/api/auth/totp/confirm', { body })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const exchanged = await Promise.all(tickets.map(exchange))
    expect(exchanged.filter(({ status }) => status === 200)).toHaveLength(1)
  })
})
