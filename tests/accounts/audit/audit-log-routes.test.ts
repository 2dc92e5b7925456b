// The audit log over HTTP, and the rows that the content side appends.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { ensureFirstAdmin } from '../../../src/accounts/first-admin.ts'
import { createLog } from '../../../src/platform/log.ts'
import { openSite } from '../../content/snapshot/open-site.ts'
import { ADMIN, clientOf, startApp, type TestApp, tokenOf } from '../../support/app.ts'
import { createTestDatabase } from '../../support/database.ts'

const lines: string[] = []
let service: TestApp

beforeAll(async () => {
  const log = createLog('info', { write: (line) => void lines.push(line), flushSync: () => {} })
  service = await startApp({}, { log })
})

afterAll(() => service[Symbol.asyncDispose]())

const TRAIL = '/api/audit-log'
const trail = async (query = '') => (await service.admin('GET', `${TRAIL}${query}`)).body.items
const shown = (row: any) => [row.actor, row.actor_id, row.action, row.entity, row.entity_id, row.changes]

describe('the content side records', () => {
  test('the first admin, created at the first start', async () => {
    const database = await createTestDatabase()
    const site = await openSite(database)
    await ensureFirstAdmin(site.deps.auth, ADMIN)
    const admin = clientOf(site.app, await tokenOf(site.app, ADMIN))
    const [row] = (await admin('GET', `${TRAIL}?entity=admin_users&limit=1`)).body.items
    await site.close()
    await database.driver.close()
    await database.drop()
    expect(shown(row)).toEqual([
      'first start',
      null,
      'user.create',
      'admin_users',
      '1',
      { email: 'admin@example.com', name: 'Admin', role: 'admin' },
    ])
    expect(row.request_id).toBeNull()
  })

  test('created, changed and deleted accounts, without passwords', async () => {
    const { admin } = service
    const account = { email: 'ada@example.com', name: 'Ada', role: 'creator' }
    const password = 'a very secret password'
    const made = await admin('POST', '/api/admin/users', { body: { ...account, password } })
    const path = `/api/admin/users/${made.body.id}`
    await admin('PATCH', path, { body: {} })
    await admin('PATCH', path, { body: { role: 'admin', password: 'another secret password' } })
    const signIn = { email: account.email, password: 'another secret password' }
    const ada = clientOf(service.app, await tokenOf(service.app, signIn))
    const change = { current_password: 'another secret password', new_password: 'a third secret password' }
    expect((await ada('POST', '/api/auth/change-password', { body: change })).status).toBe(200)
    await admin('DELETE', path)
    const rows = await trail(`?entity=admin_users&entity_id=${made.body.id}`)
    const id = String(made.body.id)
    expect(rows.map(shown)).toEqual([
      ['Admin', 'local:1', 'user.delete', 'admin_users', id, { email: account.email, role: 'admin' }],
      ['Ada', `local:${id}`, 'user.update', 'admin_users', id, { password: 'changed' }],
      ['Admin', 'local:1', 'user.update', 'admin_users', id, { role: 'admin', password: 'changed' }],
      ['Admin', 'local:1', 'user.create', 'admin_users', id, account],
    ])
    expect(rows.at(-1).request_id).toBe(made.headers.get('X-Request-Id'))
    expect(JSON.stringify(rows)).not.toContain('secret')
    expect(lines.join()).not.toContain('secret')
  })

  test('nothing for failed requests', async () => {
    const before = (await trail('?limit=1'))[0].id
    const { admin } = service
    const body = { email: 'admin@example.com', name: 'Twin', role: 'admin', password: 'a long password' }
    expect((await admin('POST', '/api/admin/users', { body })).status).toBe(409)
    expect((await admin('DELETE', '/api/admin/users/1')).status).toBe(409)
    expect((await admin('PATCH', '/api/admin/users/1', { body: { disabled: true } })).status).toBe(409)
    expect((await trail('?entity=admin_users&limit=1'))[0].id).toBeLessThanOrEqual(before)
  })

  test('published, unpublished and deleted articles, but not drafts', async () => {
    const { admin } = service
    const { body } = await admin('POST', '/api/admin/articles', {
      body: { title: 'News', content: '<p>x</p>' },
    })
    const path = `/api/admin/articles/${body.id}`
    await admin('PATCH', path, { body: { title: 'News today' } })
    await admin('PATCH', path, { body: { status: 'published' } })
    await admin('PATCH', path, { body: { title: 'News' } })
    await admin('PATCH', path, { body: { status: 'draft' } })
    await admin('PUT', path, { body: { title: 'News', content: '<p>y</p>', status: 'published' } })
    await admin('DELETE', path)
    const rows = await trail(`?entity=articles&entity_id=${body.id}`)
    expect(rows.map((row: any) => [row.actor, row.action, row.changes.title])).toEqual([
      ['Admin', 'content.delete', 'News'],
      ['Admin', 'content.publish', 'News'],
      ['Admin', 'content.unpublish', 'News'],
      ['Admin', 'content.publish', 'News today'],
    ])
    const direct = await admin('POST', '/api/admin/articles', {
      body: { title: 'At once', content: '<p>x</p>', status: 'published' },
    })
    expect(await trail(`?entity=articles&entity_id=${direct.body.id}`)).toHaveLength(1)
  })
})

