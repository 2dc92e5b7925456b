// Deliveries in parts, returns to the supplier, and orders that are closed or cancelled.
import { afterAll, describe, expect, test } from 'bun:test'
import { quoteIn, startCompany } from '../support/procurement.ts'
import { roundsOf } from '../support/rounds.ts'

const ROUNDS = roundsOf(25, 5)

const company = await startCompany()
const { root, stocked, stockOf } = company
const owner = await company.hire('requester')
const buyer = await company.hire('buyer')
const keeper = await company.hire('storekeeper')
afterAll(() => company[Symbol.asyncDispose]())

type Lines = { line_id: number; quantity: number }[]

const read = async (id: number) => (await root('GET', `/api/quotes/${id}`)).body
const receive = (id: number, body?: object, headers?: Record<string, string>, by = keeper) =>
  by('POST', `/api/quotes/${id}/receive`, { ...(body && { body }), ...(headers && { headers }) })
const giveBack = (id: number, lines: Lines, reason = 'Leaks.', by = keeper) =>
  by('POST', `/api/quotes/${id}/return-goods`, { body: { lines, reason } })
const eventsOf = async (id: number): Promise<string[]> =>
  (await root('GET', `/api/quotes/${id}/events`)).body.items.map(({ event }: any) => event)
const receivedOf = (quote: any) => quote.lines.map(({ received }: any) => received)
const statusOf = async (id: number) => (await read(id)).status
const codeOf = ({ status, body }: any) => [status, body.errors?.[0]?.path, body.errors?.[0]?.code]

/** An ordered quote of ten of an item and four of something else. */
async function ordered() {
  const item = await stocked(0)
  const id = await quoteIn('ordered', owner, root, {
    title: 'Pumps',
    currency: 'EUR',
    lines: [
      { item_id: item, description: 'Pump', quantity: 10, unit_price: 100 },
      { description: 'Transport', quantity: 4, unit_price: 50 },
    ],
  })
  const [pump, transport] = (await read(id)).lines
  return { id, item, pump: pump.id as number, transport: transport.id as number }
}

