// Parallel requests. They really run in parallel on Postgres; the embedded database runs them one after another.
import { afterAll, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { verifyAuditChain } from '../../src/accounts/audit/verify-audit-chain.ts'
import { rowsOf } from '../../src/platform/db/database.ts'
import { createTransaction } from '../../src/procurement/inventory/inventory-transactions.ts'
import { transitionQuote } from '../../src/procurement/quotes/transition-quote.ts'
import { createQuote } from '../../src/procurement/quotes/write-quotes.ts'
import type { Answer } from '../support/app.ts'
import { onPostgres, untilLocked } from '../support/database.ts'
import { type Colleague, deadlocksIn, QUOTE, quoteIn, startCompany } from '../support/procurement.ts'
import { roundsOf } from '../support/rounds.ts'

const ROUNDS = roundsOf(15, 3)

const company = await startCompany()
const owner = await company.hire('requester')
const storekeeper = await company.hire('storekeeper')
const approvers: Colleague[] = await Promise.all([company.hire('approver'), company.hire('approver')])
afterAll(() => company[Symbol.asyncDispose]())

const statusesOf = (answers: Answer[]) => answers.map(({ status }) => status).sort()
const eventsOf = async (id: number): Promise<string[]> =>
  (await company.root('GET', `/api/quotes/${id}/events`)).body.items.map(({ event }: any) => event)
const times = <T>(count: number, make: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => make(index)))

test('only one of several parallel approvals succeeds', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const id = await quoteIn('submitted', owner, company.root)
    const answers = await times(6, (index) => approvers[index % 2]!('POST', `/api/quotes/${id}/approve`))
    expect(statusesOf(answers)).toEqual([200, 409, 409, 409, 409, 409])
    expect(await eventsOf(id)).toEqual(['created', 'submitted', 'approved'])
    expect((await company.root('GET', `/api/quotes/${id}`)).body.version).toBe(3)
  }
})

test('an admin who submits in parallel with approving never approves alone', async () => {
  const admin = await company.hire('admin')
  for (let round = 0; round < ROUNDS; round++) {
    const id = await quoteIn('draft', owner, company.root)
    await Promise.all([
      admin('POST', `/api/quotes/${id}/submit`),
      ...Array.from({ length: 5 }, () => admin('POST', `/api/quotes/${id}/approve`)),
    ])
    expect(await eventsOf(id)).toEqual(['created', 'submitted'])
  }
})

test('a quote is approved with the total it was submitted with, whatever edits run in parallel', async () => {
  const [approver] = approvers as [Colleague]
  for (let round = 0; round < ROUNDS; round++) {
    const id = await quoteIn('draft', owner, company.root)
    const path = `/api/quotes/${id}`
    const lines = [{ description: 'Pump', quantity: 1, unit_price: 99_900_000 }]
    const [edited, submitted, ...approved] = await Promise.all([
      owner('PATCH', path, { body: { lines } }),
      owner('POST', `${path}/submit`),
      ...Array.from({ length: 4 }, () => approver('POST', `${path}/approve`)),
    ])
    expect(submitted!.status).toBe(200)
    // Either the edit came first or it was refused: nothing changes after the submission.
    const events = await eventsOf(id)
    expect(events.indexOf('updated')).toBe(edited!.status === 200 ? 1 : -1)
    const total = edited!.status === 200 ? 99_900_000 : 1_350
    expect(submitted!.body.total).toBe(total)
    for (const { status, body } of approved) if (status === 200) expect(body.total).toBe(total)
    expect((await company.root('GET', path)).body.total).toBe(total)
  }
})

test('parallel approve, reject and cancel leave a consistent history', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const id = await quoteIn('submitted', owner, company.root)
    const [approver, rejecter] = approvers as [Colleague, Colleague]
    await Promise.all([
      approver('POST', `/api/quotes/${id}/approve`),
      rejecter('POST', `/api/quotes/${id}/reject`),
      owner('POST', `/api/quotes/${id}/cancel`),
    ])
    const events = await eventsOf(id)
    // An approved quote may be cancelled after that.
    expect(['approved', 'rejected', 'cancelled', 'approved cancelled']).toContain(events.slice(2).join(' '))
  }
})

test('parallel receives book the stock once', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const item_id = await company.stocked(1)
    const body = { ...QUOTE, lines: [{ item_id, description: 'x', quantity: 5, unit_price: 1 }] }
    const id = await quoteIn('ordered', owner, company.root, body)
    const answers = await times(5, () => storekeeper('POST', `/api/quotes/${id}/receive`))
    expect(statusesOf(answers)).toEqual([200, 409, 409, 409, 409])
    expect(await company.stockOf(item_id)).toBe(6)
  }
})

test('50 parallel issues of a stock of 20 leave a stock of zero', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const item_id = await company.stocked(20)
    const answers = await times(50, () =>
      storekeeper('POST', '/api/inventory/transactions', { body: { item_id, type: 'issue', quantity: 1 } }),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(20)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(30)
    expect(await company.stockOf(item_id)).toBe(0)
    const left = answers.flatMap(({ status, body }) => (status === 201 ? [body.stock] : []))
    expect(left.sort((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, index) => index))
  }
})

test('receiving the same items in opposite order does not deadlock', async () => {
  const [a, b] = [await company.stocked(0), await company.stocked(0)]
  const line = (item_id: number) => ({ item_id, description: 'x', quantity: 1, unit_price: 1 })
  for (let round = 0; round < ROUNDS; round++) {
    const ids: number[] = []
    for (let index = 0; index < 8; index++) {
      const lines = index % 2 ? [line(a), line(b)] : [line(b), line(a)]
      ids.push(await quoteIn('ordered', owner, company.root, { ...QUOTE, lines }))
    }
    const [received] = await Promise.all([
      times(8, (index) => storekeeper('POST', `/api/quotes/${ids[index]}/receive`)),
      times(8, (index) =>
        owner('POST', '/api/quotes', {
          body: { ...QUOTE, lines: index % 2 ? [line(a), line(b)] : [line(b), line(a)] },
        }),
      ),
    ])
    expect(new Set(statusesOf(received))).toEqual(new Set([200]))
  }
  expect([await company.stockOf(a), await company.stockOf(b)]).toEqual([8 * ROUNDS, 8 * ROUNDS])
})

