// Every verb from every state by every role: who may, 403 for who may not, 409 where the state does not allow it.
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import type { Role } from '../../src/procurement/people/person.ts'
import { type Colleague, type Company, QUOTE, quoteIn, startCompany } from '../support/procurement.ts'

setDefaultTimeout(120_000)

const STATES = ['draft', 'submitted', 'approved', 'rejected', 'ordered', 'received', 'cancelled']
const VERBS = ['submit', 'approve', 'reject', 'order', 'receive', 'cancel']
const WHO = [
  'owner',
  'requester',
  'buyer',
  'approver',
  'storekeeper',
  'auditor',
  'admin',
  'own admin',
  'own approver',
]

/** DESIGN §10, written out: where each verb leads, and who may. */
const ALLOWED: Record<string, { to: string; who: string[] }> = {
  'draft submit': { to: 'submitted', who: ['owner', 'admin', 'own admin', 'own approver'] },
  'draft cancel': { to: 'cancelled', who: ['owner', 'admin', 'own admin', 'own approver'] },
  'submitted approve': { to: 'approved', who: ['approver', 'admin'] },
  'submitted reject': { to: 'rejected', who: ['approver', 'admin', 'own admin', 'own approver'] },
  'submitted cancel': { to: 'cancelled', who: ['owner', 'admin', 'own admin', 'own approver'] },
  'approved order': { to: 'ordered', who: ['buyer', 'admin', 'own admin'] },
  'approved cancel': { to: 'cancelled', who: ['owner', 'buyer', 'admin', 'own admin', 'own approver'] },
  'ordered receive': { to: 'received', who: ['storekeeper', 'admin', 'own admin'] },
}
/** Whom no state would allow the verb: 403 whatever the state. */
const mayEver = (who: string, verb: string) =>
  Object.entries(ALLOWED).some(([key, row]) => key.endsWith(` ${verb}`) && row.who.includes(who))

let company: Company
const people: Record<string, Colleague> = {}

beforeAll(async () => {
  company = await startCompany()
  for (const role of ['requester', 'buyer', 'approver', 'storekeeper', 'auditor', 'admin'] as Role[]) {
    people[role] = await company.hire(role)
  }
  people.owner = await company.hire('requester')
  people['own admin'] = await company.hire('requester', 'admin')
  people['own approver'] = await company.hire('requester', 'approver')
})

afterAll(() => company[Symbol.asyncDispose]())

// A refusal changes nothing, which each test sees for itself: the quote serves the next one too.
const standing = new Map<string, number>()

async function quoteFor(state: string, who: string): Promise<{ key: string; id: number }> {
  const owner = who.startsWith('own') ? who : 'owner'
  const key = `${state} of ${owner}`
  const id = standing.get(key) ?? (await quoteIn(state, people[owner]!, company.root))
  standing.set(key, id)
  return { key, id }
}

for (const state of STATES) {
  for (const verb of VERBS) {
    test(`${verb} of a quote that is ${state}`, async () => {
      for (const who of WHO) {
        const { key, id } = await quoteFor(state, who)
        const before = await company.root('GET', `/api/quotes/${id}`)
        const answer = await people[who]!('POST', `/api/quotes/${id}/${verb}`)
        const after = await company.root('GET', `/api/quotes/${id}`)
        const row = ALLOWED[`${state} ${verb}`]
        // A requester sees no quote of others.
        const expected =
          who === 'requester' ? 404 : row?.who.includes(who) ? 200 : !mayEver(who, verb) || row ? 403 : 409
        expect(`${who}: ${answer.status}`).toBe(`${who}: ${expected}`)
        if (expected === 200) {
          standing.delete(key)
          expect(answer.body).toEqual(after.body)
          expect(after.body).toMatchObject({ status: row!.to, version: before.body.version + 1 })
          expect(answer.headers.get('ETag')).toBe(`"${after.body.version}"`)
        } else {
          expect(after.body).toEqual(before.body)
          if (expected === 409) expect(answer.body.errors[0].code).toBe('impossible_transition')
        }
        const { body: events } = await company.root('GET', `/api/quotes/${id}/events`)
        const last = events.items.at(-1)
        if (expected === 200) {
          expect(last).toMatchObject({
            event: row!.to,
            from_status: state,
            to_status: row!.to,
            actor: people[who]!.displayName,
          })
        } else expect(last.to_status).toBe(state)
      }
    })
  }
}

test('nobody approves their own, and is told so', async () => {
  for (const who of ['own admin', 'own approver']) {
    const id = await quoteIn('submitted', people[who]!, company.root)
    const { status, body } = await people[who]!('POST', `/api/quotes/${id}/approve`)
    expect([status, body.detail]).toEqual([403, 'Nobody approves a quote of their own.'])
    expect((await people.approver!('POST', `/api/quotes/${id}/approve`)).status).toBe(200)
  }
})

test('who lost the last role may do nothing, with quotes of their own neither', async () => {
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

test('a quote from draft to received, with its events, its bookings and their audit rows', async () => {
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
  const made = await owner('POST', '/api/quotes', {
    body: { title: 'Office', currency: 'EUR', lines: [lines[0]] },
  })
  const path = `/api/quotes/${made.body.id}`
  expect(made.headers.get('Location')).toBe(path)
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
  const { body: booked } = await storekeeper('GET', `/api/inventory/transactions?quote_id=${made.body.id}`)
  expect(booked.items.map((row: any) => [row.item_id, row.type, row.quantity, row.stock, row.note])).toEqual([
    [paper, 'receipt', 2, 7, made.body.number],
    [pens, 'receipt', 7, 17, made.body.number],
    [paper, 'receipt', 5, 5, made.body.number],
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
      { item_id: row.item_id, quantity: row.quantity, stock: row.stock, quote_id: made.body.id },
    ]),
  )
  expect(trail.items[0].request_id).toBe(received.headers.get('X-Request-Id'))
})
