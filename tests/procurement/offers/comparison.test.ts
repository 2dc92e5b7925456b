// The comparison of offers: amounts in the currency of the quote, rounded once.
import { afterAll, describe, expect, test } from 'bun:test'
import type { Driver } from '../../../src/platform/db/database.ts'
import { convert } from '../../../src/procurement/offers/offer-amounts.ts'
import { readCsv } from '../../../src/text/csv.ts'
import { type WatchedDriver, watch } from '../../platform/db/watched-driver.ts'
import { startBuying } from '../../support/offers.ts'
import { startCompany } from '../../support/procurement.ts'
import { stopClock } from '../../support/stop-clock.ts'

let watched: WatchedDriver | null = null
const company = await startCompany(
  {},
  {
    wrap: (driver: Driver) => {
      watched = watch(driver)
      return watched.driver
    },
  },
)
const { owner, buyer, supplier, submitted, read, offered, compare, award } = await startBuying(company)
afterAll(() => company[Symbol.asyncDispose]())

describe('an amount is converted exactly and rounded half up', () => {
  test.each<[bigint, string, string | null, string, bigint]>([
    [12_345n, 'EUR', null, 'EUR', 12_345n],
    // 100 yen at 0.0062 euros are 62 cents.
    [100n, 'JPY', '0.0062', 'EUR', 62n],
    [1n, 'JPY', '0.0050', 'EUR', 1n],
    [1n, 'JPY', '0.0049', 'EUR', 0n],
    // 1.000 dinar at 3.0 euros is 300 cents; 0.005 dinars are one and a half.
    [1_000n, 'KWD', '3.0', 'EUR', 300n],
    [5n, 'KWD', '3.0', 'EUR', 2n],
    [100n, 'EUR', '0.333333', 'KWD', 333n],
    [1_050n, 'EUR', '161.5', 'JPY', 1_696n],
    [3n, 'KWD', '520.5', 'JPY', 2n],
    [1n, 'EUR', '700000', 'IRR', 7_000n],
    // 0.1 + 0.2 in floats is not 0.3.
    [110n, 'USD', '1.05', 'EUR', 116n],
    [9_007_199_254_740_991n, 'USD', '1.000000000001', 'EUR', 9_007_199_254_749_998n],
    [-5n, 'KWD', '3.0', 'EUR', -2n],
  ])('%d minor units of %s at %s are in %s %d', (amount, currency, rate, into, expected) => {
    expect(convert(amount, { currency, rate }, into)).toBe(expected)
  })
})

test('a line is rounded once, as a whole, and awarded to the same digit', async () => {
  const quote = await submitted([1_000])
  // A yen is 0.62 cents; a thousand of them are 620, not a thousand times one.
  const id = await offered(quote, [1], { currency: 'JPY', rate: '0.0062', shipping: 100 })
  const { lines, offers } = await compare(quote)
  expect(lines[0].offers).toMatchObject([{ unit_price: 1, converted_unit_price: 1, total: 620 }])
  expect(offers).toMatchObject([{ charges: 62, total: 682 }])
  const { body } = await award(quote, { offer_id: id })
  expect(body).toMatchObject({ total: 682, lines: [{ unit_price: 1, total: 620 }], awards: [{ total: 682 }] })
  expect((await read(quote.id)).total).toBe(682)
})

test('the best price of each line and the best total are marked', async () => {
  const quote = await submitted([2, 1])
  await offered(quote, [900, 800], { shipping: 500 })
  await offered(quote, [950, 790])
  // 8.00 dollars at 0.9 are 7.20 euros; the offer is not complete.
  await offered(quote, [null, 800], { currency: 'USD', rate: '0.9' })
  await offered(quote, [1, 1], { valid_until: '2020-01-01' })
  const { offers, lines, currency } = await compare(quote)
  expect(currency).toBe('EUR')
  expect(offers).toMatchObject([
    { total: 3_100, complete: true, best: false, expired: false },
    { total: 2_690, complete: true, best: true },
    { total: 720, complete: false, best: false },
    { total: 3, complete: true, best: false, expired: true },
  ])
  expect(lines.map((line: any) => line.offers.map((cell: any) => cell?.best ?? null))).toEqual([
    [true, false, null, false],
    [false, false, true, false],
  ])
})

