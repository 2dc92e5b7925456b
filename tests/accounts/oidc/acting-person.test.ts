// Who acts in procurement as a person of the provider: who signed in there, and who has proved to be both. Never a content admin,
// who sets the passwords of accounts, invites to them and resets their second factors.
import { afterAll, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { updateUser } from '../../../src/accounts/admin-users.ts'
import { authenticateToken } from '../../../src/accounts/api-tokens.ts'
import { confirmActor } from '../../../src/accounts/permissions.ts'
import { rowsOf } from '../../../src/platform/db/database.ts'
import { migrationsFolder } from '../../../src/platform/db/migrate.ts'
import { sha256 } from '../../../src/platform/sha256.ts'
import { startMailApp, tokenIn } from '../../mail/mail-app.ts'
import { linkIn } from '../../mail/read-mail.ts'
import { type Client, clientOf, type TestApp } from '../../support/app.ts'
import type { Authenticator } from '../../support/authenticator.ts'
import { onPostgres } from '../../support/database.ts'
import { addPasskey, codeAt, setUpTotp } from '../../support/factors.ts'
import { deadlocksIn, QUOTE, quoteIn, startCompany } from '../../support/procurement.ts'
import { roundsOf } from '../../support/rounds.ts'
import { WebBrowser } from '../../support/web-browser.ts'

const company = await startCompany()
const { service, root, provider } = company
const { database } = service.deps
afterAll(() => company[Symbol.asyncDispose]())

const OWN = 'a password of the owner'
const KNOWN = 'a password that an admin knows'
const NEXT = 'the next one that they know'
let count = 0

const browser = (app = service) => new WebBrowser(app.app)
const signIn = (email: string, password: string, app: Pick<TestApp, 'anyone'> = service) =>
  app.anyone('POST', '/api/auth/login', { body: { email, password }, headers: { 'X-Frontage-Panel': '1' } })
const clientFor = async (email: string, password: string) =>
  clientOf(service.app, (await signIn(email, password)).body.token)
const rows = (statement: ReturnType<typeof sql>) =>
  database.query((tx) => rowsOf<Record<string, any>>(tx, statement))

/** A person with the role `approver`, and the account of the site that they may have: with a password of their own. */
async function hireBoss() {
  const boss = await company.hire('approver')
  return { ...boss, client: boss, email: `boss-${++count}@example.com` }
}
type Boss = Awaited<ReturnType<typeof hireBoss>>

/** Adds the account of somebody by the answer of a content admin. */
async function addAccount({ email }: Boss, fields: object): Promise<{ id: number; invitation?: any }> {
  const body = { email, name: 'The boss', role: 'editor', ...fields }
  const answer = await service.admin('POST', '/api/admin/users', { body })
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body))
  return answer.body
}

/** Signs in with the password of the account and connects it, as on the account page. */
async function connect(client: Client, subject: string, proof: object, app = service) {
  const { status, body } = await browser(app).connect(client.token!, subject, proof)
  if (status !== 200) throw new Error(JSON.stringify(body))
}

/** A boss with an account, whose password an admin gave and they have changed, connected in a session that goes on. */
async function connectedBoss() {
  const boss = await hireBoss()
  const { id } = await addAccount(boss, { password: KNOWN })
  const before = await clientFor(boss.email, KNOWN)
  await changePassword(before, KNOWN, OWN)
  const session = await clientFor(boss.email, OWN)
  await connect(session, boss.subject, { current_password: OWN })
  return { ...boss, account: id, session }
}

async function changePassword(client: Client, current_password: string, new_password: string) {
  const { status, body } = await client('POST', '/api/auth/change-password', {
    body: { current_password, new_password },
  })
  expect(status).toBe(200)
  return clientOf(service.app, body.token)
}

const answerOf = async (authenticator: Authenticator) =>
  authenticator.answer((await service.anyone('POST', '/api/auth/passkey/options', { body: {} })).body)
