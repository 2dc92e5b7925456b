// When the keys are fetched, on a clock that the test moves.
import { beforeEach, expect, test } from 'bun:test'
import { exportJWK, generateKeyPair, type JWK } from 'jose'
import { createKeys } from '../../../src/auth/oidc/signing-keys.ts'

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

/** What a token signed with this key meets. */
async function outcome(kid: string) {
  try {
    await keys({ alg: 'ES256', kid }, { payload: '', signature: '' })
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

test('once for many requests, also when they come at once', async () => {
  expect(await Promise.all(Array.from({ length: 20 }, () => outcome('1')))).toEqual(Array(20).fill('found'))
  expect(fetches).toBe(1)
})

test('again for an unknown key, which the provider may have made since', async () => {
  await outcome('1')
  published = [first, second]
  expect(await outcome('2')).toBe('found')
  expect(await outcome('1')).toBe('found')
  expect(fetches).toBe(2)
})

test('not for every made-up key', async () => {
  await outcome('1')
  for (let index = 0; index < 50; index++)
    expect(await outcome(`made up ${index}`)).toBe('ERR_JWKS_NO_MATCHING_KEY')
  expect(fetches).toBe(5)
  now += 31 * SECOND
  published = [first, second]
  expect(await outcome('2')).toBe('found')
})

test('a withdrawn key ends after ten minutes', async () => {
  await outcome('1')
  published = [second]
  now += 9 * 60 * SECOND
  expect(await outcome('1')).toBe('found')
  now += 2 * 60 * SECOND
  expect(await outcome('1')).toBe('ERR_JWKS_NO_MATCHING_KEY')
})

test('the provider away: known keys work for as long as it takes, unknown ones are 503', async () => {
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

test('never seen: 503, asked again after a moment, and found when it is back', async () => {
  published = new Error('away')
  for (let index = 0; index < 20; index++) expect(await outcome('1')).toBe('unavailable')
  expect(fetches).toBe(1)
  published = [first]
  now += 3 * SECOND
  expect(await outcome('1')).toBe('found')
})

test.each([
  ['no set', {} as never],
  ['private keys', [{ ...first, d: 'x' }]],
])('an answer that holds %s gives no key', async (_, answer) => {
  published = answer
  expect(await outcome('1')).not.toBe('found')
})
