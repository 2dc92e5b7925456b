// The last admin who can sign in: others, who cannot, do not replace them.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { type SQL, sql } from 'drizzle-orm'
import { lockUntilCommit, rowsOf } from '../../src/platform/db/database.ts'
import { ADMIN, type Client, clientOf, startApp, type TestApp } from '../support/app.ts'
import { onPostgres, untilLocked } from '../support/database.ts'
import { addPasskey } from '../support/factors.ts'
import { type IdentityProvider, startIdentityProvider } from '../support/identity-provider.ts'

const USERS = '/api/admin/users'
const OIDC_ONLY = { OIDC_ONLY: 'true' }

let provider: IdentityProvider
beforeAll(async () => {
  provider = await startIdentityProvider()
})
afterAll(() => provider.stop())

const withoutProvider = () =>
  Object.fromEntries(Object.keys({ ...provider.env, OIDC_ADMINS: '' }).map((name) => [name, '']))

/** A service with a provider, whose first admin is signed in. */
async function start(variables: Record<string, string> = { OIDC_ADMINS: 'root' }) {
  const app = await startApp({ ...provider.env, ...variables })
  const me: number = (await app.admin('GET', '/api/auth/me')).body.id
  return { app, me }
}
type Row = { id: number; password_hash: string | null; claims_at: Date | null }
const query = ({ deps }: TestApp, text: SQL) => deps.database.query((tx) => rowsOf<Row>(tx, text))
const asPerson = async ({ app }: TestApp, subject: string) => clientOf(app, await provider.tokenFor(subject))
/** A person comes here for the first time. */
const comes = async (app: TestApp, subject: string) => (await asPerson(app, subject))('GET', '/api/users/me')

let count = 0
/** Another admin, whom the service makes with these fields. */
async function addAdmin(app: TestApp, fields: object): Promise<number> {
  const email = `colleague-${++count}@example.com`
  const { status, body } = await app.admin('POST', USERS, {
    body: { email, name: 'Colleague', role: 'admin', ...fields },
  })
  if (status !== 201) throw new Error(`${status} ${body.detail}`)
  return body.id
}
const withPassword = (app: TestApp) => addAdmin(app, { password: 'a password of the colleague' })
async function withPerson(app: TestApp) {
  const subject = `boss-${++count}`
  return { id: await addAdmin(app, { provider_subject: subject }), subject }
}
async function withPersonWhoCame(app: TestApp) {
  const { id, subject } = await withPerson(app)
  await comes(app, subject)
  return { id, subject }
}
async function withPasskeyAlone(app: TestApp) {
  const colleague = await app.signIn('admin')
  await addPasskey(colleague, { current_password: 'a password of admin' })
  await query(app, sql`update admin_users set password_hash = null where id = ${colleague.id}`)
}

const ways: [string, (by: Client, id: number) => ReturnType<Client>][] = [
  ['demoted', (by, id) => by('PATCH', `${USERS}/${id}`, { body: { role: 'editor' } })],
  ['disabled', (by, id) => by('PATCH', `${USERS}/${id}`, { body: { disabled: true } })],
  ['deleted', (by, id) => by('DELETE', `${USERS}/${id}`)],
]

type Variables = () => Record<string, string>

describe('the last admin who can sign in is not demoted, disabled or deleted', () => {
  test.each<[string, (app: TestApp) => Promise<unknown>, Variables?]>([
    ['has a company account that has never been here', withPerson],
    [
      'has a company account that is switched off',
      async (app) => {
        const { subject } = await withPersonWhoCame(app)
        await query(app, sql`update users set disabled = true where subject = ${subject}`)
      },
    ],
    ['is disabled', async (app) => ways[1]![1](app.admin, await withPassword(app))],
    ['has a company account, where there is no provider any more', withPersonWhoCame, withoutProvider],
    ['has a password, where OIDC_ONLY has closed it', withPassword, () => OIDC_ONLY],
    ['has a passkey, where OIDC_ONLY has closed it', withPasskeyAlone, () => OIDC_ONLY],
  ])('where the other one %s', async (_, addOther, variables = () => ({})) => {
    const { app, me } = await start()
    await using _app = app
    await addOther(app)
    const { admin } = await app.beside({}, variables())
    for (const [, remove] of ways) {
      const { status, body } = await remove(admin, me)
      expect([status, body.code]).toEqual([409, 'last_admin'])
      expect(body.detail).toStartWith('No admin could sign in any more.')
    }
    expect((await admin('GET', '/api/auth/me')).body).toMatchObject({ id: me, role: 'admin' })
  })

  test.each<[string, (app: TestApp) => Promise<unknown>, Variables?]>([
    ['has a password', withPassword],
    ['has a passkey', withPasskeyAlone],
    ['has a company account that has been here', withPersonWhoCame],
    ['has a company account that has been here, with OIDC_ONLY', withPersonWhoCame, () => OIDC_ONLY],
    [
      'has a password of the command line, with OIDC_ONLY',
      async (app) => {
        const id = await withPassword(app)
        await query(
          app,
          sql`update admin_users set password_allowed_until = now() + interval '1 minute' where id = ${id}`,
        )
      },
      () => OIDC_ONLY,
    ],
  ])('but where another one %s', async (_, addOther, variables = () => ({})) => {
    const { app, me } = await start()
    await using _app = app
    await addOther(app)
    const { admin } = await app.beside({}, variables())
    expect((await ways[2]![1](admin, me)).status).toBe(204)
  })
})

