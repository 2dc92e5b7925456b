import { expect, test } from 'bun:test'
import { parseFieldValue } from '../../../src/panel/records/parse-field-value.ts'
import { generatePassword } from '../../../src/panel/screens/people/generate-password.ts'
import { daysLeft } from '../../../src/panel/screens/trash/days-left.ts'
import { resourceOf } from '../schema-of-service.ts'

const fieldOf = (resource: string, name: string) =>
  resourceOf(resource).fields.find((field) => field.name === name)!

test.each([
  ['articles', 'title', ' Pumps ', 'Pumps'],
  ['articles', 'title', ' ', undefined],
  ['articles', 'title', 'x'.repeat(301), undefined],
  ['articles', 'title_en', '', null],
  ['articles', 'noindex', 'true', true],
  ['articles', 'noindex', 'maybe', undefined],
  ['articles', 'category_id', '۱۲', 12],
  ['articles', 'category_id', '', null],
  ['articles', 'category_id', 'x', undefined],
  ['articles', 'tags', ' پمپ، خرید, پمپ ', ['پمپ', 'خرید']],
  ['articles', 'tags', '', []],
  ['menu', 'location', 'footer', 'footer'],
  ['menu', 'location', 'side', undefined],
  ['redirects', 'status_code', '302', 302],
  ['testimonials', 'rating', '٥', 5],
  ['testimonials', 'rating', '9', undefined],
])('%s.%s as %p is %p', (resource, name, text, value) => {
  expect(parseFieldValue(fieldOf(resource, name), text)).toEqual(value)
})

test('days left are rounded up, and never below zero', () => {
  const now = Date.parse('2026-06-01T12:00:00Z')
  expect(daysLeft('2026-07-01T12:00:00Z', now)).toBe(30)
  expect(daysLeft('2026-06-01T13:00:00Z', now)).toBe(1)
  expect(daysLeft('2026-05-31T12:00:00Z', now)).toBe(0)
})

test('a generated password is long enough, and another one each time', () => {
  const passwords = Array.from({ length: 50 }, generatePassword)
  expect(new Set(passwords).size).toBe(50)
  for (const password of passwords) expect(password).toMatch(/^[a-zA-Z2-9]{5}(?:-[a-zA-Z2-9]{5}){3}$/)
})
