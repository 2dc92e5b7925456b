// Offers of suppliers for a submitted quote.
import { afterAll, describe, expect, test } from 'bun:test'
import { startBuying } from '../../support/offers.ts'
import { startCompany } from '../../support/procurement.ts'

const company = await startCompany()
const { root } = company
const { owner, buyer, approver, supplier, submitted, read, add, offered, award } = await startBuying(company)
afterAll(() => company[Symbol.asyncDispose]())

const eventsOf = async (id: number) => (await root('GET', `/api/quotes/${id}/events`)).body.items
const lastAudit = async () => (await root('GET', '/api/audit-log?limit=1')).body.items[0]
const issueOf = ({ status, body }: { status: number; body: any }) => [
  status,
  body.errors?.[0]?.path,
  body.errors?.[0]?.code,
]

test('a buyer adds the offer of a supplier, and everybody who sees the quote reads it', async () => {
  const quote = await submitted()
  const [first] = quote.lines
  const supplier_id = await supplier('Pump Makers')
  const body = {
    supplier_id,
    currency: 'USD',
    rate: '0.9215',
    valid_until: '2099-12-31',
    shipping: 1_500,
    discount: 100,
    tax: 200,
    lines: [{ line_id: first!.id, unit_price: 990, quantity: 1, lead_time_days: 14, note: 'in red' }],
  }
  const before = (await read(quote.id)).version
  const { status, headers, body: offer } = await add(quote, body)
  const path = `${quote.path}/offers/${offer.id}`
  expect([status, headers.get('Location'), headers.get('ETag')]).toEqual([201, path, '"1"'])
  const { supplier_id: _, ...terms } = body
  expect(offer).toEqual({
    id: expect.any(Number),
    version: 1,
    quote_id: quote.id,
    supplier: { id: supplier_id, name: 'Pump Makers' },
    ...terms,
    created_at: expect.any(String),
    updated_at: offer.created_at,
  })
  for (const reader of [owner, approver, buyer]) {
    expect((await reader('GET', path)).body).toEqual(offer)
    expect((await reader('GET', `${quote.path}/offers`)).body).toMatchObject({ items: [offer], total: 1 })
  }
  expect((await read(quote.id)).version).toBe(before + 1)
  expect((await eventsOf(quote.id)).at(-1)).toMatchObject({
    event: 'offer_added',
    actor_id: buyer.id,
    note: 'Pump Makers',
    from_status: 'submitted',
    to_status: 'submitted',
  })
  expect(await lastAudit()).toMatchObject({
    action: 'offer.create',
    entity: 'quote_offers',
    entity_id: String(offer.id),
    changes: { supplier: 'Pump Makers', rate: '0.9215' },
  })
})

test('an offer is changed and deleted, each with its event and its row of the audit trail', async () => {
  const quote = await submitted()
  const id = await offered(quote, [900, 800], { valid_until: '2099-01-01' })
  const path = `${quote.path}/offers/${id}`
  const headers = { 'If-Match': '"1"' }
  const changed = await buyer('PATCH', path, { body: { shipping: 500, valid_until: null }, headers })
  expect([changed.status, changed.headers.get('ETag')]).toEqual([200, '"2"'])
  expect(changed.body).toMatchObject({ shipping: 500, valid_until: null, currency: 'EUR' })
  expect(changed.body.lines).toHaveLength(2)
  expect((await buyer('PATCH', path, { body: { shipping: 1 }, headers })).status).toBe(412)
  expect((await buyer('DELETE', path, { headers })).status).toBe(412)
  expect((await buyer('PATCH', path, { body: {} })).body.version).toBe(2)
  const lines = [{ line_id: quote.lines[1]!.id, unit_price: 700 }]
  expect((await buyer('PATCH', path, { body: { lines } })).body.lines).toMatchObject(lines)
  expect(await lastAudit()).toMatchObject({ action: 'offer.update', changes: { lines } })
  expect((await buyer('DELETE', path)).status).toBe(204)
  expect((await buyer('GET', path)).status).toBe(404)
  expect(await lastAudit()).toMatchObject({ action: 'offer.delete', entity_id: String(id) })
  const events = (await eventsOf(quote.id)).map(({ event }: any) => event)
  expect(events.slice(2)).toEqual(['offer_added', 'offer_changed', 'offer_changed', 'offer_removed'])
})

test('an offer that was read can be sent back', async () => {
  const quote = await submitted()
  const id = await offered(quote, [900, 800], { currency: 'USD', rate: '0.90' })
  const path = `${quote.path}/offers/${id}`
  const offer = (await buyer('GET', path)).body
  const answer = await buyer('PATCH', path, { body: offer })
  expect(answer.body).toEqual({ ...offer, version: 2, updated_at: expect.any(String) })
})

