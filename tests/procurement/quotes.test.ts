import { afterAll, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { rowsOf } from '../../src/platform/db/database.ts'
import { type Colleague, LINE, QUOTE, quoteIn, startCompany } from '../support/procurement.ts'

const company = await startCompany()
const owner = await company.hire('requester')
const other = await company.hire('requester')
afterAll(() => company[Symbol.asyncDispose]())

const createQuote = async (body: object = {}) =>
  (await owner('POST', '/api/quotes', { body: { ...QUOTE, ...body } })).body
const countOfQuotes = async () => (await company.root('GET', '/api/quotes?per_page=1')).body.total

describe('creating a quote', () => {
  test('returns the whole quote', async () => {
    const answer = await owner('POST', '/api/quotes', { body: QUOTE })
    expect(answer.status).toBe(201)
    expect(answer.headers.get('Location')).toBe(`/api/quotes/${answer.body.id}`)
    expect(answer.headers.get('ETag')).toBe('"1"')
    expect(answer.headers.get('Cache-Control')).toBe('no-store')
    expect(answer.body).toEqual({
      id: expect.any(Number),
      version: 1,
      number: expect.stringMatching(/^Q-\d{4}-\d{4}$/),
      title: 'Office',
      currency: 'EUR',
      status: 'draft',
      total: 1_350,
      requester: { id: owner.id, display_name: owner.displayName },
      created_at: expect.any(String),
      updated_at: answer.body.created_at,
      lines: [
        {
          id: expect.any(Number),
          position: 1,
          item_id: null,
          ...LINE,
          total: 1_350,
          supplier: null,
          estimated_unit_price: null,
          received: 0,
          receivable: 3,
        },
      ],
      closed_short: false,
      awards: [],
      orders: [],
      approvals: [],
      approvals_needed: 1,
    })
    expect((await owner('GET', `/api/quotes/${answer.body.id}`)).body).toEqual(answer.body)
  })

  test('read-only fields in the body are ignored', async () => {
    const first = await createQuote()
    const second = await createQuote({
      ...first,
      status: 'approved',
      total: 1,
      number: 'Q-1',
      requester: { id: other.id },
    })
    expect(second).toMatchObject({ status: 'draft', total: 1_350, version: 1, requester: { id: owner.id } })
    expect(second.number).not.toBe('Q-1')
  })

  test('is allowed for requesters and admins only', async () => {
    for (const role of ['buyer', 'approver', 'storekeeper', 'auditor'] as const) {
      const colleague = await company.hire(role)
      // The role is checked before the body.
      for (const body of [QUOTE, {}]) {
        expect((await colleague('POST', '/api/quotes', { body })).status).toBe(403)
      }
    }
    expect((await company.root('POST', '/api/quotes', { body: QUOTE })).status).toBe(201)
  })

  const MAX_AMOUNT = Number.MAX_SAFE_INTEGER
  const line = (fields: object) => ({ lines: [{ ...LINE, ...fields }] })
  test.each<[string, object, string]>([
    ['no title', { title: undefined }, 'title'],
    ['an empty title', { title: '  ' }, 'title'],
    ['a title with a line break', { title: 'a\nb' }, 'title'],
    ['a title of 201 characters', { title: 'x'.repeat(201) }, 'title'],
    ['a title with an unpaired surrogate', { title: '\ud800' }, 'title'],
    ['no currency', { currency: undefined }, 'currency'],
    ['an unknown currency', { currency: 'EUX' }, 'currency'],
    ['a currency in lower case', { currency: 'eur' }, 'currency'],
    ['no lines', { lines: undefined }, 'lines'],
    ['an empty list of lines', { lines: [] }, 'lines'],
    ['501 lines', { lines: Array(501).fill(LINE) }, 'lines'],
    ['lines as a string', { lines: 'one' }, 'lines'],
    ['a line that is null', { lines: [null] }, 'lines.0'],
    ['no description', line({ description: undefined }), 'lines.0.description'],
    ['no quantity', line({ quantity: undefined }), 'lines.0.quantity'],
    ['a negative quantity', line({ quantity: -1 }), 'lines.0.quantity'],
    ['a quantity of zero', line({ quantity: 0 }), 'lines.0.quantity'],
    ['a fractional quantity', line({ quantity: 0.5 }), 'lines.0.quantity'],
    ['a quantity as a string', line({ quantity: '3' }), 'lines.0.quantity'],
    ['a quantity above the maximum', line({ quantity: 1_000_000_001 }), 'lines.0.quantity'],
    ['a negative price', line({ unit_price: -1 }), 'lines.0.unit_price'],
    ['a fractional price', line({ unit_price: 4.5 }), 'lines.0.unit_price'],
    ['a price above the largest exact integer', line({ unit_price: MAX_AMOUNT + 1 }), 'lines.0.unit_price'],
    ['a price as a string', line({ unit_price: '1e999' }), 'lines.0.unit_price'],
    ['a line that overflows', line({ unit_price: MAX_AMOUNT, quantity: 2 }), 'lines.0.unit_price'],
    [
      'a sum that overflows',
      {
        lines: [
          { ...LINE, quantity: 1, unit_price: MAX_AMOUNT },
          { ...LINE, quantity: 1, unit_price: 1 },
        ],
      },
      'lines',
    ],
    ['an unknown item', line({ item_id: 999_999 }), 'lines.0.item_id'],
    ['an item id outside the integer range', line({ item_id: 2 ** 31 }), 'lines.0.item_id'],
    ['an unknown field', { supplier: 'x' }, 'supplier'],
    ['an unknown field of a line', line({ discount: 1 }), 'lines.0.discount'],
  ])('422 for %s', async (_, fields, path) => {
    const before = await countOfQuotes()
    const answer = await owner('POST', '/api/quotes', { body: { ...QUOTE, ...fields } })
    expect([answer.status, answer.body.code]).toEqual([422, 'validation_failed'])
    expect(answer.body.errors.map((error: any) => error.path)).toContain(path)
    expect(await countOfQuotes()).toBe(before)
  })

  test('422 for a JSON number that overflows to infinity', async () => {
    const body = JSON.stringify(QUOTE).replace('450', '1e999')
    expect((await owner('POST', '/api/quotes', { body })).status).toBe(422)
  })

  test('accepts the largest exact amount', async () => {
    const quote = await createQuote(line({ quantity: 1, unit_price: MAX_AMOUNT }))
    expect([quote.total, quote.lines[0].total]).toEqual([MAX_AMOUNT, MAX_AMOUNT])
  })

  test('quote numbers have no gaps, also after a failed and during parallel creation', async () => {
    const numberOf = (quote: { number: string }) => Number(quote.number.slice(7))
    const first = numberOf(await createQuote())
    await owner('POST', '/api/quotes', { body: { ...QUOTE, lines: [{ ...LINE, item_id: 999_999 }] } })
    const quotes = await Promise.all(Array.from({ length: 12 }, () => createQuote()))
    expect(quotes.map(numberOf).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 12 }, (_, i) => first + 1 + i),
    )
  })

  test('quote numbers restart each year and may exceed four digits', async () => {
    const { service } = company
    service.setClock(new Date('2031-12-31T23:59:59.500Z'))
    const token = await company.provider.forge({ sub: owner.subject, iat: 1, exp: 4_000_000_000 })
    const make = async () => {
      const answer = await service.anyone('POST', '/api/quotes', {
        body: QUOTE,
        headers: { Authorization: `Bearer ${token}` },
      })
      return answer.body.number
    }
    expect(await make()).toBe('Q-2031-0001')
    service.setClock(new Date('2032-01-01T00:00:00Z'))
    expect([await make(), await make()]).toEqual(['Q-2032-0001', 'Q-2032-0002'])
    await service.deps.database.query((tx) =>
      tx.execute(sql`update quote_numbers set last = 9999 where year = 2032`),
    )
    expect(await make()).toBe('Q-2032-10000')
    service.setClock(null)
  })
})

