// The life of one data directory: first start, a second process, a crash, and later starts.
import { afterAll, expect, test } from 'bun:test'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { resources } from '../../src/content/resources/resource-registry.ts'
import { codeAt } from '../support/factors.ts'
import { failureOf, run, type Served, serve } from './run.ts'

let running: Served | null = null
let admin: { email: string; password: string }
let token: string

const folder = await mkdtemp(join(tmpdir(), 'frontage-serve-'))
const DATA_DIR = join(folder, 'data')

afterAll(async () => {
  await running?.stop('SIGKILL')
  await rm(folder, { recursive: true, force: true })
})

const FIRST_ADMIN = /^First admin: (\S+) with password (\S+) \(shown only once\)$/gm

test('the first start creates an admin, prints its password once to standard error, and exits 0 at SIGTERM', async () => {
  running = await serve({ DATA_DIR }, '--demo')
  const health = await running.get('/api/live')
  expect(health).toEqual({ status: 200, body: { status: 'ok' } })
  const { code, out, err } = await running.stop('SIGTERM')
  running = null
  expect(code).toBe(0)
  const [announced, ...others] = [...err.matchAll(FIRST_ADMIN)]
  expect(others).toEqual([])
  expect(err.trim().split('\n')).toHaveLength(1)
  admin = { email: announced![1]!, password: announced![2]! }
  expect(admin.password.length).toBeGreaterThanOrEqual(16)
  expect(out).not.toContain(admin.password)
  // On a slow machine a warning may say that the change counters could not be read in time.
  for (const line of out.split('\n')) expect(['info', 'warn']).toContain(JSON.parse(line).level)
  expect(out).toContain('"stopping"')
})

test('the data directory is accessible only to its owner', async () => {
  expect((await stat(DATA_DIR)).mode & 0o777).toBe(0o700)
  expect((await stat(join(DATA_DIR, 'jwt-secret'))).mode & 0o777).toBe(0o600)
  expect((await readdir(DATA_DIR)).filter((name) => name.endsWith('.unfinished'))).toEqual([])
})

test('the second start prints no password; the first one still works', async () => {
  running = await serve({ DATA_DIR }, '--demo')
  const login = await running.post('/api/auth/login', admin)
  expect(login.status).toBe(200)
  token = login.body.token
  expect((await running.get('/api/auth/me', token)).body.role).toBe('admin')
})

test('the demo site is bilingual in every resource', async () => {
  const { body: site } = await running!.get('/api/site')
  expect(Object.keys(site)).toEqual(['languages', ...resources.map(({ member }) => member), 'images'])
  for (const { name, member, singleton, input } of resources) {
    const records: Record<string, unknown>[] = singleton ? [site[member]] : Object.values(site[member])
    expect([name, records.length > 0]).toEqual([name, true])
    const twins = Object.keys(input.shape).filter((field) => `${field}_en` in input.shape)
    const spoken = twins.filter((field) => records.some((record) => record[field]))
    expect([name, twins.length > 0 && spoken.length === 0]).toEqual([name, false])
    for (const record of records) {
      for (const field of spoken) {
        expect([name, record.id, field, !record[field]]).toEqual([
          name,
          record.id,
          field,
          !record[`${field}_en`],
        ])
      }
    }
  }
  expect(site.articles[0].title).toMatch(/\p{Script=Arabic}/u)
  expect(site.articles[0].title_en).toMatch(/^[\p{ASCII}’–—“”]+$/u)
})

test('a body with a huge Content-Length is refused with a problem document', async () => {
  const { promise, resolve } = Promise.withResolvers<string>()
  let answer = ''
  const socket = await Bun.connect({
    hostname: '127.0.0.1',
    port: Number(new URL(running!.url).port),
    socket: {
      data(_, bytes) {
        answer += bytes.toString()
        if (answer.includes('"request_id"')) resolve(answer)
      },
      close: () => resolve(answer),
    },
  })
  socket.write(
    'POST /api/auth/login HTTP/1.1\r\nHost: x\r\nX-Request-Id: big\r\nContent-Type: application/json\r\nContent-Length: 1000000000\r\n\r\n',
  )
  expect(await promise).toMatch(/^HTTP\/1.1 413 [\s\S]*"code":"payload_too_large","request_id":"big"/)
  socket.end()
})

