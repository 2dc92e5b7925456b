// Amounts of quotes as they are typed and shown.
import { expect, test } from 'bun:test'
import {
  formatMoney,
  parsePrice,
  parseWhole,
  priceText,
} from '../../../../src/panel/screens/procurement/money.ts'
import { checkDraft, draftOf } from '../../../../src/panel/screens/procurement/quote-draft.ts'

test.each([
  ['1250.50', 'EUR', 125_050],
  ['0.29', 'EUR', 29],
  ['1,250', 'EUR', 125_000],
  ['۱۲۵۰٫۵', 'EUR', 125_050],
  ['1250', 'JPY', 1_250],
  ['1.5', 'JPY', null],
  ['1.005', 'EUR', null],
  ['-3', 'EUR', null],
  ['', 'EUR', null],
  ['12a', 'EUR', null],
] as const)('a price of %p %s is %p minor units', (text, currency, minor) => {
  expect(parsePrice(text, currency)).toBe(minor)
})

test('whole numbers are read in Persian and Arabic digits, with a sign', () => {
  expect(['12', '۱۲', '١٢', '-3', '−3', '1.5', ''].map(parseWhole)).toEqual([12, 12, 12, -3, -3, null, null])
})

test('amounts are shown with the decimals of their currency', () => {
  expect(formatMoney(125_050, 'EUR', 'en')).toBe('1,250.50 EUR')
  expect(formatMoney(1_250, 'JPY', 'en')).toBe('1,250 JPY')
  expect(formatMoney(125_050, 'EUR', 'fa')).toBe('۱٬۲۵۰٫۵۰ EUR')
})

test('numbers stand in the fields as they would be typed, in the digits of the language', () => {
  expect(priceText(125_050, 'EUR', 'en')).toBe('1250.50')
  expect(priceText(125_050, 'EUR', 'fa')).toBe('۱۲۵۰٫۵۰')
  expect(parsePrice(priceText(125_050, 'EUR', 'fa'), 'EUR')).toBe(125_050)
  expect(draftOf(null, 'fa').lines[0]!.quantity).toBe('۱')
  expect(draftOf(null, 'en').lines[0]!.quantity).toBe('1')
})

test('a draft names every field that is wrong, with the paths of the service', () => {
  const line = { key: 1, item: 'none', description: ' ', quantity: '0', price: 'x' }
  expect(checkDraft({ title: '', currency: 'euro', lines: [line] }).errors).toEqual({
    title: 'enter_title',
    currency: 'enter_currency',
    'lines.0.description': 'enter_description',
    'lines.0.quantity': 'enter_quantity',
    'lines.0.unit_price': 'enter_price',
  })
  const right = { key: 1, item: '7', description: 'Pump', quantity: '۲', price: '1250.5' }
  expect(checkDraft({ title: 'Pumps', currency: 'eur', lines: [right] })).toEqual({
    errors: {},
    body: {
      title: 'Pumps',
      currency: 'EUR',
      lines: [{ item_id: 7, description: 'Pump', quantity: 2, unit_price: 125_050 }],
    },
  })
})
