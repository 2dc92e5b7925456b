import { afterAll, beforeEach, describe, expect, test } from 'bun:test'
import { eq, sql } from 'drizzle-orm'
import { createAccountLink } from '../../../src/accounts/account-links.ts'
import { createUser } from '../../../src/accounts/admin-users.ts'
import { resetFactors } from '../../../src/accounts/factors/reset-factors.ts'
import { createApp } from '../../../src/app.ts'
import { createDeps } from '../../../src/deps.ts'
import { Secret } from '../../../src/platform/config/secret.ts'
import { rowsOf } from '../../../src/platform/db/database.ts'
import { openPostgres } from '../../../src/platform/db/postgres-driver.ts'
import { adminUsers } from '../../../src/platform/db/schema/auth.ts'
import { createLog } from '../../../src/platform/log.ts'
import {
  ADMIN,
  type Answer,
  type Client,
  clientOf,
  peerOfTest,
  proved,
  startApp,
  tokenOf,
} from '../../support/app.ts'
import { PATIENCE_MS } from '../../support/eventually.ts'
import { codeAt, setUpTotp } from '../../support/factors.ts'

const service = await startApp()
const { app, deps, anyone } = service
/** Another replica on a database server; the same one when the database is embedded. */
const replica = await startReplica()
afterAll(async () => {
  await replica.stop()
  await service[Symbol.asyncDispose]()
})

async function startReplica() {
  if (!service.url) return { anyone, stop: async () => {} }
  const driver = openPostgres({ url: new Secret(service.url), poolSize: 10, deadlineMs: PATIENCE_MS })
  const { config, clock, auth } = deps
  const { passwords } = auth
  const beside = await createDeps(config, { driver, log: createLog('silent'), clock, passwords })
  return {
    anyone: clientOf(createApp(beside, peerOfTest), null),
    stop: () => beside[Symbol.asyncDispose](),
  }
}

const PASSWORD = 'a long enough password'
const NEXT = 'another long password'
const STEP = 30_000
const proof = { current_password: PASSWORD }

// Each test begins a day later, so that no test has the limits and codes of another.
let now = new Date('2030-01-01T00:00:00Z')
const pass = (milliseconds: number) => {
  now = new Date(now.getTime() + milliseconds)
  service.setClock(now)
}
let admin: Client
beforeEach(async () => {
  pass(2 * 86_400_000)
  admin = await proved(clientOf(app, await tokenOf(app, ADMIN)), ADMIN.password)
})

/** How long the proof of the set-up counts. */
const PROOF_MS = 5 * 60_000

let accounts = 0
async function account(role = 'creator') {
  const email = `factor-${++accounts}@example.com`
  const body = { email, name: `Somebody ${accounts}`, role, password: PASSWORD }
  const { id } = await createUser(deps.auth, { kind: 'system', name: 'test' }, body)
  return { id, email }
}
const login = (email: string, password = PASSWORD, options: { peer?: string } = {}) =>
  anyone('POST', '/api/auth/login', { body: { email, password }, ...options })
const signIn = async (email: string) => clientOf(app, (await login(email)).body.token)

/** An account with an authenticator app, and a signed-in client of it. */
async function withTotp(role = 'creator') {
  const { id, email } = await account(role)
  const client = await signIn(email)
  const { secret, codes } = await setUpTotp(client, now, proof)
  // The code of the set-up is used.
  pass(STEP)
  return { id, email, client, secret, codes }
}
type Owner = Awaited<ReturnType<typeof withTotp>>
const ticketOf = async (email: string) => (await login(email)).body.ticket as string
const second = (body: object, { by = anyone, peer }: { by?: Client; peer?: string } = {}) =>
  by('POST', '/api/auth/second-factor', { body, ...(peer && { peer }) })
const problemOf = ({ status, body }: Answer) => [status, body.code]
const rows = (statement: ReturnType<typeof sql>) =>
  deps.database.query((tx) => rowsOf<Record<string, any>>(tx, statement))