describe('reading quotes', () => {
  test('requesters read their own quotes, every other role reads all', async () => {
    const [mine, theirs] = [await createQuote(), (await other('POST', '/api/quotes', { body: QUOTE })).body]
    const visibleTo = async (colleague: Colleague, query = '') =>
      (await colleague('GET', `/api/quotes?per_page=100${query}`)).body.items.map(
        ({ id }: { id: number }) => id,
      )
    expect(await visibleTo(owner)).toContain(mine.id)
    expect(await visibleTo(owner)).not.toContain(theirs.id)
    for (const path of ['', '/events']) {
      expect((await owner('GET', `/api/quotes/${theirs.id}${path}`)).status).toBe(404)
    }
    expect((await owner('PATCH', `/api/quotes/${theirs.id}`, { body: {} })).status).toBe(404)
    for (const role of ['buyer', 'approver', 'storekeeper', 'auditor', 'admin'] as const) {
      const colleague = await company.hire(role)
      expect(await visibleTo(colleague)).toEqual(expect.arrayContaining([mine.id, theirs.id]))
      expect(await visibleTo(colleague, '&mine=true')).toEqual([])
      expect((await colleague('GET', `/api/quotes/${theirs.id}/events`)).status).toBe(200)
    }
  })

  test('lists newest first, paged, filtered by status, without lines', async () => {
    const id = await quoteIn('rejected', owner, company.root)
    const { body } = await owner('GET', '/api/quotes?status=rejected&page=1&per_page=1')
    expect(body).toMatchObject({ page: 1, per_page: 1, items: [{ id, status: 'rejected' }] })
    expect(body.items[0].lines).toBeUndefined()
    const all = (await owner('GET', '/api/quotes')).body.items.map((quote: any) => quote.id)
    expect(all).toEqual(all.toSorted((a: number, b: number) => b - a))
    expect((await owner('GET', '/api/quotes?status=lost')).status).toBe(422)
    expect((await owner('GET', '/api/quotes?per_page=101')).status).toBe(422)
  })

  test('404 for an unknown id or verb, 405 with Allow for a wrong method', async () => {
    for (const id of ['0', '-1', '1.5', 'x', '99999999999999999999', '999999999', '%00']) {
      expect((await owner('GET', `/api/quotes/${id}`)).status).toBe(404)
      expect((await owner('POST', `/api/quotes/${id}/submit`)).status).toBe(404)
    }
    const { id } = await createQuote()
    for (const [method, path, allow] of [
      ['DELETE', `/api/quotes/${id}`, 'GET, HEAD, PATCH'],
      ['PUT', `/api/quotes/${id}`, 'GET, HEAD, PATCH'],
      ['GET', `/api/quotes/${id}/approve`, 'POST'],
      ['DELETE', '/api/quotes', 'GET, HEAD, POST'],
    ] as const) {
      const answer = await owner(method, path)
      expect([answer.status, answer.headers.get('Allow')?.split(', ').sort().join(', ')]).toEqual([
        405,
        allow,
      ])
    }
    expect((await owner('POST', `/api/quotes/${id}/unsubmit`)).status).toBe(404)
  })
})

