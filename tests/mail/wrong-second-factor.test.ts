// A right password followed by a wrong second factor is told to the owner of the account.
import { afterAll, beforeEach, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { clientOf } from '../support/app.ts'
import { codeAt, setUpTotp } from '../support/factors.ts'
import { startMailApp } from './mail-app.ts'

const app = await startMailApp()
afterAll(() => app[Symbol.asyncDispose]())

const DAY_MS = 86_400_000
const PASSWORD = 'a long enough password'
const SUBJECT = 'ورود ناموفق با گذرواژهٔ شما'
const CHROME =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'

let now = new Date('2030-01-01T00:00:00Z')
const pass = (milliseconds: number) => {
  now = new Date(now.getTime() + milliseconds)
  app.setClock(now)
}
beforeEach(() => pass(2 * DAY_MS))

let count = 0
async function withTotp() {
  const email = `owner-${++count}@example.com`
  const body = { email, name: 'سارا احمدی', role: 'creator', password: PASSWORD }
  app.setClock(null)
  expect((await app.admin('POST', '/api/admin/users', { body })).status).toBe(201)
  app.setClock(now)
  const client = clientOf(app.app, (await login(email)).body.token)
  const { secret, codes } = await setUpTotp(client, now, { current_password: PASSWORD })
  pass(30_000)
  await app.deliver()
  return { email, client, secret, codes }
}
const login = (email: string) =>
  app.anyone('POST', '/api/auth/login', { body: { email, password: PASSWORD } })

async function attempt(email: string, factor: object, peer = '203.0.113.9') {
  const { ticket } = (await login(email)).body
  const body = { ticket, ...factor }
  const headers = { 'User-Agent': CHROME }
  return (await app.anyone('POST', '/api/auth/second-factor', { body, headers, peer })).status
}
const told = async () => (await app.deliver()).map(({ to, headers }) => [to, headers.subject])

describe('a right password and a wrong second factor', () => {
  test.each([
    ['a code of the app', { totp: '000000' }],
    ['a recovery code', { recovery_code: 'wrong' }],
  ])('are told to the owner: %s', async (_, factor) => {
    const { email } = await withTotp()
    expect(await attempt(email, factor)).toBe(401)
    expect(await told()).toEqual([[email, SUBJECT]])
  })

  test('are told once a day for each address, and five times in all', async () => {
    const { email } = await withTotp()
    const wrong = (peer: string) => attempt(email, { totp: '000000' }, peer)
    for (let time = 0; time < 3; time++) await wrong('203.0.113.1')
    expect(await told()).toHaveLength(1)
    // Who has mistyped at the office in the morning hears of somebody else in the evening.
    await wrong('198.51.100.7')
    expect(await told()).toEqual([[email, SUBJECT]])
    for (let host = 10; host < 16; host++) await wrong(`198.51.100.${host}`)
    expect(await told()).toHaveLength(3)
    pass(DAY_MS)
    await wrong('203.0.113.1')
    expect(await told()).toHaveLength(1)
  })

  test('are told once when many arrive at the same time', async () => {
    const { email } = await withTotp()
    const attempts = Array.from({ length: 5 }, () => attempt(email, { totp: '000000' }))
    expect(await Promise.all(attempts)).toEqual([401, 401, 401, 401, 401])
    expect(await told()).toHaveLength(1)
  })

  test('nothing is told of a code that the service cannot check, or that is right by a clock which was set back', async () => {
    const { email, secret } = await withTotp()
    pass(DAY_MS)
    expect(await attempt(email, { totp: codeAt(secret, now) })).toBe(200)
    pass(60_000 - DAY_MS)
    expect(await attempt(email, { totp: codeAt(secret, now) })).toBe(409)
    await app.deps.database.query((tx) => tx.execute(sql`update totp_factors set secret = 'of another key'`))
    expect(await attempt(email, { totp: codeAt(secret, now) })).toBe(409)
    expect((await told()).filter(([, subject]) => subject === SUBJECT)).toEqual([])
  })

  test('nothing is told of a right one, of a wrong password, or of a wrong code in a session', async () => {
    const { email, client, secret } = await withTotp()
    expect(await attempt(email, { totp: codeAt(secret, now) })).toBe(200)
    const wrong = { email, password: 'not the right password' }
    expect((await app.anyone('POST', '/api/auth/login', { body: wrong })).status).toBe(401)
    const body = { totp: '000000' }
    expect((await client('POST', '/api/auth/reauthenticate', { body })).status).toBe(422)
    expect((await told()).filter(([, subject]) => subject === SUBJECT)).toEqual([])
  })
})
