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
    ['PATCH', '/api/admin/messages/1'],
    ['DELETE', '/api/admin/messages/1'],
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
      'read',
      'spam',
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
