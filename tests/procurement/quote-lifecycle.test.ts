// Every verb in every status by every role: 200 if allowed, 403 without the right, 409 if the status does not allow it.
import { afterAll, expect, test } from 'bun:test'
import { quoteEvents } from '../../src/platform/db/schema/procurement.ts'
import type { Role } from '../../src/procurement/people/person.ts'
import { type Colleague, QUOTE, quoteIn, startCompany } from '../support/procurement.ts'

const STATUSES = [
  ...['draft', 'submitted', 'approved', 'rejected'],
  ...['ordered', 'partially_received', 'received', 'cancelled'],
]
const VERBS = [
  ...['submit', 'approve', 'return', 'reject', 'reopen'],
  ...['order', 'receive', 'return-goods', 'close', 'cancel'],
]
const CALLERS = [
  'owner',
  'requester',
  'buyer',
  'approver',
  'storekeeper',
  'auditor',
  'admin',
  'owner admin',
  'owner approver',
]

/** The expected transitions, written out: the target status and the callers allowed. */
const ALLOWED: Record<string, { to: string; event?: string; callers: string[] }> = {
  'draft submit': { to: 'submitted', callers: ['owner', 'admin', 'owner admin', 'owner approver'] },
  'draft cancel': { to: 'cancelled', callers: ['owner', 'admin', 'owner admin', 'owner approver'] },
  'submitted approve': { to: 'approved', callers: ['approver', 'admin'] },
  'submitted return': {
    to: 'draft',
    event: 'returned',
    callers: ['approver', 'admin', 'owner admin', 'owner approver'],
  },
  'submitted reject': { to: 'rejected', callers: ['approver', 'admin'] },
  'rejected reopen': {
    to: 'draft',
    event: 'reopened',
    callers: ['owner', 'admin', 'owner admin', 'owner approver'],
  },
  'submitted cancel': { to: 'cancelled', callers: ['owner', 'admin', 'owner admin', 'owner approver'] },
  'approved order': { to: 'ordered', callers: ['buyer', 'admin', 'owner admin'] },
  'approved cancel': {
    to: 'cancelled',
    callers: ['owner', 'buyer', 'admin', 'owner admin', 'owner approver'],
  },
  'ordered receive': { to: 'received', callers: ['storekeeper', 'admin', 'owner admin'] },
  'partially_received receive': { to: 'received', callers: ['storekeeper', 'admin', 'owner admin'] },
  // All of the little that has come.
  'partially_received return-goods': {
    to: 'ordered',
    event: 'goods_returned',
    callers: ['storekeeper', 'admin', 'owner admin'],
  },
  'received return-goods': {
    to: 'partially_received',
    event: 'goods_returned',
    callers: ['storekeeper', 'admin', 'owner admin'],
  },
  'partially_received close': {
    to: 'received',
    event: 'closed_short',
    callers: ['buyer', 'admin', 'owner admin'],
  },
  'ordered cancel': { to: 'cancelled', callers: ['buyer', 'admin', 'owner admin'] },
  'partially_received cancel': {
    to: 'received',
    event: 'closed_short',
    callers: ['buyer', 'admin', 'owner admin'],
  },
}
/** False for callers who get 403 in every status. */
const isEverAllowed = (caller: string, verb: string) =>
  Object.entries(ALLOWED).some(([key, row]) => key.endsWith(` ${verb}`) && row.callers.includes(caller))

const people: Record<string, Colleague> = {}

const company = await startCompany()
for (const role of ['requester', 'buyer', 'approver', 'storekeeper', 'auditor', 'admin'] as Role[]) {
  people[role] = await company.hire(role)
}
people.owner = await company.hire('requester')
people['owner admin'] = await company.hire('requester', 'admin')
people['owner approver'] = await company.hire('requester', 'approver')
afterAll(() => company[Symbol.asyncDispose]())

type Reused = { id: number; body: any; isRefused: boolean }

// A refused verb changes nothing (each test asserts it), so the quote is reused.
const reusable = new Map<string, Reused>()

/** A quote with this status, as it was when last read. */
async function quoteFor(status: string, owner: string): Promise<Reused> {
  const key = `${status} of ${owner}`
  const known = reusable.get(key)
  if (known) return known
  const id = await quoteIn(status, people[owner]!, company.root)
  const { body } = await company.root('GET', `/api/quotes/${id}`)
  const quote = { id, body, isRefused: false }
  reusable.set(key, quote)
  return quote
}

async function lastEventOf({ id }: Reused) {
  const { body } = await company.root('GET', `/api/quotes/${id}/events`)
  return body.items.at(-1)
}

