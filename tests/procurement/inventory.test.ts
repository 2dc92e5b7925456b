import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { type Colleague, type Company, startCompany } from '../support/procurement.ts'

setDefaultTimeout(60_000)

let company: Company
let keeper: Colleague
let auditor: Colleague

beforeAll(async () => {
  company = await startCompany()
  keeper = await company.hire('storekeeper')
  auditor = await company.hire('auditor')
})

afterAll(() => company[Symbol.asyncDispose]())

const ITEMS = '/api/inventory/items'
const TRANSACTIONS = '/api/inventory/transactions'
const newItem = () => ({ sku: crypto.randomUUID(), name: 'Paper', unit: 'box' })
const book = (item_id: number, type: string, quantity: number) =>
  keeper('POST', TRANSACTIONS, { body: { item_id, type, quantity } })

describe('items', () => {
  test('made, read, listed by SKU, changed', async () => {
    const body = newItem()
    const made = await keeper('POST', ITEMS, { body })
    expect(made.status).toBe(201)
    expect(made.headers.get('Location')).toBe(`${ITEMS}/${made.body.id}`)
    expect(made.body).toMatchObject({ ...body, stock: 0, version: 1 })
    expect((await auditor('GET', `${ITEMS}/${made.body.id}`)).body).toEqual(made.body)
    const changed = await keeper('PATCH', `${ITEMS}/${made.body.id}`, {
      body: { ...made.body, name: 'Card', stock: 99 },
      headers: { 'If-Match': '"1"' },
    })
    expect(changed.body).toMatchObject({ name: 'Card', stock: 0, version: 2 })
    const stale = await keeper('PATCH', `${ITEMS}/${made.body.id}`, {
      body: { name: 'x' },
      headers: { 'If-Match': '"1"' },
    })
    expect([stale.status, stale.headers.get('ETag')]).toEqual([412, '"2"'])
    const { body: list } = await auditor('GET', ITEMS)
    const skus = list.items.map(({ sku }: any) => sku.toLowerCase())
    expect(skus).toContain(body.sku)
    expect(list.total).toBe(skus.length)
  })

  test('a SKU is taken in any case', async () => {
    const body = newItem()
    await keeper('POST', ITEMS, { body })
    const again = await keeper('POST', ITEMS, { body: { ...body, sku: body.sku.toUpperCase() } })
    expect([again.status, again.body.errors]).toEqual([
      409,
      [{ path: 'sku', code: 'taken', message: 'is taken' }],
    ])
  })

  test('the unit stays once something was counted in it', async () => {
    const id = await company.stocked(0)
    expect((await keeper('PATCH', `${ITEMS}/${id}`, { body: { unit: 'piece' } })).status).toBe(200)
    await book(id, 'receipt', 1)
    expect((await keeper('PATCH', `${ITEMS}/${id}`, { body: { unit: 'box' } })).status).toBe(409)
    expect((await keeper('PATCH', `${ITEMS}/${id}`, { body: { unit: 'piece', name: 'x' } })).status).toBe(200)
  })

  test.each<[object, string]>([
    [{ sku: '' }, 'sku'],
    [{ sku: 'a\nb' }, 'sku'],
    [{ sku: 'x'.repeat(65) }, 'sku'],
    [{ name: undefined }, 'name'],
    [{ unit: 7 }, 'unit'],
    [{ price: 1 }, 'price'],
  ])('refused: %j', async (fields, path) => {
    const answer = await keeper('POST', ITEMS, { body: { ...newItem(), ...fields } })
    expect([answer.status, answer.body.errors[0].path]).toEqual([422, path])
  })

  test('are made and changed by storekeepers and admins, read by everybody with a role', async () => {
    const id = await company.stocked(3)
    for (const role of ['requester', 'buyer', 'approver', 'auditor'] as const) {
      const colleague = await company.hire(role)
      expect((await colleague('POST', ITEMS, { body: newItem() })).status).toBe(403)
      expect((await colleague('PATCH', `${ITEMS}/${id}`, { body: { name: 'x' } })).status).toBe(403)
      expect((await colleague('POST', TRANSACTIONS, { body: {} })).status).toBe(403)
      for (const path of [ITEMS, `${ITEMS}/${id}`, TRANSACTIONS])
        expect((await colleague('GET', path)).status).toBe(200)
    }
  })

  test('404 and 405', async () => {
    for (const id of ['0', 'x', '999999999']) {
      expect((await keeper('GET', `${ITEMS}/${id}`)).status).toBe(404)
      expect((await keeper('PATCH', `${ITEMS}/${id}`, { body: {} })).status).toBe(404)
      expect((await keeper('GET', `${TRANSACTIONS}/${id}`)).status).toBe(404)
    }
    const id = await company.stocked(1)
    for (const method of ['DELETE', 'PUT']) expect((await keeper(method, `${ITEMS}/${id}`)).status).toBe(405)
    for (const method of ['DELETE', 'PATCH', 'PUT'])
      expect((await keeper(method, `${TRANSACTIONS}/1`)).status).toBe(405)
  })
})