test('a second process on the same directory exits 1 and names the directory', async () => {
  const outcomes = await Promise.all([
    run(['serve'], { DATA_DIR, PORT: '0' }),
    run(['migrate'], { DATA_DIR }),
    run(['create-admin', '--email', 'b@example.com'], { DATA_DIR }, 'a long password\n'),
  ])
  const inUse = `${DATA_DIR} is in use by another process (${running!.pid})`
  const [service, ...others] = outcomes
  expect(failureOf(service!).err.message).toContain(inUse)
  for (const { code, out, err } of others) {
    expect([code, out]).toEqual([1, ''])
    expect(err.trimEnd().split('\n')).toHaveLength(1)
    expect(err).toContain(inUse)
  }
  expect((await running!.get('/api/live')).status).toBe(200)
})

test('a port in use exits 1 with one line that names its process, before anything is created', async () => {
  const port = new URL(running!.url).port
  const outcome = await run(['serve'], {
    DATA_DIR: join(folder, 'other'),
    PORT: port,
    HOST: '127.0.0.1',
    LOG_LEVEL: 'silent',
    ADMIN_EMAIL: 'a@example.com',
    ADMIN_PASSWORD: 'a long password',
  })
  expect(failureOf(outcome).msg).toMatch(
    new RegExp(
      `^Port ${port} is in use by process ${running!.pid} \\(bun\\S* .*main.ts serve\\). Stop that process, or choose another port: PORT=\\d+ npm start$`,
    ),
  )
  expect(await readdir(folder)).toEqual(['data'])
})

test('after SIGKILL the next process opens the directory with all committed data', async () => {
  const article = { title: 'نوشته', slug: 'kept', status: 'published' }
  const written = await fetch(`${running!.url}/api/admin/articles`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
    body: JSON.stringify(article),
  })
  expect(written.status).toBe(201)
  const { err } = await running!.stop('SIGKILL')
  running = null
  expect(err).toBe('')

  const password = 'a long password'
  const made = await run(
    ['create-admin', '--email', 'new@example.com', '--name', 'New', '--role', 'creator'],
    { DATA_DIR },
    `${password}\n`,
  )
  expect(made).toEqual({ code: 0, out: 'Created account new@example.com with role creator.\n', err: '' })

  // Longer than the last test waits, which must not end by it.
  running = await serve({ DATA_DIR, SHUTDOWN_GRACE_SECONDS: '60' })
  expect((await running.get('/api/articles/kept')).body.title).toBe('نوشته')
  // The signing key is kept too.
  expect((await running.get('/api/auth/me', token)).body.email).toBe(admin.email)
  const login = await running.post('/api/auth/login', { email: 'new@example.com', password })
  expect([login.status, login.body.role]).toEqual([200, 'creator'])
})

test('SIGINT exits 0, also with a client still connected', async () => {
  const client = await fetch(`${running!.url}/api/site`, { headers: { Connection: 'keep-alive' } })
  await client.arrayBuffer()
  const start = performance.now()
  const { code, err } = await running!.stop('SIGINT')
  running = null
  expect([code, err]).toEqual([0, ''])
  expect(performance.now() - start).toBeLessThan(30_000)
})

test('create-admin refuses an invalid email, a short password or a duplicate with exit code 1 and one line', async () => {
  const refused = async (args: string[], password: string) => {
    const { code, out, err } = await run(['create-admin', ...args], { DATA_DIR }, password)
    expect([code, out]).toEqual([1, ''])
    expect(err.trimEnd().split('\n')).toHaveLength(1)
    return err
  }
  // One after the other, since each locks the directory.
  const wrong = await refused(['--email', 'nobody'], 'short\n')
  expect(wrong).toContain('password')
  expect(wrong).toContain('email')
  expect(wrong).not.toContain('short')
  expect(await refused(['--email', 'NEW@example.com'], 'a long password\n')).toContain('email')
  expect(await refused(['--reset', '--email', 'none@example.com'], '')).toContain('none@example.com')
})

test('a start says that scripts of a frontend share the host of the panel, unless that has its own', async () => {
  const frontend = join(folder, 'frontend')
  await Bun.write(
    join(frontend, 'index.html'),
    '<html><head></head><body><div id="root"></div></body></html>',
  )
  const logOf = async (env: Record<string, string>) => {
    const started = await serve({ DATA_DIR, SPA_DIR: frontend, ...env })
    return (await started.stop('SIGTERM')).out
  }
  const warning = 'scripts of the frontend share the host of the panel'
  expect(await logOf({})).toContain(warning)
  const apart = { SITE_URL: 'https://www.example.com', ADMIN_HOST: 'admin.example.com' }
  expect(await logOf(apart)).not.toContain(warning)
})

