// Providers that publish several keys without `kid`, or with the same one.
import { expect, test } from 'bun:test'
import { createLocalJWKSet, exportJWK, generateKeyPair, type JWK, type JWTVerifyGetKey, SignJWT } from 'jose'
import { createKeys } from '../../../src/accounts/oidc/signing-keys.ts'
import { verifyIdentity } from '../../../src/accounts/oidc/verify-identity.ts'

const pairs = await Promise.all(
  Array.from({ length: 12 }, () => generateKeyPair('ES256', { extractable: true })),
)
const now = new Date('2026-05-04T10:00:00Z')
const issuer = 'https://id.example.com'

const setOf = async (kid: string | undefined, count: number) =>
  createLocalJWKSet({
    keys: await Promise.all(
      pairs.slice(0, count).map(
        async ({ publicKey }): Promise<JWK> => ({
          ...(await exportJWK(publicKey)),
          alg: 'ES256',
          ...(kid && { kid }),
        }),
      ),
    ),
  })
const tokenBy = (index: number, kid?: string, claims = {}) =>
  new SignJWT({ tokenType: 'access-token', ...claims })
    .setProtectedHeader({ alg: 'ES256', ...(kid && { kid }) })
    .setIssuer(issuer)
    .setAudience('app')
    .setSubject('ada')
    .setIssuedAt(now)
    .setExpirationTime(new Date(now.getTime() + 60_000))
    .sign(pairs[index]!.privateKey)
const fixed = (find: JWTVerifyGetKey) => ({ find, version: () => 1, refreshAfter: async () => false })
const verify = async (token: string, kid: string | undefined, count: number) =>
  verifyIdentity(token, {
    keys: fixed(await setOf(kid, count)),
    issuer,
    audience: 'app',
    browserClient: 'app',
    readUserInfo: async () => ({}),
    now,
  })

test.each([undefined, 'same'])('each of several keys with the kid %p is tried', async (kid) => {
  for (const index of [0, 1, 4]) expect((await verify(await tokenBy(index, kid), kid, 5)).subject).toBe('ada')
})

test('a token that names no key is verified with keys that have one', async () => {
  expect((await verify(await tokenBy(1), 'same', 3)).subject).toBe('ada')
})

test('all keys are tried, and none else accepted', async () => {
  expect((await verify(await tokenBy(11), undefined, 12)).subject).toBe('ada')
  await expect(verify(await tokenBy(11), undefined, 11)).rejects.toMatchObject({ status: 401 })
})

test('a token that names no key is verified with a new key at once, and with a withdrawn one no more', async () => {
  let published = await setOf(undefined, 1)
  const keys = createKeys({ fetchKeys: async () => published.jwks(), onError: () => {} })
  const verifyNow = async (index: number) =>
    verifyIdentity(await tokenBy(index), {
      keys,
      issuer,
      audience: 'app',
      browserClient: 'app',
      readUserInfo: async () => ({}),
      now,
    })
  expect((await verifyNow(0)).subject).toBe('ada')
  published = createLocalJWKSet({ keys: (await setOf(undefined, 2)).jwks().keys.slice(1) })
  const answers = await Promise.all(Array.from({ length: 10 }, () => verifyNow(1)))
  expect(answers.map(({ subject }) => subject)).toEqual(Array(10).fill('ada'))
  await expect(verifyNow(0)).rejects.toMatchObject({ status: 401 })
})

test('a token that is refused for another reason fetches nothing', async () => {
  let fetches = 0
  const fetchKeys = async () => {
    fetches++
    return (await setOf(undefined, 1)).jwks()
  }
  const keys = createKeys({ fetchKeys, onError: () => {} })
  const options = { keys, issuer, audience: 'app', browserClient: 'app', readUserInfo: async () => ({}), now }
  expect((await verifyIdentity(await tokenBy(0), options)).subject).toBe('ada')
  const refused = verifyIdentity(await tokenBy(0), { ...options, audience: 'another' })
  await expect(refused).rejects.toMatchObject({ status: 401 })
  expect(fetches).toBe(1)
})

test('a token by a later key is still checked', async () => {
  await expect(
    verify(await tokenBy(2, undefined, { tokenType: 'refresh-token' }), undefined, 3),
  ).rejects.toMatchObject({
    status: 401,
  })
})

test('preferred_username names people before the placeholder', async () => {
  const nameOf = async (claims: object) =>
    (await verify(await tokenBy(0, undefined, claims), undefined, 1)).displayName
  expect(await nameOf({ preferred_username: 'ada.l' })).toBe('ada.l')
  expect(await nameOf({ preferred_username: 'ada.l', name: 'Ada' })).toBe('Ada')
  expect(await nameOf({ preferred_username: ' ' })).toMatch(/^user [0-9a-f]{12}$/)
})
