import { afterAll, beforeEach, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { createUser } from '../../../src/accounts/admin-users.ts'
import { createApp } from '../../../src/app.ts'
import { rowsOf } from '../../../src/platform/db/database.ts'
import { type Answer, type Client, clientOf, peerOfTest, startApp } from '../../support/app.ts'
import { type Authenticator, createAuthenticator } from '../../support/authenticator.ts'
import { codeAt, setUpTotp } from '../../support/factors.ts'

const service = await startApp()
const { app, deps, anyone } = service
const { deps: otherDeps } = await service.beside()
const replica = clientOf(createApp(otherDeps, peerOfTest), null)
afterAll(() => service[Symbol.asyncDispose]())

const PASSWORD = 'a long enough password'
const proof = { current_password: PASSWORD }
// A time at which the token of `service.admin` is valid.
let now = new Date()
const pass = (milliseconds: number) => {
  now = new Date(now.getTime() + milliseconds)
  service.setClock(now)
}
beforeEach(() => {
  now = new Date()
  pass(0)
  deps.auth.secondFactor.required = null
})

let accounts = 0
async function account(role = 'creator') {
  const email = `passkey-${++accounts}@example.com`
  const body = { email, name: `Somebody ${accounts}`, role, password: PASSWORD }
  const { id } = await createUser(deps.auth, { kind: 'system', name: 'test' }, body)
  const token = (await login(email)).body.token as string
  return { id, email, client: clientOf(app, token) }
}
const login = (email: string) => anyone('POST', '/api/auth/login', { body: { email, password: PASSWORD } })

async function add(client: Client, authenticator: Authenticator, options: { name?: string } = {}) {
  const begun = await client('POST', '/api/auth/passkeys/options', { body: proof })
  const body = { passkey: authenticator.register(begun.body), ...options }
  return client('POST', '/api/auth/passkeys', { body })
}

/** An account with a passkey. */
async function withPasskey(role?: string) {
  const owner = await account(role)
  const authenticator = createAuthenticator()
  const added = await add(owner.client, authenticator)
  if (added.status !== 201) throw new Error(JSON.stringify(added.body))
  return { ...owner, authenticator, added: added.body }
}
const options = async (body: object = {}) =>
  (await anyone('POST', '/api/auth/passkey/options', { body })).body
const verify = (passkey: object, by = anyone, peer?: string) =>
  by('POST', '/api/auth/passkey/verify', { body: { passkey }, ...(peer && { peer }) })
const methodOf = async ({ body }: Answer) =>
  (await clientOf(app, body.token)('GET', '/api/auth/sessions')).body.items.find(
    (session: { is_current: boolean }) => session.is_current,
  ).method
const problemOf = ({ status, body }: Answer) => [status, body.code]
const rows = (statement: ReturnType<typeof sql>) =>
  deps.database.query((tx) => rowsOf<Record<string, any>>(tx, statement))

/** Answers that are wrong in one respect. */
const WRONG: [string, Parameters<Authenticator['answer']>[1]][] = [
  ['for another host', { rpId: 'evil.example' }],
  ['for another challenge', { challenge: 'x'.repeat(43) }],
  ['without a challenge', { challenge: '' }],
  ['of another type', { type: 'payment.get' }],
  ['without its user being there', { present: false, verified: false }],
  ['without its user being recognized', { verified: false }],
  ['without an origin', { origin: null }],
]

/** Addresses that are not the panel's. */
const ELSEWHERE: [string, string][] = [
  ['on another host', 'https://evil.example'],
  ['at another port', 'http://localhost:4000'],
  ['on a subdomain', 'http://a.localhost:3000'],
  ['with another scheme', 'https://localhost:3000'],
  ['nowhere', ''],
]
const problemOfElsewhere = [
  422,
  [
    {
      path: 'passkey',
      code: 'wrong_origin',
      message: 'was asked at another address; passkeys of this panel work only at http://localhost:3000',
    },
  ],
]
const issuesOf = ({ status, body }: Answer) => [status, body.errors]

describe('a passkey', () => {
  test('is added with the password, and the first one gives recovery codes', async () => {
    const { client, email, id } = await account()
    const begun = await client('POST', '/api/auth/passkeys/options', { body: proof })
    const authenticator = createAuthenticator()
    // Before `toMatchObject`, which leaves its matchers in the object.
    const passkeyAnswer = authenticator.register(begun.body)
    expect(begun.body).toMatchObject({
      challenge: expect.stringMatching(/^[\w-]{43}$/),
      rp: { id: 'localhost', name: 'localhost' },
      user: { name: email, displayName: `Somebody ${accounts}` },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [],
    })
    const body = { name: ' کلید من ', passkey: passkeyAnswer }
    const added = await client('POST', '/api/auth/passkeys', { body })
    expect(added.status).toBe(201)
    expect(added.headers.get('Cache-Control')).toBe('no-store')
    const { recovery_codes, ...passkey } = added.body
    expect(passkey).toEqual({
      id: expect.any(Number),
      name: 'کلید من',
      is_synced: false,
      created_at: now.toISOString(),
      last_used_at: null,
    })
    expect(recovery_codes).toHaveLength(10)
    const second = await add(client, createAuthenticator())
    expect([second.body.name, second.body.recovery_codes]).toEqual(['Passkey', undefined])
    expect((await client('GET', '/api/auth/passkeys')).body.items).toEqual([
      passkey,
      expect.objectContaining({ name: 'Passkey' }),
    ])
    const next = await client('POST', '/api/auth/passkeys/options', { body: proof })
    expect(next.body.excludeCredentials[0]).toEqual({
      id: authenticator.id,
      type: 'public-key',
      transports: ['internal'],
    })
    expect((await service.admin('GET', `/api/admin/users/${id}`)).body.has_second_factor).toBe(true)
    const audited = await rows(
      sql`select changes from audit_log where entity_id = ${String(id)} and changes ? 'passkey'`,
    )
    expect(audited.map(({ changes }) => changes)).toEqual([
      { passkey: 'added', name: 'کلید من' },
      { passkey: 'added', name: 'Passkey' },
    ])
  })

  test.each(WRONG)('that is registered %s is refused', async (_, wrong) => {
    const { client } = await account()
    const begun = await client('POST', '/api/auth/passkeys/options', { body: proof })
    const passkey = createAuthenticator().register(begun.body, wrong)
    const answer = await client('POST', '/api/auth/passkeys', { body: { passkey } })
    expect(problemOf(answer)).toEqual([422, 'invalid_factor'])
    expect((await client('GET', '/api/auth/passkeys')).body.items).toEqual([])
  })

  test.each(ELSEWHERE)('that is registered %s is refused with the right address', async (_, origin) => {
    const { client } = await account()
    const begun = await client('POST', '/api/auth/passkeys/options', { body: proof })
    const passkey = createAuthenticator().register(begun.body, { origin })
    const answer = await client('POST', '/api/auth/passkeys', { body: { passkey } })
    expect(issuesOf(answer)).toEqual(problemOfElsewhere)
    expect((await client('GET', '/api/auth/passkeys')).body.items).toEqual([])
  })

  test("is not registered with a colleague's challenge, one for signing in, an old one, or the same twice", async () => {
    const [mine, theirs] = [await account(), await account()]
    const post = async (made: any) =>
      problemOf(
        await mine.client('POST', '/api/auth/passkeys', {
          body: { passkey: createAuthenticator().register({ user: { id: 'x' }, ...made }) },
        }),
      )
    const begin = async ({ client }: typeof mine) =>
      (await client('POST', '/api/auth/passkeys/options', { body: proof })).body
    expect(await post(await begin(theirs))).toEqual([422, 'invalid_factor'])
    expect(await post(await options())).toEqual([422, 'invalid_factor'])
    const begun = await begin(mine)
    expect(await post(begun)).toEqual([201, undefined])
    expect(await post(begun)).toEqual([422, 'invalid_factor'])
    const old = await begin(mine)
    pass(5 * 60_000)
    expect(await post(old)).toEqual([422, 'invalid_factor'])
  })

  test('of somebody cannot be registered again by somebody else', async () => {
    const { authenticator } = await withPasskey()
    expect(problemOf(await add((await account()).client, authenticator))).toEqual([409, 'conflict'])
  })

  test.each([
    ['POST', '/api/auth/passkeys/options'],
    ['DELETE', '/api/auth/passkeys/1'],
  ])('%s %s needs a proof: password, code or passkey', async (method, path) => {
    const { client, added, authenticator } = await withPasskey()
    pass(5 * 60_000)
    const target = path.replace(/1$/, String(added.id))
    const change = async (body: object) => problemOf(await client(method, target, { body }))
    expect(await change({})).toEqual([403, 'reauthentication_required'])
    expect(await change({ current_password: 'wrong' })).toEqual([422, 'invalid_current_password'])
    const wrong = authenticator.answer(await options(), { verified: false })
    expect(await change({ passkey: wrong })).toEqual([422, 'invalid_factor'])
    const elsewhere = authenticator.answer(await options(), { origin: 'https://evil.example' })
    expect(await change({ passkey: elsewhere })).toEqual([422, 'validation_failed'])
    const stranger = await withPasskey()
    const theirs = stranger.authenticator.answer(await options())
    expect(await change({ passkey: theirs })).toEqual([422, 'invalid_factor'])
    const right = authenticator.answer(await options())
    expect((await change({ passkey: right }))[0]).toBe(method === 'POST' ? 200 : 204)
  })

  test("is removed by its owner alone, and not the role's last factor", async () => {
    const { client, added } = await withPasskey()
    const remove = (by: Client, id: number | string) =>
      by('DELETE', `/api/auth/passkeys/${id}`, { body: proof })
    expect((await remove((await account()).client, added.id)).status).toBe(404)
    for (const id of ['x', '0', 999_999]) expect((await remove(client, id)).status).toBe(404)
    deps.auth.secondFactor.required = 'all'
    expect(problemOf(await remove(client, added.id))).toEqual([409, 'conflict'])
    const other = await add(client, createAuthenticator())
    expect((await remove(client, other.body.id)).status).toBe(204)
    deps.auth.secondFactor.required = null
    expect((await remove(client, added.id)).status).toBe(204)
    expect((await client('GET', '/api/auth/totp')).body.recovery_codes_left).toBe(0)
  })

  test('of the last two is left over when both are removed at once and the role needs one', async () => {
    const { client, added } = await withPasskey()
    const other = await add(client, createAuthenticator())
    deps.auth.secondFactor.required = 'all'
    const answers = await Promise.all(
      [added.id, other.body.id].map((id) => client('DELETE', `/api/auth/passkeys/${id}`, { body: proof })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 409])
  })

  test.each<[string, unknown]>([
    ['null', null],
    ['a text', 'x'],
    ['an empty object', {}],
    ['bytes that are no base64url', { ...blank(), id: '%' }],
    ['a number for bytes', { ...blank(), rawId: 1 }],
    ['another type', { ...blank(), type: 'password' }],
  ])('that is %s is 422', async (_, passkey) => {
    expect((await anyone('POST', '/api/auth/passkey/verify', { body: { passkey } })).status).toBe(422)
  })

  test.each<[string, object]>([
    ['empty bytes', blank()],
    [
      'broken bytes',
      { ...blank(), response: { clientDataJSON: 'e30', authenticatorData: 'x', signature: 'x' } },
    ],
  ])('with %s is 401', async (_, passkey) => {
    const answer = await anyone('POST', '/api/auth/passkey/verify', { body: { passkey } })
    expect(problemOf(answer)).toEqual([401, 'invalid_credentials'])
  })

  function blank() {
    const response = { clientDataJSON: '', authenticatorData: '', signature: '' }
    return { id: '', rawId: '', type: 'public-key', response }
  }
})

describe('signing in with a passkey', () => {
  test('needs neither email nor password', async () => {
    const { id, client, authenticator } = await withPasskey('admin')
    const asked = await options()
    expect(asked).toEqual({
      challenge: expect.stringMatching(/^[\w-]{43}$/),
      rpId: 'localhost',
      timeout: 300_000,
      userVerification: 'required',
      allowCredentials: [],
    })
    const body = { passkey: authenticator.answer(asked) }
    const headers = { 'X-Frontage-Panel': '1', Host: 'localhost:3000' }
    const answer = await anyone('POST', '/api/auth/passkey/verify', { body, headers })
    expect([answer.status, answer.body.user?.id, answer.body.role]).toEqual([200, id, 'admin'])
    expect(answer.headers.get('Set-Cookie')).toStartWith('frontage_session=')
    expect(await methodOf(answer)).toBe('passkey')
    expect((await client('GET', '/api/auth/passkeys')).body.items[0].last_used_at).toBe(now.toISOString())
  })

  test.each([
    ...WRONG,
    ['of another account', { userHandle: Buffer.from('account:1').toString('base64url') }],
    ['of a copy, whose counter is behind', { counter: 6 }],
    ['of a copy, whose counter is the same', { counter: 7 }],
    ['of a copy, which does not count', { counter: 0 }],
  ] as typeof WRONG)('is refused with an answer %s, and then goes on with a right one', async (_, wrong) => {
    const { authenticator } = await withPasskey()
    authenticator.setCounter(7)
    expect((await verify(authenticator.answer(await options()))).status).toBe(200)
    authenticator.setCounter(8)
    const answer = await verify(authenticator.answer(await options(), wrong))
    expect(problemOf(answer)).toEqual([401, 'invalid_credentials'])
    expect(answer.headers.get('WWW-Authenticate')).toBe('Bearer')
    expect((await verify(authenticator.answer(await options()))).status).toBe(200)
  })

  test.each(ELSEWHERE)(
    'asked %s is refused with the right address, and counts for no limit',
    async (_, origin) => {
      const { authenticator } = await withPasskey()
      const peer = '203.0.113.80'
      for (let attempt = 0; attempt < 6; attempt++) {
        const answer = await verify(authenticator.answer(await options(), { origin }), anyone, peer)
        expect(issuesOf(answer)).toEqual(problemOfElsewhere)
      }
      expect((await verify(authenticator.answer(await options()), anyone, peer)).status).toBe(200)
    },
  )

  test('is refused with the signature of another passkey, and with one that nobody has', async () => {
    const [mine, other] = [await withPasskey(), createAuthenticator()]
    other.register({ challenge: '', user: { id: '' } })
    const forged = {
      ...other.answer(await options()),
      id: mine.authenticator.id,
      rawId: mine.authenticator.id,
    }
    expect((await verify(forged)).status).toBe(401)
    expect((await verify(other.answer(await options()))).status).toBe(401)
  })

  test('is refused when it was removed, or the account was disabled or deleted', async () => {
    const removed = await withPasskey()
    await removed.client('DELETE', `/api/auth/passkeys/${removed.added.id}`, { body: proof })
    const [disabled, deleted] = [await withPasskey(), await withPasskey()]
    await service.admin('PATCH', `/api/admin/users/${disabled.id}`, { body: { disabled: true } })
    await service.admin('DELETE', `/api/admin/users/${deleted.id}`)
    for (const { authenticator } of [removed, disabled, deleted])
      expect((await verify(authenticator.answer(await options()))).status).toBe(401)
  })

  test('answers a challenge once, within five minutes, on whichever replica', async () => {
    const { authenticator } = await withPasskey()
    for (let round = 0; round < 8; round++) {
      const passkey = authenticator.answer(await options())
      const answers = await Promise.all(
        Array.from({ length: 4 }, (_, index) => verify(passkey, index % 2 ? anyone : replica)),
      )
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
      for (const table of ['rate_limits', 'sign_in_delays']) await rows(sql.raw(`delete from ${table}`))
    }
    const late = authenticator.answer(await options())
    pass(5 * 60_000)
    expect((await verify(late)).status).toBe(401)
  })

  test('accepts one of two answers with the same counter at once', async () => {
    const { authenticator } = await withPasskey()
    for (let counter = 1; counter < 9; counter++) {
      authenticator.setCounter(counter)
      const passkeys = [authenticator.answer(await options()), authenticator.answer(await options())]
      const answers = await Promise.all(
        passkeys.map((passkey, index) => verify(passkey, index ? anyone : replica)),
      )
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 401])
    }
  })

  test('counts failures like wrong passwords', async () => {
    const { email, authenticator } = await withPasskey()
    const peer = '203.0.113.79'
    for (let attempt = 0; attempt < 5; attempt++)
      expect((await verify(authenticator.answer({ challenge: 'x' }), anyone, peer)).status).toBe(401)
    expect((await verify(authenticator.answer(await options()), anyone, peer)).status).toBe(429)
    const body = { email, password: PASSWORD }
    expect((await anyone('POST', '/api/auth/login', { body, peer })).status).toBe(429)
  })
})

