import { afterAll, beforeEach, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { createUser, listUsers, removeUser, updateUser } from '../../src/accounts/admin-users.ts'
import type { AccountContext } from '../../src/accounts/auth-context.ts'
import { ensureFirstAdmin } from '../../src/accounts/first-admin.ts'
import { login } from '../../src/accounts/password-sign-in.ts'
import { createSignInLimits } from '../../src/accounts/sign-in-limits.ts'
import { createTokenLimit } from '../../src/accounts/token-limit.ts'
import { Secret } from '../../src/platform/config/secret.ts'
import { createDatabase, rowsOf } from '../../src/platform/db/database.ts'
import { openPostgres } from '../../src/platform/db/postgres-driver.ts'
import { createRateLimits } from '../../src/platform/db/rate-limits.ts'
import { quickPasswords } from '../support/accounts.ts'
import { createTestDatabase } from '../support/database.ts'
import { PATIENCE_MS } from '../support/eventually.ts'

const clock = () => new Date()
const { driver, url, drop } = await createTestDatabase()
const database = createDatabase(driver)
/** A second process on the same database server; an embedded database has only one. */
const other =
  url === null
    ? database
    : createDatabase(openPostgres({ url: new Secret(url), poolSize: 2, deadlineMs: PATIENCE_MS }))
const processes: AccountContext[] = [
  { database, clock, passwords: quickPasswords },
  { database: other, clock, passwords: quickPasswords },
]
const context = processes[0]!
const limits = createRateLimits({ database, clock })
afterAll(async () => {
  await other.close()
  await database.close()
  await drop()
})

const CREDENTIALS = { email: 'first@example.com', password: 'a given password' }
const SYSTEM = { kind: 'system', name: 'test' } as const
const emails = async () => (await listUsers(context, { paging: null })).items.map(({ email }) => email)
const execute = (statement: ReturnType<typeof sql>) =>
  database.transaction((tx) => rowsOf<Record<string, any>>(tx, statement))
const signsIn = async (email: string, password: string) =>
  (
    await login(
      {
        ...context,
        tokenKey: new TextEncoder().encode('x'.repeat(32)),
        previousTokenKey: null,
        creatorUploads: false,
        isProviderOnly: false,
        ...createSignInLimits({ limits, database, clock }),
        refuseToken: createTokenLimit(limits),
        limitCodes: (_, verify) => verify(),
        tellOfWrongFactor: async () => {},
        secondFactor: { siteName: 'localhost', origin: 'http://localhost', required: null },
      },
      {
        email,
        password,
        device: { address: crypto.randomUUID(), userAgent: '', getsCookie: false, cookie: null },
        browser: null,
      },
    )
  ).grant

beforeEach(() => execute(sql`delete from admin_users`))

describe('the first admin', () => {
  test('gets the given password, which is not returned', async () => {
    expect(await ensureFirstAdmin(context, CREDENTIALS)).toEqual({
      email: CREDENTIALS.email,
      generated: null,
    })
    const { role, user } = await signsIn(CREDENTIALS.email, CREDENTIALS.password)
    expect([role, user.email]).toEqual(['admin', CREDENTIALS.email])
  })

  test('is not created without credentials', async () => {
    expect(await ensureFirstAdmin(context, null)).toBe('none')
    expect(await emails()).toEqual([])
  })

  test('is created only while there is no account, active or not', async () => {
    await ensureFirstAdmin(context, CREDENTIALS)
    const later = { email: 'later@example.com', password: 'another password' }
    expect(await ensureFirstAdmin(context, later)).toBe('exists')
    expect(await ensureFirstAdmin(context, { ...CREDENTIALS, password: 'another password' })).toBe('exists')
    expect(await ensureFirstAdmin(context, null)).toBe('exists')
    await expect(signsIn(CREDENTIALS.email, 'another password')).rejects.toThrow()

    // A disabled creator is an account too.
    const body = {
      email: 'creator@example.com',
      name: 'Creator',
      role: 'creator',
      password: 'a long password',
    }
    const creator = await createUser(context, SYSTEM, body)
    await updateUser(context, SYSTEM, { id: creator.id, body: { disabled: true }, ifMatch: null })
    await execute(sql`delete from admin_users where role = 'admin'`)
    expect(await ensureFirstAdmin(context, later)).toBe('exists')
    expect(await emails()).toEqual(['creator@example.com'])

    await removeUser(context, SYSTEM, { id: creator.id, ifMatch: null })
    expect(await ensureFirstAdmin(context, later)).toEqual({ email: later.email, generated: null })
  })

  test('gets a generated password of at least 20 characters, different each time', async () => {
    const passwords = new Set<string>()
    for (let round = 0; round < 3; round++) {
      await execute(sql`delete from admin_users`)
      const result = await ensureFirstAdmin(context, { email: CREDENTIALS.email, password: null })
      if (typeof result === 'string' || result.generated === null) throw new Error(`got ${result}`)
      expect(result.generated).toMatch(/^[\w-]{20,}$/)
      expect((await signsIn(result.email, result.generated)).role).toBe('admin')
      passwords.add(result.generated)
    }
    expect(passwords.size).toBe(3)
  })

  test('has no plain password in any table', async () => {
    const result = await ensureFirstAdmin(context, { email: CREDENTIALS.email, password: null })
    const generated = typeof result === 'string' ? '' : result.generated!
    const tables = await execute(
      sql`select tablename as name from pg_tables where schemaname in ('public', 'drizzle')`,
    )
    expect(tables.map(({ name }) => name)).toContain('admin_users')
    for (const { name } of tables.filter(({ name }) => !name.startsWith('__'))) {
      const rows = await execute(sql`select row_to_json(t)::text as row from ${sql.identifier(name)} t`)
      expect(rows.filter(({ row }) => row.includes(generated))).toEqual([])
    }
    const [row] = await execute(sql`select password_hash from admin_users`)
    expect(row!.password_hash).toStartWith('$argon2id$')
  })

  test.each([
    ['the same email', () => CREDENTIALS.email],
    ['different emails', (index: number) => `first-${index}@example.com`],
  ])('is created once when several processes start together with %s', async (_, emailOf) => {
    for (let round = 0; round < 3; round++) {
      await execute(sql`delete from admin_users`)
      const starts = [...processes, ...processes].map((process, index) =>
        ensureFirstAdmin(process, {
          email: emailOf(index),
          password: round % 2 ? null : CREDENTIALS.password,
        }),
      )
      const results = await Promise.all(starts)
      const made = results.filter((result) => typeof result !== 'string')
      expect(made).toHaveLength(1)
      expect(results.filter((result) => result === 'exists')).toHaveLength(3)
      expect(await emails()).toEqual([made[0]!.email])
    }
  })
})
