// The trail of who was there: sessions that begin, used recovery codes, confirmations, and second factors.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import { ADMIN, type Client, clientOf } from '../../support/app.ts'
import { createAuthenticator } from '../../support/authenticator.ts'
import { codeAt, setUpTotp } from '../../support/factors.ts'
import { type Company, startCompany } from '../../support/procurement.ts'
import { ticketIn, WebBrowser } from '../../support/web-browser.ts'

let company: Company
let last = 0
beforeAll(async () => {
  company = await startCompany()
})
afterAll(() => company[Symbol.asyncDispose]())
afterEach(() => company.service.setClock(null))

const PASSWORD = 'a long enough password'
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const proof = { current_password: PASSWORD }

/** The rows since the last call, oldest first. */
async function news() {
  const { items } = (await company.root('GET', '/api/audit-log?limit=500')).body
  const rows = items.filter(({ id }: any) => id > last).reverse()
  last = items[0].id
  return rows
}
const shown = (rows: any[]) => rows.map(({ action, entity, changes }) => [action, entity, changes])
/** The same, without what came before. */
async function newsOf(run: () => Promise<unknown>) {
  await news()
  await run()
  return news()
}

let accounts = 0
async function addAccount(fields: object = {}) {
  const email = `somebody-${++accounts}@example.com`
  const body = { email, name: `Somebody ${accounts}`, role: 'creator', password: PASSWORD, ...fields }
  const { id } = (await company.service.admin('POST', '/api/admin/users', { body })).body
  return { id: id as number, email, name: body.name }
}
const post = (path: string, body: object, options: object = {}) =>
  company.service.anyone('POST', `/api/auth/${path}`, { body, ...options })
const login = (email: string, options: object = {}) => post('login', { email, password: PASSWORD }, options)
const signIn = async (email: string) => clientOf(company.service.app, (await login(email)).body.token)
const sessionOf = async (client: Client) =>
  (await client('GET', '/api/auth/sessions')).body.items.find((row: any) => row.is_current).id

/** An account with an authenticator app, and a session of it. */
async function withTotp() {
  const account = await addAccount()
  const client = await signIn(account.email)
  return { ...account, client, ...(await setUpTotp(client, new Date(), proof)) }
}

