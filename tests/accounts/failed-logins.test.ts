import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { createUser } from '../../src/accounts/admin-users.ts'
import { generateApiToken } from '../../src/accounts/api-token-format.ts'
import { createApp } from '../../src/app.ts'
import { createDeps } from '../../src/deps.ts'
import { Secret } from '../../src/platform/config/secret.ts'
import type { Driver } from '../../src/platform/db/database.ts'
import { openPostgres } from '../../src/platform/db/postgres-driver.ts'
import { createLog } from '../../src/platform/log.ts'
import { ADMIN, type Client, clientOf, peerOfTest, startApp, type TestApp } from '../support/app.ts'
import { PATIENCE_MS } from '../support/eventually.ts'
import { stopClock } from '../support/stop-clock.ts'

let app: TestApp
/** Two replicas on a database server; the same one twice when the database is embedded. */
let replicas: Client[]
let stopReplica: () => Promise<void> = async () => {}
let isUnavailable = false

beforeAll(async () => {
  app = await startApp({}, { wrap: severable })
  replicas = [app.anyone, app.anyone]
  if (app.url) {
    const driver = openPostgres({ url: new Secret(app.url), poolSize: 10, deadlineMs: PATIENCE_MS })
    const { config, auth } = app.deps
    const { passwords } = auth
    const deps = await createDeps(config, { driver, log: createLog('silent'), passwords })
    replicas[1] = clientOf(createApp(deps, peerOfTest), null)
    stopReplica = () => deps[Symbol.asyncDispose]()
  }
})

afterAll(async () => {
  await stopReplica()
  await app[Symbol.asyncDispose]()
})

// A database that can be made unavailable; `tests/messages/replicas.test.ts` does it with a real server.
function severable(driver: Driver): Driver {
  const gone = () => {
    throw Object.assign(new Error('connect timed out'), { code: 'CONNECT_TIMEOUT' })
  }
  const drizzle = new Proxy(driver.drizzle, {
    get: (target, name, receiver) => (isUnavailable ? gone : Reflect.get(target, name, receiver)),
  })
  return { ...driver, drizzle }
}

let addresses = 0
const newAddress = () => `203.0.113.${++addresses}`
// An account per test: failures for one account slow its sign-ins down, see account-delay.test.ts.
let account = ADMIN
let accounts = 0
beforeEach(async () => {
  account = { email: `account-${++accounts}@example.com`, password: 'a password of the account' }
  const system = { kind: 'system' as const, name: 'test' }
  await createUser(app.deps.auth, system, { ...account, name: 'Account', role: 'creator' })
})
const login = (client: Client, peer: string, password = account.password, email = account.email) =>
  client('POST', '/api/auth/login', { body: { email, password }, peer })
const statuses = async (answers: Promise<{ status: number }>[]) =>
  (await Promise.all(answers)).map(({ status }) => status).sort()
const count = (list: number[], status: number) => list.filter((it) => it === status).length

