// Who gets in after a restore: a dump is taken, access is changed, and the dump is put into another database beside the current one.
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { type SQL, sql } from 'drizzle-orm'
import { createAccountLink } from '../../src/accounts/account-links.ts'
import { createUser, updateUser } from '../../src/accounts/admin-users.ts'
import { ACCESS, type Access, readAccess, settleAccess } from '../../src/accounts/restored-access.ts'
import { createApp } from '../../src/app.ts'
import { createDeps } from '../../src/deps.ts'
import { createDatabase, rowsOf, type Tx } from '../../src/platform/db/database.ts'
import { createLog } from '../../src/platform/log.ts'
import { ADMIN, type Client, clientOf, peerOfTest, startApp } from '../support/app.ts'
import { createTestDatabase } from '../support/database.ts'
import { type Contents, putContents, readContents } from '../support/database-copy.ts'
import { addPasskey, codeAt, setUpTotp } from '../support/factors.ts'

const service = await startApp()
const { deps } = service
let cleanup = new AsyncDisposableStack()
afterEach(async () => {
  await cleanup.disposeAsync()
  cleanup = new AsyncDisposableStack()
})
afterAll(() => service[Symbol.asyncDispose]())

const PASSWORD = 'a long enough password'
const NEXT = 'another long password'
const STAMP = '20300101T000000Z'
const SYSTEM = { kind: 'system', name: 'test' } as const
const proof = { current_password: PASSWORD }

// Each test begins days later: its dump has no sessions of the test before.
let now = new Date('2030-01-01T00:00:00Z')
const pass = (milliseconds: number) => {
  now = new Date(now.getTime() + milliseconds)
  service.setClock(now)
}
beforeEach(() => pass(2 * 86_400_000))

type Settling = {
  access: Access
  /** What happens to the restored database before, such as having the tables of an older release. */
  before?: (tx: Tx) => Promise<unknown>
}

/** Puts the dump into a new database and settles who gets in. Resolves with a service on it. */
async function restore(dump: Contents, { access, before = async () => {} }: Settling) {
  const { driver, drop } = await createTestDatabase()
  cleanup.defer(drop)
  await putContents(driver, dump)
  const database = createDatabase(driver)
  await database.transaction(before)
  const current = await deps.database.query(readAccess)
  const back = await database.transaction((tx) => settleAccess(tx, { access, current, stamp: STAMP, now }))
  const { config, clock, auth } = deps
  const parts = { driver, log: createLog('silent'), clock, passwords: auth.passwords }
  const app = createApp(cleanup.use(await createDeps(config, parts)), peerOfTest)
  return { app, anyone: clientOf(app, null), back, database }
}
type Restored = Awaited<ReturnType<typeof restore>>

const takeDump = () => deps.database.query(readContents)

let accounts = 0
async function account(role = 'creator') {
  const email = `account-${++accounts}@example.com`
  const body = { email, name: `Somebody ${accounts}`, role, password: PASSWORD }
  const { id } = await createUser(deps.auth, SYSTEM, body)
  return { id, email }
}
const change = (id: number, body: object) => updateUser(deps.auth, SYSTEM, { id, body, ifMatch: null })
const login = (anyone: Client, email: string, password = PASSWORD) =>
  anyone('POST', '/api/auth/login', { body: { email, password } })
const signIn = async (email: string) =>
  clientOf(service.app, (await login(service.anyone, email)).body.token as string)
const statusOf = async ({ anyone }: Restored, email: string, password?: string) =>
  (await login(anyone, email, password)).status

/** An API token of somebody who is signed in; resolves with the token and the way to revoke it. */
async function makeToken(client: Client) {
  const body = {
    name: 'CI',
    scopes: ['read'],
    expires_at: new Date(now.getTime() + 30 * 86_400_000),
    ...proof,
  }
  const answer = await client('POST', '/api/admin/tokens', { body })
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body))
  return {
    token: answer.body.token as string,
    id: answer.body.id as number,
    revoke: () => client('DELETE', `/api/admin/tokens/${answer.body.id}`),
  }
}
const read = ({ app }: Restored, token: string) =>
  clientOf(app, token)('GET', '/api/admin/articles?page=1&per_page=1')

