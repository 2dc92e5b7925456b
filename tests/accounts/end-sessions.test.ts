// Which changes end all sessions of an account and of the person that it is connected with, on every replica at once.
import { afterAll, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { updateUser } from '../../src/accounts/admin-users.ts'
import { rowsOf } from '../../src/platform/db/database.ts'
import { startMailApp, tokenIn } from '../mail/mail-app.ts'
import { linkIn } from '../mail/read-mail.ts'
import { type Answer, type Client, clientOf, proved } from '../support/app.ts'
import { onPostgres } from '../support/database.ts'
import { addPasskey, setUpTotp } from '../support/factors.ts'
import { startIdentityProvider } from '../support/identity-provider.ts'
import { WebBrowser } from '../support/web-browser.ts'

const provider = await startIdentityProvider()
const service = await startMailApp({
  ...provider.env,
  OIDC_ADMINS: 'root',
  SITE_URL: 'http://localhost:3000',
})
const beside = await service.beside()
const { database } = service.deps
afterAll(async () => {
  await service[Symbol.asyncDispose]()
  await provider.stop()
})

const OWN = 'a password of the owner'
const NEXT = 'the next password of theirs'
const SYSTEM = { kind: 'system', name: 'test' } as const
let count = 0

const as = ({ body }: Answer) => clientOf(service.app, body.token)
const rows = (statement: ReturnType<typeof sql>) =>
  database.query((tx) => rowsOf<Record<string, any>>(tx, statement))
const login = (email: string) => service.anyone('POST', '/api/auth/login', { body: { email, password: OWN } })
const browser = () => new WebBrowser(service.app)
/** A session of the person at the provider. */
const atProvider = async (subject: string) => as(await browser().signIn(subject))

async function addAccount(fields: object) {
  const email = `sessions-${++count}@example.com`
  const body = { email, name: 'Somebody', role: 'editor', ...fields }
  const { status, body: created } = await service.admin('POST', '/api/admin/users', { body })
  if (status !== 201) throw new Error(JSON.stringify(created))
  return { id: created.id as number, email, path: `/api/admin/users/${created.id}` }
}

/** Somebody whose account is connected, in a session of each kind, and on the way back from the provider. */
async function somebody() {
  const account = await addAccount({ password: OWN })
  const subject = `person-${count}`
  const acting = as(await login(account.email))
  const connected = await browser().connect(acting.token!, subject, { current_password: OWN })
  if (connected.status !== 200) throw new Error(JSON.stringify(connected.body))
  return { ...account, subject, acting: as(connected), ...(await sessionsOf(account.email, subject)) }
}
type Somebody = Awaited<ReturnType<typeof somebody>>

/** Back from the provider: what takes the ticket. */
async function onTheWay(subject: string) {
  const web = browser()
  const { headers } = await web.goAndComeBack(subject)
  return () => web.takeTicket(headers)
}

const sessionsOf = async (email: string, subject: string) => ({
  arrive: await onTheWay(subject),
  byPassword: as(await login(email)),
  byProvider: await atProvider(subject),
})

const meAt = async (app: typeof service.app, { token }: Client) =>
  (await clientOf(app, token)('GET', '/api/auth/me')).status

/** Expects that the other sessions have ended everywhere, nobody can begin one with what waited, and `goesOn` goes on. */
async function expectEnded({ byPassword, byProvider, arrive }: Somebody, goesOn: Client | null = null) {
  for (const { app } of [service, beside])
    for (const client of [byPassword, byProvider].filter((one) => one !== goesOn))
      expect(await meAt(app, client)).toBe(401)
  expect((await arrive()).status).toBe(401)
  if (goesOn) expect(await meAt(beside.app, goesOn)).toBe(200)
}

const adminDoes = async (method: string, path: string, body?: object) =>
  expect((await service.admin(method, path, body && { body })).status).toBeLessThan(300)
const ownerDoes = async (client: Client, method: string, path: string, body?: object) => {
  const answer = await client(method, path, body && { body })
  expect([answer.status, answer.body.code]).toEqual([answer.body ? 200 : 204, undefined])
  return answer
}
const addFactor = ({ id }: { id: number }) =>
  rows(sql`insert into totp_factors (account_id, secret) values (${id}, 'sealed')`)

describe('all sessions of an account and its person end when an admin', () => {
  test.each<[string, (one: Somebody) => Promise<unknown>]>([
    ['sets its password', ({ path }) => adminDoes('PATCH', path, { password: NEXT })],
    ['gives it another role', ({ path }) => adminDoes('PATCH', path, { role: 'creator' })],
    ['disables it', ({ path }) => adminDoes('PATCH', path, { disabled: true })],
    ['ends its connection', ({ path }) => adminDoes('PATCH', path, { disconnect: true })],
    ['deletes it', ({ path }) => adminDoes('DELETE', path)],
    [
      'resets its second factors',
      async (one) => {
        await addFactor(one)
        await adminDoes('DELETE', `${one.path}/factors`)
      },
    ],
    [
      'ends its connection with the reset of second factors, of which there are none',
      ({ path }) => adminDoes('DELETE', `${path}/factors`, { disconnect: true }),
    ],
  ])('%s', async (_, change) => {
    const one = await somebody()
    await change(one)
    await expectEnded(one)
    expect(await meAt(service.app, one.acting)).toBe(401)
  })

  test('sets it while the owner changes the password: neither counts for the other', async () => {
    if (!onPostgres) return
    const { id } = await addAccount({ password: OWN })
    const versionOf = async () =>
      (await rows(sql`select token_version from admin_users where id = ${id}`))[0]!.token_version
    const before = await versionOf()
    let change = Promise.resolve<unknown>(null)
    await database.transaction(async (tx) => {
      await tx.execute(sql`update admin_users set token_version = token_version + 1 where id = ${id}`)
      change = updateUser(service.deps.auth, SYSTEM, { id, body: { password: NEXT }, ifMatch: null })
      const waiting = () =>
        rows(sql`select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`)
      while ((await waiting()).length === 0) await Bun.sleep(5)
    })
    await change
    expect(await versionOf()).toBe(before + 2)
  })

  test('but not when they rename it, enable it, or revoke its tokens', async () => {
    const one = await somebody()
    for (const body of [
      { name: 'Renamed' },
      { disabled: false },
      { revoke_tokens: true },
      { disconnect: false },
    ])
      await adminDoes('PATCH', one.path, body)
    for (const client of [one.byPassword, one.byProvider]) expect(await meAt(beside.app, client)).toBe(200)
    expect((await one.arrive()).status).toBe(200)
  })
})

describe('all other sessions of an account and its person end when its owner', () => {
  const ticketOf = async () => {
    const mail = (await service.deliver()).find(({ html }) => html.includes('/admin/reset-password'))!
    return tokenIn(linkIn(mail, '/admin/reset-password'))
  }

  test.each<[string, (one: Somebody) => Promise<Client | null>]>([
    [
      'changes the password in a session of the account',
      async ({ byPassword }) => {
        const body = { current_password: OWN, new_password: NEXT }
        return as(await ownerDoes(byPassword, 'POST', '/api/auth/change-password', body))
      },
    ],
    [
      'changes it in a session of the provider',
      async ({ byProvider }) => {
        const body = { current_password: OWN, new_password: NEXT }
        await ownerDoes(byProvider, 'POST', '/api/auth/change-password', body)
        return byProvider
      },
    ],
    [
      'sets the password by a mailed link',
      async ({ email }) => {
        await service.deliver()
        await service.anyone('POST', '/api/auth/forgot-password', { body: { email } })
        const body = { token: await ticketOf(), new_password: NEXT }
        await ownerDoes(service.anyone, 'POST', '/api/auth/reset-password', body)
        return null
      },
    ],
    [
      'signs out everywhere',
      async ({ byPassword }) => {
        await ownerDoes(byPassword, 'POST', '/api/auth/logout', { everywhere: true })
        return null
      },
    ],
    [
      'signs out everywhere in a session that does not act for the person',
      async ({ id, byPassword }) => {
        await rows(sql`update admin_users set connected_at = null where id = ${id}`)
        await rows(sql`update sessions set acting_person_id = null where account_id = ${id}`)
        await ownerDoes(byPassword, 'POST', '/api/auth/logout', { everywhere: true })
        return null
      },
    ],
    [
      'signs out everywhere in a session of the provider',
      async ({ byProvider }) => {
        await ownerDoes(byProvider, 'POST', '/api/auth/logout', { everywhere: true })
        return null
      },
    ],
    [
      'sets up an authenticator app',
      async ({ byPassword }) => {
        await setUpTotp(byPassword, new Date(), { current_password: OWN })
        return byPassword
      },
    ],
    [
      'sets it up again, in a session of the provider',
      async (one) => {
        await addFactor(one)
        await setUpTotp(one.byProvider, new Date(), { current_password: OWN })
        return one.byProvider
      },
    ],
    [
      'removes it',
      async (one) => {
        await addFactor(one)
        await ownerDoes(one.byPassword, 'DELETE', '/api/auth/totp', { current_password: OWN })
        return one.byPassword
      },
    ],
    [
      'adds a passkey as the first factor',
      async ({ byPassword }) => {
        await addPasskey(await proved(byPassword, OWN))
        return byPassword
      },
    ],
    [
      'removes a passkey',
      async ({ id, byPassword }) => {
        const [passkey] = await rows(sql`
          insert into passkeys (account_id, name, credential_id, public_key, counter, transports, is_synced, created_at)
          values (${id}, 'Phone', ${`lost-${id}`}, '', 0, '[]', false, now()) returning id`)
        const proof = { current_password: OWN }
        await ownerDoes(byPassword, 'DELETE', `/api/auth/passkeys/${passkey!.id}`, proof)
        return byPassword
      },
    ],
  ])('%s', async (_, change) => {
    const one = await somebody()
    await expectEnded(one, await change(one))
  })

  test('but not when they add a passkey beside another factor', async () => {
    const one = await somebody()
    await addFactor(one)
    await addPasskey(await proved(one.byPassword, OWN))
    expect(await meAt(beside.app, one.byProvider)).toBe(200)
  })

  test('accepts an invitation to choose the first password', async () => {
    const subject = `invited-${++count}`
    const { email, path } = await addAccount({ provider_subject: subject })
    await service.deliver()
    const byProvider = await atProvider(subject)
    const authenticator = await addPasskey(await provenAtProvider(subject))
    const options = await service.anyone('POST', '/api/auth/passkey/options', { body: {} })
    const passkey = authenticator.answer(options.body)
    const byPasskey = as(await service.anyone('POST', '/api/auth/passkey/verify', { body: { passkey } }))
    expect(await meAt(beside.app, byPasskey)).toBe(200)
    await adminDoes('POST', `${path}/invitation`)
    const mail = (await service.deliver()).find(({ html }) => html.includes('/admin/accept-invitation'))!
    const body = { token: tokenIn(linkIn(mail, '/admin/accept-invitation')), password: OWN }
    await ownerDoes(service.anyone, 'POST', '/api/auth/accept-invitation', body)
    for (const client of [byProvider, byPasskey]) expect(await meAt(beside.app, client)).toBe(401)
    expect((await login(email)).body.code).toBe('second_factor_required')
  })

  test('chooses the first password in a session of the provider, which goes on until another role', async () => {
    const subject = `admin-${++count}`
    const { path } = await addAccount({ role: 'admin', provider_subject: subject })
    const client = await provenAtProvider(subject)
    const other = await atProvider(subject)
    const arrive = await onTheWay(subject)
    await ownerDoes(client, 'POST', '/api/auth/change-password', { new_password: OWN })
    expect([await meAt(beside.app, client), await meAt(beside.app, other)]).toEqual([200, 401])
    expect((await arrive()).status).toBe(401)
    expect((await client('PATCH', path, { body: { role: 'editor' } })).status).toBe(200)
    expect(await meAt(beside.app, client)).toBe(401)
  })
})

/** A session that began with a new sign-in at the provider, which is a proof. */
async function provenAtProvider(subject: string) {
  const web = browser()
  const { headers } = await web.goAndComeBack(subject, '?reauth=1&return_to=/admin/account')
  return as(await web.takeTicket(headers))
}