const byPasskey = async (authenticator: Authenticator) => {
  const body = { passkey: await answerOf(authenticator) }
  const { body: grant } = await service.anyone('POST', '/api/auth/passkey/verify', { body })
  return clientOf(service.app, grant.token)
}
/** Of the owner's password, for a program. */
const ticketFor = async (email: string) =>
  (await service.anyone('POST', '/api/auth/login', { body: { email, password: OWN } })).body.ticket as string
/** Signs in with the owner's password, and a passkey as second factor. */
async function afterPassword(email: string, authenticator: Authenticator) {
  const ticket = await ticketFor(email)
  const options = await service.anyone('POST', '/api/auth/passkey/options', { body: { ticket } })
  const body = { ticket, passkey: authenticator.answer(options.body) }
  return clientOf(service.app, (await service.anyone('POST', '/api/auth/second-factor', { body })).body.token)
}
async function addToken(client: Client, current_password: string) {
  const expires_at = new Date(Date.now() + 3_600_000).toISOString()
  const body = { name: 'Orders', scopes: ['procurement'], expires_at, current_password }
  const created = await client('POST', '/api/admin/tokens', { body })
  expect(created.status).toBe(201)
  return clientOf(service.app, created.body.token)
}
const subjectOf = async (client: Client) => (await client('GET', '/api/users/me')).body.subject
const setPassword = async (id: number, password: string) =>
  expect((await service.admin('PATCH', `/api/admin/users/${id}`, { body: { password } })).status).toBe(200)

const owner = await company.hire('requester')

/** A quote that waits for an approver. */
const submitted = () => quoteIn('submitted', owner, root)

/** Expects that this client is nobody in procurement, and that a quote stays as it was when they try. */
async function expectNobody(client: Client) {
  const path = `/api/quotes/${await submitted()}`
  const before = (await root('GET', path)).body
  for (const [method, route, body] of [
    ['GET', '/api/quotes'],
    ['GET', '/api/users/me'],
    ['POST', '/api/quotes', QUOTE],
    ['POST', `${path}/approve`],
    ['POST', `${path}/reject`, { reason: 'No.' }],
  ] as const) {
    const answer = await client(method, route, body && { body })
    expect([route, answer.status, answer.body.code]).toEqual([route, 403, 'not_linked'])
  }
  expect((await root('GET', path)).body).toEqual(before)
}

