// Texts that the service encrypts for itself.
import { expect, test } from 'bun:test'
import { open, type Seal, sealWith } from '../../src/accounts/sealed-text.ts'

const TEXT = 'JBSWY3DPEHPK3PXP'
const tokenKey = new TextEncoder().encode('a test key that is longer than 32 bytes')
const OTHER_KEY = new Uint8Array(40)
const OF: Seal = { use: 'totp secret', owner: 'account 1' }
const sealed = sealWith(TEXT, tokenKey, OF)
const opened = (text: string, { key = tokenKey, of = OF } = {}) =>
  open(text, { tokenKey: key, previousTokenKey: null }, of)

test('a sealed text does not contain the text, and is another one each time', () => {
  expect(Buffer.from(sealed, 'base64url').includes(TEXT)).toBe(false)
  expect(sealWith(TEXT, tokenKey, OF)).not.toBe(sealed)
})

test('a sealed text opens with its key, for its owner and its use; else it is null', () => {
  expect(opened(sealed)).toBe(TEXT)
  expect(opened(sealed, { key: OTHER_KEY })).toBeNull()
  expect(opened(sealed, { of: { ...OF, owner: 'account 2' } })).toBeNull()
  expect(opened(sealed, { of: { ...OF, owner: 'person 1' } })).toBeNull()
  expect(opened(sealed, { of: { ...OF, use: 'sign-out hint' } })).toBeNull()
})

test('a sealed text opens with the key before, too', () => {
  expect(open(sealed, { tokenKey: OTHER_KEY, previousTokenKey: tokenKey }, OF)).toBe(TEXT)
})

test.each([
  ['nothing', ''],
  ['one character', 'x'],
  ['a text that was cut', sealed.slice(0, -2)],
  ['a text with another end', `${sealed.slice(0, -1)}${sealed.endsWith('A') ? 'Q' : 'A'}`],
])('%s opens as null', (_, broken) => {
  expect(opened(broken)).toBeNull()
})

test('a secret of an authenticator app opens that an earlier release has sealed', () => {
  const before = 'f3RlFvIBDkjzGAYJF7l5j8wbdzEdXa6ff9qr-k34TWR7nQc55DBdnM43AAo'
  expect(opened(before)).toBe(TEXT)
})
