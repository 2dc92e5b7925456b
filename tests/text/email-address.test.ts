import { expect, test } from 'bun:test'
import { emailAddress, toAsciiAddress } from '../../src/text/email-address.ts'

test.each<[entered: string, stored: string, sent: string]>([
  ['info@example.com', 'info@example.com', 'info@example.com'],
  ['Info@Example.COM', 'Info@Example.COM', 'Info@Example.COM'],
  ['info@مثال.ایران', 'info@مثال.ایران', 'info@xn--mgbh0fb.xn--mgba3a4f16a'],
  [' info@مثال.ایران ', 'info@مثال.ایران', 'info@xn--mgbh0fb.xn--mgba3a4f16a'],
  ['info@xn--mgbh0fb.xn--mgba3a4f16a', 'info@مثال.ایران', 'info@xn--mgbh0fb.xn--mgba3a4f16a'],
  ['a+b@می‌خواهم.com', 'a+b@می‌خواهم.com', 'a+b@xn--mgbn2ecje63gr19l.com'],
  ['o@MÜNCHEN.de', 'o@münchen.de', 'o@xn--mnchen-3ya.de'],
  ['o@faß.de', 'o@faß.de', 'o@xn--fa-hia.de'],
  ['o@例え。テスト', 'o@例え.テスト', 'o@xn--r8jz45g.xn--zckzah'],
])('%s is stored as %s and sent to %s', (entered, stored, sent) => {
  expect(emailAddress().parse(entered)).toBe(stored)
  expect(toAsciiAddress(stored)).toBe(sent)
  expect(emailAddress().parse(stored)).toBe(stored)
})

test.each([
  '',
  'info',
  '@مثال.ایران',
  'info@',
  'info@ایران',
  'info@.ایران',
  'info@مثال..ایران',
  'info@مثال.ایران.',
  'info@مث ال.ایران',
  'info@xn--a.com',
  'کاربر@مثال.ایران',
  'a@b@مثال.ایران',
  'info@مثال.ایران\nBcc: all@example.com',
  'info@مثال.ایران\n',
  'info@<مثال>.ایران',
  'info@مثال/.ایران',
  'info@%D9%85.ایران',
  'info@مثال.1۲',
  'info@\u202eمثال.ایران',
  `${'a'.repeat(230)}@مثال.ایران`,
])('%j is refused', (address) => {
  expect(emailAddress().safeParse(address).success).toBe(false)
})