/** The sign-ins of a content admin with what they know of an account. */
const INTRUSIONS: [string, () => Promise<Client>][] = [
  [
    'sets the password of a connected account',
    async () => {
      const boss = await connectedBoss()
      await setPassword(boss.account, KNOWN)
      return clientFor(boss.email, KNOWN)
    },
  ],
  [
    'sets a password, and changes it to another one',
    async () => {
      const boss = await connectedBoss()
      await setPassword(boss.account, KNOWN)
      return changePassword(await clientFor(boss.email, KNOWN), KNOWN, NEXT)
    },
  ],
  [
    'sets the password of an account that signs in at the provider alone',
    async () => {
      const boss = await hireBoss()
      const { id } = await addAccount(boss, { provider_subject: boss.subject })
      await setPassword(id, KNOWN)
      return clientFor(boss.email, KNOWN)
    },
  ],
  [
    'accepts an invitation to such an account, which they hand over where there is no mail',
    async () => {
      const boss = await hireBoss()
      const { id } = await addAccount(boss, { provider_subject: boss.subject })
      const { body } = await service.admin('POST', `/api/admin/users/${id}/invitation`)
      await service.anyone('POST', '/api/auth/accept-invitation', {
        body: { token: tokenIn(body.link), password: KNOWN },
      })
      return clientFor(boss.email, KNOWN)
    },
  ],
  [
    'gave the password with which the owner connects the account',
    async () => {
      const boss = await hireBoss()
      await addAccount(boss, { password: KNOWN })
      await connect(await clientFor(boss.email, KNOWN), boss.subject, { current_password: KNOWN })
      return clientFor(boss.email, KNOWN)
    },
  ],
  [
    'gave it by an invitation that they accepted',
    async () => {
      const boss = await hireBoss()
      const { invitation } = await addAccount(boss, {})
      await service.anyone('POST', '/api/auth/accept-invitation', {
        body: { token: tokenIn(invitation.link), password: KNOWN },
      })
      await connect(await clientFor(boss.email, KNOWN), boss.subject, { current_password: KNOWN })
      return clientFor(boss.email, KNOWN)
    },
  ],
  [
    'gave it, and changes it after the owner connected the account',
    async () => {
      const boss = await hireBoss()
      await addAccount(boss, { password: KNOWN })
      await connect(await clientFor(boss.email, KNOWN), boss.subject, { current_password: KNOWN })
      await changePassword(await clientFor(boss.email, KNOWN), KNOWN, NEXT)
      return clientFor(boss.email, NEXT)
    },
  ],
  [
    'gave it, and is signed in already when the owner connects the account',
    async () => {
      const boss = await hireBoss()
      await addAccount(boss, { password: KNOWN })
      const intruder = await clientFor(boss.email, KNOWN)
      await connect(await clientFor(boss.email, KNOWN), boss.subject, { current_password: KNOWN })
      return intruder
    },
  ],
  [
    'gave it, and added a passkey before',
    async () => {
      const boss = await hireBoss()
      await addAccount(boss, { password: KNOWN })
      const authenticator = await addPasskey(await clientFor(boss.email, KNOWN), { current_password: KNOWN })
      await connect(await byPasskey(authenticator), boss.subject, { current_password: KNOWN })
      return byPasskey(authenticator)
    },
  ],
  [
    'gave it, and made an API token before',
    async () => {
      const boss = await hireBoss()
      await addAccount(boss, { password: KNOWN })
      const session = await clientFor(boss.email, KNOWN)
      const token = await addToken(session, KNOWN)
      await connect(session, boss.subject, { current_password: KNOWN })
      return token
    },
  ],
  [
    'gave it, changes it, and removes the passkey with which the owner connects the account',
    async () => {
      const boss = await hireBoss()
      await addAccount(boss, { password: KNOWN })
      const before = await clientFor(boss.email, KNOWN)
      const authenticator = await addPasskey(before, { current_password: KNOWN })
      const intruder = await changePassword(before, KNOWN, NEXT)
      await connect(await byPasskey(authenticator), boss.subject, { passkey: await answerOf(authenticator) })
      const { body } = await intruder('GET', '/api/auth/passkeys')
      const path = `/api/auth/passkeys/${body.items[0].id}`
      expect((await intruder('DELETE', path, { body: { current_password: NEXT } })).status).toBe(204)
      await expectNobody(intruder)
      return clientFor(boss.email, NEXT)
    },
  ],
  [
    'resets the second factors of a connected account, whose password they know',
    async () => {
      const boss = await connectedBoss()
      await setUpTotp(boss.session, new Date(), { current_password: OWN })
      await service.admin('DELETE', `/api/admin/users/${boss.account}/factors`)
      return clientFor(boss.email, OWN)
    },
  ],
  [
    'sets a password and adds a passkey',
    async () => {
      const boss = await connectedBoss()
      await setPassword(boss.account, KNOWN)
      const session = await clientFor(boss.email, KNOWN)
      return byPasskey(await addPasskey(session, { current_password: KNOWN }))
    },
  ],
  [
    'sets a password and makes an API token',
    async () => {
      const boss = await connectedBoss()
      await setPassword(boss.account, KNOWN)
      return addToken(await clientFor(boss.email, KNOWN), KNOWN)
    },
  ],
  [
    'sets a password, which the boss does not notice, who signs in at the provider',
    async () => {
      const boss = await connectedBoss()
      await setPassword(boss.account, KNOWN)
      expect((await browser().signIn(boss.subject)).status).toBe(200)
      return clientFor(boss.email, KNOWN)
    },
  ],
  [
    'sets a password that the owner uses to connect the account again',
    async () => {
      const boss = await connectedBoss()
      await setPassword(boss.account, KNOWN)
      await connect(await clientFor(boss.email, KNOWN), boss.subject, { current_password: KNOWN })
      return clientFor(boss.email, KNOWN)
    },
  ],
]