/** A change of the database that no route makes. */
const write = (statement: SQL) => deps.database.query((tx) => tx.execute(statement))

async function addPerson(subject: string): Promise<number> {
  const [row] = await deps.database.query((tx) =>
    rowsOf<{ id: number }>(
      tx,
      sql`insert into users (subject, display_name, created_at, updated_at)
        values (${subject}, 'A person', now(), now()) returning id`,
    ),
  )
  return row!.id
}

async function addPreviews(...ids: string[]) {
  for (const id of ids)
    await write(sql`insert into previews (id, created_by, created_at, expires_at)
      values (${id}, 'test', ${now.toISOString()}, ${new Date(now.getTime() + 86_400_000).toISOString()})`)
}

const rows = ({ database }: Pick<Restored, 'database'>, statement: SQL) =>
  database.query((tx) => rowsOf<Record<string, any>>(tx, statement))

describe('what began before a restore', () => {
  test.each(ACCESS)('ends: sessions, second steps and links, with %s', async (access) => {
    const [owner, other] = [await account(), await account()]
    const session = await signIn(owner.email)
    const ended = await signIn(owner.email)
    const totp = await signIn(other.email)
    const { secret } = await setUpTotp(totp, now, proof)
    pass(30_000)
    const { ticket } = (await login(service.anyone, other.email)).body
    const { links } = deps.mail.outbox
    const link = await deps.database.transaction((tx) =>
      createAccountLink(tx, { purpose: 'password-reset', user: { ...owner, token_version: 0 }, now, links }),
    )
    const invited = await account()
    await write(sql`update admin_users set password_hash = null where id = ${invited.id}`)
    const invitation = await deps.database.transaction((tx) =>
      createAccountLink(tx, { purpose: 'invitation', user: { ...invited, token_version: 0 }, now, links }),
    )
    const person = await addPerson(crypto.randomUUID())
    await write(sql`insert into sessions
        (id, person_id, token_version, method, address, user_agent, created_at, last_seen_at, expires_at)
      select gen_random_uuid(), ${person}, 0, 'provider', '', '', created_at, last_seen_at, expires_at
        from sessions order by created_at desc limit 1`)
    const dump = await takeDump()
    expect((await ended('POST', '/api/auth/logout')).status).toBe(204)
    const restored = await restore(dump, { access })
    for (const { token } of [session, ended])
      expect((await clientOf(restored.app, token)('GET', '/api/auth/me')).status).toBe(401)
    const body = { ticket, totp: codeAt(secret, now) }
    expect((await restored.anyone('POST', '/api/auth/second-factor', { body })).status).toBe(401)
    const reset = { token: links.sign('password-reset', link.id), new_password: NEXT }
    const refused = await restored.anyone('POST', '/api/auth/reset-password', { body: reset })
    expect(refused.body.code).toBe('invalid_token')
    const acceptance = { token: links.sign('invitation', invitation.id), password: NEXT }
    const accepted = await restored.anyone('POST', '/api/auth/accept-invitation', { body: acceptance })
    expect(accepted.body.code).toBe('invalid_token')
    expect(await rows(restored, sql`select from sign_in_tickets`)).toEqual([])
    // The person's, too; and they stay known as devices.
    const [sessions] = await rows(
      restored,
      sql`select count(*)::int as all, count(revoked_tokens.jti)::int as ended
        from sessions left join revoked_tokens on jti = id where sessions.expires_at > ${now.toISOString()}`,
    )
    expect(sessions!.all).toBeGreaterThan(3)
    expect(sessions!.ended).toBe(sessions!.all)
  })

  test('is a code of an authenticator app, too: it was used after the dump', async () => {
    const owner = await account()
    const { secret } = await setUpTotp(await signIn(owner.email), now, proof)
    pass(30_000)
    const dump = await takeDump()
    const prove = async (anyone: Client) => {
      const { ticket } = (await login(anyone, owner.email)).body
      return anyone('POST', '/api/auth/second-factor', { body: { ticket, totp: codeAt(secret, now) } })
    }
    expect((await prove(service.anyone)).status).toBe(200)
    const restored = await restore(dump, { access: 'dump' })
    expect((await prove(restored.anyone)).status).toBe(401)
    pass(30_000)
    expect((await prove(restored.anyone)).status).toBe(200)
  })

  test('is followed by a row of the audit trail, whose chain stays intact', async () => {
    const { app } = await restore(await takeDump(), { access: 'dump' })
    const admin = clientOf(app, (await login(clientOf(app, null), ADMIN.email, ADMIN.password)).body.token)
    const { items } = (await admin('GET', '/api/audit-log?action=database.restore')).body
    expect(items).toMatchObject([
      { actor: 'restore', actor_id: null, entity: 'database', entity_id: STAMP, changes: { access: 'dump' } },
    ])
    expect((await admin('GET', '/api/audit-log/integrity')).body).toMatchObject({ ok: true })
  })
})

