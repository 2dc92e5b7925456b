import { describe, expect, test } from 'bun:test'
import { createPasswords, password } from '../../src/accounts/passwords.ts'

const passwords = createPasswords()

describe('a password', () => {
  test('has 10 to 200 characters of any kind', () => {
    const sound = ['1234567890', 'گذرواژه‌ی من', ' '.repeat(10), '\0'.repeat(10), 'x'.repeat(200)]
    expect(sound.map((text) => password.safeParse(text).success)).toEqual(sound.map(() => true))
    const unsound = ['', '123456789', 'x'.repeat(201), 1_234_567_890, null]
    expect(unsound.map((text) => password.safeParse(text).success)).toEqual(unsound.map(() => false))
  })

  test('is hashed with argon2id, at least 19 MiB and two iterations', async () => {
    expect(await passwords.hash('a sound password')).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  })
})

test('password verification is bounded: with too many waiting, further requests are 503 with Retry-After', async () => {
  const hash = await passwords.hash('a sound password')
  let decided = 0
  const all = Promise.allSettled(
    Array.from({ length: 75 }, () => passwords.verify('a sound password', hash).then(() => decided++)),
  )
  while (decided === 0) await Bun.sleep(1)
  // People who are signed in wait for what is being hashed, not for what waits.
  await passwords.hash('another sound password', { isSignedIn: true })
  expect(await passwords.verify('a sound password', hash, { isSignedIn: true })).toBe(true)
  expect(decided).toBeLessThan(40)
  const answers = await all
  const refused = answers.filter((answer) => answer.status === 'rejected')
  expect(refused.length).toBeWithin(1, 15)
  for (const { reason } of refused as PromiseRejectedResult[]) {
    expect(reason).toMatchObject({ status: 503, headers: { 'Retry-After': '5' } })
  }
  expect(await passwords.verify('a sound password', hash)).toBe(true)
})