const statusesOf = async (answers: Promise<Answer>[]) =>
  (await Promise.all(answers)).map(({ status }) => status)
const accepted = (statuses: number[]) => statuses.filter((status) => status === 200).length

describe('an authenticator app', () => {
  test('is set up with the password and a first code, which gives ten recovery codes', async () => {
    const { email } = await account()
    const client = await signIn(email)
    expect((await client('GET', '/api/auth/totp')).body).toEqual({
      enabled: false,
      confirmed_at: null,
      recovery_codes_left: 0,
    })
    const begun = await client('POST', '/api/auth/totp', { body: proof })
    expect(begun.headers.get('Cache-Control')).toBe('no-store')
    const { secret, otpauth_url, qr_svg } = begun.body
    expect(secret).toMatch(/^[A-Z2-7]{32}$/)
    expect(otpauth_url).toBe(
      `otpauth://totp/localhost:${encodeURIComponent(email)}?issuer=localhost&secret=${secret}&algorithm=SHA1&digits=6&period=30`,
    )
    expect(qr_svg).toStartWith('<svg xmlns="http://www.w3.org/2000/svg"')
    // Until it is confirmed, nothing is asked for.
    expect((await login(email)).status).toBe(200)
    const wrong = await client('POST', '/api/auth/totp/confirm', { body: { code: '000000' } })
    expect([wrong.status, wrong.body.code, wrong.body.errors[0].path]).toEqual([
      422,
      'invalid_factor',
      'code',
    ])
    const body = { code: codeAt(secret, now) }
    const { status, body: confirmed } = await client('POST', '/api/auth/totp/confirm', { body })
    expect(status).toBe(200)
    expect(new Set(confirmed.recovery_codes).size).toBe(10)
    for (const code of confirmed.recovery_codes)
      expect(code).toMatch(/^(?:[0-9a-hjkmnp-tv-z]{4}-){3}[0-9a-z]{4}$/)
    expect((await client('GET', '/api/auth/totp')).body).toEqual({
      enabled: true,
      confirmed_at: now.toISOString(),
      recovery_codes_left: 10,
    })
    expect((await client('POST', '/api/auth/totp/confirm', { body })).status).toBe(409)
  })

  test('stands in the database encrypted, and its recovery codes as hashes', async () => {
    const { id, secret, codes } = await withTotp()
    const dump = JSON.stringify([
      await rows(sql`select * from totp_factors where account_id = ${id}`),
      await rows(sql`select * from recovery_codes where account_id = ${id}`),
      await rows(sql`select changes from audit_log where entity_id = ${String(id)}`),
    ])
    expect(dump).toContain('authenticator_app')
    for (const text of [secret, ...codes, ...codes.map((code) => code.replaceAll('-', ''))])
      expect(dump).not.toContain(text)
  })

  test('that replaces another one counts from its first code on', async () => {
    const { email, client, secret, codes } = await withTotp()
    const { body: next } = await client('POST', '/api/auth/totp', { body: proof })
    expect((await second({ ticket: await ticketOf(email), totp: codeAt(secret, now) })).status).toBe(200)
    pass(STEP)
    await client('POST', '/api/auth/totp/confirm', { body: { code: codeAt(next.secret, now) } })
    pass(STEP)
    const ticket = await ticketOf(email)
    expect((await second({ ticket, totp: codeAt(secret, now) })).status).toBe(401)
    expect((await second({ ticket, recovery_code: codes[0] })).status).toBe(401)
    expect((await second({ ticket, totp: codeAt(next.secret, now) })).status).toBe(200)
  })

  test('that is not confirmed within 15 minutes must be begun again', async () => {
    const client = await signIn((await account()).email)
    const { secret } = (await client('POST', '/api/auth/totp', { body: proof })).body
    pass(15 * 60_000)
    const answer = await client('POST', '/api/auth/totp/confirm', { body: { code: codeAt(secret, now) } })
    expect(problemOf(answer)).toEqual([409, 'conflict'])
  })

  test('is confirmed once, also when the same code is sent many times at once', async () => {
    const client = await signIn((await account()).email)
    const { secret } = (await client('POST', '/api/auth/totp', { body: proof })).body
    const body = { code: codeAt(secret, now) }
    const confirm = () => client('POST', '/api/auth/totp/confirm', { body })
    expect(accepted(await statusesOf(Array.from({ length: 6 }, confirm)))).toBe(1)
  })

  test('that is removed is not asked for any more, and its recovery codes are gone', async () => {
    const { id, email, client } = await withTotp()
    expect((await client('DELETE', '/api/auth/totp', { body: proof })).status).toBe(204)
    expect((await login(email)).status).toBe(200)
    expect(await rows(sql`select from recovery_codes where account_id = ${id}`)).toEqual([])
    expect((await client('DELETE', '/api/auth/totp', { body: proof })).status).toBe(404)
  })

  test('ends with its account', async () => {
    const { id } = await withTotp()
    expect((await admin('DELETE', `/api/admin/users/${id}`)).status).toBe(204)
    expect(await rows(sql`select from totp_factors where account_id = ${id}`)).toEqual([])
  })
})

