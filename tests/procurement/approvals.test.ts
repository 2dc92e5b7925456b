// Approval by amount, returns, copies and reopened quotes.
import { afterAll, afterEach, describe, expect, test } from 'bun:test'
import type { Answer } from '../support/app.ts'
import { type Colleague, QUOTE, quoteIn, startCompany } from '../support/procurement.ts'
import { roundsOf } from '../support/rounds.ts'

const ROUNDS = roundsOf(25, 5)
const PATH = '/api/approval-limits'

const company = await startCompany()
const { root } = company
const owner = await company.hire('requester')
const approvers: Colleague[] = []
while (approvers.length < 4) approvers.push(await company.hire('approver'))
const [first, second, third] = approvers as [Colleague, Colleague, Colleague]
const limit = (limits: object) => root('PUT', PATH, { body: limits })
afterEach(() => limit({ EUR: [], IRR: [] }))
afterAll(() => company[Symbol.asyncDispose]())

const submitted = (unit_price: number, currency = 'EUR') =>
  quoteIn('submitted', owner, root, {
    ...QUOTE,
    currency,
    lines: [{ description: 'Pump', quantity: 1, unit_price }],
  })
const approve = (by: Colleague, id: number) => by('POST', `/api/quotes/${id}/approve`)
const read = async (id: number) => (await root('GET', `/api/quotes/${id}`)).body
const eventsOf = async (id: number): Promise<string[]> =>
  (await root('GET', `/api/quotes/${id}/events`)).body.items.map(({ event }: any) => event)
const statusesOf = (answers: Answer[]) => answers.map(({ status }) => status).sort()
const lastAuditRows = async (count: number) =>
  (await root('GET', `/api/audit-log?limit=${count}`)).body.items.map(
    ({ action, changes }: any) => [action, changes] as const,
  )

describe('a total', () => {
  test.each([
    [0, 1],
    [100_000, 1],
    [100_001, 2],
    [1_000_000, 2],
    [1_000_001, 3],
  ])(
    'of %d with limits of 100,000 and 1,000,000 needs the approval of %d different people',
    async (price, needed) => {
      await limit({ EUR: [100_000, 1_000_000] })
      const id = await submitted(price)
      for (const [index, approver] of approvers.slice(0, needed).entries()) {
        expect(await read(id)).toMatchObject({ status: 'submitted', approvals_needed: needed })
        const { status, body } = await approve(approver, id)
        expect([status, body.approvals.length]).toEqual([200, index + 1])
      }
      const { status, approvals, approvals_needed } = await read(id)
      expect([status, approvals_needed]).toEqual(['approved', null])
      expect(approvals.map(({ approver }: any) => approver)).toEqual(
        approvers.slice(0, needed).map(({ id, displayName: display_name }) => ({ id, display_name })),
      )
      expect(await eventsOf(id)).toEqual([
        'created',
        'submitted',
        ...Array(needed - 1).fill('partially_approved'),
        'approved',
      ])
    },
  )

  test('in a currency without limits needs one', async () => {
    await limit({ EUR: [1] })
    const id = await submitted(1_000_000_000, 'IRR')
    expect((await approve(first, id)).body.status).toBe('approved')
  })
})

test('a second approval of the same person is 409 and counts for nothing', async () => {
  await limit({ EUR: [1] })
  const id = await submitted(2)
  await approve(first, id)
  const before = await read(id)
  const { status, body } = await approve(first, id)
  expect([status, body.code, body.errors[0].code]).toEqual([409, 'conflict', 'already_approved'])
  expect(await read(id)).toEqual(before)
})

test('only approvers and admins approve, none of whom created, edited or submitted it', async () => {
  await limit({ EUR: [1] })
  const id = await quoteIn('draft', owner, root, QUOTE)
  const admin = await company.hire('admin')
  await admin('POST', `/api/quotes/${id}/submit`)
  for (const by of [admin, owner, await company.hire('buyer')])
    expect((await approve(by, id)).status).toBe(403)
  expect((await read(id)).approvals).toEqual([])
})