test('only buyers and admins write offers and award, and others get 404 for a quote they do not see', async () => {
  const quote = await submitted()
  const id = await offered(quote, [900, 800])
  const before = await read(quote.id)
  const stranger = await company.hire('requester')
  const lines = [{ line_id: quote.lines[0]!.id, unit_price: 1 }]
  const body = { supplier_id: await supplier(), currency: 'EUR', lines }
  for (const [by, status] of [
    [owner, 403],
    [approver, 403],
    [await company.hire('auditor'), 403],
    [stranger, 404],
  ] as const) {
    expect((await add(quote, body, by)).status).toBe(status)
    expect((await by('PATCH', `${quote.path}/offers/${id}`, { body: { tax: 1 } })).status).toBe(status)
    expect((await by('DELETE', `${quote.path}/offers/${id}`)).status).toBe(status)
    expect((await award(quote, { offer_id: id }, by)).status).toBe(status)
  }
  for (const path of ['offers', `offers/${id}`, 'offers/comparison', 'offers/comparison.csv']) {
    expect((await stranger('GET', `${quote.path}/${path}`)).status).toBe(404)
    expect((await company.service.anyone('GET', `${quote.path}/${path}`)).status).toBe(401)
  }
  expect(await read(quote.id)).toEqual(before)
  expect((await add(quote, body, root as never)).status).toBe(201)
})

describe('an offer is refused with its field', () => {
  const line = (more: object = {}) => ({ unit_price: 100, ...more })
  test.each<[string, object, string, string]>([
    ['without a supplier', { supplier_id: undefined }, 'supplier_id', 'required'],
    ['of no supplier', { supplier_id: 999_999 }, 'supplier_id', 'unknown_reference'],
    ['without a currency', { currency: undefined }, 'currency', 'required'],
    ['in no currency', { currency: 'EURO' }, 'currency', 'custom'],
    ['without lines', { lines: [] }, 'lines', 'too_small'],
    ['without the rate of another currency', { currency: 'USD' }, 'rate', 'required'],
    ['with a rate for the same currency', { rate: '1' }, 'rate', 'same_currency'],
    ['with a rate as a number', { currency: 'USD', rate: 1.1 }, 'rate', 'invalid_type'],
    ['with a rate of zero', { currency: 'USD', rate: '0.00' }, 'rate', 'too_small'],
    ['with a negative rate', { currency: 'USD', rate: '-1' }, 'rate', 'invalid_format'],
    ['with a rate in words', { currency: 'USD', rate: '1e3' }, 'rate', 'invalid_format'],
    ['with a rate of 13 decimals', { currency: 'USD', rate: '1.1234567890123' }, 'rate', 'invalid_format'],
    ['valid until no date', { valid_until: '2027-02-30' }, 'valid_until', 'invalid_format'],
    ['valid until the year 9999', { valid_until: '9999-01-01' }, 'valid_until', 'out_of_range'],
    ['with a negative discount', { discount: -1 }, 'discount', 'too_small'],
    ['with half a cent', { shipping: 0.5 }, 'shipping', 'invalid_type'],
    ['with a discount above its total', { discount: 100_000 }, 'discount', 'too_big'],
    ['with an unknown field', { colour: 'red' }, 'colour', 'unknown_field'],
    ['with a negative price', { lines: [line({ unit_price: -1 })] }, 'lines.0.unit_price', 'too_small'],
    ['with a quantity of zero', { lines: [line({ quantity: 0 })] }, 'lines.0.quantity', 'too_small'],
    [
      'with a negative lead time',
      { lines: [line({ lead_time_days: -1 })] },
      'lines.0.lead_time_days',
      'too_small',
    ],
    [
      'with a line of another quote',
      { lines: [line({ line_id: 999_999 })] },
      'lines.0.line_id',
      'unknown_reference',
    ],
    ['with a line twice', { lines: [line(), line()] }, 'lines.1.line_id', 'repeated'],
    [
      'with a price beyond exact numbers',
      { lines: [line({ unit_price: Number.MAX_SAFE_INTEGER })] },
      'lines.0.unit_price',
      'too_big',
    ],
    [
      'with a rate that makes an amount beyond exact numbers',
      { currency: 'USD', rate: '9999999999', lines: [line({ unit_price: 1_000_000_000 })] },
      'lines.0.unit_price',
      'too_big',
    ],
    ['with charges beyond exact numbers', { shipping: Number.MAX_SAFE_INTEGER }, 'lines', 'too_big'],
  ])('%s', async (_, change, path, code) => {
    const quote = await submitted()
    const id = await offered(quote, [100])
    const before = await read(quote.id)
    const lines = ((change as any).lines ?? [line()]).map((given: object) => ({
      line_id: quote.lines[0]!.id,
      ...given,
    }))
    const body = { supplier_id: await supplier(), currency: 'EUR', ...change, lines }
    expect(issueOf(await add(quote, body))).toEqual([422, path, code])
    if (code !== 'required') {
      const changed = await buyer('PATCH', `${quote.path}/offers/${id}`, { body: { ...change, lines } })
      expect(issueOf(changed)).toEqual([422, path, code])
    }
    expect(await read(quote.id)).toEqual(before)
  })

  test('of a supplier that is inactive or was merged', async () => {
    const quote = await submitted()
    const inactive = await supplier('Gone', { active: false })
    const [merged, into] = [await supplier('Old'), await supplier('New')]
    await buyer('POST', `/api/suppliers/${merged}/merge`, { body: { into } })
    const lines = [{ line_id: quote.lines[0]!.id, unit_price: 1 }]
    for (const [supplier_id, code] of [
      [inactive, 'inactive'],
      [merged, 'merged'],
    ] as const)
      expect(issueOf(await add(quote, { supplier_id, currency: 'EUR', lines }))).toEqual([
        422,
        'supplier_id',
        code,
      ])
  })
})