describe('a content admin who', () => {
  test.each(INTRUSIONS)('%s is nobody in procurement', async (_, intrude) => {
    await expectNobody(await intrude())
  })

  test('makes an account with a password for a person gets 422, and nothing is written', async () => {
    const boss = await hireBoss()
    const newcomer = `newcomer-${++count}`
    const before = await rows(
      sql`select (select count(*) from users) as people, (select count(*) from admin_users) as accounts,
        (select max(id) from audit_log) as trail`,
    )
    for (const provider_subject of [boss.subject, newcomer]) {
      const body = { email: boss.email, name: 'The boss', role: 'admin', password: KNOWN, provider_subject }
      const { status, body: problem } = await service.admin('POST', '/api/admin/users', { body })
      expect(status).toBe(422)
      expect(problem.errors).toEqual([
        { path: 'password', code: 'not_allowed', message: expect.stringContaining('provider_subject') },
      ])
    }
    expect(
      await rows(
        sql`select (select count(*) from users) as people, (select count(*) from admin_users) as accounts,
          (select max(id) from audit_log) as trail`,
      ),
    ).toEqual(before)
    expect((await signIn(boss.email, KNOWN)).status).toBe(401)
  })

  test('makes an account for somebody unknown does not name them, and the trail says who added the person', async () => {
    const subject = `unknown-${++count}`
    const email = `${subject}@example.com`
    const fields = { email, name: 'A false name', role: 'editor', provider_subject: subject }
    expect((await service.admin('POST', '/api/admin/users', { body: fields })).status).toBe(201)
    const person = async () => (await rows(sql`select * from users where subject = ${subject}`))[0]!
    const { id, display_name } = await person()
    expect([(await person()).email, display_name]).toEqual([
      null,
      expect.stringMatching(/^user [\da-f]{12}$/),
    ])
    const { body } = await root('GET', '/api/audit-log?limit=2')
    expect(body.items.map(({ action, entity }: any) => [action, entity])).toContainEqual([
      'user.create',
      'users',
    ])
    const entry = body.items.find(({ entity }: any) => entity === 'users')
    expect(entry).toMatchObject({ actor: 'Admin', entity_id: `${id}`, changes: { subject, display_name } })
    provider.setClaims(subject, { displayName: 'The real name', email: 'real@example.com' })
    await browser().signIn(subject)
    expect(await person()).toMatchObject({ display_name: 'The real name', email: 'real@example.com' })
  })

  test('is a requester cannot approve their own quote as anybody else', async () => {
    const email = `own-${++count}@example.com`
    const own = await service.admin('POST', '/api/admin/users', {
      body: { email, name: 'Both', role: 'admin', password: KNOWN },
    })
    expect(own.status).toBe(201)
    const person = await company.hire('requester')
    const session = await clientFor(email, KNOWN)
    await connect(session, person.subject, { current_password: KNOWN })
    const { body: quote } = await session('POST', '/api/quotes', { body: QUOTE })
    const path = `/api/quotes/${quote.id}`
    expect((await session('POST', `${path}/submit`)).status).toBe(200)
    const boss = await connectedBoss()
    await session('PATCH', `/api/admin/users/${boss.account}`, { body: { password: KNOWN } })
    const asBoss = await clientFor(boss.email, KNOWN)
    const answers = await Promise.all([asBoss, session].map((by) => by('POST', `${path}/approve`)))
    expect(answers.map(({ status }) => status)).toEqual([403, 403])
    const { body: events } = await session('GET', `${path}/events`)
    const name = (await session('GET', '/api/users/me')).body.display_name
    expect(events.items.map(({ actor }: any) => actor)).toEqual([name, name])
  })

  test('sets the password while the owner connects the account is nobody, whichever comes first', async () => {
    const outcomes = new Set<number>()
    for (let round = 0; round < roundsOf(20, 4); round++) {
      const boss = await hireBoss()
      const { id } = await addAccount(boss, { password: KNOWN })
      const session = await changePassword(await clientFor(boss.email, KNOWN), KNOWN, OWN)
      const web = browser()
      const back = await web.goToConnect(session.token!, boss.subject, { current_password: OWN })
      const [connected] = await Promise.all([
        web.confirmConnection(session.token!, back.headers),
        setPassword(id, NEXT),
      ])
      outcomes.add(connected.status)
      const intruder = await clientFor(boss.email, NEXT)
      expect((await intruder('GET', '/api/quotes')).body.code).toBe('not_linked')
      expect((await session('GET', '/api/quotes')).status).toBe(401)
      expect(await rows(sql`select connected_at from admin_users where id = ${id}`)).toEqual([
        { connected_at: null },
      ])
    }
    // Connected before, refused since the account has changed, or signed out by the new password.
    for (const outcome of outcomes) expect([200, 401, 409]).toContain(outcome)
    if (onPostgres) expect(await deadlocksIn(database)).toBe(0)
  })
})

