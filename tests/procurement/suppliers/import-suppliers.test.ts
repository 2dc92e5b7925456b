import { afterAll, beforeEach, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { startCompany } from '../../support/procurement.ts'

const company = await startCompany()
const buyer = await company.hire('buyer')
const auditor = await company.hire('auditor')
afterAll(() => company[Symbol.asyncDispose]())
beforeEach(() =>
  company.service.deps.database.query((tx) => tx.execute(sql`truncate suppliers restart identity cascade`)),
)

const PATH = '/api/suppliers/import'
const CSV = { 'Content-Type': 'text/csv; charset=utf-8' }
const send = (csv: string, query = '', person = buyer) =>
  person('POST', PATH + query, { body: csv, headers: CSV })
const create = async (body: object) => (await buyer('POST', '/api/suppliers', { body })).body
const list = async () => (await buyer('GET', '/api/suppliers?sort=code')).body.items
const auditOf = async (id: number) =>
  (await auditor('GET', `/api/audit-log?entity=suppliers&entity_id=${id}`)).body.items

const EVERYTHING = {
  name: '=پمپ‌سازان; "A", B',
  code: 'S-1',
  tax_id: "'+98",
  contacts: [
    { name: 'Berg, "Ada"', role: null, email: 'ada@pumps.example', phone: '+49 40 1' },
    { name: "'=Kaveh", role: 'Sales', email: null, phone: null },
  ],
  address: '-Street 1\r\nHamburg',
  currency: 'EUR',
  payment_terms: '30 days, net',
  lead_time_days: 14,
  over_receipt_tolerance: 5,
  note: '@note\n;',
  active: false,
}

test('the export is read unchanged, and changes nothing where nothing differs', async () => {
  const before = await create(EVERYTHING)
  await create({ name: 'Without a code' })
  const { body: csv } = await buyer('GET', '/api/suppliers.csv')
  const { status, body } = await send(csv)
  expect([status, body]).toEqual([200, { created: 0, updated: 0, unchanged: 2, dry_run: false }])
  expect(await list()).toContainEqual(before)
  expect(await auditOf(before.id)).toHaveLength(1)
})

test('the export of one service creates the same suppliers in another', async () => {
  await create(EVERYTHING)
  const { body: csv } = await buyer('GET', '/api/suppliers.csv')
  await company.service.deps.database.query((tx) => tx.execute(sql`truncate suppliers cascade`))
  expect((await send(csv)).body.created).toBe(1)
  const [created] = await list()
  expect(created).toMatchObject(EVERYTHING)
  expect((await auditOf(created.id))[0]).toMatchObject({
    action: 'supplier.create',
    changes: { code: 'S-1', currency: 'EUR' },
  })
})

test('a row changes the supplier with its code, whatever the case, and leaves absent columns alone', async () => {
  const { id } = await create({ name: 'Old', code: 'S-1', note: 'kept', currency: 'EUR' })
  const { body } = await send('\uFEFFname;code;currency;active\r\nNew;s-1;;FALSE\r\nOther;S-2;IRR;\r\n')
  expect(body).toEqual({ created: 1, updated: 1, unchanged: 0, dry_run: false })
  const [changed, other] = await list()
  expect(changed).toMatchObject({
    id,
    version: 2,
    name: 'New',
    code: 's-1',
    note: 'kept',
    currency: null,
    active: false,
  })
  expect(other).toMatchObject({ name: 'Other', code: 'S-2', currency: 'IRR', active: true })
  expect((await auditOf(id))[0]).toMatchObject({
    action: 'supplier.update',
    changes: { name: 'New', code: 's-1', currency: null, active: false },
  })
})

test('a row without a code is for the supplier with its id only where the name is the same', async () => {
  const { id } = await create({ name: 'Same' })
  const csv = (name: string) => `id,name,note\n${id},${name},hello\n`
  expect((await send(csv('Same'))).body).toMatchObject({ created: 0, updated: 1 })
  expect((await send(csv('Another'))).body).toMatchObject({ created: 1, updated: 0 })
})

test('a rehearsal gives the same answer and changes nothing', async () => {
  const supplier = await create({ name: 'Old', code: 'S-1' })
  const csv = 'name,code\nNew,S-1\nOther,S-2\n'
  const rehearsal = await send(csv, '?dry_run=true')
  expect(rehearsal.body).toEqual({ created: 1, updated: 1, unchanged: 0, dry_run: true })
  expect(await list()).toEqual([supplier])
  expect((await send(csv)).body).toEqual({ ...rehearsal.body, dry_run: false })
})

test.each([
  ['name,currency\nA,EUR\nB,EURO\n\nC,X\n', ['rows.3.currency', 'rows.5.currency']],
  ['name,code\n" ",S-1\n', ['rows.2.name']],
  ['code\nS-404\n', ['rows.2.name']],
  ['name,lead_time_days\nA,soon\n', ['rows.2.lead_time_days']],
  ['name,over_receipt_tolerance\nA,101\n', ['rows.2.over_receipt_tolerance']],
  ['name,active\nA,maybe\n', ['rows.2.active']],
  ['name,contacts\nA,"B,,no address"\n', ['rows.2.contacts.0.email']],
  ['name,contacts\nA,"B,,,,"\n', ['rows.2.contacts']],
  ['name,code\nA,S-1\nB,s-1\n', ['rows.3.code']],
  ['name,code\nA\n', ['rows.2']],
  ['name\n"A\n', ['rows.2']],
  ['name,colour\nA,red\n', ['columns.2']],
  ['name,Name\nA,A\n', ['columns.2']],
  ['', ['columns.1']],
  [`name\n${'A\n'.repeat(5_001)}`, ['rows']],
])('%j is refused with its rows, and nothing is changed', async (csv, paths) => {
  const { status, body } = await send(csv)
  expect([status, body.errors.map(({ path }: any) => path)]).toEqual([422, paths])
  expect(await list()).toEqual([])
})

test('an invalid row leaves the valid ones unwritten', async () => {
  const before = await create({ name: 'Old', code: 'S-1' })
  expect((await send('name,code,currency\nNew,S-1,EUR\nB,S-2,EURO\n')).status).toBe(422)
  expect(await list()).toEqual([before])
})

test('the code of a merged supplier is refused', async () => {
  const [a, b] = [await create({ name: 'A', code: 'S-1' }), await create({ name: 'B' })]
  await buyer('POST', `/api/suppliers/${a.id}/merge`, { body: { into: b.id } })
  const { status, body } = await send('name,code\nA,S-1\n')
  expect([status, body.errors[0]]).toMatchObject([422, { path: 'rows.2.code', code: 'merged' }])
})

test('only buyers and admins import', async () => {
  expect((await send('name\nA\n', '', auditor)).status).toBe(403)
  expect(await list()).toEqual([])
})

test('a body of another type or encoding is refused', async () => {
  const json = await buyer('POST', PATH, { body: { name: 'A' } })
  expect([json.status, json.body.detail]).toEqual([415, 'Send the body as text/csv.'])
  expect((await send('name\nA\n', '?dry=true')).status).toBe(422)
  const latin = await company.service.app.request(PATH, {
    method: 'POST',
    headers: { ...CSV, Authorization: `Bearer ${await company.provider.tokenFor(buyer.subject)}` },
    body: new Uint8Array([0x6e, 0xe9]),
  })
  expect(latin.status).toBe(400)
})

test('two imports of the same new codes at the same time create each supplier once', async () => {
  for (let round = 0; round < 10; round++) {
    const row = (n: number) => `A${n},R${round}-${n}\n`
    const answers = await Promise.all([
      send(`name,code\n${row(1)}${row(2)}${row(3)}`),
      send(`name,code\n${row(3)}${row(2)}${row(1)}`),
    ])
    for (const { status, body } of answers)
      expect(status === 409 || body.created + body.unchanged === 3).toBe(true)
    const created = answers.map(({ body }) => body.created ?? 0).sort()
    expect(created).toEqual([0, 3])
  }
  expect(await list()).toHaveLength(30)
})
