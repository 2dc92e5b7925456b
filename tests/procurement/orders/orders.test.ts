// Orders: their numbers, and the papers that suppliers get.
import { afterAll, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { rowsOf } from '../../../src/platform/db/database.ts'
import { migrationsFolder } from '../../../src/platform/db/migrate.ts'
import { startBuying } from '../../support/offers.ts'
import { quoteIn, startCompany } from '../../support/procurement.ts'

const company = await startCompany()
const { root } = company
const { owner, buyer, approver, supplier, submitted, offered, award } = await startBuying(company)
afterAll(() => company[Symbol.asyncDispose]())

const order = (path: string, by = buyer) => by('POST', `${path}/order`)
const sheet = async (path: string, by = buyer) => (await by('GET', `${path}/order`)).body
const placeOf = (number: string) => Number(/^PO-\d{4}-(\d{4,})$/.exec(number)![1])

/** A quote that can be ordered, without offers. */
async function approved(): Promise<string> {
  return `/api/quotes/${await quoteIn('approved', owner, root)}`
}

describe('ordering a quote', () => {
  test('gives it a number, and its papers the prices of its lines', async () => {
    const item = await company.stocked(0)
    const lines = [
      { description: 'Pump', quantity: 2, unit_price: 1_250, item_id: item },
      { description: 'Hose', quantity: 3, unit_price: 90 },
    ]
    const id = await quoteIn('approved', owner, root, { title: 'Pumps', currency: 'EUR', lines })
    const { status, body } = await order(`/api/quotes/${id}`)
    expect(status).toBe(200)
    expect(body).toMatchObject({ status: 'ordered', orders: [{ supplier: null }] })
    const { number } = body.orders[0]
    expect(number).toMatch(new RegExp(`^PO-${new Date().getUTCFullYear()}-\\d{4}$`))
    expect((await root('GET', `/api/quotes/${id}`)).body.orders).toEqual(body.orders)
    const { sku, unit } = (await root('GET', `/api/inventory/items/${item}`)).body
    expect(await sheet(`/api/quotes/${id}`)).toEqual({
      quote_id: id,
      quote_number: body.number,
      title: 'Pumps',
      status: 'ordered',
      orders: [
        {
          number,
          ordered_at: body.updated_at,
          ordered_by: { id: buyer.id, display_name: buyer.displayName },
          supplier: null,
          currency: 'EUR',
          lines: [
            {
              id: body.lines[0].id,
              position: 1,
              item: { id: item, sku, unit },
              description: 'Pump',
              quantity: 2,
              unit_price: 1_250,
              total: 2_500,
              lead_time_days: null,
            },
            {
              id: body.lines[1].id,
              position: 2,
              item: null,
              description: 'Hose',
              quantity: 3,
              unit_price: 90,
              total: 270,
              lead_time_days: null,
            },
          ],
          shipping: 0,
          discount: 0,
          tax: 0,
          total: 2_770,
        },
      ],
    })
  })

  test('gives one number for each supplier, whose papers have the offer in its own currency', async () => {
    const quote = await submitted([2, 1, 4])
    const far = await supplier('Far Makers', {
      code: `F-${quote.id}`,
      tax_id: 'DE 1',
      address: 'Hafen 1\nHamburg',
      payment_terms: '30 days',
      contacts: [{ name: 'Mina', email: 'mina@example.com' }, { name: 'Omid' }],
    })
    const first = await offered(quote, [800, null, 700], { shipping: 100 })
    const second = await offered(quote, [null, 990, null], {
      supplier_id: far,
      currency: 'USD',
      rate: '0.5',
      shipping: 50,
      discount: 20,
      tax: 7,
    })
    const [one, two, three] = quote.lines.map(({ id }) => id)
    const lines = [
      { line_id: one, offer_id: first },
      { line_id: two, offer_id: second },
      { line_id: three, offer_id: first },
    ]
    expect((await award(quote, { lines })).status).toBe(200)
    await approver('POST', `${quote.path}/approve`)
    const { body } = await order(quote.path)
    expect(body.orders.map(({ supplier }: any) => supplier.name)).toEqual(['Pump Makers', 'Far Makers'])
    const [near, abroad] = body.orders.map(({ number }: any) => placeOf(number))
    expect(abroad).toBe(near + 1)
    const { orders } = await sheet(quote.path)
    expect(orders).toMatchObject([
      {
        currency: 'EUR',
        lines: [
          { id: one, unit_price: 800, total: 1_600 },
          { id: three, unit_price: 700, total: 2_800 },
        ],
        shipping: 100,
        total: 4_500,
      },
      {
        supplier: {
          id: far,
          name: 'Far Makers',
          tax_id: 'DE 1',
          address: 'Hafen 1\nHamburg',
          payment_terms: '30 days',
          contact: 'Mina',
        },
        currency: 'USD',
        lines: [{ id: two, quantity: 1, unit_price: 990, total: 990 }],
        shipping: 50,
        discount: 20,
        tax: 7,
        total: 1_027,
      },
    ])
    expect(orders[1].supplier).not.toHaveProperty('contacts')
    expect((await root('GET', '/api/audit-log?limit=1')).body.items[0]).toMatchObject({
      action: 'quote.order',
      changes: { orders: body.orders.map(({ number }: any) => number) },
    })
  })

  test('keeps the order with a supplier that is merged into another', async () => {
    const quote = await submitted([1])
    const twice = await supplier('Pumpmakers')
    await award(quote, { offer_id: await offered(quote, [900], { supplier_id: twice }) })
    await approver('POST', `${quote.path}/approve`)
    const { number } = (await order(quote.path)).body.orders[0]
    const into = await supplier('Makers of pumps')
    expect((await buyer('POST', `/api/suppliers/${twice}/merge`, { body: { into } })).status).toBe(200)
    expect((await root('GET', quote.path)).body.orders).toEqual([
      { number, supplier: { id: into, name: 'Makers of pumps' } },
    ])
    expect((await sheet(quote.path)).orders).toMatchObject([{ number, lines: [{ total: 900 }] }])
  })
})

test('order numbers have no gaps, also after refused orders and when many are placed at once', async () => {
  const first = placeOf((await order(await approved())).body.orders[0].number)
  for (let round = 0; round < 5; round++) {
    const paths: string[] = []
    while (paths.length < 6) paths.push(await approved())
    const draft = `/api/quotes/${await quoteIn('draft', owner, root)}`
    const answers = await Promise.all([
      // Each twice: the second is refused.
      ...[...paths, ...paths].map((path) => order(path)),
      order(draft),
      order(paths[0]!, owner),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([
      ...Array(6).fill(200),
      403,
      ...Array(7).fill(409),
    ])
    const numbers = answers.flatMap(({ body }) => body.orders ?? []).map(({ number }) => placeOf(number))
    expect(numbers.sort((one, other) => one - other)).toEqual(
      Array.from({ length: 6 }, (_, index) => first + 1 + round * 6 + index),
    )
  }
})

describe('the papers', () => {
  test('are not there before the quote is ordered', async () => {
    const path = await approved()
    expect((await root('GET', path)).body.orders).toEqual([])
    const { status, body } = await buyer('GET', `${path}/order`)
    expect([status, body.code]).toEqual([404, 'not_found'])
    expect(body.detail).toMatch(/^The quote Q-\d{4}-\d{4} has not been ordered\.$/)
  })

  test('stay after a delivery and a cancellation', async () => {
    for (const status of ['received', 'partially_received'])
      expect((await sheet(`/api/quotes/${await quoteIn(status, owner, root)}`)).orders).toHaveLength(1)
    const path = await approved()
    const { orders } = (await order(path)).body
    const cancelled = await buyer('POST', `${path}/cancel`, { body: { reason: 'No longer needed.' } })
    expect(cancelled.body).toMatchObject({ status: 'cancelled', orders })
    expect(await sheet(path)).toMatchObject({ status: 'cancelled', orders: [{ number: orders[0].number }] })
    const never = `/api/quotes/${await quoteIn('cancelled', owner, root)}`
    expect((await root('GET', never)).body.orders).toEqual([])
  })

  test('are for those who may read the quote', async () => {
    const path = await approved()
    await order(path)
    for (const by of [owner, buyer, approver, await company.hire('auditor')])
      expect((await by('GET', `${path}/order`)).status).toBe(200)
    expect((await (await company.hire('requester'))('GET', `${path}/order`)).status).toBe(404)
    expect((await (await company.hire())('GET', `${path}/order`)).status).toBe(403)
    for (const id of ['0', 'x', '999999'])
      expect((await buyer('GET', `/api/quotes/${id}/order`)).status).toBe(404)
  })
})

test('what was ordered before there were orders has the same ones after the update', async () => {
  const { database } = company.service.deps
  const read = () =>
    database.query((tx) =>
      rowsOf<{ number: string }>(
        tx,
        sql`select number, quote_id, offer_id, ordered_by, created_at::text from orders order by number`,
      ),
    )
  const before = await read()
  expect(before.length).toBeGreaterThan(8)
  const migration = await Bun.file(join(migrationsFolder, '0045_orders.sql')).text()
  const fill = migration.split('--> statement-breakpoint').filter((text) => text.includes('INSERT INTO'))
  expect(fill).toHaveLength(2)
  await database.transaction(async (tx) => {
    for (const table of ['orders', 'order_numbers']) await tx.execute(sql.raw(`delete from ${table}`))
    for (const text of fill) await tx.execute(sql.raw(text))
  })
  expect(await read()).toEqual(before)
  const last = Math.max(...before.map(({ number }) => placeOf(number)))
  expect(placeOf((await order(await approved())).body.orders[0].number)).toBe(last + 1)
})

test('a quote is found by the number of its order', async () => {
  const path = await approved()
  const { orders, id } = (await order(path)).body
  for (const q of [orders[0].number, orders[0].number.toLowerCase()])
    expect((await buyer('GET', `/api/quotes?page=1&q=${q}`)).body.items.map((item: any) => item.id)).toEqual([
      id,
    ])
  expect((await owner('GET', `/api/quotes?q=PO-0000-0000&page=1`)).body.total).toBe(0)
})