test('a supplier has one offer for a quote; a second is 409, on a change too', async () => {
  const quote = await submitted()
  const supplier_id = await supplier()
  await offered(quote, [900, 800], { supplier_id })
  const other = await offered(quote, [900, 800])
  const body = { supplier_id, currency: 'EUR', lines: [{ line_id: quote.lines[0]!.id, unit_price: 1 }] }
  expect(issueOf(await add(quote, body))).toEqual([409, 'supplier_id', 'already_offered'])
  const moved = await buyer('PATCH', `${quote.path}/offers/${other}`, { body: { supplier_id } })
  expect(issueOf(moved)).toEqual([409, 'supplier_id', 'already_offered'])
})

test('a quote has at most 50 offers', async () => {
  const quote = await submitted([1])
  for (let index = 0; index < 50; index++) await offered(quote, [900])
  const body = {
    supplier_id: await supplier(),
    currency: 'EUR',
    lines: [{ line_id: quote.lines[0]!.id, unit_price: 1 }],
  }
  expect(issueOf(await add(quote, body))).toEqual([409, 'offers', 'too_many'])
})

test('an offer in a new currency needs its rate', async () => {
  const quote = await submitted()
  const path = `${quote.path}/offers/${await offered(quote, [900], { currency: 'USD', rate: '0.9' })}`
  expect(issueOf(await buyer('PATCH', path, { body: { currency: 'GBP' } }))).toEqual([
    422,
    'rate',
    'required',
  ])
  const changed = await buyer('PATCH', path, { body: { currency: 'GBP', rate: '1.15' } })
  expect(changed.body).toMatchObject({ currency: 'GBP', rate: '1.15' })
  expect((await buyer('PATCH', path, { body: { currency: 'EUR' } })).body.rate).toBeNull()
})

test('Idempotency-Key: a repeated offer is the first one, and another one with that key is 422', async () => {
  const quote = await submitted()
  const headers = { 'Idempotency-Key': crypto.randomUUID() }
  const lines = [{ line_id: quote.lines[0]!.id, unit_price: 1 }]
  const body = { supplier_id: await supplier(), currency: 'EUR', lines }
  const send = (given: object) => buyer('POST', `${quote.path}/offers`, { body: given, headers })
  const first = await send(body)
  const second = await send(body)
  expect([second.status, second.body]).toEqual([201, first.body])
  expect(second.headers.get('Idempotency-Replayed')).toBe('true')
  expect((await send({ ...body, tax: 1 })).status).toBe(422)
  expect((await buyer('GET', `${quote.path}/offers`)).body.total).toBe(1)
})