describe('limits', () => {
  test('are read by all, and changed by admins for the currencies that a body names', async () => {
    expect((await limit({ EUR: [5, 10], IRR: [1] })).body).toEqual({ EUR: [5, 10], IRR: [1] })
    expect((await limit({ EUR: [7] })).body).toEqual({ EUR: [7], IRR: [1] })
    expect((await limit({ IRR: [] })).body).toEqual({ EUR: [7] })
    expect((await owner('GET', PATH)).body).toEqual({ EUR: [7] })
    expect(await lastAuditRows(1)).toEqual([['approval_limits.update', { IRR: [] }]])
    for (const by of [owner, first, await company.hire('buyer')])
      expect((await by('PUT', PATH, { body: { EUR: [9] } })).status).toBe(403)
    expect((await root('GET', PATH)).body).toEqual({ EUR: [7] })
  })

  test('are changed with If-Match', async () => {
    const etag = (await root('GET', PATH)).headers.get('ETag')!
    const headers = { 'If-Match': etag }
    expect((await root('PUT', PATH, { body: { EUR: [5] }, headers })).status).toBe(200)
    const stale = await root('PUT', PATH, { body: { EUR: [6] }, headers })
    expect([stale.status, stale.body.code]).toEqual([412, 'stale'])
    expect((await root('GET', PATH)).body).toEqual({ EUR: [5] })
  })

  test.each<[string, unknown, string]>([
    ['an unknown currency', { EUX: [1] }, 'EUX'],
    ['a currency in lower case', { eur: [1] }, 'eur'],
    ['amounts that descend', { EUR: [2, 1] }, 'EUR'],
    ['the same amount twice', { EUR: [1, 1] }, 'EUR'],
    ['four amounts', { EUR: [1, 2, 3, 4] }, 'EUR'],
    ['a negative amount', { EUR: [-1] }, 'EUR.0'],
    ['a fraction', { EUR: [1.5] }, 'EUR.0'],
    ['an amount as text', { EUR: ['1'] }, 'EUR.0'],
    ['a number instead of a list', { EUR: 1 }, 'EUR'],
    ['null', { EUR: null }, 'EUR'],
  ])('with %s are 422 and change nothing', async (_, body, path) => {
    const before = (await root('GET', PATH)).body
    const answer = await root('PUT', PATH, { body })
    expect([answer.status, answer.body.errors?.[0].path]).toEqual([422, path])
    expect((await root('GET', PATH)).body).toEqual(before)
  })
})

describe('a return', () => {
  test('needs a note, makes a draft and takes the approvals away', async () => {
    await limit({ EUR: [1] })
    const id = await submitted(2)
    await approve(first, id)
    for (const body of [undefined, {}, { note: ' ' }]) {
      const { status, body: problem } = await second('POST', `/api/quotes/${id}/return`, { body })
      expect([status, problem.errors?.[0].path]).toEqual([422, 'note'])
    }
    expect(await read(id)).toMatchObject({ status: 'submitted', version: 3 })
    const note = 'Two pumps are enough.'
    const returned = await second('POST', `/api/quotes/${id}/return`, { body: { note } })
    expect([returned.status, returned.body.status, returned.body.approvals]).toEqual([200, 'draft', []])
    expect((await owner('PATCH', `/api/quotes/${id}`, { body: { title: 'Pumps' } })).status).toBe(200)
    await owner('POST', `/api/quotes/${id}/submit`)
    // All approve anew, those who had approved before too.
    expect((await approve(first, id)).body.status).toBe('submitted')
    expect((await approve(third, id)).body.status).toBe('approved')
    expect((await root('GET', `/api/quotes/${id}/events`)).body.items[3]).toMatchObject({
      event: 'returned',
      note,
    })
  })
})

test('a rejected quote is reopened by its owner, and approved anew', async () => {
  const id = await submitted(2)
  await first('POST', `/api/quotes/${id}/reject`, { body: { note: 'No.' } })
  expect((await first('POST', `/api/quotes/${id}/reopen`)).status).toBe(403)
  expect((await owner('POST', `/api/quotes/${id}/reopen`)).body).toMatchObject({
    status: 'draft',
    approvals: [],
  })
  await owner('POST', `/api/quotes/${id}/submit`)
  expect((await approve(first, id)).body.status).toBe('approved')
})