describe('transactions', () => {
  test('move the stock, say what is left, and are in the audit trail', async () => {
    const id = await company.stocked(0)
    const stocks: number[] = []
    for (const [type, quantity] of [
      ['receipt', 10],
      ['issue', 4],
      ['adjustment', -1],
      ['adjustment', 3],
    ] as const) {
      const answer = await keeper('POST', TRANSACTIONS, {
        body: { item_id: id, type, quantity, note: ' counted ' },
      })
      expect(answer.status).toBe(201)
      expect(answer.body).toMatchObject({
        item_id: id,
        type,
        quantity,
        actor: keeper.displayName,
        note: 'counted',
      })
      stocks.push(answer.body.stock)
      const path = answer.headers.get('Location')!
      expect((await auditor('GET', path)).body).toEqual(answer.body)
      const { body } = await auditor(
        'GET',
        `/api/audit-log?limit=1&entity=inventory_transactions&entity_id=${answer.body.id}`,
      )
      expect(body.items[0]).toMatchObject({
        actor: keeper.displayName,
        actor_id: keeper.subject,
        action: `inventory.${type}`,
        changes: { item_id: id, quantity, stock: answer.body.stock },
      })
    }
    expect(stocks).toEqual([10, 6, 5, 8])
    expect(await company.stockOf(id)).toBe(8)
    const { body } = await auditor('GET', `${TRANSACTIONS}?item_id=${id}&type=adjustment`)
    expect(body.items.map(({ quantity }: any) => quantity)).toEqual([3, -1])
  })

  test('never take more than there is', async () => {
    const id = await company.stocked(3)
    for (const [type, quantity] of [
      ['issue', 4],
      ['adjustment', -4],
    ] as const) {
      const answer = await book(id, type, quantity)
      expect([answer.status, answer.body.errors[0]]).toEqual([
        409,
        { path: 'quantity', code: 'insufficient_stock', message: 'is more than the 3 on hand' },
      ])
    }
    expect((await book(id, 'issue', 3)).status).toBe(201)
    expect((await book(id, 'issue', 1)).status).toBe(409)
    expect(await company.stockOf(id)).toBe(0)
  })

  test('never make more than can be counted', async () => {
    const id = await company.stocked(0)
    const { deps } = company.service
    const { sql } = await import('drizzle-orm')
    await deps.database.query((tx) =>
      tx.execute(sql`update inventory_items set stock = 999999999999 where id = ${id}`),
    )
    expect((await book(id, 'receipt', 2)).status).toBe(409)
    expect((await book(id, 'receipt', 1)).body.stock).toBe(1_000_000_000_000)
  })

  test.each<[string, object, string]>([
    ['no item', { item_id: undefined }, 'item_id'],
    ['an item that there is not', { item_id: 999_999 }, 'item_id'],
    ['an item in text', { item_id: '1' }, 'item_id'],
    ['a kind that there is not', { type: 'theft' }, 'type'],
    ['nothing received', { quantity: 0 }, 'quantity'],
    ['less than nothing received', { quantity: -1 }, 'quantity'],
    ['less than nothing issued', { type: 'issue', quantity: -1 }, 'quantity'],
    ['an adjustment by nothing', { type: 'adjustment', quantity: 0 }, 'quantity'],
    ['a part of one', { quantity: 1.5 }, 'quantity'],
    ['more than a billion', { quantity: 1_000_000_001 }, 'quantity'],
    ['a note with a control character', { note: '\u0000' }, 'note'],
    ['a stock', { stock: 5 }, 'stock'],
  ])('refused: %s', async (_, fields, path) => {
    const item_id = await company.stocked(5)
    const answer = await keeper('POST', TRANSACTIONS, {
      body: { item_id, type: 'receipt', quantity: 1, ...fields },
    })
    expect([answer.status, answer.body.errors[0].path]).toEqual([422, path])
    expect(await company.stockOf(item_id)).toBe(5)
  })
})