test('offers are 409 while the quote is not submitted, and once it was awarded', async () => {
  const quote = await submitted()
  const id = await offered(quote, [900, 800])
  const path = `${quote.path}/offers/${id}`
  const body = {
    supplier_id: await supplier(),
    currency: 'EUR',
    lines: [{ line_id: quote.lines[0]!.id, unit_price: 1 }],
  }
  const refused = async (code: string, field: string) => {
    for (const answer of [
      await add(quote, body),
      await buyer('PATCH', path, { body: { tax: 1 } }),
      await buyer('DELETE', path),
    ])
      expect(issueOf(answer)).toEqual([409, field, code])
  }
  await award(quote, { offer_id: id })
  await refused('awarded', 'awards')
  await approver('POST', `${quote.path}/return`, { body: { note: 'Fewer.' } })
  await refused('not_submitted', 'status')
  expect(issueOf(await award(quote, { offer_id: id }))).toEqual([409, 'status', 'not_submitted'])
  await owner('POST', `${quote.path}/submit`)
  expect((await buyer('PATCH', path, { body: { tax: 1 } })).status).toBe(200)
})

describe('lines of a draft', () => {
  const returned = async () => {
    const quote = await submitted([2, 1, 3])
    const id = await offered(quote, [900, 800, 700])
    await approver('POST', `${quote.path}/return`, { body: { note: 'Fewer.' } })
    return { ...quote, offer: `${quote.path}/offers/${id}` }
  }
  const part = (description: string, more: object = {}) => ({
    description,
    quantity: 1,
    unit_price: 5,
    ...more,
  })

  test('keep their id and what was offered for them, in any order; others are new, or deleted with it', async () => {
    const quote = await returned()
    const [first, second, third] = quote.lines
    const lines = [part('C', { id: third!.id, quantity: 9 }), part('new'), part('A', { id: first!.id })]
    const { status, body } = await owner('PATCH', quote.path, { body: { lines } })
    expect(status).toBe(200)
    expect(body.lines).toMatchObject([
      { position: 1, id: third!.id, description: 'C', quantity: 9 },
      { position: 2, description: 'new' },
      { position: 3, id: first!.id, description: 'A' },
    ])
    expect([first, second, third].map((line) => line!.id)).not.toContain(body.lines[1].id)
    const { lines: left } = (await owner('GET', quote.offer)).body
    expect(left.map(({ line_id }: any) => line_id)).toEqual([first!.id, third!.id])
  })

  test('that are those of another quote, or given twice, are 422', async () => {
    const quote = await returned()
    const other = await submitted()
    const before = await read(quote.id)
    const send = (lines: object[]) => owner('PATCH', quote.path, { body: { lines } })
    const own = quote.lines[0]!.id
    expect(issueOf(await send([part('x', { id: other.lines[0]!.id })]))).toEqual([
      422,
      'lines.0.id',
      'unknown_reference',
    ])
    expect(issueOf(await send([part('x', { id: own }), part('y', { id: own })]))).toEqual([
      422,
      'lines.1.id',
      'repeated',
    ])
    expect(await read(quote.id)).toEqual(before)
  })

  test('stay in the currency that offers were made for', async () => {
    const quote = await returned()
    const answer = await owner('PATCH', quote.path, { body: { currency: 'USD' } })
    expect(issueOf(answer)).toEqual([409, 'currency', 'has_offers'])
    expect((await owner('PATCH', quote.path, { body: { currency: 'EUR', title: 'x' } })).status).toBe(200)
  })
})

describe('suppliers that are merged', () => {
  const merge = (id: number, into: number) => buyer('POST', `/api/suppliers/${id}/merge`, { body: { into } })

  test('hand their offers and awarded lines over', async () => {
    const quote = await submitted()
    const [old, into] = [await supplier('Old'), await supplier('New')]
    const id = await offered(quote, [900, 800], { supplier_id: old })
    await award(quote, { offer_id: id })
    expect((await merge(old, into)).status).toBe(200)
    const party = { id: into, name: 'New' }
    expect((await buyer('GET', `${quote.path}/offers/${id}`)).body.supplier).toEqual(party)
    const { lines, awards } = await read(quote.id)
    expect([...lines, ...awards].map(({ supplier }: any) => supplier)).toEqual([party, party, party])
  })

  test('are 409 where both made an offer for the same quote', async () => {
    const quote = await submitted()
    const [old, into] = [await supplier('Old'), await supplier('New')]
    await offered(quote, [900, 800], { supplier_id: old })
    await offered(quote, [900, 800], { supplier_id: into })
    expect(issueOf(await merge(old, into))).toEqual([409, 'into', 'both_offered'])
    expect((await root('GET', `/api/suppliers/${old}`)).body.merged_into).toBeNull()
  })
})

test('a supplier with an offer is never deleted', async () => {
  const quote = await submitted()
  const id = await supplier()
  await offered(quote, [900], { supplier_id: id })
  const { status, body } = await buyer('DELETE', `/api/suppliers/${id}`)
  expect([status, body.code]).toEqual([409, 'in_use'])
})