test('an admin who cannot sign in is removed by the last one who can, and by one whose way in has ended', async () => {
  const { app, me } = await start()
  await using _app = app
  const others = [await withPerson(app), await withPerson(app), await withPerson(app)]
  for (const [index, [, remove]] of ways.entries()) {
    if (index === 2) await query(app, sql`update admin_users set password_hash = null where id = ${me}`)
    expect((await remove(app.admin, others[index]!.id)).status).toBeLessThan(300)
  }
})

test('a company account that is the last way in for an admin is not switched off', async () => {
  const { app, me } = await start()
  await using _app = app
  const { subject } = await withPersonWhoCame(app)
  const root = await asPerson(app, 'root')
  const [person] = await query(app, sql`select id from users where subject = ${subject}`)
  const switchOff = () => root('PATCH', `/api/users/${person!.id}`, { body: { disabled: true } })
  await query(app, sql`update admin_users set disabled = true where id = ${me}`)
  const refused = await switchOff()
  expect([refused.status, refused.body.code]).toEqual([409, 'last_admin'])
  expect((await root('GET', `/api/users/${person!.id}`)).body.disabled).toBe(false)
  await query(app, sql`update admin_users set disabled = false where id = ${me}`)
  expect((await switchOff()).status).toBe(200)
})

test.if(onPostgres)('nor while another request takes the role from the other admin', async () => {
  const { app, me } = await start()
  await using _app = app
  const { subject } = await withPersonWhoCame(app)
  const root = await asPerson(app, 'root')
  const [person] = await query(app, sql`select id from users where subject = ${subject}`)
  let refused: ReturnType<Client> | undefined
  await app.deps.database.transaction(async (tx) => {
    await lockUntilCommit(tx, 'admin_users')
    await tx.execute(sql`update admin_users set role = 'editor' where id = ${me}`)
    refused = root('PATCH', `/api/users/${person!.id}`, { body: { disabled: true } })
    await untilLocked(app.deps.database, 1)
  })
  expect([(await refused!).status, (await refused!).body.code]).toEqual([409, 'last_admin'])
})

test('the passkey that is the last way in for an admin is not removed', async () => {
  const { app, me } = await start()
  await using _app = app
  await addPasskey(app.admin, { current_password: ADMIN.password })
  const passkey = (await app.admin('GET', '/api/auth/passkeys')).body.items[0].id
  await query(app, sql`update admin_users set password_hash = null where id = ${me}`)
  const remove = () => app.admin('DELETE', `/api/auth/passkeys/${passkey}`)
  const refused = await remove()
  expect([refused.status, refused.body.code]).toEqual([409, 'last_admin'])
  expect((await app.admin('GET', '/api/auth/passkeys')).body.items).toHaveLength(1)
  await withPassword(app)
  expect((await remove()).status).toBe(204)
})

test('nor is it reset by an admin who could not sign in again', async () => {
  const { app, me } = await start()
  await using _app = app
  await withPasskeyAlone(app)
  const [colleague] = await query(app, sql`select id from admin_users where id <> ${me}`)
  const reset = () => app.admin('DELETE', `${USERS}/${colleague!.id}/factors`)
  await app.admin('POST', '/api/auth/reauthenticate', { body: { current_password: ADMIN.password } })
  const [own] = await query(app, sql`select password_hash from admin_users where id = ${me}`)
  await query(app, sql`update admin_users set password_hash = null where id = ${me}`)
  const refused = await reset()
  expect([refused.status, refused.body.code]).toEqual([409, 'last_admin'])
  await query(app, sql`update admin_users set password_hash = ${own!.password_hash} where id = ${me}`)
  expect((await reset()).status).toBe(204)
})

describe('the last admin of procurement', () => {
  test('is not replaced by one who has never been here', async () => {
    const { app } = await start({})
    await using _app = app
    await comes(app, 'chief')
    await query(
      app,
      sql`insert into user_roles (user_id, role, granted_at) select id, 'admin', now() from users where subject = 'chief'`,
    )
    const chief = await asPerson(app, 'chief')
    const { body: self } = await chief('GET', '/api/users/me')
    const { body: deputy } = await chief('POST', '/api/users', { body: { subject: 'deputy' } })
    await chief('PUT', `/api/users/${deputy.id}/roles/admin`)
    const leave = () => chief('DELETE', `/api/users/${self.id}/roles/admin`)
    for (const answer of [
      await leave(),
      await chief('PATCH', `/api/users/${self.id}`, { body: { disabled: true } }),
    ])
      expect([answer.status, answer.body.code]).toEqual([409, 'last_admin'])
    await comes(app, 'deputy')
    expect((await leave()).status).toBe(204)
  })

  test('is replaced by one who came with the very name and address that were entered', async () => {
    const { app } = await start()
    await using _app = app
    const root = await asPerson(app, 'root')
    const subject = 'same'
    const entered = { subject, email: `${subject}@example.com`, display_name: `Name of ${subject}` }
    const { body: before } = await root('POST', '/api/users', { body: entered })
    await comes(app, subject)
    const [row] = await query(app, sql`select claims_at from users where subject = ${subject}`)
    expect(row!.claims_at).not.toBeNull()
    // Nothing that anybody sees has changed.
    expect((await root('GET', `/api/users/${before.id}`)).body).toEqual(before)
    const { items } = (await root('GET', `/api/audit-log?entity=users&entity_id=${before.id}`)).body
    expect(items.map(({ action }: any) => action)).toEqual(['user.create'])
  })
})
