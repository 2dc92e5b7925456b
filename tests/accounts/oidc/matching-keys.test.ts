// Providers that publish several keys without `kid`, or with the same one.
import { expect, test } from 'bun:test'
import { createLocalJWKSet, exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose'
import { verifyIdentity } from '../../../src/accounts/oidc/verify-identity.ts'

const pairs = await Promise.all(
  Array.from({ length: 7 }, () => generateKeyPair('ES256', { extractable: true })),
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
const verify = async (token: string, kid: string | undefined, count: number) =>
  verifyIdentity(token, {
    keys: await setOf(kid, count),
    issuer,
    audience: 'app',
    readUserInfo: async () => ({}),
    now,
  })

test.each([undefined, 'same'])('each of several keys with the kid %p is tried', async (kid) => {
  for (const index of [0, 1, 4]) expect((await verify(await tokenBy(index, kid), kid, 5)).subject).toBe('ada')
})

test('a token that names no key is verified with keys that have one', async () => {
  expect((await verify(await tokenBy(1), 'same', 3)).subject).toBe('ada')
})

test('at most five keys are tried, and none else accepted', async () => {
  expect((await verify(await tokenBy(4), undefined, 7)).subject).toBe('ada')
  expect(verify(await tokenBy(5), undefined, 7)).rejects.toMatchObject({ status: 401 })
  expect(verify(await tokenBy(3), undefined, 3)).rejects.toMatchObject({ status: 401 })
})

test('a token by a later key is still checked', async () => {
  expect(
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
