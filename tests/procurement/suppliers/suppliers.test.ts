import { afterAll, describe, expect, test } from 'bun:test'
import { startCompany } from '../../support/procurement.ts'
import { roundsOf } from '../../support/rounds.ts'

const company = await startCompany()
const buyer = await company.hire('buyer')
const auditor = await company.hire('auditor')
const requester = await company.hire('requester')
afterAll(() => company[Symbol.asyncDispose]())

const create = async (body: object) => (await buyer('POST', '/api/suppliers', { body })).body
const namesIn = ({ body }: { body: any }) => body.items.map(({ name }: any) => name)
const auditOf = async (id: number) =>
  (await auditor('GET', `/api/audit-log?entity=suppliers&entity_id=${id}`)).body.items

test('a buyer creates a supplier, and reads it as it was sent', async () => {
  const body = {
    name: 'Pump Makers',
    code: 'PM-1',
    tax_id: 'DE 123',
    contacts: [{ name: 'Ada Berg', email: 'ada@pumps.example', phone: null, role: null }],
    address: 'Street 1\nHamburg',
    currency: 'EUR',
    payment_terms: '30 days net',
    lead_time_days: 14,
    over_receipt_tolerance: 5,
    note: null,
    active: true,
  }
  const created = await buyer('POST', '/api/suppliers', { body })
  expect(created.status).toBe(201)
  expect(created.headers.get('Location')).toBe(`/api/suppliers/${created.body.id}`)
  const read = await auditor('GET', `/api/suppliers/${created.body.id}`)
  expect(read.body).toMatchObject({ ...body, merged_into: null })
  expect(read.headers.get('ETag')).toBe('"1"')
  expect(await auditOf(created.body.id)).toMatchObject([
    { action: 'supplier.create', changes: { code: 'PM-1' } },
  ])
})

test('only the name is required, and nothing is received above the order by default', async () => {
  expect(await create({ name: 'Plain' })).toMatchObject({
    code: null,
    contacts: [],
    currency: null,
    over_receipt_tolerance: 0,
    active: true,
  })
})

test('requesters see no suppliers, and only buyers and admins change them', async () => {
  const { id } = await create({ name: 'Guarded' })
  expect((await requester('GET', '/api/suppliers')).status).toBe(403)
  expect((await requester('GET', '/api/suppliers.csv')).status).toBe(403)
  expect((await requester('GET', `/api/suppliers/${id}`)).status).toBe(403)
  expect((await auditor('POST', '/api/suppliers', { body: { name: 'x' } })).status).toBe(403)
  expect((await auditor('PATCH', `/api/suppliers/${id}`, { body: { name: 'x' } })).status).toBe(403)
  expect((await auditor('DELETE', `/api/suppliers/${id}`)).status).toBe(403)
  expect((await auditor('POST', `/api/suppliers/${id}/merge`, { body: { into: id } })).status).toBe(403)
  expect((await company.service.anyone('GET', '/api/suppliers')).status).toBe(401)
  expect((await company.service.anyone('GET', '/api/suppliers.csv')).status).toBe(401)
  expect((await company.root('GET', `/api/suppliers/${id}`)).body.version).toBe(1)
})

test.each([
  [{}, 'name'],
  [{ name: ' ' }, 'name'],
  [{ name: 'x', currency: 'XYZW' }, 'currency'],
  [{ name: 'x', lead_time_days: -1 }, 'lead_time_days'],
  [{ name: 'x', over_receipt_tolerance: 101 }, 'over_receipt_tolerance'],
  [{ name: 'x', over_receipt_tolerance: 0.5 }, 'over_receipt_tolerance'],
  [{ name: 'x', contacts: [{ name: 'A', email: 'no address' }] }, 'contacts.0.email'],
  [{ name: 'x', contacts: Array.from({ length: 21 }, () => ({ name: 'A' })) }, 'contacts'],
  [{ name: 'x', colour: 'red' }, 'colour'],
])('%j is refused with the field', async (body, path) => {
  const { status, body: problem } = await buyer('POST', '/api/suppliers', { body })
  expect(status).toBe(422)
  expect(problem.errors[0].path).toBe(path)
})

test('a code is unique whatever its case', async () => {
  await create({ name: 'First', code: 'same' })
  const { status, body } = await buyer('POST', '/api/suppliers', { body: { name: 'Second', code: 'SAME' } })
  expect([status, body.errors[0].path]).toEqual([409, 'code'])
})

test('a change keeps absent fields, raises the version and respects If-Match', async () => {
  const { id } = await create({ name: 'Old', note: 'kept' })
  const path = `/api/suppliers/${id}`
  const changed = await buyer('PATCH', path, { body: { name: 'New' }, headers: { 'If-Match': '"1"' } })
  expect(changed.body).toMatchObject({ name: 'New', note: 'kept', version: 2 })
  const stale = await buyer('PATCH', path, { body: { name: 'Newer' }, headers: { 'If-Match': '"1"' } })
  expect([stale.status, stale.headers.get('ETag')]).toEqual([412, '"2"'])
  expect((await buyer('PATCH', path, { body: {} })).body.version).toBe(2)
  expect((await auditOf(id)).map(({ action }: any) => action)).toEqual(['supplier.update', 'supplier.create'])
})