/** Asserts that the verbs that were refused since the last call changed nothing. */
async function expectUnchanged(quote: Reused) {
  if (!quote.isRefused) return
  quote.isRefused = false
  expect((await company.root('GET', `/api/quotes/${quote.id}`)).body).toEqual(quote.body)
  expect((await lastEventOf(quote)).to_status).toBe(quote.body.status)
}

const bodyOf = (verb: string) => ({ [verb === 'close' ? 'reason' : 'note']: 'Two, not three.' })
const oneOf = ({ body }: Reused) => ({ line_id: body.lines[0].id, quantity: 1 })

for (const status of STATUSES) {
  for (const verb of VERBS) {
    test(`${verb} a quote with status ${status}`, async () => {
      const row = ALLOWED[`${status} ${verb}`]
      const owners = new Set<string>()
      for (const caller of CALLERS) {
        const owner = caller.startsWith('owner') ? caller : 'owner'
        owners.add(owner)
        const quote = await quoteFor(status, owner)
        // Quotes of others are not visible to a requester.
        const expected =
          caller === 'requester'
            ? 404
            : row?.callers.includes(caller)
              ? 200
              : !isEverAllowed(caller, verb) || row
                ? 403
                : 409
        if (expected === 200) await expectUnchanged(quote)
        const answer = await people[caller]!('POST', `/api/quotes/${quote.id}/${verb}`, {
          body: verb === 'return-goods' ? { lines: [oneOf(quote)], reason: 'Leaks.' } : bodyOf(verb),
        })
        expect(`${caller}: ${answer.status}`).toBe(`${caller}: ${expected}`)
        if (expected === 409) expect(answer.body.errors[0].code).toBe('impossible_transition')
        if (expected !== 200) {
          quote.isRefused = true
          continue
        }
        reusable.delete(`${status} of ${owner}`)
        const after = await company.root('GET', `/api/quotes/${quote.id}`)
        expect(answer.body).toEqual(after.body)
        expect(after.body).toMatchObject({ status: row!.to, version: quote.body.version + 1 })
        expect(answer.headers.get('ETag')).toBe(`"${after.body.version}"`)
        expect(await lastEventOf(quote)).toMatchObject({
          event: row!.event ?? row!.to,
          from_status: status,
          to_status: row!.to,
          actor: people[caller]!.displayName,
        })
      }
      for (const owner of owners) {
        const quote = reusable.get(`${status} of ${owner}`)
        if (quote) await expectUnchanged(quote)
      }
    })
  }
}

test('the owner cannot approve their own quote, not even as an admin', async () => {
  for (const caller of ['owner admin', 'owner approver']) {
    const id = await quoteIn('submitted', people[caller]!, company.root)
    const { status, body } = await people[caller]!('POST', `/api/quotes/${id}/approve`)
    expect([status, body.detail]).toEqual([
      403,
      'You cannot approve or reject a quote that you created, edited, submitted or awarded.',
    ])
    expect((await people.approver!('POST', `/api/quotes/${id}/approve`)).status).toBe(200)
  }
})

const NOT_APPROVED = [
  403,
  'You cannot approve or reject a quote that you created, edited, submitted or awarded.',
]

test('an admin who submitted a quote of another person cannot approve it', async () => {
  const id = await quoteIn('draft', people.owner!, company.root)
  const { admin } = people
  expect((await admin!('POST', `/api/quotes/${id}/submit`)).status).toBe(200)
  const { status, body } = await admin!('POST', `/api/quotes/${id}/approve`)
  expect([status, body.detail]).toEqual(NOT_APPROVED)
  expect((await people.approver!('POST', `/api/quotes/${id}/approve`)).status).toBe(200)
})

test('an admin cannot edit a draft of another person', async () => {
  const id = await quoteIn('draft', people.owner!, company.root)
  const body = { lines: [{ description: 'Pump', quantity: 1, unit_price: 99_900_000 }] }
  expect((await people.admin!('PATCH', `/api/quotes/${id}`, { body })).status).toBe(403)
  expect((await company.root('GET', `/api/quotes/${id}`)).body).toMatchObject({ total: 1_350, version: 1 })
})

test('nobody approves a quote that they edited, also when the edit was made by an older release', async () => {
  const id = await quoteIn('submitted', people.owner!, company.root)
  const editors = [people.admin!, people.approver!]
  for (const { id: actor_id, displayName: actor } of editors) {
    await company.service.deps.database.transaction((tx) =>
      tx.insert(quoteEvents).values({
        quote_id: id,
        occurred_at: new Date(),
        actor,
        actor_id,
        event: 'updated',
        from_status: 'draft',
        to_status: 'draft',
      }),
    )
  }
  for (const editor of editors) {
    const { status, body } = await editor('POST', `/api/quotes/${id}/approve`)
    expect([status, body.detail]).toEqual(NOT_APPROVED)
  }
  expect((await company.root('POST', `/api/quotes/${id}/approve`)).status).toBe(200)
})