describe('Idempotency-Key', () => {
  const send = (client: Colleague, path: string, body: object, key: string) =>
    client('POST', path, { body, headers: { 'Idempotency-Key': key } })

  test('a repeat answers what the first one answered, and books nothing', async () => {
    const id = await company.stocked(10)
    const body = { item_id: id, type: 'issue', quantity: 3 }
    const first = await send(keeper, TRANSACTIONS, body, 'k-1')
    expect([first.status, first.headers.get('Idempotency-Replayed')]).toEqual([201, null])
    await book(id, 'issue', 1)
    const trail = async () => (await auditor('GET', '/api/audit-log?limit=1')).body.items[0].id
    const before = await trail()
    const again = await send(keeper, TRANSACTIONS, { quantity: 3, type: 'issue', item_id: id }, 'k-1')
    expect([again.status, again.headers.get('Idempotency-Replayed')]).toEqual([201, 'true'])
    expect(again.body).toEqual(first.body)
    expect(again.headers.get('Location')).toBe(first.headers.get('Location'))
    expect([await company.stockOf(id), await trail()]).toEqual([6, before])
  })

  test('a quote is made once, also by 20 requests at once', async () => {
    const owner = await company.hire('requester')
    const body = { title: 'Once', currency: 'EUR', lines: [{ description: 'x', quantity: 1, unit_price: 1 }] }
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => send(owner, '/api/quotes', body, 'same')),
    )
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1)
    expect(answers.filter(({ headers }) => headers.get('Idempotency-Replayed') === null)).toHaveLength(1)
    expect((await owner('GET', '/api/quotes')).body.total).toBe(1)
    expect(answers[7]!.headers.get('ETag')).toBe('"1"')
  })

  test('the same key with another body is 422', async () => {
    const id = await company.stocked(10)
    await send(keeper, TRANSACTIONS, { item_id: id, type: 'issue', quantity: 1 }, 'k-2')
    const other = await send(keeper, TRANSACTIONS, { item_id: id, type: 'issue', quantity: 2 }, 'k-2')
    expect([other.status, other.body.errors[0].code]).toEqual([422, 'key_reused'])
    expect(await company.stockOf(id)).toBe(9)
  })

  test('what failed may be sent again', async () => {
    const id = await company.stocked(0)
    const body = { item_id: id, type: 'issue', quantity: 1 }
    expect((await send(keeper, TRANSACTIONS, body, 'k-3')).status).toBe(409)
    await book(id, 'receipt', 1)
    expect((await send(keeper, TRANSACTIONS, body, 'k-3')).status).toBe(201)
    expect(await company.stockOf(id)).toBe(0)
  })

  test('a key belongs to one person and one route', async () => {
    const id = await company.stocked(10)
    const colleague = await company.hire('storekeeper', 'requester')
    const body = { item_id: id, type: 'issue', quantity: 1 }
    await send(keeper, TRANSACTIONS, body, 'k-4')
    expect((await send(colleague, TRANSACTIONS, body, 'k-4')).headers.get('Idempotency-Replayed')).toBeNull()
    const quote = { title: 'x', currency: 'EUR', lines: [{ description: 'x', quantity: 1, unit_price: 1 }] }
    expect((await send(colleague, '/api/quotes', quote, 'k-4')).status).toBe(201)
    expect(await company.stockOf(id)).toBe(8)
  })

  test('who lost the role is not answered from memory', async () => {
    const id = await company.stocked(10)
    const leaver = await company.hire('storekeeper', 'auditor')
    const body = { item_id: id, type: 'issue', quantity: 1 }
    await send(leaver, TRANSACTIONS, body, 'k-5')
    await company.root('DELETE', `/api/users/${leaver.id}/roles/storekeeper`)
    expect((await send(leaver, TRANSACTIONS, body, 'k-5')).status).toBe(403)
  })

  test('a key that is none is 400', async () => {
    const id = await company.stocked(1)
    for (const key of ['', 'x'.repeat(256), 'a b', 'ü']) {
      expect(
        (await send(keeper, TRANSACTIONS, { item_id: id, type: 'issue', quantity: 1 }, key)).status,
      ).toBe(400)
    }
    expect(await company.stockOf(id)).toBe(1)
  })

  test('is forgotten after a day', async () => {
    const { service, provider } = company
    const id = await company.stocked(10)
    const body = { item_id: id, type: 'issue', quantity: 1 }
    const token = await provider.forge({ sub: keeper.subject, iat: 1, exp: 4_000_000_000 })
    const headers = { Authorization: `Bearer ${token}`, 'Idempotency-Key': 'k-6' }
    const replayed = async () =>
      (await service.anyone('POST', TRANSACTIONS, { body, headers })).headers.get('Idempotency-Replayed')
    const start = Date.now()
    expect(await replayed()).toBeNull()
    service.setClock(new Date(start + 23 * 3_600_000))
    expect(await replayed()).toBe('true')
    service.setClock(new Date(start + 25 * 3_600_000))
    expect(await replayed()).toBeNull()
    service.setClock(null)
    expect(await company.stockOf(id)).toBe(8)
  })
})
