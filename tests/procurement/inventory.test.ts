import { afterAll, describe, expect, test } from 'bun:test'
import { type Colleague, startCompany } from '../support/procurement.ts'

const company = await startCompany()
const storekeeper = await company.hire('storekeeper')
const auditor = await company.hire('auditor')
afterAll(() => company[Symbol.asyncDispose]())

const ITEMS = '/api/inventory/items'
const TRANSACTIONS = '/api/inventory/transactions'
const newItem = () => ({ sku: crypto.randomUUID(), name: 'Paper', unit: 'box' })
const createTransaction = (item_id: number, type: string, quantity: number) =>
  storekeeper('POST', TRANSACTIONS, { body: { item_id, type, quantity } })

describe('items', () => {
  test('can be created, read, listed by SKU and updated', async () => {
    const body = newItem()
    const created = await storekeeper('POST', ITEMS, { body })
    expect(created.status).toBe(201)
    expect(created.headers.get('Location')).toBe(`${ITEMS}/${created.body.id}`)
    expect(created.body).toMatchObject({ ...body, stock: 0, version: 1 })
    expect((await auditor('GET', `${ITEMS}/${created.body.id}`)).body).toEqual(created.body)
    const changed = await storekeeper('PATCH', `${ITEMS}/${created.body.id}`, {
      body: { ...created.body, name: 'Card', stock: 99 },
      headers: { 'If-Match': '"1"' },
    })
    expect(changed.body).toMatchObject({ name: 'Card', stock: 0, version: 2 })
    const stale = await storekeeper('PATCH', `${ITEMS}/${created.body.id}`, {
      body: { name: 'x' },
      headers: { 'If-Match': '"1"' },
    })
    expect([stale.status, stale.headers.get('ETag')]).toEqual([412, '"2"'])
    const { body: list } = await auditor('GET', ITEMS)
    const skus = list.items.map(({ sku }: any) => sku.toLowerCase())
    expect(skus).toContain(body.sku)
    expect(list.total).toBe(skus.length)
  })

  test('are found by words of their SKU or name, in either spelling, a page at a time', async () => {
    for (const [sku, name] of [
      ['pump-1', 'پمپ کیهان'],
      ['pump-2', 'Valve'],
    ])
      await storekeeper('POST', ITEMS, { body: { sku, name, unit: 'box' } })
    const find = async (query: string) =>
      (await auditor('GET', `${ITEMS}?${query}`)).body.items.map(({ sku }: any) => sku)
    expect(await find('q=PUMP')).toEqual(['pump-1', 'pump-2'])
    expect(await find(`q=${encodeURIComponent('كيهان pump')}`)).toEqual(['pump-1'])
    expect(await find('q=pump&page=2&per_page=1')).toEqual(['pump-2'])
    expect(await find('q=no-such')).toEqual([])
    expect((await auditor('GET', `${ITEMS}?q=${'a'.repeat(201)}`)).status).toBe(422)
  })

  test('409 for a SKU that differs only in case', async () => {
    const body = newItem()
    await storekeeper('POST', ITEMS, { body })
    const repeated = await storekeeper('POST', ITEMS, { body: { ...body, sku: body.sku.toUpperCase() } })
    expect([repeated.status, repeated.body.errors]).toEqual([
      409,
      [{ path: 'sku', code: 'taken', message: 'is taken' }],
    ])
  })

  test('409 for a new unit after the first transaction', async () => {
    const id = await company.stocked(0)
    expect((await storekeeper('PATCH', `${ITEMS}/${id}`, { body: { unit: 'piece' } })).status).toBe(200)
    await createTransaction(id, 'receipt', 1)
    expect((await storekeeper('PATCH', `${ITEMS}/${id}`, { body: { unit: 'box' } })).status).toBe(409)
    expect(
      (await storekeeper('PATCH', `${ITEMS}/${id}`, { body: { unit: 'piece', name: 'x' } })).status,
    ).toBe(200)
  })

  test.each<[object, string]>([
    [{ sku: '' }, 'sku'],
    [{ sku: 'a\nb' }, 'sku'],
    [{ sku: 'x'.repeat(65) }, 'sku'],
    [{ name: undefined }, 'name'],
    [{ unit: 7 }, 'unit'],
    [{ price: 1 }, 'price'],
  ])('422 for %j', async (fields, path) => {
    const answer = await storekeeper('POST', ITEMS, { body: { ...newItem(), ...fields } })
    expect([answer.status, answer.body.errors[0].path]).toEqual([422, path])
  })

  test('are written by storekeepers and admins and readable with any role', async () => {
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

  test('404 for an unknown id, 405 for a wrong method', async () => {
    for (const id of ['0', 'x', '999999999']) {
      expect((await storekeeper('GET', `${ITEMS}/${id}`)).status).toBe(404)
      expect((await storekeeper('PATCH', `${ITEMS}/${id}`, { body: {} })).status).toBe(404)
      expect((await storekeeper('GET', `${TRANSACTIONS}/${id}`)).status).toBe(404)
    }
    const id = await company.stocked(1)
    for (const method of ['DELETE', 'PUT'])
      expect((await storekeeper(method, `${ITEMS}/${id}`)).status).toBe(405)
    for (const method of ['DELETE', 'PATCH', 'PUT'])
      expect((await storekeeper(method, `${TRANSACTIONS}/1`)).status).toBe(405)
  })
})

describe('transactions', () => {
  test('change the stock, return the new stock and write an audit row', async () => {
    const id = await company.stocked(0)
    const stocks: number[] = []
    for (const [type, quantity] of [
      ['receipt', 10],
      ['issue', 4],
      ['adjustment', -1],
      ['adjustment', 3],
    ] as const) {
      const answer = await storekeeper('POST', TRANSACTIONS, {
        body: { item_id: id, type, quantity, note: ' counted ' },
      })
      expect(answer.status).toBe(201)
      expect(answer.body).toMatchObject({
        item_id: id,
        type,
        quantity,
        actor: storekeeper.displayName,
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
        actor: storekeeper.displayName,
        actor_id: storekeeper.subject,
        action: `inventory.${type}`,
        changes: { item_id: id, quantity, stock: answer.body.stock },
      })
    }
    expect(stocks).toEqual([10, 6, 5, 8])
    expect(await company.stockOf(id)).toBe(8)
    const { body } = await auditor('GET', `${TRANSACTIONS}?item_id=${id}&type=adjustment`)
    expect(body.items.map(({ quantity }: any) => quantity)).toEqual([3, -1])
  })

  test('409 when the stock would fall below zero', async () => {
    const id = await company.stocked(3)
    for (const [type, quantity] of [
      ['issue', 4],
      ['adjustment', -4],
    ] as const) {
      const answer = await createTransaction(id, type, quantity)
      expect([answer.status, answer.body.errors[0]]).toEqual([
        409,
        { path: 'quantity', code: 'insufficient_stock', message: 'exceeds the 3 in stock' },
      ])
    }
    expect((await createTransaction(id, 'issue', 3)).status).toBe(201)
    expect((await createTransaction(id, 'issue', 1)).status).toBe(409)
    expect(await company.stockOf(id)).toBe(0)
  })

  test('409 when the stock would exceed the maximum', async () => {
    const id = await company.stocked(0)
    const { deps } = company.service
    const { sql } = await import('drizzle-orm')
    await deps.database.query((tx) =>
      tx.execute(sql`update inventory_items set stock = 999999999999 where id = ${id}`),
    )
    expect((await createTransaction(id, 'receipt', 2)).status).toBe(409)
    expect((await createTransaction(id, 'receipt', 1)).body.stock).toBe(1_000_000_000_000)
  })

  test.each<[string, object, string]>([
    ['no item', { item_id: undefined }, 'item_id'],
    ['an unknown item', { item_id: 999_999 }, 'item_id'],
    ['an item id as a string', { item_id: '1' }, 'item_id'],
    ['an unknown type', { type: 'theft' }, 'type'],
    ['a receipt of zero', { quantity: 0 }, 'quantity'],
    ['a negative receipt', { quantity: -1 }, 'quantity'],
    ['a negative issue', { type: 'issue', quantity: -1 }, 'quantity'],
    ['an adjustment by zero', { type: 'adjustment', quantity: 0 }, 'quantity'],
    ['a fractional quantity', { quantity: 1.5 }, 'quantity'],
    ['a quantity above the maximum', { quantity: 1_000_000_001 }, 'quantity'],
    ['a note with a control character', { note: '\u0000' }, 'note'],
    ['an unknown field', { stock: 5 }, 'stock'],
  ])('422 for %s', async (_, fields, path) => {
    const item_id = await company.stocked(5)
    const answer = await storekeeper('POST', TRANSACTIONS, {
      body: { item_id, type: 'receipt', quantity: 1, ...fields },
    })
    expect([answer.status, answer.body.errors[0].path]).toEqual([422, path])
    expect(await company.stockOf(item_id)).toBe(5)
  })
})

describe('Idempotency-Key', () => {
  const send = (client: Colleague, path: string, body: object, key: string) =>
    client('POST', path, { body, headers: { 'Idempotency-Key': key } })

  test('a repeated request gets the first response and changes nothing', async () => {
    const id = await company.stocked(10)
    const body = { item_id: id, type: 'issue', quantity: 3 }
    const first = await send(storekeeper, TRANSACTIONS, body, 'k-1')
    expect([first.status, first.headers.get('Idempotency-Replayed')]).toEqual([201, null])
    await createTransaction(id, 'issue', 1)
    const lastAuditId = async () => (await auditor('GET', '/api/audit-log?limit=1')).body.items[0].id
    const before = await lastAuditId()
    const repeated = await send(storekeeper, TRANSACTIONS, { quantity: 3, type: 'issue', item_id: id }, 'k-1')
    expect([repeated.status, repeated.headers.get('Idempotency-Replayed')]).toEqual([201, 'true'])
    expect(repeated.body).toEqual(first.body)
    expect(repeated.headers.get('Location')).toBe(first.headers.get('Location'))
    expect([await company.stockOf(id), await lastAuditId()]).toEqual([6, before])
  })

  test('20 parallel requests create one quote', async () => {
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

  test('422 for the same key with a different body', async () => {
    const id = await company.stocked(10)
    await send(storekeeper, TRANSACTIONS, { item_id: id, type: 'issue', quantity: 1 }, 'k-2')
    const other = await send(storekeeper, TRANSACTIONS, { item_id: id, type: 'issue', quantity: 2 }, 'k-2')
    expect([other.status, other.body.errors[0].code]).toEqual([422, 'key_reused'])
    expect(await company.stockOf(id)).toBe(9)
  })

  test('a failed request can be repeated with the same key', async () => {
    const id = await company.stocked(0)
    const body = { item_id: id, type: 'issue', quantity: 1 }
    expect((await send(storekeeper, TRANSACTIONS, body, 'k-3')).status).toBe(409)
    await createTransaction(id, 'receipt', 1)
    expect((await send(storekeeper, TRANSACTIONS, body, 'k-3')).status).toBe(201)
    expect(await company.stockOf(id)).toBe(0)
  })

  test('keys are scoped to one person and one route', async () => {
    const id = await company.stocked(10)
    const colleague = await company.hire('storekeeper', 'requester')
    const body = { item_id: id, type: 'issue', quantity: 1 }
    await send(storekeeper, TRANSACTIONS, body, 'k-4')
    expect((await send(colleague, TRANSACTIONS, body, 'k-4')).headers.get('Idempotency-Replayed')).toBeNull()
    const quote = { title: 'x', currency: 'EUR', lines: [{ description: 'x', quantity: 1, unit_price: 1 }] }
    expect((await send(colleague, '/api/quotes', quote, 'k-4')).status).toBe(201)
    expect(await company.stockOf(id)).toBe(8)
  })

  test('a stored response is not replayed after the role was removed', async () => {
    const id = await company.stocked(10)
    const leaver = await company.hire('storekeeper', 'auditor')
    const body = { item_id: id, type: 'issue', quantity: 1 }
    await send(leaver, TRANSACTIONS, body, 'k-5')
    await company.root('DELETE', `/api/users/${leaver.id}/roles/storekeeper`)
    expect((await send(leaver, TRANSACTIONS, body, 'k-5')).status).toBe(403)
  })

  test('400 for an invalid key', async () => {
    const id = await company.stocked(1)
    for (const key of ['', 'x'.repeat(256), 'a b', 'ü']) {
      expect(
        (await send(storekeeper, TRANSACTIONS, { item_id: id, type: 'issue', quantity: 1 }, key)).status,
      ).toBe(400)
    }
    expect(await company.stockOf(id)).toBe(1)
  })

  test('keys expire after 24 hours', async () => {
    const { service, provider } = company
    const id = await company.stocked(10)
    const body = { item_id: id, type: 'issue', quantity: 1 }
    const token = await provider.forge({ sub: storekeeper.subject, iat: 1, exp: 4_000_000_000 })
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