describe('a change of factors', () => {
  test.each<[string, string]>([
    ['POST', '/api/auth/totp'],
    ['DELETE', '/api/auth/totp'],
  ])('%s %s needs a proof: the password or a code, not a recovery code', async (method, path) => {
    const { client, secret, codes } = await withTotp()
    pass(PROOF_MS)
    const change = async (body?: object) => problemOf(await client(method, path, body && { body }))
    expect(await change()).toEqual([403, 'reauthentication_required'])
    expect(await change({})).toEqual([403, 'reauthentication_required'])
    expect(await change({ current_password: 'wrong' })).toEqual([422, 'invalid_current_password'])
    expect(await change({ totp: '000000' })).toEqual([422, 'invalid_factor'])
    expect(await change({ recovery_code: codes[0] })).toEqual([422, 'validation_failed'])
    expect((await client('GET', '/api/auth/totp')).body.enabled).toBe(true)
    expect((await change({ totp: codeAt(secret, now) }))[0]).toBe(method === 'POST' ? 200 : 204)
  })

  test('counts a wrong proof like a wrong password, and in its session', async () => {
    const { email, client } = await withTotp()
    pass(PROOF_MS)
    const peer = '203.0.113.77'
    for (const body of [
      { current_password: 'wrong' },
      { totp: '000000' },
      {},
      { totp: '' },
      { totp: 'x' },
      { totp: '1' },
    ])
      await client('DELETE', '/api/auth/totp', { body, peer })
    expect((await client('DELETE', '/api/auth/totp', { body: proof, peer })).status).toBe(429)
    expect((await login(email, PASSWORD, { peer })).status).toBe(429)
    // From another address, too; another session is not concerned.
    expect((await client('DELETE', '/api/auth/totp', { body: proof })).status).toBe(429)
    pass(15 * 60_000)
    expect((await client('DELETE', '/api/auth/totp', { body: proof })).status).toBe(204)
  })

  test.each(['GET', 'POST', 'DELETE'])('%s without a session is 401', async (method) => {
    for (const Authorization of [
      '',
      'Ticket',
      'Ticket x',
      `Ticket ${'x'.repeat(43)}`,
      'Bearer x',
      'Basic eDp5',
    ])
      expect((await anyone(method, '/api/auth/totp', { headers: { Authorization } })).status).toBe(401)
  })
})

