// Signing out at the provider as well, and what is kept for it: neither the database nor a script gets the provider's ID token.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { decodeJwt } from 'jose'
import { rowsOf } from '../../../src/platform/db/database.ts'
import { migrationsFolder } from '../../../src/platform/db/migrate.ts'
import { type Answer, clientOf, startApp, type TestApp } from '../../support/app.ts'
import {
  BROWSER_CLIENT,
  type IdentityProvider,
  startIdentityProvider,
} from '../../support/identity-provider.ts'
import { WebBrowser } from '../../support/web-browser.ts'

const SIGN_IN = 'http://localhost:3000/admin/sign-in'
const JWT = /ey[\w-]+\.ey[\w-]+\.[\w-]+/

let provider: IdentityProvider
/** Of a provider that asks for the ID token, and of one that does not. */
let asked: TestApp
let plain: TestApp
let count = 0

beforeAll(async () => {
  provider = await startIdentityProvider()
  const env = { ...provider.env, OIDC_ADMINS: 'root' }
  asked = await startApp({ ...env, OIDC_ID_TOKEN_HINT: 'true' })
  plain = await startApp(env)
})
afterAll(async () => {
  await asked[Symbol.asyncDispose]()
  await plain[Symbol.asyncDispose]()
  await provider.stop()
})
afterEach(() => asked.setClock(null))

/** A person with a role, with a session in a browser. */
async function signedIn(service: TestApp, claims = {}) {
  const subject = `person-${++count}`
  const root = clientOf(service.app, await provider.tokenFor('root'))
  const { id } = (await root('POST', '/api/users', { body: { subject } })).body
  await root('PUT', `/api/users/${id}/roles/requester`)
  provider.setClaims(subject, claims)
  const web = new WebBrowser(service.app)
  const { token } = (await web.signIn(subject)).body
  return { subject, id: id as number, root, web, token: token as string, session: decodeJwt(token).jti! }
}
type SignedIn = Awaited<ReturnType<typeof signedIn>>

const bearer = (token: string) => ({ headers: { Authorization: `Bearer ${token}` } })
const signOut = ({ web, token }: Pick<SignedIn, 'web' | 'token'>) =>
  web.request('POST', '/api/auth/logout', bearer(token))
const placeOf = ({ headers }: Answer) => headers.get('Sign-Out-At')!
const parametersOf = (url: string) => Object.fromEntries(new URL(url).searchParams)

/** All that the database keeps of sign-ins, as text. */
const kept = async ({ deps }: TestApp) =>
  JSON.stringify(
    await deps.database.query((tx) =>
      rowsOf(
        tx,
        sql`select to_jsonb(s) as row from sessions s union all select to_jsonb(t) from sign_in_tickets t`,
      ),
    ),
  )
const hintOf = async ({ deps }: TestApp, session: string) => {
  const [row] = await deps.database.query((tx) =>
    rowsOf<{ hint: string | null }>(
      tx,
      sql`select sign_out_hint as hint from sessions where id = ${session}::uuid`,
    ),
  )
  return row!.hint
}

describe('the page of the provider', () => {
  test('knows this client, its session and the way back, and gets no ID token', async () => {
    const person = await signedIn(plain)
    const { status, headers } = await signOut(person)
    expect(status).toBe(204)
    const page = headers.get('Sign-Out-At')!
    expect(page.startsWith(provider.issuer)).toBe(true)
    expect(parametersOf(page)).toEqual({
      client_id: BROWSER_CLIENT.client_id,
      logout_hint: expect.stringMatching(/^[\w-]{20,}$/),
      post_logout_redirect_uri: SIGN_IN,
    })
    expect((await fetch(page)).status).toBe(200)
  })

  test('gets the hint that the provider has named for it rather than its session', async () => {
    const person = await signedIn(plain, { login_hint: 'O.CiQ3' })
    expect(parametersOf(placeOf(await signOut(person))).logout_hint).toBe('O.CiQ3')
  })

  test('that asks for the ID token gets it from a redirect, once', async () => {
    const person = await signedIn(asked)
    const page = placeOf(await signOut(person))
    expect(page.startsWith('http://localhost:3000/api/auth/oidc/sign-out?ticket=')).toBe(true)
    expect(page).not.toMatch(JWT)
    const stranger = new WebBrowser(asked.app)
    const { status, headers } = await stranger.request('GET', page)
    expect(status).toBe(303)
    expect([headers.get('Cache-Control'), headers.get('Referrer-Policy')]).toEqual([
      'no-store',
      'no-referrer',
    ])
    const { id_token_hint, ...others } = parametersOf(headers.get('Location')!)
    expect(decodeJwt(id_token_hint!)).toMatchObject({ sub: person.subject, aud: BROWSER_CLIENT.client_id })
    expect(others).toEqual({ client_id: BROWSER_CLIENT.client_id, post_logout_redirect_uri: SIGN_IN })
    const again = await stranger.request('GET', page)
    expect([again.status, again.headers.get('Location')]).toEqual([303, SIGN_IN])
  })

  test.each([
    ['after a minute', 60_000],
    ['a second before that', 59_000],
  ])('that asks for the ID token gets it within a minute: %s', async (_, ms) => {
    const person = await signedIn(asked)
    const page = placeOf(await signOut(person))
    asked.setClock(new Date(Date.now() + ms))
    const { headers } = await person.web.request('GET', page)
    expect(headers.get('Location') === SIGN_IN).toBe(ms === 60_000)
  })

  test.each(['', '?ticket=', '?ticket=none', '?ticket=a%00b'])(
    'needs a ticket: %j leads to the sign-in page',
    async (query) => {
      const { status, headers } = await asked.anyone('GET', `/api/auth/oidc/sign-out${query}`)
      expect([status, headers.get('Location')]).toEqual([303, SIGN_IN])
    },
  )

  test('is for sessions of the provider alone', async () => {
    const { status, headers } = await (await asked.signIn('editor'))('POST', '/api/auth/logout')
    expect([status, headers.get('Sign-Out-At')]).toEqual([204, null])
  })
})