describe('a copy', () => {
  test('is a draft of the person with a number of its own and the same lines', async () => {
    const id = await submitted(2)
    const original = await read(id)
    const copier = await company.hire('requester', 'buyer')
    const { status, headers, body } = await copier('POST', `/api/quotes/${id}/copy`)
    expect([status, headers.get('Location')]).toEqual([201, `/api/quotes/${body.id}`])
    expect(body).toMatchObject({
      status: 'draft',
      version: 1,
      requester: { id: copier.id },
      total: original.total,
    })
    const withoutIds = (lines: any[]) => lines.map(({ id: _, ...line }) => line)
    expect(body.lines[0].id).not.toBe(original.lines[0].id)
    expect([withoutIds(body.lines), body.title, body.currency]).toEqual([
      withoutIds(original.lines),
      original.title,
      original.currency,
    ])
    expect(body.number).not.toBe(original.number)
    expect((await root('GET', `/api/quotes/${body.id}/events`)).body.items[0]).toMatchObject({
      event: 'created',
      note: original.number,
    })
    expect(await read(id)).toEqual(original)
  })

  test('is made once for an Idempotency-Key', async () => {
    const id = await submitted(2)
    const headers = { 'Idempotency-Key': crypto.randomUUID() }
    const [one, two] = [
      await owner('POST', `/api/quotes/${id}/copy`, { headers }),
      await owner('POST', `/api/quotes/${id}/copy`, { headers }),
    ]
    expect([one.status, two.status, two.body.id]).toEqual([201, 201, one.body.id])
  })

  test('is 404 for a quote that is not visible, 403 for those who create none', async () => {
    const id = await submitted(2)
    const other = await company.hire('requester')
    expect((await other('POST', `/api/quotes/${id}/copy`)).status).toBe(404)
    expect((await first('POST', `/api/quotes/${id}/copy`)).status).toBe(403)
  })
})

test('each step is a row of the audit trail', async () => {
  await limit({ EUR: [1] })
  const id = await submitted(2)
  await approve(first, id)
  await second('POST', `/api/quotes/${id}/return`, { body: { note: 'Fewer.' } })
  const { number } = await read(id)
  expect(await lastAuditRows(3)).toEqual([
    ['quote.return', { number, from: 'submitted', to: 'draft', note: 'Fewer.' }],
    ['quote.approve', { number, from: 'submitted', to: 'submitted' }],
    ['quote.submit', { number, from: 'draft', to: 'submitted' }],
  ])
})

describe('in parallel', () => {
  test('two last approvals make one approved quote, and none is lost', async () => {
    await limit({ EUR: [1] })
    for (let round = 0; round < ROUNDS; round++) {
      const id = await submitted(2)
      const answers = await Promise.all(approvers.flatMap((by) => [approve(by, id), approve(by, id)]))
      const granted = answers.filter(({ status }) => status === 200)
      expect(granted.map(({ body }) => body.status).sort()).toEqual(['approved', 'submitted'])
      expect(statusesOf(answers)).toEqual([200, 200, 409, 409, 409, 409, 409, 409])
      expect((await read(id)).approvals).toHaveLength(2)
      expect(await eventsOf(id)).toEqual(['created', 'submitted', 'partially_approved', 'approved'])
    }
  })

  test('an approval and a return are one after the other', async () => {
    await limit({ EUR: [1] })
    for (let round = 0; round < ROUNDS; round++) {
      const id = await submitted(2)
      const [approval, returned] = await Promise.all([
        approve(first, id),
        second('POST', `/api/quotes/${id}/return`, { body: { note: 'Fewer.' } }),
      ])
      expect([returned.status, (await read(id)).approvals]).toEqual([200, []])
      expect([200, 409]).toContain(approval.status)
    }
  })

  test('a quote that was seen with new limits is not approved by the old ones', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      await limit({ EUR: [] })
      const id = await submitted(2)
      const approval = approve(first, id)
      await limit({ EUR: [1] })
      // The limits are new from here on: the quote is approved already, or needs two.
      const seen = await read(id)
      await approval
      const after = await read(id)
      if (seen.status === 'submitted' && seen.approvals.length === 0) expect(after.status).toBe('submitted')
      else expect(after.status).toBe(seen.status)
    }
  })
})
