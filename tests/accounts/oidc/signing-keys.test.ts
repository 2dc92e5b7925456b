// When the signing keys are fetched, on a clock that the test controls.
import { beforeEach, expect, test } from 'bun:test'
import { exportJWK, generateKeyPair, type JWK } from 'jose'
import { createKeys } from '../../../src/accounts/oidc/signing-keys.ts'

const SECOND = 1_000
let now: number
let published: JWK[] | Error
let fetches: number
let keys: ReturnType<typeof createKeys>

const keyNamed = async (kid: string): Promise<JWK> => ({
  ...(await exportJWK((await generateKeyPair('ES256')).publicKey)),
  kid,
  alg: 'ES256',
})
const [first, second] = [await keyNamed('1'), await keyNamed('2')]

/** The result of verifying a token signed with this key. */
async function outcome(kid: string) {
  try {
    await keys.find({ alg: 'ES256', kid }, { payload: '', signature: '' })
    return 'found'
  } catch (error) {
    return (error as { code: string }).code
  }
}

beforeEach(() => {
  now = 5 * SECOND
  published = [first]
  fetches = 0
  keys = createKeys({
    async fetchKeys() {
      fetches++
      if (published instanceof Error) throw published
      return { keys: published }
    },
    onError: () => {},
    now: () => now,
  })
})

test('keys are fetched once for many requests, simultaneous ones included', async () => {
  expect(await Promise.all(Array.from({ length: 20 }, () => outcome('1')))).toEqual(Array(20).fill('found'))
  expect(fetches).toBe(1)
})

test('an unknown key triggers a refresh', async () => {
  await outcome('1')
  published = [first, second]
  expect(await outcome('2')).toBe('found')
  expect(await outcome('1')).toBe('found')
  expect(fetches).toBe(2)
})

test('forged key ids trigger few refreshes', async () => {
  await outcome('1')
  for (let index = 0; index < 50; index++)
    expect(await outcome(`made up ${index}`)).toBe('ERR_JWKS_NO_MATCHING_KEY')
  expect(fetches).toBe(5)
  now += 31 * SECOND
  published = [first, second]
  expect(await outcome('2')).toBe('found')
})

test('a signature that fits no key triggers one refresh in half a minute, for all who wait for it', async () => {
  await outcome('1')
  const known = keys.version()
  const answers = await Promise.all(Array.from({ length: 20 }, () => keys.refreshAfter(known)))
  expect([answers, fetches]).toEqual([Array(20).fill(true), 2])
  // Verified with the keys of before, by somebody who asks late.
  now += 31 * SECOND
  expect([await keys.refreshAfter(known), fetches]).toEqual([true, 2])
  expect([await keys.refreshAfter(keys.version()), fetches]).toEqual([true, 3])
  now += 29 * SECOND
  expect([await keys.refreshAfter(keys.version()), fetches]).toEqual([false, 3])
  now += 2 * SECOND
  expect([await keys.refreshAfter(keys.version()), fetches]).toEqual([true, 4])
  published = new Error('away')
  now += 31 * SECOND
  expect([await keys.refreshAfter(keys.version()), fetches]).toEqual([false, 5])
  expect(await outcome('1')).toBe('found')
})

test('a withdrawn key stops working after ten minutes', async () => {
  await outcome('1')
  published = [second]
  now += 9 * 60 * SECOND
  expect(await outcome('1')).toBe('found')
  now += 2 * 60 * SECOND
  expect(await outcome('1')).toBe('ERR_JWKS_NO_MATCHING_KEY')
})

test('while the provider is unavailable, cached keys work and unknown keys are 503', async () => {
  await outcome('1')
  published = new Error('away')
  for (let minute = 0; minute < 60; minute++) {
    now += 60 * SECOND
    expect(await outcome('1')).toBe('found')
    expect(await outcome('2')).toBe('unavailable')
  }
  published = [first, second]
  now += 3 * SECOND
  expect(await outcome('2')).toBe('found')
})

test('before the first success, requests are 503, retried after a moment, and work when the provider is back', async () => {
  published = new Error('away')
  for (let index = 0; index < 20; index++) expect(await outcome('1')).toBe('unavailable')
  expect(fetches).toBe(1)
  published = [first]
  now += 3 * SECOND
  expect(await outcome('1')).toBe('found')
})

test.each([
  ['no keys', {} as never],
  ['private keys', [{ ...first, d: 'x' }]],
])('a response with %s is refused', async (_, answer) => {
  published = answer
  expect(await outcome('1')).not.toBe('found')
})
