// The log says why a token was refused, and contains neither the token nor what it says about the person.
import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { createLog } from '../../../src/platform/log.ts'
import { clientOf, startApp, type TestApp } from '../../support/app.ts'
import {
  BROWSER_CLIENT,
  type IdentityProvider,
  startIdentityProvider,
} from '../../support/identity-provider.ts'

let provider: IdentityProvider
let service: TestApp
const out: string[] = []

beforeAll(async () => {
  provider = await startIdentityProvider()
  const log = createLog('info', { write: (text: string) => out.push(text), flushSync() {} })
  service = await startApp(provider.env, { log })
})
afterAll(async () => {
  await service[Symbol.asyncDispose]()
  await provider.stop()
})
beforeEach(() => {
  out.length = 0
})

const person = { sub: 'ada', email: 'ada@example.com', name: 'Ada Lovelace' }
const now = () => Math.floor(Date.now() / 1_000)
const reasons = () =>
  out
    .filter((line) => line.includes('token of the identity provider refused'))
    .map((line) => JSON.parse(line).reason)

test.each<[string, () => string | Promise<string>, string]>([
  [
    'another audience',
    () => provider.forge({ ...person, aud: 'other' }),
    'unexpected "aud" claim value: it is "other"',
  ],
  [
    'another issuer',
    () => provider.forge({ ...person, iss: 'https://id.example.com/' }),
    'unexpected "iss" claim value: it is "https://id.example.com/"',
  ],
  [
    'no audience',
    () => provider.forge({ ...person, aud: undefined as never }),
    'missing required "aud" claim',
  ],
  [
    'one that has expired',
    () => provider.forge({ ...person, exp: now() - 60 }),
    '"exp" claim timestamp check failed',
  ],
  [
    'one of the future',
    () => provider.forge({ ...person, nbf: now() + 600 }),
    '"nbf" claim timestamp check failed',
  ],
  [
    'a foreign key',
    async () => provider.forge(person, {}, await provider.newKey()),
    'no applicable key found in the JSON Web Key Set',
  ],
  ['an ID token', () => provider.forge({ ...person, nonce: 'x' }), 'not an access token: it has nonce'],
  [
    'an access token of the panel',
    () => provider.forge({ ...person, azp: BROWSER_CLIENT.client_id }),
    'issued to the client of the sign-in by browser',
  ],
  [
    'somebody who is disabled',
    () => provider.forge({ ...person, isForbidden: true }),
    'isForbidden or isDeleted',
  ],
  ['an opaque token', () => 'an-opaque-token-of-the-provider', 'Invalid Compact JWS'],
  [
    'a subject with a space',
    () => provider.forge({ ...person, sub: ' ' }),
    'sub is no subject, or iat no time',
  ],
])('%s', async (_, make, reason) => {
  const token = await make()
  expect((await clientOf(service.app, token)('GET', '/api/users/me')).status).toBe(401)
  expect(reasons()).toEqual([reason])
  for (const part of [...token.split('.'), person.email, person.name]) expect(out.join()).not.toContain(part)
})

test('a long claim is cut', async () => {
  await clientOf(service.app, await provider.forge({ ...person, aud: 'x'.repeat(2_000) }))(
    'GET',
    '/api/users/me',
  )
  expect(reasons()[0]!.length).toBeLessThan(300)
})

test('a logout token of another client', async () => {
  const token = await provider.forge({
    ...person,
    aud: `not-${BROWSER_CLIENT.client_id}`,
    jti: 'x',
    events: {},
  })
  const answer = await service.anyone('POST', '/api/auth/oidc/logout', {
    body: new URLSearchParams({ logout_token: token }).toString(),
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
  })
  expect(answer.status).toBe(422)
  expect(reasons()).toEqual([`unexpected "aud" claim value: it is "not-${BROWSER_CLIENT.client_id}"`])
  expect(out.join()).not.toContain(token.split('.')[1]!)
})
