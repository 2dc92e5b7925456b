// Proofs in a session, and sign-ins of strangers at the same address and to the same account: neither waits for the other.
import { afterAll, beforeEach, describe, expect, test } from 'bun:test'
import { quickPasswords } from '../support/accounts.ts'
import { type Client, clientOf, startApp, tokenOf } from '../support/app.ts'
import { eventually } from '../support/eventually.ts'

const STRANGERS = 'a guess of a stranger'
let guesses = 0
/** Whether proofs go first where passwords are hashed: each value that was seen. */
const origins = new Set<boolean>()
let decided = Promise.withResolvers<void>()
/** Guesses of strangers take until `decided`, as on a machine that is busy with them. */
const passwords: typeof quickPasswords = {
  ...quickPasswords,
  async verify(plain, hash, origin) {
    if (plain !== STRANGERS) origins.add(origin?.isSignedIn ?? false)
    if (plain !== STRANGERS) return quickPasswords.verify(plain, hash, origin)
    guesses++
    await decided.promise
    return false
  },
}
const service = await startApp({}, { passwords })
afterAll(() => service[Symbol.asyncDispose]())

const PASSWORD = 'a password of creator'
let offices = 0
let peer = ''
let owner: Client
let email = ''
beforeEach(async () => {
  peer = `203.0.113.${++offices}`
  guesses = 0
  decided = Promise.withResolvers<void>()
  const client = await service.signIn('creator')
  email = (await client('GET', '/api/auth/me')).body.email
  origins.clear()
  owner = client
})

const guess = () => service.anyone('POST', '/api/auth/login', { body: { email, password: STRANGERS }, peer })
const confirm = (current_password: string, client = owner) =>
  client('POST', '/api/auth/reauthenticate', { body: { current_password }, peer })
const statusesOf = async (answers: Promise<{ status: number }>[]) =>
  (await Promise.all(answers)).map(({ status }) => status)

describe('a proof in a session', () => {
  test('is decided while as many sign-ins of strangers at its address wait as may, and so are five tokens at once', async () => {
    const waiting = Array.from({ length: 31 }, guess)
    await eventually(async () => guesses === 1)
    expect((await guess()).status).toBe(429)
    const makeToken = (_: unknown, index: number) => {
      const expires_at = new Date(Date.now() + 86_400_000)
      const body = { name: `CI ${index}`, scopes: ['read'], expires_at, current_password: PASSWORD }
      return owner('POST', '/api/admin/tokens', { body, peer })
    }
    expect(await statusesOf(Array.from({ length: 5 }, makeToken))).toEqual([201, 201, 201, 201, 201])
    const body = { current_password: PASSWORD, new_password: 'another long password' }
    expect((await owner('POST', '/api/auth/change-password', { body, peer })).status).toBe(200)
    expect([guesses, [...origins]]).toEqual([1, [true]])
    decided.resolve()
    expect((await statusesOf(waiting)).sort()).toEqual([
      ...Array.from({ length: 5 }, () => 401),
      ...Array.from({ length: 26 }, () => 429),
    ])
  })

  test('is accepted at an address and to an account with too many failed sign-ins', async () => {
    decided.resolve()
    for (let count = 0; count < 5; count++) expect((await guess()).status).toBe(401)
    expect((await guess()).status).toBe(429)
    expect((await confirm(PASSWORD)).status).toBe(200)
  })

  test('that is wrong counts as a failed sign-in of its address, and five are too many in its session', async () => {
    expect(await statusesOf(Array.from({ length: 5 }, () => confirm('wrong')))).toEqual([
      422, 422, 422, 422, 422,
    ])
    const refused = await confirm(PASSWORD)
    expect([refused.status, refused.body.detail]).toEqual([
      429,
      'Too many wrong passwords or codes in this session; try again later, or sign in again.',
    ])
    expect(refused.headers.get('Retry-After')).toMatch(/^8\d\d|900$/)
    const account = { email, password: PASSWORD }
    expect((await service.anyone('POST', '/api/auth/login', { body: account, peer })).status).toBe(429)
    const another = clientOf(service.app, await tokenOf(service.app, account))
    expect((await confirm(PASSWORD, another)).status).toBe(200)
  })

  test('is refused only while thirty others of its session wait', async () => {
    const all = Array.from({ length: 32 }, () => confirm(STRANGERS))
    await eventually(async () => guesses === 1)
    const refused = await Promise.race(all)
    expect([refused.status, refused.body.detail]).toEqual([
      429,
      'Too many simultaneous confirmations in this session; try again in a moment.',
    ])
    decided.resolve()
    const statuses = await statusesOf(all)
    expect(statuses.filter((status) => status === 422)).toHaveLength(5)
  })
})