test('a list is searched in names, codes, tax ids and contacts, filtered, sorted and paged', async () => {
  await create({ name: 'Zeta needle', contacts: [{ name: 'Kaveh needle-person' }] })
  await create({ name: 'Alpha needle', tax_id: 'T-needle-9', active: false })
  await create({ name: 'يک needle' })
  expect(namesIn(await buyer('GET', '/api/suppliers?q=needle'))).toEqual([
    'يک needle',
    'Alpha needle',
    'Zeta needle',
  ])
  expect(namesIn(await buyer('GET', '/api/suppliers?q=needle&sort=-name&page=1&per_page=1'))).toEqual([
    'Zeta needle',
  ])
  expect(namesIn(await buyer('GET', '/api/suppliers?q=needle-person'))).toEqual(['Zeta needle'])
  expect(namesIn(await buyer('GET', '/api/suppliers?q=t-needle'))).toEqual(['Alpha needle'])
  expect(namesIn(await buyer('GET', '/api/suppliers?q=یک needle'))).toEqual(['يک needle'])
  expect(namesIn(await buyer('GET', '/api/suppliers?q=needle&active=false'))).toEqual(['Alpha needle'])
  expect((await buyer('GET', '/api/suppliers?sort=colour')).status).toBe(422)
  expect((await buyer('GET', '/api/suppliers?colour=red')).body.errors[0].code).toBe('unknown_parameter')
})

test('the export has the rows of the list, and no cell that a spreadsheet evaluates', async () => {
  await create({ name: 'Exported =1', note: '=1+1', contacts: [{ name: 'A' }, { name: 'B', phone: '1' }] })
  const { headers, body } = await buyer('GET', '/api/suppliers.csv?q=exported')
  expect(headers.get('Content-Type')).toContain('text/csv')
  const [header, row] = body.split('\r\n')
  expect(header).toContain('id,name,code,tax_id,contacts')
  expect(row).toMatch(/^\d+,Exported =1,,,"A,,,\nB,,,1",,,,,0,'=1\+1,true$/)
})

describe('DELETE', () => {
  test('removes a supplier that was never used, and leaves its name in the audit log', async () => {
    const { id } = await create({ name: 'Mistake' })
    expect((await buyer('DELETE', `/api/suppliers/${id}`, { headers: { 'If-Match': '"7"' } })).status).toBe(
      412,
    )
    expect((await buyer('DELETE', `/api/suppliers/${id}`)).status).toBe(204)
    expect((await buyer('GET', `/api/suppliers/${id}`)).status).toBe(404)
    expect((await auditOf(id))[0]).toMatchObject({ action: 'supplier.delete', changes: { name: 'Mistake' } })
  })

  test('refuses a supplier that another one was merged into', async () => {
    const [a, b] = [await create({ name: 'A' }), await create({ name: 'B' })]
    await buyer('POST', `/api/suppliers/${a.id}/merge`, { body: { into: b.id } })
    const { status, body } = await buyer('DELETE', `/api/suppliers/${b.id}`)
    expect([status, body.code]).toEqual([409, 'in_use'])
    expect((await buyer('GET', `/api/suppliers/${b.id}`)).status).toBe(200)
  })
})

describe('a merger', () => {
  test('keeps the merged supplier as an inactive record outside the lists', async () => {
    const [a, b] = [await create({ name: 'Twice one' }), await create({ name: 'Twice two' })]
    const merged = await buyer('POST', `/api/suppliers/${a.id}/merge`, { body: { into: b.id } })
    expect([merged.status, merged.body.id]).toEqual([200, b.id])
    expect((await buyer('GET', `/api/suppliers/${a.id}`)).body).toMatchObject({
      active: false,
      merged_into: b.id,
    })
    expect(namesIn(await buyer('GET', '/api/suppliers?q=twice'))).toEqual(['Twice two'])
    expect((await auditOf(a.id))[0]).toMatchObject({ action: 'supplier.merge', changes: { into: b.id } })
    expect((await buyer('PATCH', `/api/suppliers/${a.id}`, { body: { name: 'x' } })).status).toBe(409)
  })

  test('into itself, into an unknown one, or of a merged one is refused', async () => {
    const [a, b] = [await create({ name: 'A' }), await create({ name: 'B' })]
    const merge = async (id: number, into: unknown) =>
      (await buyer('POST', `/api/suppliers/${id}/merge`, { body: { into } })).status
    expect(await merge(a.id, a.id)).toBe(422)
    expect(await merge(a.id, 999_999)).toBe(422)
    expect(await merge(a.id, 'b')).toBe(422)
    expect(await merge(999_999, a.id)).toBe(404)
    expect(await merge(a.id, b.id)).toBe(200)
    expect(await merge(a.id, b.id)).toBe(409)
    expect(await merge(b.id, a.id)).toBe(409)
  })

  test('of two suppliers into each other at the same time leaves one of them', async () => {
    for (let round = 0; round < roundsOf(20, 3); round++) {
      const [a, b] = [await create({ name: 'A' }), await create({ name: 'B' })]
      const answers = await Promise.all([
        buyer('POST', `/api/suppliers/${a.id}/merge`, { body: { into: b.id } }),
        buyer('POST', `/api/suppliers/${b.id}/merge`, { body: { into: a.id } }),
      ])
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    }
  })

  test('follows a chain: what was merged before names the last one', async () => {
    const [a, b, c] = [await create({ name: 'A' }), await create({ name: 'B' }), await create({ name: 'C' })]
    await buyer('POST', `/api/suppliers/${a.id}/merge`, { body: { into: b.id } })
    await buyer('POST', `/api/suppliers/${b.id}/merge`, { body: { into: c.id } })
    expect((await buyer('GET', `/api/suppliers/${a.id}`)).body.merged_into).toBe(c.id)
  })
})