describe('a sign-in with a second factor', () => {
  test('answers the password with a ticket, and the code with a session', async () => {
    const { id, email, secret } = await withTotp()
    const first = await login(email)
    expect(problemOf(first)).toEqual([401, 'second_factor_required'])
    expect(first.headers.get('WWW-Authenticate')).toBe('Bearer')
    expect(first.headers.get('Set-Cookie')).toBeNull()
    expect(first.body.methods).toEqual(['totp', 'recovery_code'])
    expect(first.body.ticket).toMatch(/^[\w-]{43}$/)
    const body = { ticket: first.body.ticket, totp: codeAt(secret, now) }
    const answer = await second(body)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('Set-Cookie')).toBeNull()
    expect(answer.body).toMatchObject({
      token_type: 'Bearer',
      expires_in: 28_800,
      role: 'creator',
      user: { id },
    })
    const sessions = await clientOf(app, answer.body.token)('GET', '/api/auth/sessions')
    expect(sessions.body.items[0].method).toBe('password+totp')
    expect((await second(body)).status).toBe(401)
  })

  test('answers a wrong password as ever, whether there is a second factor or not', async () => {
    const { email } = await withTotp()
    const known = await login(email, 'wrong')
    expect(problemOf(known)).toEqual([401, 'invalid_credentials'])
    expect(known.body.ticket).toBeUndefined()
  })

  test('gives no access by the ticket', async () => {
    const ticket = await ticketOf((await withTotp('admin')).email)
    for (const scheme of ['Bearer', 'Ticket'])
      for (const path of ['/api/auth/me', '/api/admin/articles', '/api/auth/totp']) {
        const headers = { Authorization: `${scheme} ${ticket}` }
        expect((await anyone('GET', path, { headers })).status).toBe(401)
      }
    expect((await anyone('POST', '/api/auth/ticket', { body: { ticket } })).status).toBe(401)
  })

  test('accepts a recovery code once, in any case and without its dashes', async () => {
    const { email, codes } = await withTotp()
    const typed = codes[3]!.replaceAll('-', ' ').toUpperCase().replaceAll('0', 'O').replaceAll('1', 'l')
    const answer = await second({ ticket: await ticketOf(email), recovery_code: typed })
    expect(answer.status).toBe(200)
    const client = clientOf(app, answer.body.token)
    expect((await client('GET', '/api/auth/sessions')).body.items[0].method).toBe('password+recovery')
    expect((await client('GET', '/api/auth/totp')).body.recovery_codes_left).toBe(9)
    expect((await second({ ticket: await ticketOf(email), recovery_code: codes[3] })).status).toBe(401)
  })

  test.each<[string, (code: string) => string]>([
    ['Persian digits', (code) => code.replace(/[0-9]/g, (digit) => '۰۱۲۳۴۵۶۷۸۹'[Number(digit)]!)],
    ['Arabic digits', (code) => code.replace(/[0-9]/g, (digit) => '٠١٢٣٤٥٦٧٨٩'[Number(digit)]!)],
    [
      'full width',
      (code) => code.replace(/[0-9a-z]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0)),
    ],
    ['spaces that do not break', (code) => code.replaceAll('-', '\u00a0')],
    ['joiners and marks of direction', (code) => `\u200e${code.replaceAll('-', '\u200c')}\u200f`],
    ['hyphens of another kind', (code) => code.replaceAll('-', '\u2011')],
  ])('accepts a recovery code with %s', async (_, write) => {
    const { email, codes } = await withTotp()
    // One with digits, of which a code may have none.
    const code = codes.find((it) => /[0-9]/.test(it))!
    const body = { ticket: await ticketOf(email), recovery_code: write(code) }
    expect((await second(body)).status).toBe(200)
  })

  test('refuses the codes of a colleague', async () => {
    const [mine, theirs] = [await withTotp(), await withTotp()]
    const ticket = await ticketOf(mine.email)
    expect((await second({ ticket, totp: codeAt(theirs.secret, now) })).status).toBe(401)
    expect((await second({ ticket, recovery_code: theirs.codes[0] })).status).toBe(401)
  })

  test.each<[string, (code: (steps: number) => string) => string]>([
    ['of two steps ago', (code) => code(-2)],
    ['of two steps ahead', (code) => code(2)],
    ['that is empty', () => ''],
    ['of letters', () => 'abcdef'],
    ['of NUL', () => '\0'],
  ])('refuses a code %s, and the ticket stays good', async (_, wrongCode) => {
    const { email, secret } = await withTotp()
    const code = (steps: number) => codeAt(secret, now.getTime() + steps * STEP)
    const ticket = await ticketOf(email)
    const answer = await second({ ticket, totp: wrongCode(code) })
    expect(problemOf(answer)).toEqual([401, 'invalid_credentials'])
    expect((await second({ ticket, totp: code(0) })).status).toBe(200)
  })

  test('refuses a code that was used, and all before it', async () => {
    const { email, secret } = await withTotp()
    const code = (steps: number) => codeAt(secret, now.getTime() + steps * STEP)
    expect((await second({ ticket: await ticketOf(email), totp: code(1) })).status).toBe(200)
    for (const steps of [1, 0, -1])
      expect((await second({ ticket: await ticketOf(email), totp: code(steps) })).status).toBe(401)
  })

  test.each<[string, object]>([
    ['no factor', {}],
    ['no ticket', { ticket: undefined, totp: '123456' }],
    ['a number for a code', { totp: 123_456 }],
    ['a list for a code', { totp: ['123456'] }],
    ['an unknown field', { totp: '123456', password: PASSWORD }],
  ])('with %s is 422', async (_, body) => {
    const { email } = await withTotp()
    expect((await second({ ticket: await ticketOf(email), ...body })).status).toBe(422)
  })

  test.each<[string, (email: string, id: number) => Promise<unknown>]>([
    ['after ten minutes', async () => pass(10 * 60_000)],
    ['when the password was changed', (_, id) => patch(id, { password: 'another long password' })],
    ['when the account was disabled', (_, id) => patch(id, { disabled: true })],
    ['when it was deleted', (_, id) => admin('DELETE', `/api/admin/users/${id}`)],
  ])('refuses the ticket %s', async (_, change) => {
    const { id, email, secret } = await withTotp()
    const ticket = await ticketOf(email)
    await change(email, id)
    expect(problemOf(await second({ ticket, totp: codeAt(secret, now) }))).toEqual([401, 'unauthenticated'])
  })

  const patch = (id: number, body: object) => admin('PATCH', `/api/admin/users/${id}`, { body })

  /** Sends each factor with many tickets at once, to both replicas, and expects that it is accepted once. */
  async function race(email: string, factors: (() => object)[]) {
    const tickets = await Promise.all(Array.from({ length: 6 }, () => ticketOf(email)))
    for (const factor of factors) {
      pass(STEP)
      const attempts = tickets.map((ticket, index) =>
        second({ ticket, ...factor() }, { by: index % 2 ? anyone : replica.anyone }),
      )
      const statuses = await statusesOf(attempts)
      expect(accepted(statuses)).toBe(1)
      tickets[statuses.indexOf(200)] = await ticketOf(email)
      // Else the failures would be refused before the factor is looked at.
      for (const table of ['rate_limits', 'sign_in_delays']) await rows(sql.raw(`delete from ${table}`))
    }
  }

  test('accepts a code once when it is used many times at once, on two replicas', async () => {
    const { email, secret } = await withTotp()
    await race(
      email,
      Array.from({ length: 12 }, () => () => ({ totp: codeAt(secret, now) })),
    )
  })

  test('accepts a recovery code once when it is used many times at once, on two replicas', async () => {
    const { email, codes } = await withTotp()
    await race(
      email,
      codes.map((recovery_code) => () => ({ recovery_code })),
    )
  })

  test('accepts a ticket once when it is used with several recovery codes at once, which costs one of them', async () => {
    const { id, email, codes } = await withTotp()
    const ticket = await ticketOf(email)
    const attempts = codes.slice(0, 6).map((recovery_code) => second({ ticket, recovery_code }))
    expect(accepted(await statusesOf(attempts))).toBe(1)
    expect(await rows(sql`select from recovery_codes where account_id = ${id}`)).toHaveLength(9)
  })
})

