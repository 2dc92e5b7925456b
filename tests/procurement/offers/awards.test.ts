// Awards of submitted quotes, whole and by line.
import { afterAll, describe, expect, test } from 'bun:test'
import { startBuying } from '../../support/offers.ts'
import { startCompany } from '../../support/procurement.ts'

const company = await startCompany()
const { root } = company
const { owner, buyer, approver, supplier, submitted, read, offered, compare, award } =
  await startBuying(company)
afterAll(() => company[Symbol.asyncDispose]())

const issueOf = ({ status, body }: { status: number; body: any }) => [
  status,
  body.errors?.[0]?.path,
  body.errors?.[0]?.code,
]
const approve = (path: string, by = approver) => by('POST', `${path}/approve`)
const lastAudit = async () => (await root('GET', '/api/audit-log?limit=1')).body.items[0]
const byLine = (lines: { id: number }[], offers: number[]) =>
  lines.map(({ id }, index) => ({ line_id: id, offer_id: offers[index]! }))

test('a whole award gives the lines the prices and the supplier, and the quote its charges', async () => {
  const quote = await submitted([2, 1])
  const supplier_id = await supplier('Cheap')
  const id = await offered(quote, [900, 800], { supplier_id, shipping: 300, discount: 50, tax: 10 })
  await offered(quote, [990, 990])
  const { status, headers, body } = await award(quote, { offer_id: id })
  expect(status).toBe(200)
  const party = { id: supplier_id, name: 'Cheap' }
  expect(body).toMatchObject({
    status: 'submitted',
    total: 2_860,
    lines: [
      { unit_price: 900, total: 1_800, supplier: party, estimated_unit_price: 1_000 },
      { unit_price: 800, total: 800, supplier: party, estimated_unit_price: 1_000 },
    ],
    awards: [{ supplier: party, offer_id: id, total: 2_860, charges: 260 }],
  })
  expect(headers.get('ETag')).toBe(`"${body.version}"`)
  expect(await read(quote.id)).toEqual(body)
  expect((await root('GET', `${quote.path}/events`)).body.items.at(-1)).toMatchObject({
    event: 'awarded',
    actor_id: buyer.id,
    note: null,
  })
  expect(await lastAudit()).toMatchObject({
    action: 'quote.award',
    entity: 'quotes',
    entity_id: String(quote.id),
    changes: { from_total: 3_000, total: 2_860, awards: [{ offer_id: id, supplier: 'Cheap', total: 2_860 }] },
  })
})

test('an award by line goes to several suppliers, each with its charges once', async () => {
  const quote = await submitted([2, 1, 3])
  const first = await offered(quote, [900, 990, 700], { shipping: 100 })
  const second = await offered(quote, [990, 800, null], { tax: 40, discount: 50 })
  const lines = byLine(quote.lines, [first, second, first])
  const { body } = await award(quote, { lines })
  expect(body.lines.map(({ total }: any) => total)).toEqual([1_800, 800, 2_100])
  expect(body.awards).toMatchObject([
    { offer_id: first, total: 4_000, charges: 100 },
    { offer_id: second, total: 790, charges: -10 },
  ])
  expect(body.total).toBe(4_790)
  expect((await lastAudit()).changes.lines).toEqual(lines)
})

describe('where it is not the cheapest, an award needs a reason', () => {
  test('as a whole, by the totals of complete offers that can be awarded', async () => {
    const quote = await submitted([2, 1])
    const dear = await offered(quote, [900, 800], { shipping: 500 })
    const cheap = await offered(quote, [1_000, 1_000])
    // None of these can be awarded as a whole.
    await offered(quote, [1, null])
    await offered(quote, [1, 1], { valid_until: '2020-01-01' })
    const before = await read(quote.id)
    for (const reason of [undefined, null, '', ' '])
      expect(issueOf(await award(quote, { offer_id: dear, reason }))).toEqual([
        422,
        'reason',
        'reason_required',
      ])
    expect(await read(quote.id)).toEqual(before)
    expect((await award(quote, { offer_id: cheap })).status).toBe(200)
    const reason = 'Delivers three weeks earlier.'
    expect((await award(quote, { offer_id: dear, reason })).status).toBe(200)
    expect((await root('GET', `${quote.path}/events`)).body.items.at(-1)).toMatchObject({ note: reason })
    expect((await lastAudit()).changes.reason).toBe(reason)
  })

  test('by line, by the totals of the line', async () => {
    const quote = await submitted([2, 1])
    const first = await offered(quote, [900, 800])
    const second = await offered(quote, [800, 900])
    expect(issueOf(await award(quote, { lines: byLine(quote.lines, [first, first]) }))).toEqual([
      422,
      'reason',
      'reason_required',
    ])
    expect((await award(quote, { lines: byLine(quote.lines, [second, first]) })).status).toBe(200)
  })

  test('but not among offers that cost the same', async () => {
    const quote = await submitted([2])
    const offers = [await offered(quote, [900]), await offered(quote, [900])]
    for (const offer_id of offers) expect((await award(quote, { offer_id })).status).toBe(200)
  })
})