describe('updating a draft', () => {
  test('changes only the sent fields, recalculates the total and writes an event', async () => {
    const { id } = await createQuote()
    const lines = [LINE, { description: 'Pens', quantity: 2, unit_price: 100 }]
    const answer = await owner('PATCH', `/api/quotes/${id}`, {
      body: { lines },
      headers: { 'If-Match': '"1"' },
    })
    expect(answer.body).toMatchObject({ version: 2, title: 'Office', total: 1_550, status: 'draft' })
    expect(answer.body.lines.map((line: any) => [line.position, line.description])).toEqual([
      [1, 'Paper'],
      [2, 'Pens'],
    ])
    const renamed = await owner('PATCH', `/api/quotes/${id}`, { body: { title: 'Pens', currency: 'IRR' } })
    expect(renamed.body).toMatchObject({ version: 3, title: 'Pens', currency: 'IRR', total: 1_550 })
    expect(renamed.body.lines).toEqual(answer.body.lines)
    const { body } = await owner('GET', `/api/quotes/${id}/events`)
    expect(body.items.map(({ event }: any) => event)).toEqual(['created', 'updated', 'updated'])
  })

  test('an empty body changes nothing', async () => {
    const quote = await createQuote()
    const { status, body } = await owner('PATCH', `/api/quotes/${quote.id}`, { body: {} })
    expect([status, body]).toEqual([200, quote])
    expect((await owner('GET', `/api/quotes/${quote.id}/events`)).body.total).toBe(1)
  })

  test('412 with the current ETag for a stale If-Match', async () => {
    const { id } = await createQuote()
    await owner('PATCH', `/api/quotes/${id}`, { body: { title: 'a' } })
    const stale = { headers: { 'If-Match': '"1"' } }
    for (const [method, path] of [
      ['PATCH', ''],
      ['POST', '/submit'],
    ] as const) {
      const answer = await owner(method, `/api/quotes/${id}${path}`, {
        ...(method === 'PATCH' && { body: { title: 'b' } }),
        ...stale,
      })
      expect([answer.status, answer.headers.get('ETag')]).toEqual([412, '"2"'])
    }
    expect((await owner('GET', `/api/quotes/${id}`)).body).toMatchObject({
      title: 'a',
      status: 'draft',
      version: 2,
    })
  })

  test('409 when it is not a draft, 403 for anyone but the owner', async () => {
    const id = await quoteIn('submitted', owner, company.root)
    expect((await owner('PATCH', `/api/quotes/${id}`, { body: { title: 'b' } })).status).toBe(409)
    const buyer = await company.hire('buyer')
    const draft = await createQuote()
    expect((await buyer('PATCH', `/api/quotes/${draft.id}`, { body: { title: 'b' } })).status).toBe(403)
    expect((await owner('PATCH', `/api/quotes/${draft.id}`, { body: { lines: [] } })).status).toBe(422)
    expect((await company.root('PATCH', `/api/quotes/${draft.id}`, { body: { title: 'b' } })).status).toBe(
      403,
    )
  })
})