describe('failed logins', () => {
  test('after five, the next attempt from the address is 429 even with the right password; other addresses are not affected', async () => {
    using _ = stopClock()
    const peer = newAddress()
    for (const left of ['4', '3', '2', '1', '0']) {
      const { status, headers } = await login(app.anyone, peer, 'wrong')
      expect([status, headers.get('RateLimit-Remaining')]).toEqual([401, left])
    }
    const { status, headers, body } = await login(app.anyone, peer)
    expect([status, body.code]).toEqual([429, 'too_many_requests'])
    expect(headers.get('Content-Type')).toBe('application/problem+json')
    expect(headers.get('Retry-After')).toBe('900')
    expect(headers.get('RateLimit-Policy')).toBe('5;w=900')
    expect(headers.get('RateLimit-Limit')).toBe('5')
    expect(headers.get('RateLimit-Remaining')).toBe('0')
    expect((await login(app.anyone, newAddress())).status).toBe(200)
  })

  test('expire one by one, each after 15 minutes', async () => {
    const peer = newAddress()
    const start = Date.now()
    for (let index = 0; index < 5; index++) {
      app.setClock(new Date(start + index * 60_000))
      await login(app.anyone, peer, 'wrong')
    }
    app.setClock(new Date(start + 15 * 60_000 - 1_000))
    expect((await login(app.anyone, peer)).status).toBe(429)
    app.setClock(new Date(start + 15 * 60_000))
    expect((await login(app.anyone, peer, 'wrong')).status).toBe(401)
    expect((await login(app.anyone, peer)).status).toBe(429)
    app.setClock(null)
  })

  test('count across accounts, and a successful sign-in does not reset them', async () => {
    const peer = newAddress()
    for (let index = 0; index < 4; index++)
      await login(app.anyone, peer, 'wrong', `nobody-${index}@example.com`)
    expect((await login(app.anyone, peer)).status).toBe(200)
    expect((await login(app.anyone, peer, 'wrong')).status).toBe(401)
    expect((await login(app.anyone, peer)).status).toBe(429)
  })

  test('do not include malformed bodies and successful sign-ins', async () => {
    const peer = newAddress()
    for (const body of ['{', {}, { email: 1, password: 2 }, { email: 'a@b.co', password: 'x', extra: 1 }]) {
      for (let index = 0; index < 3; index++) await app.anyone('POST', '/api/auth/login', { body, peer })
    }
    for (let index = 0; index < 8; index++) expect((await login(app.anyone, peer)).status).toBe(200)
  })

  test('are counted by the client address, which headers cannot change', async () => {
    const peer = newAddress()
    const answers: Promise<{ status: number }>[] = []
    for (let index = 0; index < 8; index++) {
      const headers = {
        'X-Forwarded-For': `198.51.100.${index}`,
        'X-Real-IP': `198.51.100.${index}`,
        Forwarded: `for=198.51.100.${index}`,
      }
      answers.push(
        app.anyone('POST', index % 2 ? '/api/auth/login' : `/api/auth/%6Cogin?${index}`, {
          body: { email: account.email, password: 'wrong' },
          headers,
          peer,
        }),
      )
    }
    expect(await statuses(answers)).toEqual([401, 401, 401, 401, 401, 429, 429, 429])
  })

  test('include a wrong current password of change-password, which goes on at the limit of the address', async () => {
    const user = await app.signIn('creator')
    const peer = newAddress()
    const change = (current: string) =>
      user('POST', '/api/auth/change-password', {
        body: { current_password: current, new_password: 'another password' },
        peer,
      })
    for (let index = 0; index < 3; index++) expect((await change('wrong')).status).toBe(422)
    for (let index = 0; index < 2; index++) expect((await login(app.anyone, peer, 'wrong')).status).toBe(401)
    expect((await login(app.anyone, peer)).status).toBe(429)
    expect((await change('a password of creator')).status).toBe(200)
  })

  test('do not include other failures of change-password', async () => {
    const user = await app.signIn('creator')
    const peer = newAddress()
    for (let index = 0; index < 6; index++) {
      const { status, body } = await user('POST', '/api/auth/change-password', {
        body: { current_password: 'a password of creator', new_password: 'a password of creator' },
        peer,
      })
      expect([status, body.errors[0].code]).toEqual([422, 'unchanged'])
    }
  })
})

describe('simultaneous attempts, on two replicas with a database server', () => {
  test('evaluate five of 20 wrong passwords', async () => {
    for (let round = 0; round < 4; round++) {
      const peer = newAddress()
      const answers = Array.from({ length: 20 }, (_, index) => login(replicas[index % 2]!, peer, 'wrong'))
      const seen = await statuses(answers)
      expect([count(seen, 401), count(seen, 429)]).toEqual([5, 15])
    }
  })

  test('let six colleagues behind one address sign in', async () => {
    for (let round = 0; round < 4; round++) {
      const peer = newAddress()
      const answers = Array.from({ length: 6 }, (_, index) => login(replicas[index % 2]!, peer))
      expect(await statuses(answers)).toEqual([200, 200, 200, 200, 200, 200])
    }
  })

  test('let them sign in after four failures too', async () => {
    for (let round = 0; round < 2; round++) {
      const peer = newAddress()
      for (let index = 0; index < 4; index++) await login(app.anyone, peer, 'wrong')
      const answers = Array.from({ length: 6 }, (_, index) => login(replicas[index % 2]!, peer))
      expect(await statuses(answers)).toEqual([200, 200, 200, 200, 200, 200])
    }
  })

  test('wait in a bounded queue per address', async () => {
    const peer = newAddress()
    const answers = await Promise.all(Array.from({ length: 45 }, () => login(app.anyone, peer, 'wrong')))
    const crowded = answers.filter(
      ({ status, headers }) => status === 429 && headers.get('Retry-After') === '1',
    )
    expect(crowded).toHaveLength(14)
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(5)
  })
})

describe('while the database is unavailable', () => {
  test('signing in is 503 with Retry-After and not counted', async () => {
    const peer = newAddress()
    isUnavailable = true
    for (let index = 0; index < 6; index++) {
      const { status, headers } = await login(app.anyone, peer, 'wrong')
      expect([status, headers.get('Retry-After')]).toEqual([503, '5'])
    }
    isUnavailable = false
    expect((await login(app.anyone, peer)).status).toBe(200)
  })

  test('an API token is 503 and not counted', async () => {
    const peer = newAddress()
    const send = () => clientOf(app.app, generateApiToken())('GET', '/api/auth/me', { peer })
    isUnavailable = true
    for (let index = 0; index < 6; index++) expect((await send()).status).toBe(503)
    isUnavailable = false
    expect((await send()).status).toBe(401)
  })
})