test('a start says that the panel is used over plain HTTP, but on this machine', async () => {
  const logOf = async (env: Record<string, string>) =>
    (await (await serve({ DATA_DIR, ...env })).stop('SIGTERM')).out
  const warning = 'the panel is used over plain HTTP'
  expect(await logOf({ SITE_URL: 'http://www.office.lan', ADMIN_HOST: 'admin.office.lan' })).toContain(
    warning,
  )
  expect(await logOf({ SITE_URL: 'https://www.example.com' })).not.toContain(warning)
  expect(await logOf({})).not.toContain(warning)
})

test('create-admin --reset gives the only admin a new password, which a terminal start does not show again', async () => {
  const { code, out, err } = await run(['create-admin', '--reset'], { DATA_DIR })
  expect([code, out]).toEqual([0, `Changed the password of ${admin.email}.\n`])
  const [, generated = ''] = /^New password of \S+: (\S{16,}) \(shown only once\)\n$/.exec(err) ?? []
  const chosen = await run(
    ['create-admin', '--reset', '--email', 'NEW@example.com'],
    { DATA_DIR },
    'another long password\n',
  )
  expect(chosen).toEqual({ code: 0, out: 'Changed the password of new@example.com.\n', err: '' })

  running = await serve({ DATA_DIR, LOG_FORMAT: 'pretty', CORS_ORIGIN: 'https://a.example' })
  const login = (email: string, password: string) => running!.post('/api/auth/login', { email, password })
  expect((await login(admin.email, admin.password)).status).toBe(401)
  expect((await login(admin.email, generated)).status).toBe(200)
  expect((await login('new@example.com', 'another long password')).status).toBe(200)
  expect((await running.get('/api/auth/me', token)).status).toBe(401)
  const stopped = await running.stop('SIGTERM')
  running = null
  expect(stopped.out).toContain('warn CORS_ORIGIN is not a setting; did you mean CORS_ORIGINS?')
  expect(stopped.out).toMatch(/POST \/api\/auth\/login 401 [\d.]+ ms/)
  expect(stopped.err).toContain('npm run create-admin -- --reset')
  expect(stopped.err).not.toContain('Password')
})

test('create-admin --reset says that API tokens go on, and revokes them with --revoke-tokens', async () => {
  const password = 'a password of the owner'
  const reset = (...more: string[]) => run(['create-admin', '--reset', ...more], { DATA_DIR }, password)
  await reset()
  const request = async (path: string, bearer: string, body?: object) => {
    const headers = { Authorization: `Bearer ${bearer}`, 'Content-Type': 'application/json' }
    const init = body && { method: 'POST', body: JSON.stringify(body) }
    return fetch(`${running!.url}${path}`, { headers, ...init })
  }
  const serving = async <Result>(use: () => Promise<Result>) => {
    running = await serve({ DATA_DIR })
    const result = await use()
    await running.stop('SIGTERM')
    running = null
    return result
  }
  const made = await serving(async () => {
    const grant = await running!.post('/api/auth/login', { email: admin.email, password })
    const body = { name: 'CI', scopes: ['read'], expires_at: '2099-01-01T00:00:00Z' }
    const proven = { ...body, current_password: password }
    const made = await request('/api/admin/tokens', grant.body.token, proven)
    return ((await made.json()) as { token: string }).token
  })
  expect((await reset()).out).toContain('API tokens that the account still has: 1; --revoke-tokens')
  const statusOf = () => serving(async () => (await request('/api/admin/articles', made)).status)
  expect(await statusOf()).toBe(200)
  expect(await reset('--revoke-tokens', '--disconnect')).toEqual({
    code: 0,
    out: `Changed the password of ${admin.email}.\n`,
    err: '',
  })
  expect(await statusOf()).toBe(401)
})

test('a start with OIDC_ONLY counts the API tokens that it refuses, and the password of the command line signs in', async () => {
  const owner = { email: 'new@example.com', password: 'another long password' }
  running = await serve({ DATA_DIR })
  const { body: session } = await running.post('/api/auth/login', owner)
  const expires_at = new Date(Date.now() + 3_600_000).toISOString()
  const wanted = { name: 'CI', scopes: ['read'], expires_at, current_password: owner.password }
  const { body: made } = await running.post('/api/admin/tokens', wanted, session.token)
  expect((await running.get('/api/admin/articles', made.token)).status).toBe(200)
  await running.stop('SIGTERM')

  const env = { DATA_DIR, OIDC_ISSUER: 'http://127.0.0.1:1', OIDC_AUDIENCE: 'frontage', OIDC_ONLY: 'true' }
  running = await serve(env)
  expect((await running.get('/api/admin/articles', made.token)).status).toBe(401)
  expect((await running.get('/api/auth/me', session.token)).status).toBe(200)
  expect((await running.post('/api/auth/login', owner)).status).toBe(200)
  const { out } = await running.stop('SIGTERM')
  running = null
  const warning = out.split('\n').find((line) => line.includes('are refused with OIDC_ONLY'))
  expect(JSON.parse(warning!)).toMatchObject({ level: 'warn', count: 1 })
})