describe('note of a transition', () => {
  test.each<[unknown, number]>([
    [{}, 200],
    [{ note: null }, 200],
    [{ note: 'گزارش\nدوم' }, 200],
    [{ note: 'x'.repeat(2_000) }, 200],
    [{ note: 'x'.repeat(2_001) }, 422],
    [{ note: 'bell \u0007' }, 422],
    [{ note: 7 }, 422],
    [{ status: 'approved' }, 422],
    [[], 422],
    ['null', 422],
    ['{', 400],
  ])('%j → %i', async (body, status) => {
    const { id } = await createQuote()
    expect((await owner('POST', `/api/quotes/${id}/submit`, { body })).status).toBe(status)
    expect((await owner('GET', `/api/quotes/${id}`)).body.status).toBe(status === 200 ? 'submitted' : 'draft')
  })
})

test('a transition needs no body; a body of another media type is 415', async () => {
  const json = { 'Content-Type': 'application/json' }
  for (const options of [{}, { headers: json }, { headers: json, body: '' }]) {
    const { id } = await createQuote()
    expect((await owner('POST', `/api/quotes/${id}/submit`, options)).status).toBe(200)
  }
  const { id } = await createQuote()
  for (const type of ['text/plain', 'application/x-www-form-urlencoded']) {
    const body = { body: '{"note":"x"}', headers: { 'Content-Type': type } }
    expect((await owner('POST', `/api/quotes/${id}/submit`, body)).status).toBe(415)
  }
})

test('a display name that looks like a token is never stored', async () => {
  const token = await company.provider.tokenFor('someone')
  const subject = crypto.randomUUID()
  const { id: userId } = (
    await company.root('POST', '/api/users', { body: { subject, display_name: token.slice(0, 200) } })
  ).body
  await company.root('PUT', `/api/users/${userId}/roles/requester`)
  const mine = await company.provider.tokenFor(subject, { displayName: token, name: `Bearer ${token}` })
  const answer = await company.service.anyone('POST', '/api/quotes', {
    body: QUOTE,
    headers: { Authorization: `Bearer ${mine}` },
  })
  expect(answer.status).toBe(201)
  const stored = await company.service.deps.database.query((tx) =>
    rowsOf<{ row: string }>(
      tx,
      sql`
      select row_to_json(quote_events)::text as row from quote_events
      union all select row_to_json(audit_log)::text from audit_log
      union all select row_to_json(users)::text from users`,
    ),
  )
  expect(stored.length).toBeGreaterThan(10)
  for (const { row } of stored) for (const secret of [token, mine, 'eyJ']) expect(row).not.toContain(secret)
})

test.each(['update quote_events set actor = actor', 'delete from quote_events', 'truncate quote_events'])(
  'the database rejects: %s',
  async (statement) => {
    await expect(company.service.deps.database.query((tx) => tx.execute(sql.raw(statement)))).rejects.toThrow(
      'only be added',
    )
  },
)
