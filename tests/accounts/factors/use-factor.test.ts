// Codes of an authenticator app that are refused though nobody has typed a wrong one: the answer says why, and no limit counts them.
import { afterAll, beforeEach, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { createUser } from '../../../src/accounts/admin-users.ts'
import { rowsOf } from '../../../src/platform/db/database.ts'
import { ADMIN, type Answer, clientOf, proved, startApp, tokenOf } from '../../support/app.ts'
import { codeAt, setUpTotp } from '../../support/factors.ts'

const service = await startApp()
const { app, deps, anyone } = service
afterAll(() => service[Symbol.asyncDispose]())

const PASSWORD = 'a long enough password'
const HOUR = 3_600_000
const STEP = 30_000

// Each test begins a day later, so that no test has the limits and codes of another.
let now = new Date('2030-01-01T00:00:00Z')
const pass = (milliseconds: number) => {
  now = new Date(now.getTime() + milliseconds)
  service.setClock(now)
}
beforeEach(() => pass(2 * 24 * HOUR))

const rows = (statement: ReturnType<typeof sql>) =>
  deps.database.query((tx) => rowsOf<Record<string, any>>(tx, statement))

let accounts = 0
/** Somebody with an authenticator app whose code of now is used. */
async function withTotp() {
  const email = `code-${++accounts}@example.com`
  const body = { email, name: `Somebody ${accounts}`, role: 'creator', password: PASSWORD }
  const { id } = await createUser(deps.auth, { kind: 'system', name: 'test' }, body)
  const signIn = async () => clientOf(app, await tokenOf(app, { email, password: PASSWORD }))
  const client = await signIn()
  const { secret, codes } = await setUpTotp(client, now, { current_password: PASSWORD })
  const peer = `203.0.113.${accounts}`
  const login = () => anyone('POST', '/api/auth/login', { body: { email, password: PASSWORD }, peer })
  return {
    id,
    signIn,
    codes,
    /** The code that the app shows now. */
    code: () => codeAt(secret, now),
    /** The one after it. */
    nextCode: () => codeAt(secret, now.getTime() + STEP),
    /** The second step of a sign-in. */
    async enter(factor: object) {
      const { ticket } = (await login()).body
      return anyone('POST', '/api/auth/second-factor', { body: { ticket, ...factor }, peer })
    },
    confirm: (factor: object) => client('POST', '/api/auth/reauthenticate', { body: factor }),
  }
}
type Somebody = Awaited<ReturnType<typeof withTotp>>

const reasonOf = ({ status, body, headers }: Answer) => [
  status,
  body.code,
  body.errors?.map(({ path, code }: { path: string; code: string }) => `${path}: ${code}`),
  Number(headers.get('Retry-After') ?? 0),
]

const uses: [string, (who: Somebody, code: string) => Promise<Answer>, number, string][] = [
  ['signs in', (who, totp) => who.enter({ totp }), 401, 'invalid_credentials'],
  ['confirms a change', (who, totp) => who.confirm({ totp }), 422, 'invalid_factor'],
]

describe.each(uses)('a code that %s', (_, use, wrongStatus, wrongCode) => {
  describe('after the clock of the service ran an hour fast and was set back', () => {
    const hourFast = async () => {
      const who = await withTotp()
      pass(HOUR)
      expect((await who.enter({ totp: who.code() })).status).toBe(200)
      pass(-HOUR + STEP)
      return who
    }

    test('is said to be right, and when codes work again', async () => {
      const who = await hourFast()
      // More often than wrong codes of an address, a session or a day are accepted.
      for (let attempt = 0; attempt < 21; attempt++) {
        const answer = await use(who, who.code())
        expect(reasonOf(answer)).toEqual([409, 'conflict', ['totp: clock_set_back'], HOUR / 1_000 - 30])
      }
      const again = new Date(now.getTime() + HOUR - STEP)
      expect((await use(who, who.code())).body.detail).toContain(`from ${again.toISOString()}.`)

      pass(HOUR - STEP)
      expect((await use(who, who.nextCode())).status).toBe(200)
    })

    test('is wrong as ever when it is a wrong one', async () => {
      const who = await hourFast()
      const wrong = who.code() === '000000' ? '000001' : '000000'
      expect(reasonOf(await use(who, wrong)).slice(0, 2)).toEqual([wrongStatus, wrongCode])
    })
  })

  test('used twice is no sign of such a clock, also one of a phone that is a step ahead', async () => {
    const who = await withTotp()
    expect((await who.enter({ totp: who.nextCode() })).status).toBe(200)
    for (const code of [who.nextCode(), who.code()])
      expect(reasonOf(await use(who, code)).slice(0, 2)).toEqual([wrongStatus, wrongCode])
  })

  test('cannot be checked once the key of the service was changed alone, whatever it is', async () => {
    const who = await withTotp()
    // As with another key: the seal of somebody else's secret does not open either.
    const stranger = await withTotp()
    await rows(sql`
      update totp_factors set secret = (select secret from totp_factors where account_id = ${stranger.id})
      where account_id = ${who.id}`)
    pass(STEP)
    for (const code of [who.code(), stranger.code(), '000000', ...Array(20).fill('111111')])
      expect(reasonOf(await use(who, code))).toEqual([409, 'conflict', ['totp: secret_unreadable'], 0])
    // Neither the address nor the account is held up.
    expect((await who.enter({ recovery_code: who.codes[0]! })).status).toBe(200)
  })
})

test('after a reset by an admin and a new set-up codes work at once', async () => {
  const who = await withTotp()
  pass(HOUR)
  expect((await who.enter({ totp: who.code() })).status).toBe(200)
  pass(-HOUR + STEP)
  expect((await who.enter({ totp: who.code() })).status).toBe(409)
  const admin = await proved(clientOf(app, await tokenOf(app, ADMIN)), ADMIN.password)
  expect((await admin('DELETE', `/api/admin/users/${who.id}/factors`)).status).toBe(204)
  const client = await who.signIn()
  const { secret } = await setUpTotp(client, now, { current_password: PASSWORD })
  const next = codeAt(secret, now.getTime() + STEP)
  expect((await who.enter({ totp: next })).status).toBe(200)
})