describe('the ID token', () => {
  test('stands neither in a ticket nor in a session, in a form that a copy of the database could use', async () => {
    const person = await signedIn(asked)
    const { headers } = await person.web.goAndComeBack(person.subject)
    expect(await kept(asked)).toContain('signOutHint')
    expect(await kept(asked)).not.toMatch(JWT)
    await person.web.takeTicket(headers)
    expect(await hintOf(asked, person.session)).toBeNull()
    const again = await signedIn(asked)
    expect(await hintOf(asked, again.session)).toMatch(/^[\w-]{100,}$/)
    await signOut(again)
    expect(await kept(asked)).toContain('provider-sign-out')
    expect(await kept(asked)).not.toMatch(JWT)
  })

  test('of a session with a cookie goes to its browser, not to whoever has the bearer', async () => {
    const { token } = await signedIn(asked)
    const page = placeOf(await clientOf(asked.app, token)('POST', '/api/auth/logout'))
    expect(parametersOf(page)).toEqual({
      client_id: BROWSER_CLIENT.client_id,
      post_logout_redirect_uri: SIGN_IN,
    })
  })

  test.each([
    ['no key opens', sql`${'x'.repeat(80)}`],
    [
      'was sealed for somebody else',
      sql`(select sign_out_hint from sessions where sign_out_hint is not null limit 1)`,
    ],
  ])('that %s is left out, and the person signs out all the same', async (_, other) => {
    await signedIn(asked)
    const person = await signedIn(asked)
    await asked.deps.database.query((tx) =>
      tx.execute(sql`update sessions set sign_out_hint = ${other} where id = ${person.session}::uuid`),
    )
    const signedOut = await signOut(person)
    expect(signedOut.status).toBe(204)
    expect(parametersOf(placeOf(signedOut))).toEqual({
      client_id: BROWSER_CLIENT.client_id,
      post_logout_redirect_uri: SIGN_IN,
    })
  })

  const LOGOUT = 'http://schemas.openid.net/event/backchannel-logout'
  const ends: [string, (person: SignedIn) => Promise<unknown>][] = [
    ['by signing out', signOut],
    [
      'by signing out everywhere',
      ({ web, token }) =>
        web.request('POST', '/api/auth/logout', { ...bearer(token), body: { everywhere: true } }),
    ],
    [
      'in the list of sessions',
      ({ web, token, session }) => web.request('DELETE', `/api/auth/sessions/${session}`, bearer(token)),
    ],
    ['by another sign-in in its browser', ({ web, subject }) => web.signIn(subject)],
    [
      'at the provider',
      async ({ subject }) => {
        const claims = { aud: BROWSER_CLIENT.client_id, sub: subject, jti: crypto.randomUUID() }
        const token = await provider.forge({ ...claims, events: { [LOGOUT]: {} } }, { typ: 'logout+jwt' })
        await asked.anyone('POST', '/api/auth/oidc/logout', { body: { logout_token: token } })
      },
    ],
    ['with its person', ({ root, id }) => root('PATCH', `/api/users/${id}`, { body: { disabled: true } })],
    [
      'by its time',
      async () => {
        asked.setClock(new Date(Date.now() + 8 * 3_600_000 + 1_000))
        await asked.deps.cleanUp.run()
      },
    ],
  ]
  test.each(ends)('is gone when the session has ended %s', async (how, end) => {
    const person = await signedIn(asked)
    const bystander = await signedIn(asked)
    expect(await hintOf(asked, person.session)).not.toBeNull()
    await end(person)
    const answer = await clientOf(asked.app, person.token)('GET', '/api/auth/me')
    expect(answer.status).toBe(401)
    expect(await hintOf(asked, person.session)).toBeNull()
    if (how !== 'by its time') expect(await hintOf(asked, bystander.session)).not.toBeNull()
  })
})

test('a provider that cannot be reached keeps nobody from signing out', async () => {
  const person = await signedIn(asked)
  await provider.stop()
  try {
    const { status, headers } = await signOut(person)
    expect([status, headers.get('Sign-Out-At')]).toEqual([204, null])
    expect((await clientOf(asked.app, person.token)('GET', '/api/auth/me')).status).toBe(401)
  } finally {
    await provider.start()
  }
})

test('ID tokens that a release before kept in plain text are emptied', async () => {
  const person = await signedIn(asked)
  await person.web.goAndComeBack(person.subject)
  const { database } = asked.deps
  const plainText = await provider.forge({})
  const migration = await Bun.file(join(migrationsFolder, '0049_sign_out_hints.sql')).text()
  const statements = migration.split('--> statement-breakpoint').slice(1)
  expect(statements).toHaveLength(2)
  await database.transaction(async (tx) => {
    await tx.execute(
      sql`update sessions set provider_id_token = ${plainText} where id = ${person.session}::uuid`,
    )
    const added = sql`jsonb_build_object('idToken', ${plainText}::text)`
    await tx.execute(
      sql`update sign_in_tickets set data = data || ${added} where purpose = 'provider-ticket'`,
    )
  })
  expect((await kept(asked)).match(new RegExp(JWT, 'g'))).toHaveLength(2)
  await database.transaction(async (tx) => {
    for (const text of statements) await tx.execute(sql.raw(text))
  })
  expect(await kept(asked)).not.toMatch(JWT)
  expect(await kept(asked)).toContain('signOutHint')
})
