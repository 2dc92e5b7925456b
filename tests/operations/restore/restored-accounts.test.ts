// Restores of a running service's database with --access: whose API tokens, passwords and accounts are valid afterwards.
import { describe, expect, test } from 'bun:test'
import { run } from '../../commands/run.ts'
import { NEEDS_SERVER, noServer, on, until } from '../../support/backup-server.ts'
import { ADMIN, startOnStack } from './stack-service.ts'

const NEXT = 'another horse battery'

async function startStack() {
  const started = await startOnStack()
  const { env, service } = started
  const login = (password = ADMIN.password) =>
    service.post('/api/auth/login', { email: ADMIN.email, password })
  const read = async (token: string) =>
    (await service.get('/api/admin/articles?page=1&per_page=1', token)).status
  const makeToken = async (session: string) => {
    const body = { name: 'CI', scopes: ['read'], expires_at: new Date(Date.now() + 86_400_000) }
    const proof = { current_password: ADMIN.password }
    const made = await service.post('/api/admin/tokens', { ...body, ...proof }, session)
    expect(made.status).toBe(201)
    return made.body as { id: number; token: string }
  }
  return {
    ...started,
    login,
    read,
    makeToken,
    /** Runs the restore, and waits until the service uses the restored database. */
    restore: async (...options: string[]) => {
      const outcome = await run(['restore', ...options], env)
      expect([outcome.err, outcome.code]).toEqual(['', 0])
      await until(async () => (await service.get('/health/ready')).status === 200, 'the service is ready')
      return outcome.out
    },
  }
}

describe.skipIf(noServer)(`a restore while the service runs${NEEDS_SERVER}`, () => {
  test('lets in as now, as in the dump, or nobody, and ends every session', async () => {
    await using it = await startStack()
    const session = (await it.login()).body.token as string
    const old = await it.makeToken(session)
    expect((await run(['backup', '--once'], it.env)).code).toBe(0)
    const revoked = await fetch(`${it.service.url}/api/admin/tokens/${old.id}`, {
      method: 'DELETE',
      headers: { Authorization: `Bearer ${session}` },
    })
    expect(revoked.status).toBe(204)
    const fresh = await it.makeToken(session)

    const asNow = await it.restore('--access', 'current')
    expect(asNow).toContain('everybody signs in again')
    expect(asNow).not.toContain('valid again')
    expect([await it.read(old.token), await it.read(fresh.token), await it.read(session)]).toEqual([
      401, 200, 401,
    ])

    const asThen = await it.restore('--access', 'dump')
    expect(asThen).toContain('valid again, although changed, revoked or removed after the dump: 1 API token')
    expect([await it.read(old.token), await it.read(fresh.token), await it.read(session)]).toEqual([
      200, 401, 401,
    ])

    expect(await it.restore('--access', 'none')).toContain('create-admin --reset')
    expect([await it.read(old.token), await it.read(fresh.token)]).toEqual([401, 401])
    expect((await it.login()).status).toBe(401)
    const opened = await run(
      ['create-admin', '--reset'],
      { ...it.env, DATABASE_URL: it.stack.url(it.stack.main) },
      NEXT,
    )
    expect([opened.code, (await it.login(NEXT)).status]).toEqual([0, 200])
  })

  test('is refused before it changes anything where the accounts of now are gone, or the dump has none', async () => {
    await using it = await startStack()
    // Another program may have such a table, too.
    await on(it.stack.url(it.stack.other), (sql) => sql.unsafe('create table admin_users (id int)'))
    expect((await run(['backup', '--once'], it.env)).code).toBe(0)
    await on(it.stack.url(it.stack.main), (sql) => sql.unsafe('drop table admin_users cascade'))
    const before = await it.stack.databases()
    const current = await run(['restore', '--access', 'current'], it.env)
    expect([current.code, current.err]).toEqual([1, expect.stringContaining('has no accounts to keep')])
    const other = await run(['restore', '--database', it.stack.other, '--access', 'dump'], it.env)
    expect([other.code, other.err]).toEqual([1, expect.stringContaining('--access has no effect')])
    expect(await it.stack.databases()).toEqual(before)
    expect(await it.restore()).not.toContain('valid again')
    expect((await it.login()).status).toBe(200)
  })

  test('works where the accounts of now cannot be read, and says so', async () => {
    await using it = await startStack()
    expect((await run(['backup', '--once'], it.env)).code).toBe(0)
    await on(it.stack.url(it.stack.main), (sql) =>
      sql.unsafe(
        `alter table admin_users enable row level security; alter table admin_users force row level security`,
      ),
    )
    const out = await it.restore()
    expect(out).toContain(`warning: the accounts of ${it.stack.main} cannot be read: `)
    expect((await it.login()).status).toBe(200)
  })
})