describe('the owner of a connected account', () => {
  test('acts as the person with the password they chose, in every session', async () => {
    const boss = await connectedBoss()
    for (const client of [boss.session, await clientFor(boss.email, OWN)])
      expect(await subjectOf(client)).toBe(boss.subject)
    expect((await boss.session('POST', `/api/quotes/${await submitted()}/approve`)).status).toBe(200)
  })

  test('acts as the person with a code, a recovery code or a passkey after the password', async () => {
    const boss = await connectedBoss()
    const now = new Date()
    const { secret, codes } = await setUpTotp(boss.session, now, { current_password: OWN })
    const authenticator = await addPasskey(boss.session, { current_password: OWN })
    const later = new Date(now.getTime() + 60_000)
    service.setClock(later)
    try {
      const ticket = await ticketFor(boss.email)
      const options = await service.anyone('POST', '/api/auth/passkey/options', { body: { ticket } })
      const proofs = [
        { totp: codeAt(secret, later) },
        { recovery_code: codes[0] },
        { passkey: authenticator.answer(options.body) },
      ]
      for (const proof of proofs) {
        const next = await ticketFor(boss.email)
        const step = { ticket: 'passkey' in proof ? ticket : next, ...proof }
        const { status, body } = await service.anyone('POST', '/api/auth/second-factor', { body: step })
        expect([Object.keys(proof), status]).toEqual([Object.keys(proof), 200])
        expect(await subjectOf(clientOf(service.app, body.token))).toBe(boss.subject)
      }
    } finally {
      service.setClock(null)
    }
  })

  test('acts as the person in the session that connected it, where an admin gave the password, and with the next one', async () => {
    const boss = await hireBoss()
    await addAccount(boss, { password: KNOWN })
    const session = await clientFor(boss.email, KNOWN)
    await connect(session, boss.subject, { current_password: KNOWN })
    expect(await subjectOf(session)).toBe(boss.subject)
    expect(await subjectOf(await changePassword(session, KNOWN, OWN))).toBe(boss.subject)
    expect(await subjectOf(await clientFor(boss.email, OWN))).toBe(boss.subject)
  })

  test('still acts with passkeys and API tokens of their sessions when an admin has set the password', async () => {
    const boss = await connectedBoss()
    const [authenticator, token] = [
      await addPasskey(boss.session, { current_password: OWN }),
      await addToken(boss.session, OWN),
    ]
    await setPassword(boss.account, KNOWN)
    for (const client of [await byPasskey(authenticator), token])
      expect(await subjectOf(client)).toBe(boss.subject)
  })

  test.each([
    ['a session that began with the password, with a code', 'password'],
    ['a session of a passkey, with the password', 'passkey'],
  ])('acts with the password after they have connected it in %s', async (_, way) => {
    const boss = await hireBoss()
    await addAccount(boss, { password: KNOWN })
    const session = await changePassword(await clientFor(boss.email, KNOWN), KNOWN, OWN)
    const authenticator = await addPasskey(session, { current_password: OWN })
    if (way === 'passkey') {
      await connect(await byPasskey(authenticator), boss.subject, { current_password: OWN })
    } else {
      const now = new Date()
      const { secret } = await setUpTotp(session, now, { current_password: OWN })
      service.setClock(new Date(now.getTime() + 30_000))
      const totp = codeAt(secret, now.getTime() + 30_000)
      expect((await session('POST', '/api/auth/reauthenticate', { body: { totp } })).status).toBe(200)
      service.setClock(null)
      await connect(session, boss.subject, {})
    }
    expect(await subjectOf(await afterPassword(boss.email, authenticator))).toBe(boss.subject)
  })

  test('acts as nobody with a password that was set on the command line, until they connect it again', async () => {
    const boss = await connectedBoss()
    const body = { password: NEXT }
    await updateUser(
      service.deps.auth,
      { kind: 'system', name: 'create-admin' },
      { id: boss.account, body, ifMatch: null },
    )
    const session = await clientFor(boss.email, NEXT)
    expect((await session('GET', '/api/quotes')).body.code).toBe('not_linked')
    await connect(session, boss.subject, { current_password: NEXT })
    expect(await subjectOf(await clientFor(boss.email, NEXT))).toBe(boss.subject)
  })

  test('acts with the passkey that they have connected it with', async () => {
    const boss = await hireBoss()
    await addAccount(boss, { password: KNOWN })
    const authenticator = await addPasskey(await clientFor(boss.email, KNOWN), { current_password: KNOWN })
    const session = await byPasskey(authenticator)
    expect((await session('GET', '/api/quotes')).body.code).toBe('not_linked')
    await connect(session, boss.subject, { passkey: await answerOf(authenticator) })
    for (const client of [session, await byPasskey(authenticator)])
      expect(await subjectOf(client)).toBe(boss.subject)
  })

  test('signs in at the provider as before when an admin has set the password or reset second factors', async () => {
    const boss = await connectedBoss()
    await setPassword(boss.account, KNOWN)
    const { body } = await browser().signIn(boss.subject)
    expect(body).toMatchObject({ kind: 'person', role: 'editor' })
    expect(await subjectOf(clientOf(service.app, body.token))).toBe(boss.subject)
  })

  test('is told in the panel that the connection sleeps, and connects it again with a password of their own', async () => {
    const boss = await connectedBoss()
    const awake = (await signIn(boss.email, OWN)).body.user
    expect(awake.procurement_roles).toEqual(['approver'])
    expect(awake).not.toHaveProperty('is_connection_asleep')
    await setPassword(boss.account, KNOWN)
    const { body } = await signIn(boss.email, KNOWN)
    expect(body.user).toMatchObject({ procurement_roles: null, is_connection_asleep: true })
    const refused = await clientOf(service.app, body.token)('GET', '/api/quotes')
    expect(refused.body.detail).toMatch(/Sign in with your company account or/)
    const session = await changePassword(clientOf(service.app, body.token), KNOWN, NEXT)
    await connect(session, boss.subject, { current_password: NEXT })
    expect(await subjectOf(await clientFor(boss.email, NEXT))).toBe(boss.subject)
    const never = await service.admin('GET', '/api/quotes')
    expect(never.body.detail).toMatch(/^Connect your company account/)
  })

  test('who disconnects it acts as nobody, with passkeys and tokens too, and as nobody else once connected anew', async () => {
    const boss = await connectedBoss()
    const [authenticator, token] = [
      await addPasskey(boss.session, { current_password: OWN }),
      await addToken(boss.session, OWN),
    ]
    await boss.session('DELETE', '/api/auth/oidc/link', { body: { current_password: OWN } })
    const clients = [boss.session, await byPasskey(authenticator), token]
    for (const client of clients) expect((await client('GET', '/api/quotes')).body.code).toBe('not_linked')
    const other = await company.hire('approver')
    const again = await byPasskey(authenticator)
    await connect(again, other.subject, { passkey: await answerOf(authenticator) })
    expect(await subjectOf(again)).toBe(other.subject)
    for (const client of [...clients.slice(0, 2), await afterPassword(boss.email, authenticator)])
      expect((await client('GET', '/api/quotes')).body.code).toBe('not_linked')
    expect((await token('GET', '/api/quotes')).body.detail).toMatch(/^This API token/)
  })

  test('who is disabled as a person acts as nobody', async () => {
    const boss = await connectedBoss()
    await root('PATCH', `/api/users/${boss.id}`, { body: { disabled: true } })
    expect((await boss.session('GET', '/api/quotes')).body.code).toBe('not_linked')
  })

  test('who is disabled as a person has no API tokens while they are, of content neither', async () => {
    const boss = await connectedBoss()
    const expires_at = new Date(Date.now() + 3_600_000).toISOString()
    const make = async (client: Client) => {
      const body = { name: 'CI', scopes: ['read', 'procurement'], expires_at, current_password: OWN }
      return clientOf(service.app, (await client('POST', '/api/admin/tokens', { body })).body.token)
    }
    const tokens = [await make(boss.session), await make(boss.session)] as const
    const asleep = tokens[1].token!
    await rows(sql`update api_tokens set person_id = null where token_hash = ${sha256(asleep)}`)
    const disable = (disabled: boolean) => root('PATCH', `/api/users/${boss.id}`, { body: { disabled } })
    const statuses = () =>
      Promise.all(tokens.map(async (token) => (await token('GET', '/api/admin/articles')).status))
    expect(await statuses()).toEqual([200, 200])
    const session = await authenticateToken(service.deps.auth, { token: asleep, address: '192.0.2.1' })
    await disable(true)
    expect(await statuses()).toEqual([401, 401])
    const { body } = await tokens[0]('GET', '/api/quotes')
    expect([body.code, body.detail]).toEqual(['unauthenticated', expect.stringContaining('disabled here')])
    const late = database.transaction((tx) => confirmActor(tx, session.account!.actor))
    expect(late).rejects.toThrow('was disabled')
    await late.catch(() => {})
    await disable(false)
    expect(await statuses()).toEqual([200, 200])
  })
})

