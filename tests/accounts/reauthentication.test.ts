// What counts as a proof of identity, for the changes that a session alone does not allow; which ones: `change-matrix.test.ts`.
import { afterAll, afterEach, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { choosePassword } from '../../src/accounts/password-sign-in.ts'
import { authenticate } from '../../src/accounts/sessions.ts'
import { type Answer, type Client, clientOf, proved } from '../support/app.ts'
import { createAuthenticator } from '../support/authenticator.ts'
import { codeAt, setUpTotp } from '../support/factors.ts'
import { FIVE_MINUTES, PASSWORD, prove, startProvers } from '../support/provers.ts'
import { WebBrowser } from '../support/web-browser.ts'

const provers = await startProvers()
const { company, service, rows, account, signIn, procurementAdmin, ticketOf, state } = provers
afterAll(() => provers[Symbol.asyncDispose]())
afterEach(() => service.setClock(null))

let count = 0
const problemOf = ({ status, body }: Answer) => [status, body.code]
const MISSING = [403, 'reauthentication_required']

test('changes of procurement take no proof with a token of the provider, which has no session here', async () => {
  const { id } = await company.hire('requester')
  const { root } = company
  for (const method of ['PUT', 'DELETE'])
    expect((await root(method, `/api/users/${id}/roles/buyer`)).status).toBeLessThan(300)
  expect((await root('PATCH', `/api/users/${id}`, { body: { disabled: true } })).status).toBe(200)
})

describe('one proof', () => {
  test('is good for five minutes, for every change in its session', async () => {
    const { email } = await account('admin')
    const client = await signIn(email)
    const first = { email: `window-${++count}@example.com`, name: 'First', role: 'admin', password: PASSWORD }
    const created = await client('POST', '/api/admin/users', {
      body: { ...first, current_password: PASSWORD },
    })
    expect(created.status).toBe(201)
    const place = `/api/admin/users/${created.body.id}`
    expect((await client('PATCH', place, { body: { role: 'creator' } })).status).toBe(200)
    expect((await client('POST', '/api/auth/totp')).status).toBe(200)
    expect((await client('DELETE', place)).status).toBe(204)
    expect((await (await signIn(email))('POST', '/api/auth/totp')).status).toBe(403)
  })

  test('begins with none, and says until when it counts', async () => {
    const { email } = await account()
    const now = new Date()
    service.setClock(now)
    const client = await signIn(email)
    expect(problemOf(await client('POST', '/api/auth/reauthenticate'))).toEqual(MISSING)
    expect(problemOf(await prove(client, { current_password: 'wrong' }))).toEqual([
      422,
      'invalid_current_password',
    ])
    expect(problemOf(await client('POST', '/api/auth/reauthenticate'))).toEqual(MISSING)
    const proved_until = new Date(now.getTime() + FIVE_MINUTES).toISOString()
    expect((await prove(client, { current_password: PASSWORD })).body).toEqual({ proved_until })
    service.setClock(new Date(now.getTime() + FIVE_MINUTES - 1))
    expect((await client('POST', '/api/auth/reauthenticate')).body).toEqual({ proved_until })
    service.setClock(new Date(now.getTime() + FIVE_MINUTES))
    expect(problemOf(await client('POST', '/api/auth/reauthenticate'))).toEqual(MISSING)
    expect((await service.anyone('POST', '/api/auth/reauthenticate')).status).toBe(401)
  })

  test('is a password, a code, a passkey, or for a person a new sign-in at the provider', async () => {
    const { email } = await account()
    const client = await proved(await signIn(email), PASSWORD)
    const { secret } = await setUpTotp(client, new Date(), {})
    const { body } = await client('POST', '/api/auth/passkeys/options')
    const authenticator = createAuthenticator()
    await client('POST', '/api/auth/passkeys', { body: { passkey: authenticator.register(body) } })
    const later = new Date(Date.now() + 2 * FIVE_MINUTES)
    service.setClock(later)
    expect(problemOf(await client('POST', '/api/auth/reauthenticate'))).toEqual(MISSING)
    expect((await prove(client, { totp: codeAt(secret, later) })).status).toBe(200)
    service.setClock(new Date(later.getTime() + FIVE_MINUTES))
    const options = await service.anyone('POST', '/api/auth/passkey/options', { body: {} })
    expect((await prove(client, { passkey: authenticator.answer(options.body) })).status).toBe(200)
    service.setClock(null)

    const person = procurementAdmin(async () => client)
    const seat = await person.signIn()
    // They have no account, and so no password.
    expect(problemOf(await prove(seat.client, { current_password: PASSWORD }))).toEqual([
      422,
      'invalid_current_password',
    ])
    expect((await person.prove(seat)).status).toBe(200)
  })

  test('of another person is none', async () => {
    const stranger = await company.hire('requester')
    const web = new WebBrowser(service.app)
    const session = await new WebBrowser(service.app).signIn('root')
    const answer = await web.request('POST', '/api/auth/reauthenticate', {
      body: { provider_ticket: await ticketOf(web, stranger.subject) },
      headers: { Authorization: `Bearer ${session.body.token}` },
    })
    expect(problemOf(answer)).toEqual([422, 'invalid_factor'])
  })

  test('is asked for last: what is wrong, missing, changed since or the last admin is said before', async () => {
    const { email } = await account('admin')
    const client = await signIn(email)
    const place = `/api/admin/users/${(await account()).id}`
    const send = (method: string, path: string, options = {}) => client(method, path, options).then(problemOf)
    expect(await send('PATCH', place, { body: { role: 'owner' } })).toEqual([422, 'validation_failed'])
    expect(await send('PATCH', '/api/admin/users/999999', { body: { role: 'admin' } })).toEqual([
      404,
      'not_found',
    ])
    const stale = { body: { role: 'admin' }, headers: { 'If-Match': '"7"' } }
    expect(await send('PATCH', place, stale)).toEqual([412, 'stale'])
    const taken = { email, name: 'Taken', role: 'creator', password: PASSWORD }
    expect(await send('POST', '/api/admin/users', { body: taken })).toEqual([409, 'conflict'])
    expect(await send('DELETE', '/api/admin/users/999999')).toEqual([404, 'not_found'])
    expect(await send('POST', `${place}/invitation`)).toEqual([409, 'conflict'])
    expect(await send('DELETE', place, { body: { reason: 'left' } })).toEqual([422, 'validation_failed'])
  })

  test('is not needed for a name, nor for what changes nothing', async () => {
    const { email } = await account('admin')
    const client = await signIn(email)
    const place = `/api/admin/users/${(await account()).id}`
    const body = { name: 'Another name', role: 'creator', disabled: false }
    expect((await client('PATCH', place, { body })).status).toBe(200)
    expect((await client('DELETE', `${place}/factors`)).status).toBe(204)
  })
})

describe('a session that begins with the ticket of a new sign-in at the provider', () => {
  const prove = async (query: string) => {
    const web = new WebBrowser(service.app)
    const { headers } = await web.goAndComeBack('root', query)
    const client = clientOf(service.app, (await web.takeTicket(headers)).body.token)
    return problemOf(await client('POST', '/api/auth/reauthenticate'))
  }

  test('begins with a proof, which the page that was left cannot give any more', async () => {
    expect(await prove('?reauth=1')).toEqual([200, undefined])
    expect(await prove('')).toEqual(MISSING)
  })
})

describe('the own password', () => {
  test('changes with the one before alone, whatever was proved', async () => {
    const { id, email } = await account('admin')
    const client = await proved(await signIn(email), PASSWORD)
    const { status, body } = await client('PATCH', `/api/admin/users/${id}`, {
      body: { password: 'a password of a thief' },
    })
    expect([status, body.errors]).toEqual([
      422,
      [{ path: 'password', code: 'not_allowed', message: expect.any(String) }],
    ])
    expect(body.errors[0].message).toContain('/api/auth/change-password')
    expect((await signIn(email)).token).toBeString()
  })

  test('of an account without one is chosen with a proof', async () => {
    const subject = `chooser-${++count}`
    const { id, email } = await account('creator', { provider_subject: subject })
    const web = new WebBrowser(service.app)
    const session = await web.signIn(subject)
    expect(session.body.user.has_password).toBe(false)
    const headers = { Authorization: `Bearer ${session.body.token}` }
    const choose = (fields: object, path = '/api/auth/change-password') =>
      web.request(path.includes('users') ? 'PATCH' : 'POST', path, { body: fields, headers })
    const before = await state()
    const body = { new_password: PASSWORD }
    expect(problemOf(await choose(body))).toEqual(MISSING)
    for (const [fields, code] of [
      [{ ...body, current_password: PASSWORD }, 'invalid_current_password'],
      [{ ...body, totp: '000000' }, 'invalid_factor'],
      [{ ...body, provider_ticket: 'x' }, 'invalid_factor'],
      [{ new_password: 'short', provider_ticket: 'x' }, 'validation_failed'],
      [{ ...body, password: PASSWORD }, 'validation_failed'],
    ] as const)
      expect(problemOf(await choose(fields))).toEqual([422, code])
    expect(await state()).toEqual(before)

    const chosen = await choose({ ...body, provider_ticket: await ticketOf(web, subject) })
    expect([chosen.status, chosen.body.user.has_password]).toEqual([200, true])
    const [row] = await rows(sql`
      select changes from audit_log
      where entity = 'admin_users' and entity_id = ${String(id)} and action = 'user.update'`)
    expect(row!.changes).toEqual({ password: 'set' })
    const signedIn = await signIn(email)
    expect((await signedIn('GET', '/api/users/me')).body.subject).toBe(subject)
    expect((await clientOf(service.app, chosen.body.token)('GET', '/api/auth/me')).status).toBe(200)
  })

  test('of an account without one is not chosen by an admin for themself in another way', async () => {
    const subject = `chooser-${++count}`
    const { id } = await account('admin', { provider_subject: subject })
    const web = new WebBrowser(service.app)
    const { headers } = await web.goAndComeBack(subject, '?reauth=1&return_to=/admin/account')
    const client = clientOf(service.app, (await web.takeTicket(headers)).body.token)
    const answer = await client('PATCH', `/api/admin/users/${id}`, { body: { password: PASSWORD } })
    expect([answer.status, answer.body.errors[0].code]).toEqual([422, 'not_allowed'])
    const body = { new_password: PASSWORD }
    expect((await client('POST', '/api/auth/change-password', { body })).status).toBe(200)
  })

  test('is chosen once, by one of several requests and not after an invitation was accepted', async () => {
    const subject = `chooser-${++count}`
    const { id, email } = await account('creator', { provider_subject: subject })
    const enter = async () => {
      const web = new WebBrowser(service.app)
      const { headers } = await web.goAndComeBack(subject, '?reauth=1&return_to=/admin/account')
      return clientOf(service.app, (await web.takeTicket(headers)).body.token)
    }
    const client = await enter()
    const choose = (by: Client, new_password: string) =>
      by('POST', '/api/auth/change-password', { body: { new_password } })
    const passwords = Array.from({ length: 5 }, (_, index) => `${PASSWORD} ${index}`)
    const answers = await Promise.all(passwords.map((password) => choose(client, password)))
    const chosen = passwords.filter((_, index) => answers[index]!.status === 200)
    expect(chosen).toHaveLength(1)
    for (const { status } of answers) expect([200, 401, 422]).toContain(status)
    const login = (password: string) =>
      service.anyone('POST', '/api/auth/login', { body: { email, password } })
    expect(await Promise.all(passwords.map(async (one) => (await login(one)).status))).toEqual(
      passwords.map((one) => (one === chosen[0] ? 200 : 401)),
    )

    // As it was authenticated before the invitation was accepted.
    await rows(sql`update admin_users set password_hash = null where id = ${id}`)
    const other = await enter()
    const session = await authenticate(service.deps.auth, other.token!)
    await rows(sql`update admin_users set password_hash = 'of the invitation' where id = ${id}`)
    const late = choosePassword(service.deps.auth, { session, next: PASSWORD })
    expect(late).rejects.toThrow('The session has ended')
    await late.catch(() => {})
    expect(await rows(sql`select password_hash from admin_users where id = ${id}`)).toEqual([
      { password_hash: 'of the invitation' },
    ])
  })

  test('of an account with one needs the one before, another proof does not do', async () => {
    const { email } = await account()
    const client = await proved(await signIn(email), PASSWORD)
    const { secret } = await setUpTotp(client, new Date(), {})
    const later = new Date(Date.now() + 60_000)
    service.setClock(later)
    for (const proof of [{}, { totp: codeAt(secret, later) }]) {
      const body = { new_password: 'a password of a thief', ...proof }
      const { status, body: problem } = await client('POST', '/api/auth/change-password', { body })
      expect([status, problem.errors]).toEqual([
        422,
        [{ path: 'current_password', code: 'required', message: 'is required' }],
      ])
    }
  })

  test('of a person without an account is the provider’s', async () => {
    const web = new WebBrowser(service.app)
    const { body } = await web.signIn((await company.hire('requester')).subject)
    const headers = { Authorization: `Bearer ${body.token}` }
    for (const proof of [{}, { current_password: PASSWORD }]) {
      const change = { new_password: PASSWORD, ...proof }
      const answer = await web.request('POST', '/api/auth/change-password', { body: change, headers })
      expect(problemOf(answer)).toEqual([403, 'forbidden'])
    }
  })
})

test('a script of the public site that has minted a token makes no admin, and sets no password', async () => {
  const { id, email } = await account('admin')
  const web = new WebBrowser(service.app)
  await web.request('POST', '/api/auth/login', { body: { email, password: PASSWORD } })
  const minted = await web.request('POST', '/api/auth/token')
  const thief = clientOf(service.app, minted.body.token)
  const before = await state()
  const admin = { email: 'thief@example.com', name: 'T', role: 'admin', password: PASSWORD }
  expect(problemOf(await thief('POST', '/api/admin/users', { body: admin }))).toEqual(MISSING)
  const password = { body: { password: 'a password of a thief' } }
  expect(problemOf(await thief('PATCH', `/api/admin/users/${id}`, password))).toEqual([
    422,
    'validation_failed',
  ])
  const [colleague] = await rows(sql`select min(id) as id from admin_users`)
  expect(problemOf(await thief('PATCH', `/api/admin/users/${colleague!.id}`, password))).toEqual(MISSING)
  expect(await state()).toEqual(before)
})