describe('a delivery', () => {
  test('is booked as often as goods come; the quote is received when nothing is open', async () => {
    const { id, item, pump, transport } = await ordered()
    const first = await receive(id, { lines: [{ line_id: pump, quantity: 3 }], note: 'One pallet.' })
    expect([first.status, first.body.status, receivedOf(first.body)]).toEqual([
      200,
      'partially_received',
      [3, 0],
    ])
    const second = await receive(id, {
      lines: [
        { line_id: pump, quantity: 7 },
        { line_id: transport, quantity: 3 },
      ],
    })
    expect([second.body.status, receivedOf(second.body)]).toEqual(['partially_received', [10, 3]])
    expect(await stockOf(item)).toBe(10)
    const last = await receive(id)
    expect([last.body.status, receivedOf(last.body)]).toEqual(['received', [10, 4]])
    expect(await eventsOf(id)).toEqual([
      ...['created', 'submitted', 'approved', 'ordered'],
      ...['partially_received', 'partially_received', 'received'],
    ])
    const { items } = (await owner('GET', `/api/quotes/${id}/receipts`)).body
    expect(items).toMatchObject([
      {
        kind: 'receipt',
        actor: keeper.displayName,
        note: 'One pallet.',
        lines: [{ line_id: pump, quantity: 3 }],
      },
      {
        lines: [
          { line_id: pump, quantity: 7 },
          { line_id: transport, quantity: 3 },
        ],
      },
      { note: null, lines: [{ line_id: transport, quantity: 1 }] },
    ])
    const { body: booked } = await root('GET', `/api/inventory/transactions?quote_id=${id}`)
    expect(booked.items.map(({ type, quantity }: any) => [type, quantity])).toEqual([
      ['receipt', 7],
      ['receipt', 3],
    ])
    const { body: audit } = await root('GET', '/api/audit-log?limit=1')
    expect(audit.items[0]).toMatchObject({
      action: 'quote.receive',
      changes: { lines: [{ line_id: transport, quantity: 1 }], to: 'received' },
    })
  })

  test('of more than is open is 409 and books nothing', async () => {
    const { id, item, pump, transport } = await ordered()
    await receive(id, { lines: [{ line_id: pump, quantity: 8 }] })
    const before = await read(id)
    const answer = await receive(id, {
      lines: [
        { line_id: transport, quantity: 1 },
        { line_id: pump, quantity: 3 },
      ],
    })
    expect(codeOf(answer)).toEqual([409, 'lines.1.quantity', 'over_receipt'])
    expect(answer.body.detail).toBe('The quantity exceeds the 2 that may still come.')
    expect(await read(id)).toEqual(before)
    expect(await stockOf(item)).toBe(8)
  })

  test('repeated with the same key is booked once', async () => {
    const { id, item, pump } = await ordered()
    const body = { lines: [{ line_id: pump, quantity: 10 }] }
    const headers = { 'Idempotency-Key': crypto.randomUUID() }
    const [first, second] = [await receive(id, body, headers), await receive(id, body, headers)]
    expect([first.status, second.status, second.headers.get('Idempotency-Replayed')]).toEqual([
      200,
      200,
      'true',
    ])
    expect(second.body).toEqual(first.body)
    expect(await stockOf(item)).toBe(10)
    const other = await receive(id, { lines: [{ line_id: pump, quantity: 9 }] }, headers)
    expect([other.status, other.body.errors[0].code]).toEqual([422, 'key_reused'])
  })

  test('is for storekeepers and admins, with the version they have read', async () => {
    const { id, pump } = await ordered()
    const body = { lines: [{ line_id: pump, quantity: 1 }] }
    for (const by of [owner, buyer]) expect((await receive(id, body, undefined, by)).status).toBe(403)
    expect((await receive(id, body, { 'If-Match': '"1"' })).status).toBe(412)
    expect((await receive(id, body, { 'If-Match': `"${(await read(id)).version}"` })).status).toBe(200)
  })

  test('of what is not ordered is 409', async () => {
    const approved = await quoteIn('approved', owner, root)
    const received = await quoteIn('received', owner, root)
    for (const id of [approved, received]) {
      const { status, body } = await receive(id)
      expect([status, body.errors[0].code]).toEqual([409, 'impossible_transition'])
      expect(body.detail).toContain('receive requires the status ordered or partially_received')
    }
  })

  test.each<[string, (line: number) => unknown, string]>([
    ['no line', () => [], 'lines'],
    ['a quantity of zero', (line_id) => [{ line_id, quantity: 0 }], 'lines.0.quantity'],
    ['half a piece', (line_id) => [{ line_id, quantity: 0.5 }], 'lines.0.quantity'],
    ['a text', (line_id) => [{ line_id, quantity: '1' }], 'lines.0.quantity'],
    ['a line of another quote', () => [{ line_id: 2_000_000_000, quantity: 1 }], 'lines.0.line_id'],
    [
      'a line twice',
      (line_id) => [
        { line_id, quantity: 1 },
        { line_id, quantity: 1 },
      ],
      'lines.1.line_id',
    ],
  ])('with %s is 422 and books nothing', async (_, lines, path) => {
    const { id, pump } = await ordered()
    const answer = await receive(id, { lines: lines(pump) })
    expect([answer.status, answer.body.errors[0].path]).toEqual([422, path])
    expect(await statusOf(id)).toBe('ordered')
  })

  test('at the same time as another one books no more than was ordered', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { id, item, pump } = await ordered()
      const answers = await Promise.all(
        [6, 6, 4].map((quantity) => receive(id, { lines: [{ line_id: pump, quantity }] })),
      )
      const booked = answers.flatMap(({ status }, index) => (status === 200 ? [[6, 6, 4][index]!] : []))
      const sum = booked.reduce((total, quantity) => total + quantity, 0)
      expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true)
      expect([6, 10]).toContain(sum)
      expect([await stockOf(item), receivedOf(await read(id))[0]]).toEqual([sum, sum])
    }
  })
})