test('a password that the owner sets by a mailed link takes the place of one that an admin gave, and is to be connected', async () => {
  await using app = await startMailApp({
    ...provider.env,
    OIDC_ADMINS: 'root',
    SITE_URL: 'http://localhost:3000',
  })
  const rootHere = clientOf(app.app, await provider.tokenFor('root'))
  const roleOf = async (subject: string) => {
    const { body } = await rootHere('POST', '/api/users', { body: { subject } })
    await rootHere('PUT', `/api/users/${body.id}/roles/approver`)
  }
  const email = 'mailed@example.com'
  const body = { email, name: 'Mailed', role: 'editor', password: KNOWN }
  await app.admin('POST', '/api/admin/users', { body })
  await roleOf('mailed')
  const asAccount = async (password: string) =>
    clientOf(app.app, (await signIn(email, password, app)).body.token)
  const link = async (password: string) =>
    connect(await asAccount(password), 'mailed', { current_password: password }, app)
  await link(KNOWN)
  await app.deliver()
  const reset = async (new_password: string) => {
    await app.anyone('POST', '/api/auth/forgot-password', { body: { email } })
    const mail = (await app.deliver()).find(({ html }) => html.includes('/admin/reset-password'))!
    const token = tokenIn(linkIn(mail, '/admin/reset-password'))
    await app.anyone('POST', '/api/auth/reset-password', { body: { token, new_password } })
  }
  await reset(OWN)
  expect((await (await asAccount(OWN))('GET', '/api/quotes')).body.code).toBe('not_linked')
  await link(OWN)
  expect(await subjectOf(await asAccount(OWN))).toBe('mailed')
  // Forgotten once more: nobody but its owner has ever known the password.
  await reset(NEXT)
  expect(await subjectOf(await asAccount(NEXT))).toBe('mailed')
})