/** Accounts with all that lets them in, a dump of it, and what was changed since. */
async function changedSince() {
  const [owner, deleted, disabled, holder] = [
    await account(),
    await account(),
    await account(),
    await account(),
  ]
  const editor = await account('editor')
  const client = await signIn(owner.email)
  const old = await makeToken(client)
  const stays = await makeToken(client)
  const ofDeleted = await makeToken(await signIn(deleted.email))
  const passkey = await addPasskey(await signIn(holder.email), proof)
  const second = await account()
  const { codes } = await setUpTotp(await signIn(second.email), now, proof)
  pass(30_000)
  const [shared, withdrawn] = [crypto.randomUUID(), crypto.randomUUID()]
  await addPreviews(shared, withdrawn)
  const dump = await takeDump()
  await write(sql`delete from previews where id = ${withdrawn}`)
  await old.revoke()
  const fresh = await makeToken(client)
  const { ticket } = (await login(service.anyone, second.email)).body
  const body = { ticket, recovery_code: codes[0] }
  expect((await service.anyone('POST', '/api/auth/second-factor', { body })).status).toBe(200)
  await write(sql`delete from admin_users where id = ${deleted.id}`)
  await deps.database.query((tx) => tx.execute(sql`delete from passkeys where credential_id = ${passkey.id}`))
  await change(disabled.id, { disabled: true })
  await change(editor.id, { role: 'creator', password: NEXT })
  const made = await account()
  const owners = { owner, deleted, disabled, holder, editor, second, made }
  return { ...owners, old, stays, fresh, ofDeleted, passkey, codes, shared, withdrawn, dump }
}

const previewsOf = async (restored: Restored) => {
  const found = await rows(restored, sql`select id from previews`)
  return found.map(({ id }) => id)
}
const codeOf = async ({ anyone }: Restored, email: string, recovery_code: string) => {
  const { ticket } = (await login(anyone, email)).body
  return (await anyone('POST', '/api/auth/second-factor', { body: { ticket, recovery_code } })).status
}
const passkeyOf = async (
  { anyone }: Restored,
  { passkey }: Pick<Awaited<ReturnType<typeof changedSince>>, 'passkey'>,
) => {
  const options = (await anyone('POST', '/api/auth/passkey/options', { body: {} })).body
  return (await anyone('POST', '/api/auth/passkey/verify', { body: { passkey: passkey.answer(options) } }))
    .status
}

