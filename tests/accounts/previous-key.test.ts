// A change of JWT_SECRET: what the former key signed stays valid for a while as JWT_SECRET_PREVIOUS.
import { afterAll, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { decodeJwt, jwtVerify } from 'jose'
import { signToken } from '../../src/accounts/access-tokens.ts'
import { deriveLinkKey, signLinkToken } from '../../src/mail/link-token.ts'
import { formerTokenKeys, sessions } from '../../src/platform/db/schema/auth.ts'
import { addSession } from '../support/accounts.ts'
import { ADMIN, clientOf, startApp, type TestApp, tokenOf } from '../support/app.ts'

const KEY = 'the present key, which is longer than 32 bytes'
const FORMER = 'the former key, which is longer than 32 bytes'
const NEXT = 'the next key, which is longer than 32 bytes'
const HOUR = 3_600_000
const start = new Date('2030-01-01T00:00:00Z')
const later = (hours: number) => new Date(start.getTime() + hours * HOUR)

const first = await startApp({ JWT_SECRET: FORMER })
first.setClock(start)
/** Started with another key than the first one, at the time of the tests. */
const service = await first.beside({}, { JWT_SECRET: KEY, JWT_SECRET_PREVIOUS: FORMER })
afterAll(() => first[Symbol.asyncDispose]())

type Replica = Pick<TestApp, 'app' | 'deps'>

/** A token of the admin that is signed with this key, for a session that there is. */
async function forge(app: TestApp, secret: string, { at, lifetime = 8 }: { at: Date; lifetime?: number }) {
  const jti = await addSession(app.deps.auth, { account: 1, now: at })
  const subject = { kind: 'account', id: 1, tokenVersion: 0 } as const
  const contents = {
    subject,
    role: 'admin',
    jti,
    now: at,
    expiresAt: new Date(at.getTime() + lifetime * HOUR),
  } as const
  return signToken(new TextEncoder().encode(secret), contents)
}
const statusOf = async ({ app }: Replica, token: string) =>
  (await clientOf(app, token)('GET', '/api/auth/me')).status
const isSignedWith = async (token: string, secret: string) =>
  jwtVerify(token, new TextEncoder().encode(secret), {
    currentDate: new Date(decodeJwt(token).iat! * 1_000),
  }).then(
    () => true,
    () => false,
  )

describe('a former key', () => {
  test('is good for what it signed until it was replaced, and for nothing later', async () => {
    await using app = await startApp({ JWT_SECRET: FORMER })
    app.setClock(start)
    const before = await tokenOf(app.app, ADMIN)
    app.setClock(later(1))
    const replaced = await app.beside({}, { JWT_SECRET: KEY, JWT_SECRET_PREVIOUS: FORMER })
    const early = await forge(app, FORMER, { at: later(1) })
    app.setClock(later(2))
    expect(await statusOf(replaced, before)).toBe(200)
    expect(await statusOf(replaced, early)).toBe(200)
    const late = await forge(app, FORMER, { at: new Date(later(1).getTime() + 1_000) })
    const answer = await clientOf(replaced.app, late)('GET', '/api/auth/me')
    expect([answer.status, answer.body.code]).toEqual([401, 'unauthenticated'])
    expect(answer.body.detail).toContain('no longer in use')
    expect(await statusOf(replaced, await forge(app, KEY, { at: later(2) }))).toBe(200)
    expect(await statusOf(replaced, await forge(app, NEXT, { at: later(0.5) }))).toBe(401)
    app.setClock(later(8))
    expect(await statusOf(replaced, before)).toBe(401)
    app.setClock(later(9))
    expect(await statusOf(replaced, early)).toBe(401)
  })

  test('gains no time by further starts, with itself or without', async () => {
    await using app = await startApp({ JWT_SECRET: FORMER })
    const both = { JWT_SECRET: KEY, JWT_SECRET_PREVIOUS: FORMER }
    app.setClock(start)
    await app.beside({}, both)
    app.setClock(later(1))
    await app.beside({}, { JWT_SECRET: KEY })
    const again = await app.beside({}, both)
    const token = await forge(app, FORMER, { at: new Date(start.getTime() + 1_000) })
    expect(await statusOf(again, token)).toBe(401)
    // The same token of the present key is accepted: nothing else is wrong with it.
    expect(await statusOf(again, await forge(app, KEY, { at: new Date(start.getTime() + 1_000) }))).toBe(200)
  })

  test.each([KEY, FORMER])(
    'like any other makes no token that is longer than eight hours, or of no session',
    async (secret) => {
      await using app = await startApp({ JWT_SECRET: FORMER })
      app.setClock(start)
      const replaced = await app.beside({}, { JWT_SECRET: KEY, JWT_SECRET_PREVIOUS: FORMER })
      expect(await statusOf(replaced, await forge(app, secret, { at: start }))).toBe(200)
      expect(await statusOf(replaced, await forge(app, secret, { at: start, lifetime: 87_600 }))).toBe(401)
      const token = await forge(app, secret, { at: start })
      await app.deps.database.query((tx) => tx.delete(sessions).where(eq(sessions.id, decodeJwt(token).jti!)))
      expect(await statusOf(replaced, token)).toBe(401)
    },
  )

  test('becomes the present one again where the change is taken back', async () => {
    await using app = await startApp({ JWT_SECRET: FORMER })
    app.setClock(start)
    await app.beside({}, { JWT_SECRET: KEY, JWT_SECRET_PREVIOUS: FORMER })
    app.setClock(later(1))
    const back = await app.beside({}, { JWT_SECRET: FORMER, JWT_SECRET_PREVIOUS: KEY })
    const token = await tokenOf(back.app, ADMIN)
    expect(await isSignedWith(token, FORMER)).toBe(true)
    expect(await statusOf(back, token)).toBe(200)
    expect(await statusOf(back, await forge(app, KEY, { at: later(1) }))).toBe(200)
    app.setClock(later(2))
    expect(await statusOf(back, await forge(app, KEY, { at: later(2) }))).toBe(401)
  })

  test('is kept as a fingerprint that does not tell it', async () => {
    const rows = await first.deps.database.query((tx) => tx.select().from(formerTokenKeys))
    expect(rows).toEqual([{ fingerprint: expect.stringMatching(/^[0-9a-f]{32}$/), since: start }])
    expect(JSON.stringify(rows)).not.toContain(Buffer.from(FORMER).toString('hex').slice(0, 16))
  })
})

describe('while replicas are replaced one after another, sign-ins at each are good at all', () => {
  const signInAtEach = async (replicas: Replica[]) => {
    for (const made of replicas) {
      const token = await tokenOf(made.app, ADMIN)
      for (const replica of replicas) expect(await statusOf(replica, token)).toBe(200)
    }
  }

  test('with the next key known to all before one signs with it, as `rotate jwt` does', async () => {
    const [old, prepared, replaced] = [
      { JWT_SECRET: FORMER },
      { JWT_SECRET: FORMER, JWT_SECRET_PREVIOUS: KEY },
      { JWT_SECRET: KEY, JWT_SECRET_PREVIOUS: FORMER },
    ]
    await using app = await startApp(old)
    let hours = 0
    const next = async (variables: Record<string, string>) => {
      hours += 2
      app.setClock(later(hours))
      return app.beside({}, variables)
    }
    app.setClock(start)
    const one = await next(prepared)
    await signInAtEach([app, one])
    const two = await next(prepared)
    await signInAtEach([one, two])
    const changed = await next(replaced)
    await signInAtEach([changed, two])
    // Its own key is a former one by now.
    expect(await isSignedWith(await tokenOf(two.app, ADMIN), KEY)).toBe(true)
    // A crash in the middle: it starts once more with what it had, and then with what it should have.
    const crashed = await next(prepared)
    await signInAtEach([changed, crashed])
    const last = await next(replaced)
    await signInAtEach([changed, last])
    app.setClock(later(hours + 1))
    await signInAtEach([changed, last])
    expect(await isSignedWith(await tokenOf(last.app, ADMIN), KEY)).toBe(true)
    expect(await statusOf(last, await forge(app, FORMER, { at: later(hours + 1) }))).toBe(401)
  })

  test('and the key before goes on signing where the next one is unknown', async () => {
    await using app = await startApp({ JWT_SECRET: FORMER })
    app.setClock(start)
    const behind = await app.beside({}, { JWT_SECRET: KEY, JWT_SECRET_PREVIOUS: FORMER })
    app.setClock(later(1))
    await app.beside({}, { JWT_SECRET: NEXT, JWT_SECRET_PREVIOUS: KEY })
    // Both of its keys are former ones.
    expect(await isSignedWith(await tokenOf(behind.app, ADMIN), KEY)).toBe(true)
  })
})

test('a former key is 503 while it cannot be found out since when, and never 401', async () => {
  let isAway = false
  await using app = await startApp(
    { JWT_SECRET: KEY, JWT_SECRET_PREVIOUS: FORMER },
    {
      wrap: (driver) => ({
        ...driver,
        drizzle: new Proxy(driver.drizzle, {
          get(target, name, receiver) {
            if (isAway) throw Object.assign(new Error('connect timed out'), { code: 'CONNECT_TIMEOUT' })
            return Reflect.get(target, name, receiver)
          },
        }),
      }),
    },
  )
  const token = await forge(app, FORMER, { at: new Date(Date.now() - HOUR) })
  isAway = true
  const status = await statusOf(app, token)
  isAway = false
  expect(status).toBe(503)
  expect(await statusOf(app, token)).toBe(200)
})

test('new tokens are signed with the new key', async () => {
  expect(await isSignedWith(await tokenOf(service.app, ADMIN), KEY)).toBe(true)
})

test('links in mails that the former key signed are read, and new ones are signed with the new key', () => {
  const { links } = service.deps.mail.outbox
  const id = crypto.randomUUID()
  const former = signLinkToken(deriveLinkKey(new TextEncoder().encode(FORMER)), 'newsletter-unsubscribe', id)
  expect(links.read('newsletter-unsubscribe', former)).toBe(id)
  expect(links.sign('newsletter-unsubscribe', id)).not.toBe(former)
  expect(links.read('newsletter-unsubscribe', links.sign('newsletter-unsubscribe', id))).toBe(id)
  expect(links.read('invitation', former)).toBeNull()
})
