// A change of JWT_SECRET: what the former key signed stays valid for a while as JWT_SECRET_PREVIOUS.
import { afterAll, expect, test } from 'bun:test'
import { signToken } from '../../src/accounts/access-tokens.ts'
import { totpSeal } from '../../src/accounts/factors/totp-secret.ts'
import { openWith, seal } from '../../src/accounts/sealed-text.ts'
import { deriveLinkKey, signLinkToken } from '../../src/mail/link-token.ts'
import { totpFactors } from '../../src/platform/db/schema/auth.ts'
import { ADMIN, clientOf, startApp } from '../support/app.ts'
import { codeAt } from '../support/factors.ts'

const FORMER = 'the former key, which is longer than 32 bytes'
const first = await startApp({ JWT_SECRET_PREVIOUS: FORMER })
const start = new Date('2030-01-01T00:00:00Z')
first.setClock(start)
// Started at the time of the tests.
const service = await first.beside()
afterAll(() => first[Symbol.asyncDispose]())

const later = (hours: number) => new Date(start.getTime() + hours * 3_600_000)
const statusWith = async (secret: string, now: Date) => {
  const subject = { kind: 'account', id: 1, tokenVersion: 0 } as const
  const expiresAt = new Date(now.getTime() + 8 * 3_600_000)
  const contents = { subject, role: 'admin', jti: crypto.randomUUID(), now, expiresAt } as const
  const token = await signToken(new TextEncoder().encode(secret), contents)
  return (await clientOf(service.app, token)('GET', '/api/auth/me')).status
}

test('tokens of the former key are accepted until the last of them has ended, eight hours after the start', async () => {
  expect(await statusWith(FORMER, later(0))).toBe(200)
  first.setClock(new Date(later(8).getTime() - 1))
  expect(await statusWith(FORMER, later(7))).toBe(200)
  first.setClock(later(8))
  expect(await statusWith(FORMER, later(7))).toBe(401)
  expect(await statusWith('a test key that is longer than 32 bytes', later(7))).toBe(200)
  expect(await statusWith('a key that was never set, longer than 32 bytes', later(7))).toBe(401)
  first.setClock(start)
})

test('new tokens are signed with the new key', async () => {
  const { tokenKey, previousTokenKey } = service.deps.auth
  expect(new TextDecoder().decode(tokenKey)).toBe('a test key that is longer than 32 bytes')
  expect(new TextDecoder().decode(previousTokenKey?.key)).toBe(FORMER)
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

test('codes of authenticator apps whose secrets the former key sealed go on, and are sealed with the new key', async () => {
  const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
  const former = { tokenKey: new TextEncoder().encode(FORMER), accountId: 1 }
  const { database, auth, cleanUp } = service.deps
  await database.query((tx) =>
    tx.insert(totpFactors).values({
      account_id: 1,
      secret: seal(secret, former, totpSeal(1)),
      confirmed_at: start,
    }),
  )
  const signIn = async () => {
    const client = clientOf(service.app, null)
    const { ticket } = (await client('POST', '/api/auth/login', { body: ADMIN })).body
    const totp = codeAt(secret, service.deps.auth.clock())
    return (await client('POST', '/api/auth/second-factor', { body: { ticket, totp } })).status
  }
  expect(await signIn()).toBe(200)
  await cleanUp.run()
  const [row] = await database.query((tx) => tx.select().from(totpFactors))
  expect(openWith(row!.secret!, former.tokenKey, totpSeal(1))).toBeNull()
  expect(openWith(row!.secret!, auth.tokenKey, totpSeal(1))).toBe(secret)
  first.setClock(later(1))
  expect(await signIn()).toBe(200)
})