describe('a passkey as second factor', () => {
  const second = (ticket: string, factor: object) =>
    anyone('POST', '/api/auth/second-factor', { body: { ticket, ...factor } })

  test('answers the options of the ticket, which name the passkeys of the account', async () => {
    const { email, authenticator } = await withPasskey()
    const { ticket, code, methods } = (await login(email)).body
    expect([code, methods]).toEqual(['second_factor_required', ['passkey', 'recovery_code']])
    const asked = await options({ ticket })
    expect(asked.allowCredentials).toEqual([
      { id: authenticator.id, type: 'public-key', transports: ['internal'] },
    ])
    const answer = await second(ticket, { passkey: authenticator.answer(asked) })
    expect(answer.status).toBe(200)
    expect(await methodOf(answer)).toBe('password+passkey')
  })

  test('is refused from a colleague, with options of their ticket, and with options of no ticket at all', async () => {
    const [mine, theirs] = [await withPasskey(), await withPasskey()]
    const ticket = (await login(mine.email)).body.ticket
    const foreign = await options({ ticket: (await login(theirs.email)).body.ticket })
    const factors = [
      theirs.authenticator.answer(await options({ ticket })),
      mine.authenticator.answer(foreign),
      theirs.authenticator.answer(foreign),
    ]
    for (const passkey of factors)
      expect(problemOf(await second(ticket, { passkey }))).toEqual([401, 'invalid_credentials'])
    for (const other of ['', 'x', 'x'.repeat(43)])
      expect((await anyone('POST', '/api/auth/passkey/options', { body: { ticket: other } })).status).toBe(
        401,
      )
    expect((await second(ticket, { passkey: mine.authenticator.answer(await options()) })).status).toBe(200)
  })

  test('stands beside an authenticator app', async () => {
    const { email, client, authenticator } = await withPasskey()
    const { secret } = await setUpTotp(client, now, proof)
    pass(30_000)
    const first = (await login(email)).body
    expect(first.methods).toEqual(['totp', 'passkey', 'recovery_code'])
    expect((await second(first.ticket, { totp: codeAt(secret, now) })).status).toBe(200)
    const { ticket } = (await login(email)).body
    expect((await second(ticket, { passkey: authenticator.answer(await options({ ticket })) })).status).toBe(
      200,
    )
    await client('DELETE', '/api/auth/totp', { body: proof })
    expect((await login(email)).body.methods).toEqual(['passkey', 'recovery_code'])
  })

  test('is set up with the ticket of a required one, which then signs in', async () => {
    const { email } = await account()
    deps.auth.secondFactor.required = 'all'
    const { ticket } = (await login(email)).body
    const headers = { Authorization: `Ticket ${ticket}` }
    const begun = await anyone('POST', '/api/auth/passkeys/options', { headers })
    const passkey = createAuthenticator().register(begun.body)
    const added = await anyone('POST', '/api/auth/passkeys', { body: { passkey }, headers })
    expect([added.status, added.body.recovery_codes.length]).toEqual([201, 10])
    expect((await anyone('POST', '/api/auth/passkeys/options', { headers })).status).toBe(401)
    const signedIn = await anyone('POST', '/api/auth/ticket', { body: { ticket } })
    expect(await methodOf(signedIn)).toBe('password+passkey')
  })
})