test('connections of before the update are awake where the owner alone knew the password since', async () => {
  const awake = await connectedBoss()
  const token = await addToken(awake.session, OWN)
  const set = await connectedBoss()
  await setPassword(set.account, KNOWN)
  const reset = await connectedBoss()
  await setUpTotp(reset.session, new Date(), { current_password: OWN })
  await service.admin('DELETE', `/api/admin/users/${reset.account}/factors`)
  const given = await hireBoss()
  await addAccount(given, { password: KNOWN })
  await connect(await clientFor(given.email, KNOWN), given.subject, { current_password: KNOWN })
  const changed = await hireBoss()
  await addAccount(changed, { password: KNOWN })
  await connect(await clientFor(changed.email, KNOWN), changed.subject, { current_password: KNOWN })
  await changePassword(await clientFor(changed.email, KNOWN), KNOWN, NEXT)
  const disconnected = await connectedBoss()
  await disconnected.session('DELETE', '/api/auth/oidc/link', { body: { current_password: OWN } })
  const alone = await hireBoss()
  await addAccount(alone, { provider_subject: alone.subject })
  const alonePasskey = await addPasskeyAtProvider(alone.subject)

  const migration = await Bun.file(join(migrationsFolder, '0047_who_acts_for_whom.sql')).text()
  const fill = migration
    .split('--> statement-breakpoint')
    .filter((text) => /^(?:--.*\n|\s)*(?:UPDATE|WITH)/.test(text))
  expect(fill).toHaveLength(5)
  await database.transaction(async (tx) => {
    await tx.execute(sql`update admin_users set connected_at = null, password_set_by_admin = false`)
    await tx.execute(sql`update sessions set acting_person_id = null`)
    for (const table of ['passkeys', 'api_tokens'])
      await tx.execute(sql.raw(`update ${table} set person_id = null`))
    // As the version of that time wrote it.
    await tx.execute(sql`alter table audit_log disable trigger only_added_to`)
    await tx.execute(sql`update audit_log set action = 'user.update' where action = 'factor.reset'`)
    await tx.execute(sql`alter table audit_log enable always trigger only_added_to`)
    for (const text of fill) await tx.execute(sql.raw(text))
  })

  for (const client of [awake.session, await clientFor(awake.email, OWN), token])
    expect(await subjectOf(client)).toBe(awake.subject)
  expect(await subjectOf(await byPasskey(alonePasskey))).toBe(alone.subject)
  const asleep = [
    [set.email, KNOWN],
    [reset.email, OWN],
    [given.email, KNOWN],
    [changed.email, NEXT],
    [disconnected.email, OWN],
  ] as const
  for (const [email, password] of asleep) {
    const refused = await (await clientFor(email, password))('GET', '/api/quotes')
    expect([email, refused.body.code]).toEqual([email, 'not_linked'])
  }
})

/** Adds a passkey in a session of the provider, confirmed by one more sign-in there. */
async function addPasskeyAtProvider(subject: string) {
  const web = browser()
  const { token } = (await web.signIn(subject)).body
  const client: Client = Object.assign(
    (method: string, path: string, { body }: { body?: unknown } = {}) =>
      web.request(method, path, { body, headers: { Authorization: `Bearer ${token}` } }),
    { token },
  )
  const back = await web.goAndComeBack(subject, '?reauth=1&return_to=/admin/account')
  const ticket = new URL(back.headers.get('Location')!, 'http://x').searchParams.get('ticket')
  return addPasskey(client, { provider_ticket: ticket })
}