test('a quantity below that of the line is partial and never the best; a higher one changes nothing', async () => {
  const quote = await submitted([10])
  const line = (quantity: number, unit_price: number) => [
    { line_id: quote.lines[0]!.id, unit_price, quantity },
  ]
  await offered(quote, [], { lines: line(4, 1) })
  await offered(quote, [], { lines: line(12, 900) })
  const { offers, lines } = await compare(quote)
  expect(lines[0].offers).toMatchObject([
    { quantity: 4, partial: true, total: 4, best: false },
    { quantity: 12, partial: false, total: 9_000, best: true },
  ])
  expect(offers).toMatchObject([{ complete: false }, { complete: true, best: true }])
})

test('an offer is valid for the whole of its last day', async () => {
  using _ = stopClock()
  const quote = await submitted([1])
  const today = new Date().toISOString().slice(0, 10)
  await offered(quote, [900], { valid_until: today })
  const { offers } = await compare(quote)
  expect(offers).toMatchObject([{ expired: false, best: true }])
})

test('what was awarded is marked', async () => {
  const quote = await submitted([1, 1])
  const [first, second] = [await offered(quote, [900, 950]), await offered(quote, [950, 900])]
  const lines = quote.lines.map(({ id }, index) => ({ line_id: id, offer_id: [first, second][index] }))
  await award(quote, { lines })
  const compared = await compare(quote)
  expect(compared.lines.map((line: any) => line.offers.map(({ awarded }: any) => awarded))).toEqual([
    [true, false],
    [false, true],
  ])
  expect(compared.lines[0].estimated_unit_price).toBe(1_000)
})

test('as CSV it has two columns a supplier, in units, and no cell that a spreadsheet evaluates', async () => {
  const quote = await submitted([2, 1])
  await offered(quote, [900, 5], {
    supplier_id: await supplier('=1+1', {}),
    tax: 10,
    valid_until: '2099-01-01',
  })
  await offered(quote, [1_000, null], {
    currency: 'JPY',
    rate: '0.0062',
    supplier_id: await supplier('Same'),
  })
  await offered(quote, [1, 1], { supplier_id: await supplier('Same') })
  const { headers, body } = await owner('GET', `${quote.path}/offers/comparison.csv`)
  expect(headers.get('Content-Type')).toStartWith('text/csv')
  expect(headers.get('Content-Disposition')).toContain(`offers-${quote.id}.csv`)
  expect(body).toContain(`'=1+1: unit price (EUR)`)
  const [head, ...rows] = [...readCsv(body.replace('\uFEFF', ''))]
  expect(head!.slice(0, 6)).toEqual([
    'position',
    'description',
    'quantity',
    'estimated_unit_price',
    '=1+1: unit price (EUR)',
    '=1+1: total (EUR)',
  ])
  expect(new Set(head).size).toBe(10)
  expect(rows.map((row) => row.slice(1, 8))).toEqual([
    ['Part 1', '2', '10.00', '9.00', '18.00', '1000', '12.40'],
    ['Part 2', '1', '10.00', '0.05', '0.05', '', ''],
    ['shipping', '', '', '0.00', '', '0', ''],
    ['discount', '', '', '0.00', '', '0', ''],
    ['tax', '', '', '0.10', '', '0', ''],
    ['total', '', '', '', '18.15', '', '12.40'],
    ['rate', '', '', '', '', '0.0062', ''],
    ['valid_until', '', '', '2099-01-01', '', '', ''],
  ])
})

test('20 offers for 200 lines are compared in as many statements as one offer for one line', async () => {
  const statementsOf = async (quote: Awaited<ReturnType<typeof submitted>>) => {
    watched!.forget()
    const { status, body } = await buyer('GET', `${quote.path}/offers/comparison`)
    expect(status).toBe(200)
    return { count: watched!.statements.length, body }
  }
  const small = await submitted([1])
  await offered(small, [1])
  const large = await submitted(Array(200).fill(3))
  for (let index = 0; index < 20; index++) await offered(large, Array(200).fill(1_000 + index))
  const [one, many] = [await statementsOf(small), await statementsOf(large)]
  expect(one.count).toBeGreaterThan(3)
  expect(many.count).toBe(one.count)
  expect([many.body.offers.length, many.body.lines.length, many.body.lines[199].offers.length]).toEqual([
    20, 200, 20,
  ])
})