describe('the limits', () => {
  test('count a wrong second factor, and not that one is asked for', async () => {
    const { email, secret } = await withTotp()
    const peer = '203.0.113.78'
    for (let attempt = 0; attempt < 8; attempt++)
      expect((await login(email, PASSWORD, { peer })).body.code).toBe('second_factor_required')
    const ticket = await ticketOf(email)
    for (let attempt = 0; attempt < 5; attempt++)
      expect((await second({ ticket, recovery_code: 'wrong' }, { peer })).status).toBe(401)
    const refused = await second({ ticket, totp: codeAt(secret, now) }, { peer })
    expect(problemOf(refused)).toEqual([429, 'too_many_requests'])
    expect(refused.headers.get('Retry-After')).not.toBeNull()
    expect((await login(email, PASSWORD, { peer })).status).toBe(429)
    expect((await second({ ticket, totp: codeAt(secret, now) })).status).toBe(200)
  })

  /** Codes that are wrong, as many as the account may send in a day. */
  async function useUpCodes(attempt: () => Promise<Answer>, status: number, pauseMs = 0) {
    for (let count = 0; count < 20; count++) {
      expect((await attempt()).status).toBe(status)
      await rows(sql`delete from sign_in_delays`)
      if (count % 5 === 4) pass(pauseMs)
    }
  }
  const TOO_MANY = [429, 'too_many_requests']

  test('allow 20 wrong codes of an account a day from anywhere; passkeys and recovery codes go on', async () => {
    const { email, secret, codes } = await withTotp()
    const ticket = await ticketOf(email)
    await useUpCodes(() => second({ ticket, totp: '000000' }), 401)
    const refused = await second({ ticket, totp: codeAt(secret, now) })
    expect(problemOf(refused)).toEqual(TOO_MANY)
    expect(refused.body.detail).toContain('use a passkey or a recovery code')
    expect((await second({ ticket, recovery_code: codes[0] })).status).toBe(200)
    pass(86_400_000)
    expect((await second({ ticket: await ticketOf(email), totp: codeAt(secret, now) })).status).toBe(200)
  })

  test.each([
    [
      'an admin sets',
      async ({ id }: Owner) => admin('PATCH', `/api/admin/users/${id}`, { body: { password: NEXT } }),
    ],
    [
      'its owner sets',
      async ({ client }: Owner) =>
        client('POST', '/api/auth/change-password', {
          body: { current_password: PASSWORD, new_password: NEXT },
        }),
    ],
    [
      'a link in a mail sets',
      async ({ id }: Owner) => {
        const { links } = deps.mail.outbox
        const [user] = await deps.database.query((tx) =>
          tx.select().from(adminUsers).where(eq(adminUsers.id, id)),
        )
        const link = await deps.database.query((tx) =>
          createAccountLink(tx, { purpose: 'password-reset', user: user!, now, links }),
        )
        const token = links.sign('password-reset', link.id)
        return anyone('POST', '/api/auth/reset-password', { body: { token, new_password: NEXT } })
      },
    ],
  ])('keep the count over a new password that %s', async (_, change) => {
    const owner = await withTotp()
    const ticket = await ticketOf(owner.email)
    await useUpCodes(() => second({ ticket, totp: '000000' }), 401)
    expect((await change(owner)).status).toBeOneOf([200, 204])
    const next = (await login(owner.email, NEXT)).body.ticket
    expect(problemOf(await second({ ticket: next, totp: codeAt(owner.secret, now) }))).toEqual(TOO_MANY)
    expect((await second({ ticket: next, recovery_code: owner.codes[0] })).status).toBe(200)
  })

  test('begin anew with another app, after a reset by an admin', async () => {
    const { id, email } = await withTotp()
    const ticket = await ticketOf(email)
    await useUpCodes(() => second({ ticket, totp: '000000' }), 401)
    expect((await admin('DELETE', `/api/admin/users/${id}/factors`)).status).toBe(204)
    const { secret } = await setUpTotp(await signIn(email), now, proof)
    pass(STEP)
    expect((await second({ ticket: await ticketOf(email), totp: codeAt(secret, now) })).status).toBe(200)
  })

  test('count codes that confirm a change apart: a stolen session keeps nobody from signing in, nor the other way round', async () => {
    const { email, client, secret, codes } = await withTotp()
    const confirm = (body: object) => client('POST', '/api/auth/reauthenticate', { body })
    // A session has five wrong ones in a quarter of an hour.
    await useUpCodes(() => confirm({ totp: '000000' }), 422, 15 * 60_000)
    const refused = await confirm({ totp: codeAt(secret, now) })
    expect(problemOf(refused)).toEqual(TOO_MANY)
    expect(refused.body.detail).toContain('confirm with your password or a passkey')
    expect((await confirm(proof)).status).toBe(200)
    const ticket = await ticketOf(email)
    expect((await second({ ticket, totp: codeAt(secret, now) })).status).toBe(200)

    pass(86_400_000)
    const again = await ticketOf(email)
    await useUpCodes(() => second({ ticket: again, totp: '000000' }), 401)
    expect(problemOf(await second({ ticket: again, totp: codeAt(secret, now) }))).toEqual(TOO_MANY)
    const { body } = await second({ ticket: again, recovery_code: codes[0] })
    const confirmed = await clientOf(app, body.token)('POST', '/api/auth/reauthenticate', {
      body: { totp: codeAt(secret, now) },
    })
    expect(confirmed.status).toBe(200)
  })
})