describe('a session that begins', () => {
  test('has a row of its owner, with the method, the device and the request, but no address', async () => {
    const { id, email, name } = await addAccount()
    await news()
    const { body, headers } = await login(email, {
      headers: { 'User-Agent': FIREFOX },
      peer: '198.51.100.7',
    })
    const [row, ...others] = await news()
    expect(others).toEqual([])
    expect(row).toMatchObject({
      actor: name,
      actor_id: `local:${id}`,
      via: null,
      action: 'session.begin',
      entity: 'sessions',
      entity_id: await sessionOf(clientOf(company.service.app, body.token)),
      request_id: headers.get('X-Request-Id'),
      changes: { method: 'password', device: 'Firefox, Linux' },
    })
    expect(JSON.stringify(row)).not.toContain('198.51.100.7')
  })

  test('has none while a second factor is missing, nor where anything is wrong', async () => {
    const { email } = await withTotp()
    const rows = await newsOf(async () => {
      expect((await post('login', { email, password: 'a wrong password' })).status).toBe(401)
      const { ticket } = (await login(email)).body
      expect((await post('second-factor', { ticket, totp: '000000' })).status).toBe(401)
      expect((await post('second-factor', { ticket, recovery_code: '0000' })).status).toBe(401)
    })
    expect(rows).toEqual([])
  })

  test('says by which second factor, and that a recovery code was used', async () => {
    const { id, email, name, codes, secret } = await withTotp()
    const rows = await newsOf(async () => {
      const { ticket } = (await login(email)).body
      expect((await post('second-factor', { ticket, recovery_code: codes[0] })).status).toBe(200)
      const later = new Date(Date.now() + 60_000)
      company.service.setClock(later)
      const next = { ticket: (await login(email)).body.ticket, totp: codeAt(secret, later) }
      expect((await post('second-factor', next)).status).toBe(200)
    })
    expect(rows.map(({ actor, action, changes }: any) => [actor, action, changes?.method])).toEqual([
      [name, 'recovery_code.use', undefined],
      [name, 'session.begin', 'password+recovery'],
      [name, 'session.begin', 'password+totp'],
    ])
    expect(rows[0]).toMatchObject({ entity: 'admin_users', entity_id: String(id), changes: null })
    expect(rows[0].request_id).not.toBeNull()
  })

  test('is of the person who signed in at the provider, and names their account', async () => {
    const { id } = await addAccount({ password: undefined, provider_subject: 'pat' })
    await news()
    const { body } = await new WebBrowser(company.service.app).signIn('pat')
    const [began, ...others] = (await news()).filter(({ entity }: any) => entity === 'sessions')
    expect(others).toEqual([])
    expect(began).toMatchObject({
      actor: body.user.name,
      actor_id: 'pat',
      request_id: expect.any(String),
    })
    expect(began.changes).toEqual({ method: 'provider', device: '', account: id })
  })

  test('of an account names the person that it acts for, by the password and by a passkey', async () => {
    const { email, name } = await addAccount()
    const client = await signIn(email)
    const change = { current_password: PASSWORD, new_password: 'a password of their own' }
    const { body: grant } = await client('POST', '/api/auth/change-password', { body: change })
    const own = { current_password: change.new_password }
    await new WebBrowser(company.service.app).connect(grant.token, 'sam', own)
    const session = clientOf(company.service.app, grant.token)
    const authenticator = createAuthenticator()
    const begun = await session('POST', '/api/auth/passkeys/options', { body: own })
    const passkey = authenticator.register(begun.body)
    expect((await session('POST', '/api/auth/passkeys', { body: { passkey } })).status).toBe(201)
    const rows = await newsOf(async () => {
      const options = await post('passkey/options', {})
      const answer = authenticator.answer(options.body)
      expect((await post('passkey/verify', { passkey: answer })).status).toBe(200)
      const { ticket } = (await post('login', { email, password: change.new_password })).body
      const next = await post('passkey/options', { ticket })
      await post('second-factor', { ticket, passkey: authenticator.answer(next.body) })
    })
    expect(rows.map(({ actor, changes }: any) => [actor, changes])).toEqual([
      [name, { method: 'passkey', device: '', person: 'sam' }],
      [name, { method: 'password+passkey', device: '', person: 'sam' }],
    ])
    expect(rows.map(({ request_id }: any) => request_id)).toEqual([expect.any(String), expect.any(String)])
  })
})