describe('an award is refused with its field', () => {
  type Made = {
    lines: { id: number }[]
    whole: number
    lacking: number
    partial: number
    expired: number
    gone: number
  }
  const reason = 'x'
  test.each<[string, (made: Made) => unknown, string, string]>([
    ['without an offer', () => ({ reason }), 'offer_id', 'one_of'],
    [
      'with both',
      ({ whole, lines }) => ({ offer_id: whole, lines: byLine(lines, [whole, whole]) }),
      'offer_id',
      'one_of',
    ],
    ['with an unknown field', ({ whole }) => ({ offer_id: whole, colour: 'red' }), 'colour', 'unknown_field'],
    ['to no offer', () => ({ offer_id: 999_999 }), 'offer_id', 'unknown_reference'],
    [
      'to an offer that lacks a line',
      ({ lacking }) => ({ offer_id: lacking, reason }),
      'offer_id',
      'incomplete',
    ],
    ['to an offer of less', ({ partial }) => ({ offer_id: partial, reason }), 'offer_id', 'incomplete'],
    ['to an offer that has expired', ({ expired }) => ({ offer_id: expired, reason }), 'offer_id', 'expired'],
    ['to an inactive supplier', ({ gone }) => ({ offer_id: gone, reason }), 'offer_id', 'inactive'],
    [
      'of some lines',
      ({ lines, whole }) => ({ lines: byLine(lines.slice(1), [whole]) }),
      'lines',
      'incomplete',
    ],
    [
      'of a line twice',
      ({ lines, whole }) => ({ lines: byLine([lines[0]!, lines[0]!], [whole, whole]) }),
      'lines.1.line_id',
      'repeated',
    ],
    [
      'of a line of another quote',
      ({ whole }) => ({ lines: byLine([{ id: 999_999 }], [whole]) }),
      'lines.0.line_id',
      'unknown_reference',
    ],
    [
      'of a line to no offer',
      ({ lines }) => ({ lines: byLine(lines, [999_999, 999_999]) }),
      'lines.0.offer_id',
      'unknown_reference',
    ],
    [
      'of a line that the offer lacks',
      ({ lines, whole, lacking }) => ({ lines: byLine(lines, [whole, lacking]) }),
      'lines.1.offer_id',
      'not_offered',
    ],
    [
      'of a line to an offer of less',
      ({ lines, whole, partial }) => ({ lines: byLine(lines, [partial, whole]) }),
      'lines.0.offer_id',
      'partial',
    ],
    [
      'of a line to an offer that has expired',
      ({ lines, whole, expired }) => ({ lines: byLine(lines, [expired, whole]) }),
      'lines.0.offer_id',
      'expired',
    ],
    [
      'of a line to an inactive supplier',
      ({ lines, whole, gone }) => ({ lines: byLine(lines, [gone, whole]) }),
      'lines.0.offer_id',
      'inactive',
    ],
  ])('%s', async (_, bodyOf, path, code) => {
    const quote = await submitted([2, 1])
    const [first, second] = quote.lines
    const inactive = await supplier('Gone')
    const made = {
      lines: quote.lines,
      whole: await offered(quote, [900, 800]),
      lacking: await offered(quote, [900, null]),
      partial: await offered(quote, [], {
        lines: [
          { line_id: first!.id, unit_price: 900, quantity: 1 },
          { line_id: second!.id, unit_price: 800, quantity: 5 },
        ],
      }),
      expired: await offered(quote, [900, 800], { valid_until: '2020-01-01' }),
      gone: await offered(quote, [900, 800], { supplier_id: inactive }),
    }
    await buyer('PATCH', `/api/suppliers/${inactive}`, { body: { active: false } })
    const before = await read(quote.id)
    expect(issueOf(await award(quote, bodyOf(made)))).toEqual([422, path, code])
    expect(await read(quote.id)).toEqual(before)
  })

  test('with a discount above what is bought by it', async () => {
    const quote = await submitted([1, 1])
    const first = await offered(quote, [100, 5_000], { discount: 200 })
    const second = await offered(quote, [900, 800])
    expect(issueOf(await award(quote, { lines: byLine(quote.lines, [first, second]) }))).toEqual([
      422,
      'lines',
      'too_small',
    ])
  })

  test('above the largest exact integer, which a longer draft can make of an offer', async () => {
    const quote = await submitted([1])
    const id = await offered(quote, [9_000_000_000_000_000])
    await approver('POST', `${quote.path}/return`, { body: { note: 'More.' } })
    const lines = [{ id: quote.lines[0]!.id, description: 'x', quantity: 2, unit_price: 1 }]
    await owner('PATCH', quote.path, { body: { lines } })
    await owner('POST', `${quote.path}/submit`)
    const { offers } = await compare(quote)
    expect(offers).toMatchObject([{ total: null, complete: false, best: false }])
    expect(issueOf(await award(quote, { offer_id: id }))).toEqual([422, 'offer_id', 'incomplete'])
    expect(issueOf(await award(quote, { lines: byLine(quote.lines, [id]) }))).toEqual([
      422,
      'lines.0.offer_id',
      'too_big',
    ])
  })
})

