import { describe, expect, test } from 'bun:test'
import { deriveLinkKey, readLinkToken, signLinkToken } from '../../src/mail/link-token.ts'

const key = deriveLinkKey(new TextEncoder().encode('a test key that is longer than 32 bytes'))
const id = '0190a5f0-5b2c-4c5e-9a1b-0f6f8d0f4c52'

describe('a token', () => {
  test('names its id, for its purpose and with its key only', () => {
    const token = signLinkToken(key, 'invitation', id)
    expect(readLinkToken(key, 'invitation', token)).toBe(id)
    expect(readLinkToken(key, 'password-reset', token)).toBeNull()
    expect(readLinkToken(deriveLinkKey(new Uint8Array(32)), 'invitation', token)).toBeNull()
  })

  test('can be written into a URL as it is', () => {
    for (let round = 0; round < 50; round++) {
      const token = signLinkToken(key, 'newsletter-confirm', crypto.randomUUID())
      expect(token).toMatch(/^[\w-]{22}\.[\w-]{43}$/)
      expect(encodeURIComponent(token)).toBe(token)
    }
  })

  test('with any character changed is invalid', () => {
    const token = signLinkToken(key, 'invitation', id)
    // The last character of each part holds bits that base64url ignores.
    for (let place = 0; place < token.length; place++) {
      if ([21, 22, 65].includes(place)) continue
      const changed = token.slice(0, place) + (token[place] === 'A' ? 'B' : 'A') + token.slice(place + 1)
      expect([place, readLinkToken(key, 'invitation', changed)]).toEqual([place, null])
    }
  })

  test.each([
    '',
    '.',
    'x',
    `${'a'.repeat(22)}.${'a'.repeat(43)}`,
    `${'a'.repeat(22)}.${'a'.repeat(43)}\n`,
    '\0',
  ])('%j is invalid', (token) => expect(readLinkToken(key, 'invitation', token)).toBeNull())

  test('is made for UUIDs only', () => {
    expect(() => signLinkToken(key, 'invitation', '1')).toThrow('is not a UUID')
  })
})