test('a changed JWT_SECRET keeps authenticator apps until re-encrypt says that the former one can go; a start without counts them', async () => {
  const owner = { email: 'new@example.com', password: 'another long password' }
  const [former, next, other] = ['former', 'next', 'other'].map(
    (name) => `${name} key, longer than 32 bytes in all`,
  )
  const starting = async (keys: Record<string, string>) => (running = await serve({ DATA_DIR, ...keys }))
  const stop = async () => {
    const { out } = await running!.stop('SIGTERM')
    running = null
    return out
  }
  const warningIn = (out: string) =>
    out.split('\n').find((line) => line.includes('codes of authenticator apps are refused'))

  await starting({ JWT_SECRET: former! })
  const { token } = (await running!.post('/api/auth/login', owner)).body
  const begun = await running!.post('/api/auth/totp', { current_password: owner.password }, token)
  const { secret } = begun.body
  const time = Date.now()
  const code = codeAt(secret, time)
  expect((await running!.post('/api/auth/totp/confirm', { code }, token)).status).toBe(200)
  expect(warningIn(await stop())).toBeUndefined()

  const both = { JWT_SECRET: next!, JWT_SECRET_PREVIOUS: former! }
  const early = await run(['re-encrypt'], { DATA_DIR, ...both })
  expect([early.code, early.out]).toEqual([1, ''])
  expect(early.err).toStartWith('The former key is still needed: ')
  await starting(both)
  expect(warningIn(await stop())).toBeUndefined()
  expect(await run(['re-encrypt'], { DATA_DIR, ...both })).toEqual({
    code: 0,
    out: expect.stringMatching(/^Encrypted again with JWT_SECRET: [01]\. /),
    err: '',
  })

  await starting({ JWT_SECRET: next! })
  const { ticket } = (await running!.post('/api/auth/login', owner)).body
  // Of the step after that of the first code, or of now.
  const totp = codeAt(secret, Math.max(Date.now(), time + 30_000))
  expect((await running!.post('/api/auth/second-factor', { ticket, totp })).status).toBe(200)
  expect(warningIn(await stop())).toBeUndefined()

  await starting({ JWT_SECRET: other! })
  expect(JSON.parse(warningIn(await stop())!)).toMatchObject({ level: 'warn', count: 1 })
  const late = await run(['re-encrypt'], { DATA_DIR, JWT_SECRET: other! })
  expect([late.code, late.out]).toEqual([0, 'JWT_SECRET_PREVIOUS is not set: nothing was encrypted again.\n'])
  expect(late.err).toContain('neither key opens their secrets: 1.')
})

test('a start says that no admin can sign in, and what helps', async () => {
  const env = { DATA_DIR: join(folder, 'alone') }
  const boss = { email: 'boss@example.com', password: 'a password of the boss' }
  running = await serve({ ...env, ADMIN_EMAIL: 'first@example.com', ADMIN_PASSWORD: 'a first password' })
  const signIn = async (account: object) => (await running!.post('/api/auth/login', account)).body
  const first = await signIn({ email: 'first@example.com', password: 'a first password' })
  const made = { ...boss, name: 'Boss', role: 'admin', current_password: 'a first password' }
  expect((await running.post('/api/admin/users', made, first.token)).status).toBe(201)
  const { token } = await signIn(boss)
  const removal = await fetch(`${running.url}/api/admin/users/${first.user.id}`, {
    method: 'DELETE',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ current_password: boss.password }),
  })
  expect(removal.status).toBe(204)
  const warningIn = (out: string) => out.split('\n').find((line) => line.includes('no admin can sign in'))
  expect(warningIn((await running.stop('SIGTERM')).out)).toBeUndefined()

  const provider = { OIDC_ISSUER: 'http://127.0.0.1:1', OIDC_AUDIENCE: 'frontage', OIDC_ONLY: 'true' }
  running = await serve({ ...env, ...provider })
  const { out } = await running.stop('SIGTERM')
  expect(JSON.parse(warningIn(out)!)).toMatchObject({
    level: 'warn',
    msg: 'no admin can sign in: create-admin --reset sets a password, which signs in for a day',
  })
  expect(await run(['create-admin', '--reset'], env, 'another password')).toMatchObject({ code: 0 })
  running = await serve({ ...env, ...provider })
  expect(warningIn((await running.stop('SIGTERM')).out)).toBeUndefined()
  running = null
})