describe('access as in the dump', () => {
  test('brings back what was revoked, removed and disabled since, and says what', async () => {
    const it = await changedSince()
    const restored = await restore(it.dump, { access: 'dump' })
    expect(restored.back).toEqual([
      '2 accounts',
      '1 password',
      '1 role of an account',
      '1 recovery code',
      '1 passkey',
      '2 API tokens',
      '1 preview link',
    ])
    expect((await read(restored, it.old.token)).status).toBe(200)
    // It was valid once, so that it uses up no limit.
    expect((await read(restored, it.fresh.token)).body.detail).toContain('The API token has ended')
    expect(await statusOf(restored, it.deleted.email)).toBe(200)
    expect(await statusOf(restored, it.disabled.email)).toBe(200)
    expect(await passkeyOf(restored, it)).toBe(200)
    expect(await statusOf(restored, it.editor.email)).toBe(200)
    expect(await statusOf(restored, it.made.email)).toBe(401)
    expect(await codeOf(restored, it.second.email, it.codes[0]!)).toBe(200)
  })

  test('says nothing where nothing was changed, or only what had expired was deleted', async () => {
    const owner = await account()
    await makeToken(await signIn(owner.email))
    await addPasskey(await signIn(owner.email), proof)
    await addPreviews(crypto.randomUUID())
    const dump = await takeDump()
    expect((await restore(dump, { access: 'dump' })).back).toEqual([])
    pass(40 * 86_400_000)
    await write(sql`delete from api_tokens`)
    await write(sql`delete from previews`)
    expect((await restore(dump, { access: 'dump' })).back).toEqual([])
  })
})