test('404, 403, 412, 409 and 422 come in this order', async () => {
  const quote = await submitted([1])
  const id = await offered(quote, [900])
  const stranger = await company.hire('requester')
  const wrong = { nothing: true }
  const stale = { 'If-Match': '"1"' }
  const codes = [
    await award(quote, wrong, stranger, stale),
    await award(quote, wrong, owner, stale),
    await award(quote, wrong, buyer, stale),
  ]
  await owner('POST', `${quote.path}/cancel`)
  codes.push(await award(quote, wrong, buyer))
  expect(codes.map(({ status }) => status)).toEqual([404, 403, 412, 409])
  expect((await buyer('PATCH', `${quote.path}/offers/${id}`, { body: wrong })).status).toBe(409)
  expect((await award(await submitted(), wrong)).status).toBe(422)
})

test('an award can be repeated, which replaces the one before it', async () => {
  const quote = await submitted([2, 1])
  const first = await offered(quote, [900, 800])
  const second = await offered(quote, [950, 850], { shipping: 1 })
  await award(quote, { offer_id: first })
  const { body } = await award(quote, { offer_id: second, reason: 'better' })
  expect(body).toMatchObject({
    total: 2_751,
    awards: [{ offer_id: second }],
    lines: [{ estimated_unit_price: 1_000 }, { estimated_unit_price: 1_000 }],
  })
})

test('an award takes the approvals before it away', async () => {
  await root('PUT', '/api/approval-limits', { body: { EUR: [1] } })
  const quote = await submitted([1])
  expect((await approve(quote.path)).body).toMatchObject({ status: 'submitted', approvals: [{}] })
  const id = await offered(quote, [900])
  const { body } = await award(quote, { offer_id: id })
  expect(body.approvals).toEqual([])
  expect((await approve(quote.path)).body.approvals).toHaveLength(1)
  await root('PUT', '/api/approval-limits', { body: { EUR: [] } })
})

test('a quote with offers is approved after its award, one without as it is', async () => {
  const quote = await submitted([1])
  const id = await offered(quote, [900])
  expect(issueOf(await approve(quote.path))).toEqual([409, 'awards', 'not_awarded'])
  await award(quote, { offer_id: id })
  const { body } = await approve(quote.path)
  expect(body).toMatchObject({ status: 'approved', total: 900 })
  expect(issueOf(await award(quote, { offer_id: id }))).toEqual([409, 'status', 'not_submitted'])
  const plain = await submitted([1])
  expect((await approve(plain.path)).body.status).toBe('approved')
})

test('nobody approves or rejects what they awarded, not even after a return', async () => {
  const quote = await submitted([1])
  const id = await offered(quote, [900])
  const awarder = await company.hire('buyer', 'approver')
  await award(quote, { offer_id: id }, awarder)
  for (const verb of ['approve', 'reject'])
    expect((await awarder('POST', `${quote.path}/${verb}`)).status).toBe(403)
  await approver('POST', `${quote.path}/return`, { body: { note: 'Again.' } })
  await owner('POST', `${quote.path}/submit`)
  await award(quote, { offer_id: id })
  expect((await approve(quote.path, awarder)).status).toBe(403)
  expect((await approve(quote.path)).body.status).toBe('approved')
})

test.each(['return', 'reopen'])('%s clears the award and keeps the offers', async (verb) => {
  const quote = await submitted([2, 1])
  const id = await offered(quote, [900, 800], { shipping: 300 })
  const estimate = await read(quote.id)
  await award(quote, { offer_id: id })
  if (verb === 'reopen') {
    const rejected = await approver('POST', `${quote.path}/reject`)
    expect(rejected.body).toMatchObject({ total: 2_900, awards: [{ offer_id: id }] })
    await owner('POST', `${quote.path}/reopen`)
  } else await approver('POST', `${quote.path}/return`, { body: { note: 'Again.' } })
  const { total, lines, awards, status } = await read(quote.id)
  expect({ total, lines, awards, status }).toEqual({
    total: estimate.total,
    lines: estimate.lines,
    awards: [],
    status: 'draft',
  })
  expect((await buyer('GET', `${quote.path}/offers`)).body.total).toBe(1)
})

test('a copy has the awarded prices as estimates, without suppliers and charges', async () => {
  const quote = await submitted([2, 1])
  await award(quote, { offer_id: await offered(quote, [900, 800], { shipping: 300 }) })
  const { body } = await owner('POST', `${quote.path}/copy`)
  expect(body).toMatchObject({
    total: 2_600,
    awards: [],
    lines: [{ unit_price: 900, supplier: null, estimated_unit_price: null }, { unit_price: 800 }],
  })
})