test('each hash is logged once, with its request id', async () => {
  const rows = await trail('?limit=500')
  const logged = lines.map((line) => JSON.parse(line)).filter(({ audit_id }) => audit_id !== undefined)
  const summary = (row: any) => `${row.id ?? row.audit_id} ${row.hash ?? row.audit_hash} ${row.request_id}`
  expect(logged.map(summary)).toEqual(rows.map(summary).reverse())
  expect(rows.length).toBeGreaterThan(8)
})

test('the list has 50 rows by default, newest first, and continues with `before`', async () => {
  const { admin } = service
  for (let index = 0; index < 60; index++) {
    await admin('POST', '/api/inventory/items', { body: { sku: `s${index}`, name: 'x', unit: 'x' } })
  }
  const { body } = await admin('GET', TRAIL)
  expect(body).toMatchObject({ limit: 50, next_before: body.items[49].id })
  expect(body.items).toHaveLength(50)
  const ids = body.items.map(({ id }: any) => id)
  expect(ids).toEqual(ids.toSorted((a: number, b: number) => b - a))
  const times = body.items.map((row: any) => row.occurred_at)
  expect(times).toEqual(times.toSorted().reverse())
  const next = await admin('GET', `${TRAIL}?before=${body.next_before}&limit=500`)
  expect(next.body.items[0].id).toBe(body.next_before - 1)
  expect(next.body.next_before).toBeNull()
})

test('the list can be restricted to a time range', async () => {
  const rows = await trail('?limit=3')
  const [newest, middle] = rows
  const to = encodeURIComponent(newest.occurred_at)
  const from = encodeURIComponent(middle.occurred_at)
  expect((await trail(`?from=${from}&to=${to}`)).map(({ id }: any) => id)).toEqual([middle.id])
  const tehran = encodeURIComponent(
    `${new Date(Date.now() + 3.5 * 3_600_000 + 60_000).toISOString().slice(0, 19)}+03:30`,
  )
  expect(await trail(`?from=${tehran}`)).toEqual([])
  expect((await trail(`?to=${tehran}&limit=1`))[0].id).toBe(newest.id)
})

test.each([
  'limit=0',
  'limit=501',
  'limit=-1',
  'limit=x',
  'limit=',
  'limit=1&limit=2',
  'before=0',
  'before=9999999999',
  'from=yesterday',
  'to=2026-01-01',
  'actor=%00',
  'actor=a%0Ab',
  `actor=${'x'.repeat(201)}`,
  'from=2026-13-01T00:00:00Z',
  'entitiy=articles',
])('an invalid query is 422: %s', async (query) => {
  expect((await service.admin('GET', `${TRAIL}?${query}`)).status).toBe(422)
})

test('integrity reports the first broken row', async () => {
  const whole = await service.admin('GET', `${TRAIL}/integrity`)
  const [newest] = await trail('?limit=1')
  expect(whole.status).toBe(200)
  expect(whole.body).toEqual({
    ok: true,
    rows: newest.id,
    first_broken: null,
    last: { id: newest.id, hash: newest.hash },
  })
  const execute = (statement: string) => service.deps.database.query((tx) => tx.execute(sql.raw(statement)))
  await execute('alter table audit_log disable trigger only_added_to')
  await execute(`update audit_log set actor = 'Nobody' where id in (5, 7)`)
  const broken = await service.admin('GET', `${TRAIL}/integrity`)
  expect(broken.body).toMatchObject({ ok: false, rows: newest.id, first_broken: 5 })
})