describe('resetting the factors of a colleague', () => {
  const reset = (id: number | string, by = admin) => by('DELETE', `/api/admin/users/${id}/factors`)

  test('removes them, ends the sessions and leaves an audit row', async () => {
    const { id, email, client } = await withTotp()
    expect((await admin('GET', `/api/admin/users/${id}`)).body.has_second_factor).toBe(true)
    expect((await reset(id)).status).toBe(204)
    expect((await client('GET', '/api/auth/me')).status).toBe(401)
    expect((await login(email)).status).toBe(200)
    expect((await admin('GET', `/api/admin/users/${id}`)).body.has_second_factor).toBe(false)
    const audited = () =>
      rows(
        sql`select actor from audit_log where entity_id = ${String(id)} and changes ->> 'second_factor' = 'reset'`,
      )
    expect(await audited()).toEqual([{ actor: 'Admin' }])
    // Again there is nothing to do.
    expect((await reset(id)).status).toBe(204)
    expect(await audited()).toHaveLength(1)
  })

  test('is done by the command line for anybody, the last admin included', async () => {
    const { id, email } = await withTotp('admin')
    const system = { kind: 'system', name: 'create-admin' } as const
    expect(await resetFactors(deps.auth, system, { id })).toBe(true)
    expect(await resetFactors(deps.auth, system, { id })).toBe(false)
    expect((await login(email)).status).toBe(200)
  })

  test('is for admins, and not for their own', async () => {
    const { id, client } = await withTotp('admin')
    expect(problemOf(await reset(id, client))).toEqual([409, 'conflict'])
    expect((await client('GET', '/api/auth/totp')).body.enabled).toBe(true)
    const creator = await withTotp()
    expect((await reset(id, creator.client)).status).toBe(403)
    expect((await reset(id, anyone)).status).toBe(401)
    for (const unknown of [999_999, 'x', '0']) expect((await reset(unknown)).status).toBe(404)
  })
})