describe('access as now', () => {
  test('keeps out what was revoked, removed and disabled since, and keeps what is newer', async () => {
    const it = await changedSince()
    const fresh = await setUpTotp(await signIn(it.owner.email), now, proof)
    pass(30_000)
    const restored = await restore(it.dump, { access: 'current' })
    expect(restored.back).toEqual([])
    expect((await read(restored, it.old.token)).body.detail).toBe('The API token was revoked.')
    expect((await read(restored, it.ofDeleted.token)).body.detail).toContain('its account was deleted')
    expect((await read(restored, it.stays.token)).status).toBe(200)
    expect((await read(restored, it.fresh.token)).status).toBe(200)
    expect(await statusOf(restored, it.deleted.email)).toBe(401)
    expect(await statusOf(restored, it.disabled.email)).toBe(401)
    expect(await passkeyOf(restored, it)).toBe(401)
    expect(await statusOf(restored, it.holder.email)).toBe(200)
    expect(await statusOf(restored, it.editor.email)).toBe(401)
    expect((await login(restored.anyone, it.editor.email, NEXT)).body.role).toBe('creator')
    expect(await statusOf(restored, it.made.email)).toBe(200)
    expect(await codeOf(restored, it.second.email, it.codes[0]!)).toBe(401)
    expect(await codeOf(restored, it.second.email, it.codes[1]!)).toBe(200)
    expect(await previewsOf(restored)).toContain(it.shared)
    expect(await previewsOf(restored)).not.toContain(it.withdrawn)
    // The codes up to this moment may have been used.
    pass(30_000)
    const { ticket } = (await login(restored.anyone, it.owner.email)).body
    const body = { ticket, totp: codeAt(fresh.secret, now) }
    expect((await restored.anyone('POST', '/api/auth/second-factor', { body })).status).toBe(200)
  })

  test('goes on counting: a new account and a new token get ids that nothing had before', async () => {
    const it = await changedSince()
    const last = await account()
    const { app, anyone, database } = await restore(it.dump, { access: 'current' })
    const admin = clientOf(app, (await login(anyone, ADMIN.email, ADMIN.password)).body.token)
    const body = { name: 'CI', scopes: ['read'], expires_at: new Date(now.getTime() + 86_400_000) }
    const created = await admin('POST', '/api/admin/tokens', {
      body: { ...body, current_password: ADMIN.password },
    })
    expect(created.body.id).toBeGreaterThan(it.fresh.id)
    const next = await createUser({ ...deps.auth, database }, SYSTEM, {
      email: 'next@example.com',
      name: 'Next',
      role: 'creator',
      password: PASSWORD,
    })
    expect(next.id).toBeGreaterThan(last.id)
  })

  test('is that of the accounts by their ids: two have exchanged their addresses and persons', async () => {
    const [one, two] = [await account(), await account('editor')]
    const persons = [await addPerson(crypto.randomUUID()), await addPerson(crypto.randomUUID())]
    const connect = async (first: number | null, second: number | null) => {
      await write(sql`update admin_users set person_id = ${first} where id = ${one.id}`)
      await write(sql`update admin_users set person_id = ${second} where id = ${two.id}`)
    }
    await connect(persons[0]!, persons[1]!)
    const dump = await takeDump()
    for (const [id, email] of [
      [one.id, 'between@example.com'],
      [two.id, one.email],
      [one.id, two.email],
    ])
      await write(sql`update admin_users set email = ${email} where id = ${id}`)
    await connect(null, null)
    await connect(persons[1]!, persons[0]!)
    const restored = await restore(dump, { access: 'current' })
    expect((await login(restored.anyone, one.email)).body.user.id).toBe(two.id)
    expect((await login(restored.anyone, two.email)).body.user.id).toBe(one.id)
    const connected = sql`select person_id from admin_users where id in (${one.id}, ${two.id}) order by id`
    expect(await rows(restored, connected)).toEqual([{ person_id: persons[1] }, { person_id: persons[0] }])
  })

  test('of an account that has the id of another one in the dump leaves the work of the other without an author', async () => {
    const owner = await account()
    const dump = await takeDump()
    const [row] = dump.tables.get('admin_users')!.filter((it) => (it as { id: number }).id === owner.id)
    Object.assign(row as object, { created_at: '2020-01-01T00:00:00Z', email: 'earlier@example.com' })
    const restored = await restore(dump, {
      access: 'current',
      before: (tx) =>
        tx.execute(sql`insert into articles (title, title_en, slug, content, status, author_id, position)
          values ('متن', 'Text', 'of-the-other', '<p>متن</p>', 'draft', ${owner.id}, 1)`),
    })
    const [article] = await rows(restored, sql`select author_id from articles where slug = 'of-the-other'`)
    expect(article).toEqual({ author_id: null })
    expect(await statusOf(restored, owner.email)).toBe(200)
  })

  test('has the persons of the company and their roles as now', async () => {
    const [before, since] = [crypto.randomUUID(), crypto.randomUUID()]
    const personOf = (subject: string) => sql`(select id from users where subject = ${subject})`
    await addPerson(before)
    await write(
      sql`insert into user_roles (user_id, role, granted_at) values (${personOf(before)}, 'approver', now())`,
    )
    const [owner, other] = [await account(), await account()]
    await write(sql`update admin_users set person_id = ${personOf(before)} where id = ${owner.id}`)
    const dump = await takeDump()
    await addPerson(since)
    await write(sql`delete from user_roles where user_id = ${personOf(before)}`)
    await write(
      sql`insert into user_roles (user_id, role, granted_at) values (${personOf(since)}, 'buyer', now())`,
    )
    await write(sql`update users set disabled = true where subject = ${before}`)
    await write(sql`update admin_users set person_id = null where id = ${owner.id}`)
    await write(sql`update admin_users set person_id = ${personOf(since)} where id = ${other.id}`)
    const state = (restored: Restored) =>
      rows(
        restored,
        sql`select subject, users.disabled, user_roles.role, account.id as account from users
          left join user_roles on user_id = users.id left join admin_users account on person_id = users.id
          where subject in (${before}, ${since})`,
      )
    const current = await restore(dump, { access: 'current' })
    expect(await state(current)).toEqual(
      expect.arrayContaining([
        { subject: before, disabled: true, role: null, account: null },
        { subject: since, disabled: false, role: 'buyer', account: other.id },
      ]),
    )
    const asThen = await restore(dump, { access: 'dump' })
    expect(asThen.back).toEqual([
      '1 connection with a company account',
      '1 company account',
      '1 role in procurement',
    ])
    expect(await state(asThen)).toEqual([
      { subject: before, disabled: false, role: 'approver', account: owner.id },
    ])
  })

  test('gives no account another person, who has the id in the dump', async () => {
    const person = await addPerson(crypto.randomUUID())
    const owner = await account()
    const dump = await takeDump()
    await write(
      sql`update admin_users set person_id = ${person}, connected_at = now() where id = ${owner.id}`,
    )
    await write(sql`insert into user_roles (user_id, role, granted_at) values (${person}, 'approver', now())`)
    const of = (
      id: number,
    ) => sql`select person_id, role from users left join user_roles on user_id = users.id
      left join (select person_id from admin_users) account on person_id = users.id where users.id = ${id}`
    expect(await rows(await restore(dump, { access: 'current' }), of(person))).toEqual([
      { person_id: person, role: 'approver' },
    ])
    const [row] = dump.tables.get('users')!.filter((it) => (it as { id: number }).id === person)
    Object.assign(row as object, { subject: 'somebody else' })
    expect(await rows(await restore(dump, { access: 'current' }), of(person))).toEqual([
      { person_id: null, role: null },
    ])
  })

  test('has the addresses of OIDC_ADMINS bound to their first subjects, and knows the former keys', async () => {
    const dump = await takeDump()
    await write(
      sql`insert into oidc_admin_bindings (email, subject, bound_at) values ('boss@example.com', 'boss', now())`,
    )
    await write(sql`insert into former_token_keys (fingerprint, since) values ('of a former key', now())`)
    const restored = await restore(dump, { access: 'current' })
    expect(await rows(restored, sql`select subject from oidc_admin_bindings`)).toEqual([{ subject: 'boss' }])
    expect(await rows(restored, sql`select fingerprint from former_token_keys`)).toEqual([
      { fingerprint: 'of a former key' },
    ])
  })

  test('of a later release is taken as far as the dump has its tables and columns', async () => {
    const it = await changedSince()
    const restored = await restore(it.dump, {
      access: 'current',
      before: async (tx) => {
        for (const change of [
          sql`drop table sign_in_tickets, account_links, sessions, previews, passkeys, former_api_tokens cascade`,
          sql`drop trigger api_tokens_deleted on api_tokens`,
          sql`alter table admin_users drop column person_id, drop column connected_at`,
          sql`alter table api_tokens drop column person_id`,
        ])
          await tx.execute(change)
      },
    })
    const found = await rows(
      restored,
      sql`select id, revoked_at is null as valid from api_tokens order by id`,
    )
    expect(found).toEqual(
      expect.arrayContaining([
        { id: it.old.id, valid: false },
        { id: it.fresh.id, valid: true },
      ]),
    )
    const owners = await rows(restored, sql`select email, disabled, token_version from admin_users`)
    expect(owners).toContainEqual({ email: it.disabled.email, disabled: true, token_version: 2 })
    expect(owners).toContainEqual({ email: it.owner.email, disabled: false, token_version: 1 })
  })
})