describe('a confirmation', () => {
  test('has a row of the session with what proved it, before that of the change', async () => {
    const { id, email, name } = await addAccount()
    const client = await signIn(email)
    const body = { ...proof, name: 'CI', scopes: ['read'], expires_at: '2040-01-01T00:00:00Z' }
    await news()
    const answer = await client('POST', '/api/admin/tokens', { body })
    const rows = await news()
    expect(shown(rows)).toEqual([
      ['reauthenticate', 'sessions', { with: 'current_password' }],
      ['token.create', 'api_tokens', expect.objectContaining({ name: 'CI' })],
    ])
    expect(rows[0]).toMatchObject({
      actor: name,
      actor_id: `local:${id}`,
      entity_id: await sessionOf(client),
    })
    const request = answer.headers.get('X-Request-Id')
    expect(rows.map((row: any) => row.request_id)).toEqual([request, request])
  })

  test('has none where it is wrong, nor while an earlier one counts', async () => {
    const { email } = await addAccount()
    const client = await signIn(email)
    const body = { name: 'CI', scopes: ['read'], expires_at: '2040-01-01T00:00:00Z' }
    const rows = await newsOf(async () => {
      const wrong = { current_password: 'a wrong password' }
      expect((await client('POST', '/api/auth/reauthenticate', { body: wrong })).status).toBe(422)
      expect((await client('POST', '/api/auth/reauthenticate', { body: proof })).status).toBe(200)
      expect((await client('POST', '/api/admin/tokens', { body })).status).toBe(201)
    })
    expect(rows.map(({ action }: any) => action)).toEqual(['reauthenticate', 'token.create'])
  })

  test('is told by code as well', async () => {
    const { client, secret } = await withTotp()
    const later = new Date(Date.now() + 60_000)
    company.service.setClock(later)
    const rows = await newsOf(() =>
      client('POST', '/api/auth/reauthenticate', { body: { totp: codeAt(secret, later) } }),
    )
    expect(shown(rows)).toEqual([['reauthenticate', 'sessions', { with: 'totp' }]])
  })

  test('at the provider is of the account in its session, of the person where there is none, and part of a sign-in that is one', async () => {
    const confirm = async (web: WebBrowser, subject: string) =>
      ticketIn((await web.goAndComeBack(subject, '?reauth=1&return_to=/admin/account')).headers)
    const { id } = await addAccount({ password: undefined, provider_subject: 'kim' })
    const { subject: lee } = await company.hire('requester')
    for (const [subject, actor_id] of [
      ['kim', `local:${id}`],
      [lee, lee],
    ] as const) {
      const web = new WebBrowser(company.service.app)
      const headers = { Authorization: `Bearer ${(await web.signIn(subject)).body.token}` }
      const rows = await newsOf(async () => {
        const body = { provider_ticket: await confirm(web, subject) }
        await web.request('POST', '/api/auth/reauthenticate', { body, headers })
        const again = { ticket: await confirm(web, subject) }
        expect((await web.request('POST', '/api/auth/ticket', { body: again })).status).toBe(200)
      })
      expect(rows.map(({ actor_id, action }: any) => [actor_id, action])).toEqual([
        [actor_id, 'reauthenticate'],
        [subject, 'session.begin'],
        [subject, 'reauthenticate'],
      ])
      expect(rows[2].entity_id).toBe(rows[1].entity_id)
      expect(rows[2].changes).toEqual({ with: 'provider_ticket' })
    }
  })
})

describe('second factors', () => {
  test('that are added and removed by their owner, or reset by an admin, have actions of their own', async () => {
    const { id, email } = await addAccount()
    const client = await signIn(email)
    const rows = await newsOf(async () => {
      const { secret } = await setUpTotp(client, new Date(), proof)
      const authenticator = createAuthenticator()
      const begun = await client('POST', '/api/auth/passkeys/options')
      const body = { passkey: authenticator.register(begun.body), name: 'Key' }
      const added = await client('POST', '/api/auth/passkeys', { body })
      await client('DELETE', `/api/auth/passkeys/${added.body.id}`)
      await client('DELETE', '/api/auth/totp')
      await setUpTotp(client, new Date(), {})
      expect(secret).toBeString()
      await company.service.admin('DELETE', `/api/admin/users/${id}/factors`, {
        body: { current_password: ADMIN.password },
      })
    })
    const ofAccount = rows.filter(({ entity_id }: any) => entity_id === String(id))
    expect(ofAccount.map(({ actor_id, action, changes }: any) => [actor_id, action, changes])).toEqual([
      [`local:${id}`, 'factor.add', { authenticator_app: 'added' }],
      [`local:${id}`, 'factor.add', { passkey: 'added', name: 'Key' }],
      [`local:${id}`, 'factor.remove', { passkey: 'removed', name: 'Key' }],
      [`local:${id}`, 'factor.remove', { authenticator_app: 'removed' }],
      [`local:${id}`, 'factor.add', { authenticator_app: 'added' }],
      ['local:1', 'factor.reset', { second_factor: 'reset' }],
    ])
  })
})
