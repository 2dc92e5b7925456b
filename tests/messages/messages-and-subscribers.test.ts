import { afterAll, beforeEach, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { contactMessages, newsletterSubscribers } from '../../src/platform/db/schema/forms.ts'
import { startApp } from '../support/app.ts'

const app = await startApp()
const creator = await app.signIn('creator')
afterAll(() => app[Symbol.asyncDispose]())

const PEOPLE = ['Ali', 'علی', 'Mina 100%', 'Robot']
beforeEach(async () => {
  await app.deps.database.query((tx) =>
    tx.execute(sql`truncate contact_messages, newsletter_subscribers restart identity`),
  )
  await app.deps.database.query((tx) =>
    tx.insert(contactMessages).values(
      PEOPLE.map((name, index) => ({
        name,
        email: `${index}@example.com`,
        message: `پیام ${name}`,
        subject: index === 2 ? 'قیمت کتاب' : null,
        spam: name === 'Robot',
      })),
    ),
  )
  await app.deps.database.query((tx) =>
    tx
      .insert(newsletterSubscribers)
      .values(PEOPLE.map((name, index) => ({ name, email: `${index}@example.com`, spam: name === 'Robot' }))),
  )
})

const names = async (path: string) => {
  const { status, body } = await app.admin('GET', path)
  expect(status).toBe(200)
  return body.items.map(({ name }: { name: string }) => name)
}

describe('only an admin', () => {
  const routes: [method: string, path: string][] = [
    ['GET', '/api/admin/messages'],
    ['GET', '/api/admin/messages/1'],
    ['GET', '/api/admin/messages/assignees'],
    ['PATCH', '/api/admin/messages/1'],
    ['DELETE', '/api/admin/messages/1'],
    ['POST', '/api/admin/messages/batch'],
    ['GET', '/api/admin/messages/export.csv'],
    ['GET', '/api/admin/messages/99'],
    ['GET', '/api/admin/newsletter'],
    ['GET', '/api/admin/newsletter/1'],
    ['DELETE', '/api/admin/newsletter/1'],
    ['GET', '/api/admin/newsletter/export.csv'],
    ['POST', '/api/admin/newsletter'],
  ]
  test.each(routes)('may %s %s', async (method, path) => {
    const options = method === 'PATCH' ? { body: { read: true } } : {}
    expect((await app.anyone(method, path, options)).status).toBe(401)
    const { status, body } = await creator(method, path, options)
    expect([status, body.code]).toEqual([403, 'forbidden'])
  })
})

describe('messages', () => {
  test('are listed newest first, without spam, in pages or completely', async () => {
    expect(await names('/api/admin/messages')).toEqual(['Mina 100%', 'علی', 'Ali'])
    expect(await names('/api/admin/messages?spam=true')).toEqual(['Robot'])
    const { body } = await app.admin('GET', '/api/admin/messages?page=2&per_page=2')
    expect(body).toMatchObject({ page: 2, per_page: 2, total: 3 })
    expect(body.items).toHaveLength(1)
  })

  test('have exactly the documented fields', async () => {
    const { body, headers } = await app.admin('GET', '/api/admin/messages/1')
    expect(Object.keys(body)).toEqual([
      'id',
      'version',
      'created_at',
      'updated_at',
      'name',
      'email',
      'phone',
      'subject',
      'message',
      'locale',
      'page',
      'read',
      'spam',
      'state',
      'state_by',
      'state_at',
      'assignee_id',
      'assignee',
      'note',
    ])
    expect(headers.get('ETag')).toBe('"1"')
    expect(headers.get('Cache-Control')).toBe('no-store')
  })

  test('are found by any text, wildcards taken literally, Arabic and Persian letters alike', async () => {
    const found = (q: string) => names(`/api/admin/messages?q=${encodeURIComponent(q)}`)
    expect(await found('aLi')).toEqual(['Ali'])
    expect(await found('علي')).toEqual(['علی'])
    expect(await found('قیمت كتاب')).toEqual(['Mina 100%'])
    expect(await found('2@example')).toEqual(['Mina 100%'])
    expect(await found('100%')).toEqual(['Mina 100%'])
    expect(await found('%')).toEqual(['Mina 100%'])
    expect(await found('_')).toEqual([])
    expect(await found('\\')).toEqual([])
    expect(await found("' or 1=1 --")).toEqual([])
    expect(await found('  ')).toHaveLength(3)
  })

  test('can be marked as read and as spam, and back', async () => {
    const mark = (id: number, body: unknown) => app.admin('PATCH', `/api/admin/messages/${id}`, { body })
    expect((await mark(1, { read: true })).body).toMatchObject({ read: true, spam: false, version: 2 })
    expect(await names('/api/admin/messages?read=false')).toEqual(['Mina 100%', 'علی'])
    expect(await names('/api/admin/messages?read=true')).toEqual(['Ali'])
    expect((await mark(4, { spam: false })).status).toBe(200)
    expect((await mark(2, { spam: true })).status).toBe(200)
    expect(await names('/api/admin/messages')).toEqual(['Robot', 'Mina 100%', 'Ali'])
    expect((await mark(1, {})).body.version).toBe(2)
    for (const body of [{ read: 'yes' }, { name: 'x' }, [], null])
      expect((await mark(1, body)).status).toBe(422)
  })

  test('have a state, with who set it and when', async () => {
    const mark = (body: unknown) => app.admin('PATCH', '/api/admin/messages/1', { body })
    expect((await app.admin('GET', '/api/admin/messages/1')).body).toMatchObject({
      state: 'new',
      state_by: null,
      state_at: null,
    })
    const { body } = await mark({ state: 'in_progress' })
    expect(body).toMatchObject({ state: 'in_progress', state_by: 'Admin', read: false })
    expect(Date.parse(body.state_at)).toBe(Date.parse(body.updated_at))
    expect((await mark({ read: true })).body).toMatchObject({ state_at: body.state_at, note: null })
    expect((await mark({ state: 'answered' })).body.state).toBe('answered')
    expect(await names('/api/admin/messages?state=answered')).toEqual(['Ali'])
    expect(await names('/api/admin/messages?state=new')).toEqual(['Mina 100%', 'علی'])
    expect((await mark({ state: 'done' })).status).toBe(422)
  })

  test('have a note, and are assigned to an active admin or editor', async () => {
    const mark = (body: unknown) => app.admin('PATCH', '/api/admin/messages/1', { body })
    const { body } = await app.admin('GET', '/api/admin/messages/assignees')
    const [me] = body.items
    expect(body.items).toEqual([{ id: me.id, name: 'Admin' }])
    expect((await mark({ assignee_id: me.id, note: ' زنگ زدم ' })).body).toMatchObject({
      assignee_id: me.id,
      assignee: 'Admin',
      note: 'زنگ زدم',
    })
    expect(await names(`/api/admin/messages?assignee_id=${me.id}`)).toEqual(['Ali'])
    expect((await mark({ assignee_id: null, note: '' })).body).toMatchObject({ assignee: null, note: null })
    const { body: users } = await app.admin('GET', '/api/admin/users')
    const author = users.items.find(({ role }: { role: string }) => role === 'creator')
    for (const assignee_id of [author.id, 99_999]) {
      const { status, body } = await mark({ assignee_id })
      expect([status, body.errors[0].path, body.errors[0].code]).toEqual([
        422,
        'assignee_id',
        'unknown_reference',
      ])
    }
    for (const note of ['x'.repeat(2_001), 'a\0b']) expect((await mark({ note })).status).toBe(422)
  })

  test.each([
    ['the field', { page: '/services/inspection?lang=en#form' }, {}, '/services/inspection'],
    ['the page that posts', {}, { Referer: `${app.deps.config.site.url}/contact?sent=x` }, '/contact'],
    [
      'another website',
      {},
      { Referer: 'https://shop.example.org/price?token=1' },
      'https://shop.example.org/price',
    ],
    ['one with a password', { page: 'https://user:secret@example.org/a' }, {}, 'https://example.org/a'],
    ['no address of a page', { page: 'javascript:alert(1)' }, {}, null],
    ['a Persian path', { page: '/blog/راهنما' }, {}, '/blog/%D8%B1%D8%A7%D9%87%D9%86%D9%85%D8%A7'],
    ['no address', {}, { Referer: 'http://[' }, null],
    ['a long one', { page: `/${'a'.repeat(600)}` }, {}, null],
    ['nothing', {}, {}, null],
  ])('come from a page, told by %s', async (_, fields, headers: Record<string, string>, page) => {
    const body = { name: 'Page', email: 'page@example.com', message: 'x', ...fields }
    const peer = `10.9.0.${Bun.hash.crc32(JSON.stringify([fields, headers])) % 250}`
    expect((await app.anyone('POST', '/api/contact', { body, headers, peer })).status).toBe(201)
    expect((await app.admin('GET', '/api/admin/messages')).body.items[0].page).toBe(page)
  })

  test('are protected from lost updates by If-Match', async () => {
    const ifMatch = (etag: string) => ({ headers: { 'If-Match': etag } })
    const patch = (etag: string) =>
      app.admin('PATCH', '/api/admin/messages/1', { body: { read: true }, ...ifMatch(etag) })
    expect((await patch('"1"')).headers.get('ETag')).toBe('"2"')
    const stale = await patch('"1"')
    expect([stale.status, stale.headers.get('ETag')]).toEqual([412, '"2"'])
    expect((await app.admin('DELETE', '/api/admin/messages/1', ifMatch('"1"'))).status).toBe(412)
    expect((await app.admin('DELETE', '/api/admin/messages/1', ifMatch('"2"'))).status).toBe(204)
  })

  test('can be deleted', async () => {
    expect((await app.admin('DELETE', '/api/admin/messages/1')).status).toBe(204)
    for (const method of ['GET', 'DELETE']) {
      expect((await app.admin(method, '/api/admin/messages/1')).status).toBe(404)
    }
  })

  describe('many at once', () => {
    const batch = (operations: unknown) =>
      app.admin('POST', '/api/admin/messages/batch', { body: { operations } })
    const versions = async () =>
      (await app.admin('GET', '/api/admin/messages')).body.items.map(
        ({ version }: { version: number }) => version,
      )

    test('are changed and deleted, in their order', async () => {
      const { status, body } = await batch([
        { op: 'patch', id: 2, data: { state: 'answered', read: true } },
        { op: 'patch', id: 1, version: 1, data: { note: 'x' } },
        { op: 'patch', id: 1, version: 2, data: {} },
        { op: 'delete', id: 3 },
      ])
      expect(status).toBe(200)
      expect(body.items).toMatchObject([
        { op: 'patch', id: 2, version: 2, record: { state: 'answered', state_by: 'Admin', read: true } },
        { op: 'patch', id: 1, version: 2, record: { note: 'x' } },
        { op: 'patch', id: 1, version: 2 },
        { op: 'delete', id: 3, version: 1 },
      ])
      expect(body.items[3]).not.toHaveProperty('record')
      expect(await names('/api/admin/messages')).toEqual(['علی', 'Ali'])
    })

    const patch = { op: 'patch', id: 1, data: { read: true } }
    test.each([
      ['one that is gone', [{ op: 'delete', id: 99 }], 404, 'operations.1'],
      ['one that was deleted before', [{ op: 'delete', id: 1 }, patch], 404, 'operations.2'],
      ['a stale one', [{ ...patch, version: 7 }], 412, 'operations.1'],
      [
        'a stranger as assignee',
        [{ ...patch, data: { assignee_id: 9_999 } }],
        422,
        'operations.1.data.assignee_id',
      ],
      ['an unknown state', [{ ...patch, data: { state: 'done' } }], 422, 'operations.1.data.state'],
      ['an unknown operation', [{ op: 'create', data: {} }], 422, 'operations.1.op'],
      ['an id beyond integers', [{ op: 'delete', id: 2 ** 31 }], 422, 'operations.1.id'],
      ['more than 500', Array(500).fill(patch), 422, 'operations'],
    ])('change nothing with %s', async (_, operations, status, path) => {
      const { body, ...response } = await batch([{ ...patch, id: 2 }, ...operations])
      expect([response.status, body.errors[0].path]).toEqual([status, path])
      expect(await versions()).toEqual([1, 1, 1])
    })

    test.each([[[]], ['x'], [null], [{}]])('are no list like %j', async (operations) => {
      expect((await batch(operations)).status).toBe(422)
    })

    test('500 are changed', async () => {
      await app.deps.database.query((tx) =>
        tx
          .insert(contactMessages)
          .values(Array.from({ length: 500 }, () => ({ name: 'x', email: 'x@example.com', message: 'x' }))),
      )
      const operations = Array.from({ length: 500 }, (_, index) => ({ ...patch, id: index + 5 }))
      expect((await batch(operations)).status).toBe(200)
      expect((await app.admin('GET', '/api/admin/messages?read=true&per_page=1')).body.total).toBe(500)
    })
  })

  test.each(['0', '-1', '1.5', 'x', '99999999999999999999', '%00'])('have no id %p', async (id) => {
    expect((await app.admin('GET', `/api/admin/messages/${id}`)).status).toBe(404)
    expect((await app.admin('DELETE', `/api/admin/newsletter/${id}`)).status).toBe(404)
  })

  test.each(['page=0', 'per_page=101', 'spam=maybe', 'read=2x', `q=${'x'.repeat(201)}`, 'q=%00'])(
    'a list by ?%s is 422',
    async (search) => {
      expect((await app.admin('GET', `/api/admin/messages?${search}`)).status).toBe(422)
    },
  )
})

describe('subscribers', () => {
  test('are listed newest first, searched, read and deleted', async () => {
    expect(await names('/api/admin/newsletter')).toEqual(['Mina 100%', 'علی', 'Ali'])
    expect(await names('/api/admin/newsletter?spam=true')).toEqual(['Robot'])
    expect(await names('/api/admin/newsletter?q=1@EX&page=1')).toEqual(['علی'])
    const { body, headers } = await app.admin('GET', '/api/admin/newsletter/2')
    expect(Object.keys(body)).toEqual([
      'id',
      'version',
      'created_at',
      'updated_at',
      'email',
      'name',
      'locale',
      'spam',
      'state',
      'confirmed_at',
    ])
    expect(headers.get('ETag')).toBe('"1"')
    const stale = await app.admin('DELETE', '/api/admin/newsletter/2', { headers: { 'If-Match': '"9"' } })
    expect(stale.status).toBe(412)
    expect((await app.admin('DELETE', '/api/admin/newsletter/2')).status).toBe(204)
    expect((await app.admin('GET', '/api/admin/newsletter/2')).status).toBe(404)
    expect(await names('/api/admin/newsletter')).toEqual(['Mina 100%', 'Ali'])
  })

  test('beyond 10,000 require paging', async () => {
    await app.deps.database.query((tx) =>
      tx.execute(sql`
        insert into newsletter_subscribers (email) select n || '@many.example' from generate_series(1, 10000) as n`),
    )
    const { status, body } = await app.admin('GET', '/api/admin/newsletter')
    expect([status, body.code]).toEqual([422, 'paging_required'])
    expect((await app.admin('GET', '/api/admin/newsletter?page=101&per_page=100')).body.total).toBe(10_003)
  })
})