test('a person without any role left is refused everywhere, also for their own quotes', async () => {
  const leaver = await company.hire('requester')
  const id = await quoteIn('draft', leaver, company.root)
  await company.root('DELETE', `/api/users/${leaver.id}/roles/requester`)
  for (const [method, path] of [
    ['GET', '/api/quotes'],
    ['POST', '/api/quotes'],
    ['GET', `/api/quotes/${id}`],
    ['POST', `/api/quotes/${id}/submit`],
    ['GET', '/api/inventory/items'],
    ['GET', '/api/audit-log'],
    ['GET', '/api/quotes/nothing/here'],
  ] as const) {
    expect((await leaver(method, path, method === 'POST' ? { body: QUOTE } : {})).status).toBe(403)
  }
})

test('a quote from draft to received writes events, inventory transactions and audit rows', async () => {
  const [owner, approver, buyer, storekeeper] = [
    people.owner!,
    people.approver!,
    people.buyer!,
    people.storekeeper!,
  ]
  const [paper, pens] = [await company.stocked(0), await company.stocked(10)]
  const lines = [
    { item_id: paper, description: 'Paper', quantity: 5, unit_price: 1_250 },
    { description: 'Delivery', quantity: 1, unit_price: 990 },
    { item_id: pens, description: 'Pens', quantity: 7, unit_price: 199 },
    { item_id: paper, description: 'Paper, thicker', quantity: 2, unit_price: 1_500 },
  ]
  const created = await owner('POST', '/api/quotes', {
    body: { title: 'Office', currency: 'EUR', lines: [lines[0]] },
  })
  const path = `/api/quotes/${created.body.id}`
  expect(created.headers.get('Location')).toBe(path)
  await owner('PATCH', path, { body: { lines } })
  await owner('POST', `${path}/submit`, { body: { note: 'please' } })
  await approver('POST', `${path}/approve`, { body: { note: '  within budget\nuntil May ' } })
  await buyer('POST', `${path}/order`, { body: {} })
  const received = await storekeeper('POST', `${path}/receive`)
  expect(received.body).toMatchObject({ status: 'received', total: 5 * 1_250 + 990 + 7 * 199 + 2 * 1_500 })

  const { body: events } = await owner('GET', `${path}/events`)
  const shown = events.items.map((event: any) => [
    event.actor,
    event.event,
    event.from_status,
    event.to_status,
    event.note,
  ])
  expect(shown).toEqual([
    [owner.displayName, 'created', null, 'draft', null],
    [owner.displayName, 'updated', 'draft', 'draft', null],
    [owner.displayName, 'submitted', 'draft', 'submitted', 'please'],
    [approver.displayName, 'approved', 'submitted', 'approved', 'within budget\nuntil May'],
    [buyer.displayName, 'ordered', 'approved', 'ordered', null],
    [storekeeper.displayName, 'received', 'ordered', 'received', null],
  ])
  expect(Object.keys(events.items[0])).toEqual(
    expect.arrayContaining(['quote_id', 'occurred_at', 'actor', 'event', 'from_status', 'to_status', 'note']),
  )

  expect([await company.stockOf(paper), await company.stockOf(pens)]).toEqual([7, 17])
  const { body: booked } = await storekeeper('GET', `/api/inventory/transactions?quote_id=${created.body.id}`)
  expect(booked.items.map((row: any) => [row.item_id, row.type, row.quantity, row.stock, row.note])).toEqual([
    [paper, 'receipt', 2, 7, created.body.number],
    [pens, 'receipt', 7, 17, created.body.number],
    [paper, 'receipt', 5, 5, created.body.number],
  ])
  const { body: trail } = await people.auditor!(
    'GET',
    `/api/audit-log?limit=3&actor_id=${storekeeper.subject}`,
  )
  expect(
    trail.items.map((row: any) => [row.actor, row.action, row.entity, row.entity_id, row.changes]),
  ).toEqual(
    booked.items.map((row: any) => [
      storekeeper.displayName,
      'inventory.receipt',
      'inventory_transactions',
      String(row.id),
      { item_id: row.item_id, quantity: row.quantity, stock: row.stock, quote_id: created.body.id },
    ]),
  )
  expect(trail.items[0].request_id).toBe(received.headers.get('X-Request-Id'))
})