describe('no access', () => {
  test('lets nobody in with what the dump has, nor with what came after it', async () => {
    const it = await changedSince()
    const restored = await restore(it.dump, { access: 'none' })
    const { app, anyone, database } = restored
    for (const { token } of [it.old, it.stays, it.fresh, it.ofDeleted])
      expect((await read(restored, token)).body.detail).toMatch(/^The API token (?:was revoked|has ended)/)
    for (const { email } of [it.owner, it.deleted, it.disabled, it.holder, it.editor, it.second, it.made])
      expect(await statusOf(restored, email)).toBe(401)
    expect((await login(anyone, ADMIN.email, ADMIN.password)).status).toBe(401)
    expect(await passkeyOf(restored, it)).toBe(401)
    expect(await previewsOf(restored)).toEqual([])
    // The command line opens it again, and invitations do the rest.
    const ctx = { ...deps.auth, database }
    const [admin] = await rows(restored, sql`select id from admin_users where email = ${ADMIN.email}`)
    await updateUser(ctx, SYSTEM, { id: admin!.id, body: { password: NEXT }, ifMatch: null })
    const signedIn = await login(anyone, ADMIN.email, NEXT)
    const client = clientOf(app, signedIn.body.token)
    const body = { current_password: NEXT }
    expect((await client('POST', '/api/auth/reauthenticate', { body })).status).toBe(200)
    expect((await client('POST', `/api/admin/users/${it.owner.id}/invitation`)).status).toBe(200)
  })
})
