// Every route that changes accounts, factors, sessions and roles, against who has a session but no proof of identity, an old one or one
// of another session, or an API token: the table of the documentation.
import { afterAll, afterEach, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { seal, totpSeal } from '../../src/accounts/sealed-text.ts'
import { createAccessLookup } from '../../src/http/requests/route-access.ts'
import { groupsIn } from '../../src/http/route-group.ts'
import { routeGroups } from '../../src/http/sub-apps.ts'
import type { Answer, Client } from '../support/app.ts'
import { createAuthenticator } from '../support/authenticator.ts'
import { codeAt, setUpTotp } from '../support/factors.ts'
import { PASSWORD, type Prover, type Seat, startProvers } from '../support/provers.ts'
import { ticketIn } from '../support/web-browser.ts'

const provers = await startProvers()
const { company, service, rows, account, signIn, contentAdmin, procurementAdmin, state } = provers
afterAll(() => provers[Symbol.asyncDispose]())
afterEach(() => service.setClock(null))

const problemOf = ({ status, body }: Answer) => [status, body.code]
const MISSING = [403, 'reauthentication_required']

type Request = {
  path: string
  body?: object
  /** Sends it from the browser of the seat instead of as a program. */
  isFromBrowser?: boolean
}
type Circumstances = {
  /** The content admin of the row. */
  admin: { id: number; email: string }
  /** The session that sends the request, unless an API token does. */
  seat: Seat
  /** The session in which a proof counts, if any. */
  proven: Seat | null
  /** When the request is sent. */
  at: Date
}

let count = 0

/** For each route behind a session: a request that succeeds, for those that need one with a proof. */
const REQUESTS: Record<string, (circumstances: Circumstances) => Promise<Request>> = {
  'POST /api/admin/users': async () => ({
    path: '/api/admin/users',
    body: { email: `new-${++count}@example.com`, name: 'New', role: 'admin', password: PASSWORD },
  }),
  'PATCH /api/admin/users/:id': async () => ({
    path: `/api/admin/users/${(await account()).id}`,
    body: { role: 'admin' },
  }),
  'DELETE /api/admin/users/:id': async () => ({ path: `/api/admin/users/${(await account()).id}` }),
  'POST /api/admin/users/:id/invitation': async () => ({
    path: `/api/admin/users/${(await account('creator', {})).id}/invitation`,
  }),
  'DELETE /api/admin/users/:id/invitation': async () => ({
    path: `/api/admin/users/${(await account('creator', {})).id}/invitation`,
  }),
  'DELETE /api/admin/users/:id/factors': async () => {
    const colleague = await account()
    const client = await signIn(colleague.email)
    await setUpTotp(client, service.deps.clock(), { current_password: PASSWORD })
    return { path: `/api/admin/users/${colleague.id}/factors` }
  },
  'POST /api/admin/tokens': async () => ({
    path: '/api/admin/tokens',
    body: { name: 'CI', scopes: ['read'], expires_at: '2099-01-01T00:00:00Z' },
  }),
  'DELETE /api/admin/tokens/:id': async ({ admin }) => {
    const body = { name: 'CI', scopes: ['read'], expires_at: '2099-01-01T00:00:00Z' }
    const proof = { current_password: PASSWORD }
    const made = await (await signIn(admin.email))('POST', '/api/admin/tokens', {
      body: { ...body, ...proof },
    })
    return { path: `/api/admin/tokens/${made.body.id}` }
  },
  'POST /api/auth/totp': async () => ({ path: '/api/auth/totp' }),
  'POST /api/auth/totp/confirm': async ({ proven, at }) => {
    const begun = await proven?.client('POST', '/api/auth/totp')
    const code = begun ? codeAt(begun.body.secret, at) : '000000'
    return { path: '/api/auth/totp/confirm', body: { code } }
  },
  // Written into the database, as setting up a factor ends the sessions that have signed in without one.
  'DELETE /api/auth/totp': async ({ admin: { id } }) => {
    const secret = await seal('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ', service.deps.auth, totpSeal(id))
    await rows(sql`insert into totp_factors (account_id, secret) values (${id}, ${secret})`)
    return { path: '/api/auth/totp' }
  },
  'POST /api/auth/passkeys/options': async () => ({ path: '/api/auth/passkeys/options' }),
  'POST /api/auth/passkeys': async ({ proven }) => {
    const begun = await proven?.client('POST', '/api/auth/passkeys/options')
    const options = begun?.body ?? { challenge: 'of nobody', user: { id: 'x' } }
    return { path: '/api/auth/passkeys', body: { passkey: createAuthenticator().register(options) } }
  },
  'DELETE /api/auth/passkeys/:id': async ({ admin: { id } }) => {
    const [added] = await rows(sql`
      insert into passkeys (account_id, name, credential_id, public_key, counter, transports, is_synced, created_at)
      values (${id}, 'Phone', ${`credential-${id}`}, '', 0, '[]', false, now()) returning id`)
    return { path: `/api/auth/passkeys/${added!.id}` }
  },
  'POST /api/auth/oidc/link': async () => ({ path: '/api/auth/oidc/link' }),
  'POST /api/auth/oidc/link/confirm': async ({ proven, seat }) => {
    const path = '/api/auth/oidc/link/confirm'
    if (!proven) return { path, body: { ticket: 'of nobody' } }
    const { subject } = await company.hire('requester')
    // All sessions of the row are in one browser, or the cookie would refuse what the proof is to refuse.
    const back = await seat.web.goToConnect(proven.client.token!, subject, {})
    return { path, body: { ticket: ticketIn(back.headers) }, isFromBrowser: true }
  },
  'DELETE /api/auth/oidc/link': async () => ({ path: '/api/auth/oidc/link' }),
  'POST /api/auth/change-password': async () => ({
    path: '/api/auth/change-password',
    body: { new_password: 'the password of a thief' },
  }),
  'POST /api/auth/reauthenticate': async () => ({ path: '/api/auth/reauthenticate' }),
  'POST /api/auth/logout': async () => ({ path: '/api/auth/logout' }),
  'DELETE /api/auth/sessions/:id': async ({ admin }) => {
    const { body } = await (await signIn(admin.email))('GET', '/api/auth/sessions')
    return { path: `/api/auth/sessions/${body.items[0].id}` }
  },
  'POST /api/users': async () => ({
    path: '/api/users',
    body: { subject: `foreseen-${++count}`, display_name: 'Foreseen' },
  }),
  'PATCH /api/users/:id': async () => ({
    path: `/api/users/${(await company.hire('requester')).id}`,
    body: { disabled: true },
  }),
  'PUT /api/users/:id/roles/:role': async () => ({
    path: `/api/users/${(await company.hire('requester')).id}/roles/approver`,
  }),
  'DELETE /api/users/:id/roles/:role': async () => ({
    path: `/api/users/${(await company.hire('requester')).id}/roles/requester`,
  }),
  'POST /api/substitutes': async () => ({ path: '/api/substitutes', body: await substitution() }),
  'DELETE /api/substitutes/:id': async () => {
    const { body } = await company.root('POST', '/api/substitutes', { body: await substitution() })
    return { path: `/api/substitutes/${body.id}` }
  },
}

async function substitution() {
  const [approver, substitute] = [await company.hire('approver'), await company.hire('requester')]
  return { approver: approver.id, substitute: substitute.id, from: '2098-01-01', to: '2098-01-02' }
}

const COLUMNS = ['no proof', 'an old proof', 'a proof of another session', 'an API token'] as const
type Column = (typeof COLUMNS)[number]

const TABLE = /^\| `([A-Z]+ \/api\/[^`]+)` \| ([^|]+) \| ([^|]+) \| ([^|]+) \| ([^|]+) \| ([^|]+) \|$/gm

/** The table of the documentation. */
const table = [...(await Bun.file('docs/access.md').text()).matchAll(TABLE)].map(
  ([, route = '', needs = '', ...statuses]) => ({ route, needs, statuses }),
)
const behindSession = table.filter(({ statuses }) => statuses[0] !== '–')
const cells = behindSession.flatMap(({ route, statuses }) =>
  COLUMNS.map((column, index) => [route, column, Number(statuses[index])] as const),
)
const needed = table.filter(({ needs }) => needs.startsWith('a proof')).map(({ route }) => route)
const isOfPeople = (route: string) => /\/api\/(?:users|substitutes)/.test(route)

/** Who sends the request of a cell, once their proof, if any, is as old as the column says. */
async function arrange(prover: Prover, column: Column) {
  const proven = column === 'no proof' || column === 'an API token' ? null : await prover.signIn()
  const proof = proven && (await prover.prove(proven))
  if (proof && proof.status !== 200) throw new Error(JSON.stringify(proof.body))
  const seat =
    column === 'a proof of another session' ? await prover.signIn() : (proven ?? (await prover.signIn()))
  const token = column === 'an API token' ? await prover.withToken() : null
  // What is begun with a proof outlives it.
  service.setClock(() => new Date(Date.now() + 1_000))
  const at = column === 'an old proof' ? new Date(proof!.body.proved_until) : service.deps.clock()
  return { proven, seat, token, at }
}

const send = (method: string, { client, web }: { client: Client; web?: Seat['web'] }, request: Request) => {
  const { path, body, isFromBrowser } = request
  if (!isFromBrowser || !web) return client(method, path, body && { body })
  return web.request(method, path, { body, headers: { Authorization: `Bearer ${client.token}` } })
}

describe('the table', () => {
  test('has every route that changes accounts, factors, sessions and roles', () => {
    const below = /^\/api\/(?:auth|admin\/(?:users|tokens)|users|substitutes)(?:\/|$)/
    const changing = service.app.routes
      .filter(({ method, path }) => !['ALL', 'GET'].includes(method) && below.test(path))
      .map(({ method, path }) => `${method} ${path}`)
    expect(table.map(({ route }) => route).sort()).toEqual([...new Set(changing)].sort())
    expect(Object.keys(REQUESTS).sort()).toEqual(behindSession.map(({ route }) => route).sort())
  })

  test('has no statuses where there is no session, and only there', () => {
    const accessOf = createAccessLookup(groupsIn(service.deps.config, routeGroups))
    for (const { route, statuses } of table) {
      const path = route.split(' ')[1]!
      const isOpen = accessOf(path)!.authentication === 'none'
      expect([route, ...statuses.map((status) => status === '–')]).toEqual([
        route,
        ...COLUMNS.map(() => isOpen),
      ])
    }
  })

  test('lets an API token through nowhere, and a session through a route that needs a proof only with one of its own', () => {
    for (const { route, needs, statuses } of behindSession) {
      expect([route, statuses[3]]).toEqual([route, '403'])
      if (needs.startsWith('a proof'))
        expect([route, ...statuses]).toEqual([route, '403', '403', '403', '403'])
    }
  })
})

test.each(cells)('%s with %s: %d', async (route, column, expected) => {
  const [method] = route.split(' ') as [string]
  const admin = await contentAdmin()
  const prover = isOfPeople(route) ? procurementAdmin(admin.withToken) : admin
  const { proven, seat, token, at } = await arrange(prover, column)
  const request = await REQUESTS[route]!({ admin, seat, proven, at })
  if (column === 'an old proof') service.setClock(at)
  const before = await state()
  const answer = await send(method, token ? { client: token } : seat, request)
  expect([answer.status, answer.body?.detail]).toEqual([
    expected,
    expected < 400 ? undefined : expect.any(String),
  ])
  if (expected >= 400) expect(await state()).toEqual(before)
  if (needed.includes(route)) expect(problemOf(answer)).toEqual(token ? [403, 'forbidden'] : MISSING)
})

// The own password needs the one before, not a proof.
const provable = behindSession.filter(({ route }) => !route.endsWith('/change-password'))
const CHANGES_NOTHING = /options$|oidc\/link$|reauthenticate$/

test.each(provable.map(({ route }) => route))(
  '%s is allowed with a proof of the same session',
  async (route) => {
    const [method] = route.split(' ') as [string]
    const admin = await contentAdmin()
    const prover = isOfPeople(route) ? procurementAdmin(admin.withToken) : admin
    const seat = await prover.signIn()
    expect((await prover.prove(seat)).status).toBe(200)
    const request = await REQUESTS[route]!({ admin, seat, proven: seat, at: new Date() })
    const before = await state()
    expect((await send(method, seat, request)).status).toBeLessThan(300)
    if (!CHANGES_NOTHING.test(route)) expect(await state()).not.toEqual(before)
  },
)

test.each(needed.filter((route) => !isOfPeople(route)))('%s takes the proof in its body', async (route) => {
  const [method] = route.split(' ') as [string]
  const admin = await contentAdmin()
  const seat = await admin.signIn()
  const { path, body } = await REQUESTS[route]!({ admin, seat, proven: null, at: new Date() })
  const sendWith = (proof: object) => seat.client(method, path, { body: { ...body, ...proof } })
  const before = await state()
  expect(problemOf(await sendWith({ current_password: 'wrong' }))).toEqual([422, 'invalid_current_password'])
  expect(problemOf(await sendWith({ totp: '000000' }))).toEqual([422, 'invalid_factor'])
  expect(problemOf(await sendWith({ provider_ticket: 'x' }))).toEqual([422, 'invalid_factor'])
  expect((await sendWith({ current_password: 1 })).status).toBe(422)
  expect(await state()).toEqual(before)
  expect((await sendWith({ current_password: PASSWORD })).status).toBeLessThan(300)
})