describe('goods that go back', () => {
  test('leave the stock and are open again', async () => {
    const { id, item, pump } = await ordered()
    await receive(id)
    const returned = await giveBack(id, [{ line_id: pump, quantity: 4 }])
    expect([returned.status, returned.body.status, receivedOf(returned.body)]).toEqual([
      200,
      'partially_received',
      [6, 4],
    ])
    expect(await stockOf(item)).toBe(6)
    const again = await receive(id)
    expect([again.body.status, receivedOf(again.body), await stockOf(item)]).toEqual([
      'received',
      [10, 4],
      10,
    ])
    expect((await eventsOf(id)).slice(-3)).toEqual(['received', 'goods_returned', 'received'])
    const { items } = (await root('GET', `/api/quotes/${id}/receipts`)).body
    expect(items.map(({ kind, note }: any) => [kind, note])).toEqual([
      ['receipt', null],
      ['return', 'Leaks.'],
      ['receipt', null],
    ])
  })

  test('all of them make the quote ordered again', async () => {
    const { id, pump } = await ordered()
    await receive(id, { lines: [{ line_id: pump, quantity: 2 }] })
    expect((await giveBack(id, [{ line_id: pump, quantity: 2 }])).body.status).toBe('ordered')
  })

  test('are no more than have come, and than are in stock', async () => {
    const { id, item, pump, transport } = await ordered()
    await receive(id, { lines: [{ line_id: pump, quantity: 5 }] })
    expect(codeOf(await giveBack(id, [{ line_id: pump, quantity: 6 }]))).toEqual([
      409,
      'lines.0.quantity',
      'over_return',
    ])
    expect(codeOf(await giveBack(id, [{ line_id: transport, quantity: 1 }]))).toEqual([
      409,
      'lines.0.quantity',
      'over_return',
    ])
    const issue = { item_id: item, type: 'issue', quantity: 3 }
    await root('POST', '/api/inventory/transactions', { body: issue })
    const answer = await giveBack(id, [{ line_id: pump, quantity: 3 }])
    expect([answer.status, answer.body.errors[0].code]).toEqual([409, 'insufficient_stock'])
    expect([await stockOf(item), receivedOf(await read(id))[0]]).toEqual([2, 5])
  })

  test('need a reason and a storekeeper', async () => {
    const { id, pump } = await ordered()
    await receive(id)
    const lines = [{ line_id: pump, quantity: 1 }]
    expect(codeOf(await giveBack(id, lines, ' ')).slice(0, 2)).toEqual([422, 'reason'])
    const { status } = await keeper('POST', `/api/quotes/${id}/return-goods`, { body: { lines } })
    expect(status).toBe(422)
    for (const by of [owner, buyer]) expect((await giveBack(id, lines, 'Leaks.', by)).status).toBe(403)
    expect(await statusOf(id)).toBe('received')
  })
})

describe('the rest of an order', () => {
  const end = (id: number, verb: string, body?: object, by = buyer) =>
    by('POST', `/api/quotes/${id}/${verb}`, body && { body })

  test.each(['close', 'cancel'])('is taken from it by "%s" after a delivery', async (verb) => {
    const { id, pump } = await ordered()
    await receive(id, { lines: [{ line_id: pump, quantity: 1 }] })
    const { status, body } = await end(id, verb, { reason: 'The rest is sold out.' })
    expect([status, body.status, body.closed_short]).toEqual([200, 'received', true])
    expect((await eventsOf(id)).at(-1)).toBe('closed_short')
    expect((await receive(id)).status).toBe(409)
    // What goes back then is not open again.
    expect((await giveBack(id, [{ line_id: pump, quantity: 1 }])).body.status).toBe('received')
  })

  test('an order of which nothing has come is cancelled, and not closed', async () => {
    const { id } = await ordered()
    expect((await end(id, 'close', { reason: 'Sold out.' })).status).toBe(409)
    const { body } = await end(id, 'cancel', { reason: 'Sold out.' })
    expect([body.status, body.closed_short]).toEqual(['cancelled', false])
    const { body: audit } = await root('GET', '/api/audit-log?limit=1')
    expect(audit.items[0]).toMatchObject({ action: 'quote.cancel', changes: { note: 'Sold out.' } })
  })

  test('needs a reason and a buyer', async () => {
    const { id, pump } = await ordered()
    expect(codeOf(await end(id, 'cancel'))).toEqual([422, 'reason', 'required'])
    expect((await end(id, 'cancel', { reason: 'x' }, owner)).status).toBe(403)
    await receive(id, { lines: [{ line_id: pump, quantity: 1 }] })
    expect(codeOf(await end(id, 'close', {}))).toEqual([422, 'reason', 'required'])
    for (const by of [owner, keeper]) expect((await end(id, 'close', { reason: 'x' }, by)).status).toBe(403)
    expect(await statusOf(id)).toBe('partially_received')
  })

  test('and a delivery at the same time happen one after the other', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { id, item, pump } = await ordered()
      await receive(id, { lines: [{ line_id: pump, quantity: 1 }] })
      const [closed, came] = await Promise.all([
        end(id, 'close', { reason: 'Sold out.' }),
        receive(id, { lines: [{ line_id: pump, quantity: 2 }] }),
      ])
      expect(closed.status).toBe(200)
      expect([200, 409]).toContain(came.status)
      const { status, closed_short } = await read(id)
      expect([status, closed_short, await stockOf(item)]).toEqual([
        'received',
        true,
        came.status === 200 ? 3 : 1,
      ])
    }
  })
})

test('a draft sent back as it was read, with line ids and amounts received, is taken', async () => {
  const id = await quoteIn('draft', owner, root)
  const draft = (await owner('GET', `/api/quotes/${id}`)).body
  expect((await owner('PATCH', `/api/quotes/${id}`, { body: draft })).status).toBe(200)
})
