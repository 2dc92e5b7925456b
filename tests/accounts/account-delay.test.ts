import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { createAccountDelay, type DelayAttempt, delayAfter } from '../../src/accounts/account-delay.ts'
import { createSignInLimits } from '../../src/accounts/sign-in-limits.ts'
import { createApp } from '../../src/app.ts'
import { createDatabase } from '../../src/platform/db/database.ts'
import { AppError } from '../../src/text/errors.ts'
import { ADMIN, type Client, clientOf, peerOfTest, startApp, type TestApp } from '../support/app.ts'
import { createTestDatabase } from '../support/database.ts'

const opened = await createTestDatabase()
const database = createDatabase(opened.driver)
afterAll(async () => {
  await opened.driver.close()
  await opened.drop()
})

let now = Date.parse('2026-05-01T10:00:00Z')
let waits: number[] = []
let emails = 0
let email: string

beforeEach(() => {
  waits = []
  email = `account-${++emails}@example.com`
})

const sleep = async (milliseconds: number) => void waits.push(Math.round(milliseconds))
const createReplica = (): DelayAttempt => createAccountDelay({ database, clock: () => new Date(now), sleep })
const replicas = [createReplica(), createReplica()]

let addresses = 0
const newAddress = () => `198.51.${++addresses >> 8}.${addresses & 255}`

const verifyWrong = async () => {
  throw new AppError('invalid_credentials', 'Incorrect email or password.')
}
const attempt = (address = newAddress(), verify: () => Promise<unknown> = verifyWrong, to = email) =>
  replicas[addresses % 2]!({ email: to, address }, verify).then(
    () => 200,
    (error: AppError) => error.status,
  )
const fail = async (times: number, to = email) => {
  for (let index = 0; index < times; index++) await attempt(undefined, verifyWrong, to)
}

describe('the delay of an account', () => {
  test('is nothing for 20 failures and then grows to 5 s', async () => {
    expect([0, 19, 20, 21, 38, 39, 1_000].map(delayAfter)).toEqual([0, 0, 250, 500, 4_750, 5_000, 5_000])
    await fail(20)
    expect(waits).toEqual([])
    await fail(3)
    expect(waits).toEqual([250, 500, 750])
    await fail(30)
    expect(waits.slice(-3)).toEqual([5_000, 5_000, 5_000])
  })

  test('never refuses the owner, and applies to the right password too', async () => {
    await fail(60)
    waits = []
    expect(await attempt(undefined, async () => 'token')).toBe(200)
    expect(waits).toEqual([5_000])
  })

  test('does not apply to an address that signed in to the account before, but to that address with other accounts', async () => {
    const home = newAddress()
    expect(await attempt(home, async () => 'token')).toBe(200)
    const other = `other-${email}`
    await fail(25)
    await fail(25, other)
    waits = []
    expect(await attempt(home, async () => 'token')).toBe(200)
    expect(waits).toEqual([])
    await attempt(home, verifyWrong, other)
    expect(waits).toHaveLength(1)
  })

  test('is for one account, in any case and with spaces around the email', async () => {
    await fail(22)
    waits = []
    await attempt(undefined, verifyWrong, ` ${email.toUpperCase()} `)
    expect(waits).toHaveLength(1)
    await attempt(undefined, verifyWrong, `x${email}`)
    expect(waits).toHaveLength(1)
  })

  test('counts failures of the last hour only', async () => {
    await fail(30)
    now += 60 * 60_000
    waits = []
    await fail(20)
    expect(waits).toEqual([])
    await fail(1)
    expect(waits).toEqual([250])
  })

  test('does not count successful attempts and other errors', async () => {
    for (let index = 0; index < 15; index++) {
      expect(await attempt(undefined, async () => 'token')).toBe(200)
      await attempt(undefined, async () => {
        throw new AppError('unavailable', 'The database is unavailable.')
      })
    }
    await fail(20)
    expect(waits).toEqual([])
  })

  test('counts simultaneous failures on all replicas', async () => {
    await Promise.all(Array.from({ length: 25 }, () => attempt()))
    waits = []
    await attempt()
    expect(waits).toEqual([delayAfter(25)])
  })

  test('does not apply to many simultaneous sign-ins that succeed', async () => {
    const attempts = Array.from({ length: 40 }, () => attempt(undefined, async () => 'token'))
    expect(await Promise.all(attempts)).toEqual(attempts.map(() => 200))
    expect(waits).toEqual([])
  })

  test('is served one after another within an IPv6 /48, and not for other networks', async () => {
    await fail(40)
    waits = []
    const inNetwork = (index: number) => `20010db80001000${index}/64`
    const statuses = await Promise.all([1, 2, 3, 4].map((index) => attempt(inNetwork(index))))
    expect(statuses.toSorted()).toEqual([401, 429, 429, 429])
    expect(waits).toEqual([5_000])
    expect(await attempt('20010db800020001/64', async () => 'token')).toBe(200)
    expect(waits).toEqual([5_000, 5_000])
    now += 5_000
    expect(await attempt(inNetwork(2))).toBe(401)
  })

  test('leaves nothing behind but what is still counted', async () => {
    await fail(3)
    now += 31 * 24 * 60 * 60_000
    for (let index = 0; index < 60; index++) await attempt(undefined, verifyWrong, 'last@example.com')
    const rows = await database.query((tx) => tx.execute('select key from sign_in_delays'))
    expect(((rows as { rows?: unknown[] }).rows ?? (rows as unknown as unknown[])).length).toBeLessThan(45)
  })
})

describe('POST /api/auth/login after 20 failures from anywhere', () => {
  let service: TestApp
  /** The service, whose delays are `waits`. */
  let app: TestApp['app']
  let anyone: Client
  beforeAll(async () => {
    service = await startApp()
    const { auth, ...deps } = service.deps
    const { limitAttempts, limitProofs } = createSignInLimits({ ...deps, sleep })
    app = createApp({ ...deps, auth: { ...auth, limitAttempts, limitProofs } }, peerOfTest)
    anyone = clientOf(app, null)
  })
  afterAll(() => service[Symbol.asyncDispose]())

  /** The status of a sign-in, and its delays. */
  const login = async (to: string, password: string) => {
    waits = []
    const { status } = await anyone('POST', '/api/auth/login', { body: { email: to, password } })
    return [status, ...waits]
  }

  test('is slower, the same for unknown accounts, and lets the owner in', async () => {
    for (const to of [ADMIN.email, 'nobody@example.com']) {
      for (let index = 0; index < 20; index++) expect(await login(to, 'wrong password')).toEqual([401])
      expect(await login(to, 'wrong password')).toEqual([401, 250])
    }
    expect(await login(ADMIN.email, ADMIN.password)).toEqual([200, 500])
  })

  test('wrong passwords of change-password count, too, of each session five', async () => {
    const { email } = (await (await service.signIn('creator', 'Changing'))('GET', '/api/auth/me')).body
    const account = { email, password: 'a password of creator' }
    for (let session = 0; session < 4; session++) {
      const user = clientOf(app, (await anyone('POST', '/api/auth/login', { body: account })).body.token)
      const body = { current_password: 'wrong', new_password: 'another password' }
      for (let index = 0; index < 5; index++)
        expect((await user('POST', '/api/auth/change-password', { body })).status).toBe(422)
      expect((await user('POST', '/api/auth/change-password', { body })).status).toBe(429)
    }
    expect(await login(email, 'wrong password')).toEqual([401, 250])
  })
})