test('parallel audited writes all succeed and keep the audit chain intact', async () => {
  const { admin } = company.service
  const item_id = await company.stocked(1_000)
  const newcomers = await times(4, () => company.hire())
  for (let round = 0; round < ROUNDS; round++) {
    const answers = await Promise.all([
      ...Array.from({ length: 6 }, () =>
        storekeeper('POST', '/api/inventory/transactions', { body: { item_id, type: 'issue', quantity: 1 } }),
      ),
      ...newcomers.map(({ id }) =>
        company.root('PUT', `/api/users/${id}/roles/${round % 2 ? 'buyer' : 'auditor'}`),
      ),
      ...Array.from({ length: 4 }, () =>
        admin('POST', '/api/admin/articles', {
          body: { title: `a ${crypto.randomUUID()}`, content: '<p>x</p>', status: 'published' },
        }),
      ),
      company.root('POST', '/api/users', { body: { subject: crypto.randomUUID() } }),
      company.root('GET', '/api/audit-log/integrity'),
    ])
    expect(answers.filter(({ status }) => status >= 400).map(({ body }) => body)).toEqual([])
  }
  expect(await verifyAuditChain(company.service.deps.database)).toMatchObject({
    ok: true,
    first_broken: null,
  })
})

test('the database itself rejects a negative stock', async () => {
  const id = await company.stocked(1)
  const { database } = company.service.deps
  const statement = sql`update inventory_items set stock = -1 where id = ${id}`
  await expect(database.query((tx) => tx.execute(statement))).rejects.toThrow()
})

test('a role removed after authentication no longer counts', async () => {
  const { database, clock, audit } = company.service.deps
  const item_id = await company.stocked(5)
  const guest = await company.hire()
  const submitted = await quoteIn('submitted', owner, company.root)
  // The person as authenticated before the roles were removed.
  const person = {
    id: guest.id,
    subject: guest.subject,
    name: guest.displayName,
    email: null,
    roles: new Set(['storekeeper', 'requester', 'approver'] as const),
    standsFor: [],
    today: '2026-01-01',
    isAdmin: false,
    actor: null,
    session: null,
  }
  const ctx = { database, clock, audit: audit(null), person }
  const attempts: (() => Promise<unknown>)[] = [
    () => createTransaction(ctx, { body: { item_id, type: 'issue', quantity: 1 }, key: null }),
    () => createQuote(ctx, { body: QUOTE, key: null }),
    () => transitionQuote(ctx, { id: submitted, verb: 'approve', note: null, ifMatch: null }),
  ]
  for (const attempt of attempts) await expect(attempt()).rejects.toMatchObject({ code: 'forbidden' })
  expect(await company.stockOf(item_id)).toBe(5)
})

test('removing a role waits for a running transaction of its holder', async () => {
  if (!onPostgres) return
  const { database } = company.service.deps
  const leaver = await company.hire('storekeeper')
  const item_id = await company.stocked(5)
  const order: string[] = []
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const locked = Promise.withResolvers<void>()
  const blocker = database.transaction(async (tx) => {
    await tx.execute(sql`select 1 from inventory_items where id = ${item_id} for update`)
    locked.resolve()
    await released
  })
  await locked.promise
  const issue = leaver('POST', '/api/inventory/transactions', {
    body: { item_id, type: 'issue', quantity: 1 },
  }).then(({ status }) => order.push(`issued ${status}`))
  await untilLocked(company.service.deps.database, 1)
  const removal = company
    .root('DELETE', `/api/users/${leaver.id}/roles/storekeeper`)
    .then(({ status }) => order.push(`removed ${status}`))
  await untilLocked(company.service.deps.database, 2)
  expect(order).toEqual([])
  release()
  await Promise.all([blocker, issue, removal])
  expect(order).toEqual(['issued 201', 'removed 204'])
})

test('a change is rolled back when its audit row cannot be written', async () => {
  const { database } = company.service.deps
  const item_id = await company.stocked(5)
  const colleague = await company.hire()
  const count = async () =>
    (
      await database.query((tx) =>
        rowsOf<{ count: number }>(tx, sql`select count(*)::int as count from inventory_transactions`),
      )
    )[0]!.count
  const before = await count()
  await database.query((tx) =>
    tx.execute(sql`alter table audit_log add constraint reject_all check (id < 0) not valid`),
  )
  const body = { item_id, type: 'issue', quantity: 1 }
  expect((await storekeeper('POST', '/api/inventory/transactions', { body })).status).toBeGreaterThanOrEqual(
    400,
  )
  expect((await company.root('PUT', `/api/users/${colleague.id}/roles/buyer`)).status).toBeGreaterThanOrEqual(
    400,
  )
  await database.query((tx) => tx.execute(sql`alter table audit_log drop constraint reject_all`))
  expect([await company.stockOf(item_id), await count()]).toEqual([5, before])
  expect((await colleague('GET', '/api/users/me')).body.roles).toEqual([])
  expect((await storekeeper('POST', '/api/inventory/transactions', { body })).status).toBe(201)
})

test('no test above caused a deadlock', async () => {
  if (!onPostgres) return
  expect(await deadlocksIn(company.service.deps.database)).toBe(0)
})
