import { afterAll, expect, test } from 'bun:test'
import { createClient, type NewApiToken } from '../../../src/client/index.ts'
import { smoke } from '../../../src/operations/smoke/run-smoke.ts'
import { run } from '../../commands/run.ts'
import { startService } from '../../support/app.ts'
import { PATIENCE_MS } from '../../support/eventually.ts'

const service = await startService()

afterAll(() => service?.stop())

const NONE = { email: null, password: null, token: null }
const failed = (outcomes: Awaited<ReturnType<typeof smoke>>) =>
  outcomes.filter(({ status }) => status === 'failed').map(({ name, detail }) => `${name}: ${detail}`)

test('a healthy service passes every check, also the authenticated ones', async () => {
  const outcome = await run(['smoke', service.url, '--email', service.adminEmail, '--timeout', '300'], {
    FRONTAGE_PASSWORD: service.adminPassword,
  })
  expect(outcome.out).not.toContain('✗')
  expect([outcome.code, outcome.out]).toEqual([0, expect.stringMatching(/^\d+ passed, 0 failed/m)])
  expect(outcome.out).toMatch(/^✓ POST \/api\/auth\/login {2}signed in/m)
  expect(outcome.out).toMatch(/^✓ GET \/api\/auth\/me {2}admin/m)
  expect(outcome.out + outcome.err).not.toContain(service.adminPassword)
})

test.each([403, 404])('metrics that a proxy answers with %d are closed, and pass', async (status) => {
  const proxy = Bun.serve({
    port: 0,
    fetch: (request) => {
      const { pathname, search } = new URL(request.url)
      return pathname === '/metrics'
        ? new Response(null, { status })
        : fetch(`${service.url}${pathname}${search}`, { headers: request.headers, decompress: false })
    },
  })
  const outcomes = await smoke(`http://127.0.0.1:${proxy.port}`, NONE, PATIENCE_MS)
  expect(outcomes.find(({ name }) => name === 'GET /metrics')).toMatchObject({
    status: 'ok',
    detail: `closed (${status})`,
  })
  expect(failed(outcomes)).toEqual([])
  await proxy.stop(true)
})

test('an API token tries what its scopes allow, and the rest is skipped', async () => {
  const expires_at = new Date(Date.now() + 86_400_000).toISOString()
  const make = async (scopes: NewApiToken['scopes']) => {
    const body = { name: 'CI', scopes, expires_at, current_password: service.adminPassword }
    const client = createClient({ baseUrl: service.url })
    await client.auth.login(service.adminEmail, service.adminPassword)
    return (await client.admin.tokens.create(body)).token
  }
  const token = await make(['read'])
  const outcome = await run(['smoke', service.url, '--timeout', '300'], { FRONTAGE_TOKEN: token })
  expect([outcome.code, outcome.out]).toEqual([0, expect.stringMatching(/^\d+ passed, 0 failed, 1 skipped/m)])
  expect(outcome.out).toMatch(/^✓ GET \/api\/auth\/me with the API token {2}admin/m)
  expect(outcome.out).toMatch(/^✓ GET \/api\/admin\/articles with the API token/m)
  expect(outcome.out + outcome.err).not.toContain(token)
  const all = await run(['smoke', service.url, '--timeout', '300'], {
    FRONTAGE_TOKEN: await make(['read', 'procurement']),
  })
  expect(all.out).toMatch(/^\d+ passed, 0 failed$/m)
  const revoked = await run(['smoke', service.url, '--timeout', '300'], {
    FRONTAGE_TOKEN: `${token.slice(0, -1)}-`,
  })
  expect([revoked.code, revoked.out]).toEqual([1, expect.stringContaining('401')])
})

test('a wrong password fails only the authenticated checks', async () => {
  const credentials = { ...NONE, email: service.adminEmail, password: 'wrong password' }
  const outcomes = await smoke(service.url, credentials, PATIENCE_MS)
  const wrong = failed(outcomes)
  expect(wrong.filter((line) => !/login returned 401/.test(line))).toEqual([])
  expect(wrong.length).toBeGreaterThanOrEqual(3)
})

test('a server that returns the same page for every path fails', async () => {
  const server = Bun.serve({
    port: 0,
    fetch: () => new Response('<title>Hello</title>', { headers: { 'Content-Type': 'text/html' } }),
  })
  const outcomes = await smoke(`http://127.0.0.1:${server.port}`, NONE, PATIENCE_MS)
  const well = outcomes.filter(({ status }) => status === 'ok').map(({ name }) => name)
  expect(well).toEqual(['GET /blog', 'GET /blog?lang=en', 'GET /projects'])
  await server.stop(true)
})

test('a hanging service times out, and an unreachable one fails every check', async () => {
  const server = Bun.serve({ port: 0, idleTimeout: 0, fetch: () => new Promise<Response>(() => {}) })
  const outcomes = await smoke(`http://127.0.0.1:${server.port}`, NONE)
  expect(outcomes.every(({ detail }) => /timed out/.test(detail))).toBe(true)
  await server.stop(true)
  const { code, out } = await run(['smoke', 'http://127.0.0.1:1'])
  expect(code).toBe(1)
  expect(out).toContain('0 passed')
})

test.each([
  [['smoke'], 'URL is required'],
  [['smoke', 'ftp://x'], 'ftp://x is not an http or https URL'],
  [['smoke', 'http://x', '--email', 'a@example.com'], 'FRONTAGE_PASSWORD'],
  [['restore', '--list', '--drill'], 'cannot be combined'],
  [['restore', '--to', 'postgres://x'], '--to can only be used with --drill'],
])('%j exits 2 with one line', async (args, word) => {
  const { code, out, err } = await run(args)
  expect([code, out]).toEqual([2, ''])
  expect(err).toContain(word)
  expect(err.trimEnd().split('\n')).toHaveLength(1)
})

test.each(['0', '99999999999'])('--timeout %s is refused', async (seconds) => {
  const { code, err } = await run(['smoke', service.url, '--timeout', seconds])
  expect([code, err]).toEqual([2, expect.stringContaining('--timeout must be')])
})
