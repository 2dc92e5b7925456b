// Every list that is searched in its columns, with all of them: each is found in whatever spelling.
import { afterAll, describe, expect, test } from 'bun:test'
import { type SQL, sql } from 'drizzle-orm'
import { findResource } from '../../src/content/resources/resource-registry.ts'
import { rowsOf } from '../../src/platform/db/database.ts'
import type { Client } from '../support/app.ts'
import { apiDocument } from '../support/conformance.ts'
import { png, upload } from '../support/images.ts'
import { quoteIn, startCompany } from '../support/procurement.ts'

const company = await startCompany()
const { service, root } = company
afterAll(() => company[Symbol.asyncDispose]())

/** The value of a column with a text as people write it, and what finds it. */
type Spelled = { text: string; queries: string[] }
const ANY: Spelled = {
  text: '۱۲ می\u200cخواهم Café مسئول علی',
  queries: ['12 ميخواهم', 'cafe', 'مسيول علي'],
}
/** For JSON columns. */
const within = (value: (text: string) => object): Spelled => ({
  ...ANY,
  text: JSON.stringify(value(ANY.text)),
})
/** For columns of identifiers, which hold Latin letters. */
const LATIN: Spelled = { text: 'cafe-12.strasse', queries: ['CAFÉ', '۱۲', 'Straße'] }

type Searched = {
  path: string
  client: Client
  table: string
  columns: Record<string, Spelled>
  /** Returns the id of a new record. */
  create(): Promise<number>
}

const run = (statement: SQL) => service.deps.database.query((tx) => rowsOf<{ id: number }>(tx, statement))
const insert = (table: string, columns: string, values: string) => async () =>
  (await run(sql.raw(`insert into ${table} (${columns}) values (${values}) returning id`)))[0]!.id
const created = async (client: Client, path: string, body: object): Promise<number> => {
  const answer = await client('POST', path, { body })
  expect(answer.status).toBe(201)
  return answer.body.id
}

const LISTS: Searched[] = [
  {
    path: '/api/admin/messages?q',
    client: service.admin,
    table: 'contact_messages',
    columns: { name: ANY, email: LATIN, phone: LATIN, subject: ANY, message: ANY },
    create: insert('contact_messages', 'name, email, message', "'-', '-', '-'"),
  },
  {
    path: '/api/admin/newsletter?q',
    client: service.admin,
    table: 'newsletter_subscribers',
    columns: { email: LATIN, name: ANY },
    create: insert('newsletter_subscribers', 'email', 'gen_random_uuid()'),
  },
  {
    path: '/api/admin/users?q',
    client: service.admin,
    table: 'admin_users',
    columns: { email: LATIN, name: ANY, name_en: ANY },
    create: insert('admin_users', 'email, name, role', "gen_random_uuid(), '-', 'creator'"),
  },
  {
    path: '/api/admin/media?search',
    client: service.admin,
    table: 'media',
    columns: { path: LATIN, alt: ANY, alt_en: ANY, title: ANY },
    create: async () => {
      await upload(service, await png(), { name: 'x' })
      return (await service.admin('GET', '/api/admin/media')).body.items[0].id
    },
  },
  {
    path: '/api/admin/trash?q',
    client: service.admin,
    table: 'trash',
    columns: { label: ANY, state: within((name_en) => ({ name_en })) },
    create: async () => {
      const id = await created(service.admin, '/api/admin/offices', { name: '-' })
      await service.admin('DELETE', `/api/admin/offices/${id}`)
      return (await service.admin('GET', '/api/admin/trash')).body.items[0].id
    },
  },
  {
    path: '/api/quotes?q',
    client: root,
    table: 'quotes',
    columns: { number: LATIN, title: ANY },
    create: () => quoteIn('draft', root, root),
  },
  {
    path: '/api/suppliers?q',
    client: root,
    table: 'suppliers',
    columns: {
      name: ANY,
      code: LATIN,
      tax_id: ANY,
      contacts: within((name) => [{ name, email: null, phone: null, role: null }]),
    },
    create: () => created(root, '/api/suppliers', { name: '-' }),
  },
  {
    path: '/api/inventory/items?q',
    client: root,
    table: 'inventory_items',
    columns: { sku: LATIN, name: ANY },
    create: () => created(root, '/api/inventory/items', { sku: crypto.randomUUID(), name: '-', unit: '-' }),
  },
]

/** Lists that have an index of words; their spellings are tested in tests/content. */
const INDEXED = ['/api/search', '/api/articles', '/search', '/blog', '/en/search', '/en/blog']
const isIndexed = (path: string) =>
  INDEXED.includes(path) || findResource(path.replace('/api/admin/', '')) !== null

test('are these, and the lists that have an index of words', () => {
  const searched = Object.entries(apiDocument.paths).flatMap(([path, { get }]) =>
    (get?.parameters ?? [])
      .filter(({ name }: { name: string }) => name === 'q' || name === 'search')
      .map(({ name }: { name: string }) => `${path.replace(/\.csv$/, '')}?${name}`),
  )
  const known = new Set(LISTS.map(({ path }) => path))
  expect(searched.filter((path) => !known.has(path) && !isIndexed(path.split('?')[0]!))).toEqual([])
  expect(searched.length).toBeGreaterThan(LISTS.length)
})

describe.each(LISTS)('$path finds a text in', ({ path, client, table, columns, create }) => {
  test.each(Object.entries(columns))('%s', async (column, { text, queries }) => {
    const id = await create()
    await run(
      sql`update ${sql.identifier(table)} set ${sql.identifier(column)} = ${sql.raw(`'${text}'`)} where id = ${id}`,
    )
    for (const query of queries) {
      const { status, body } = await client('GET', `${path}=${encodeURIComponent(query)}&page=1`)
      expect(status).toBe(200)
      expect([query, body.items.map((item: { id: number }) => item.id)]).toEqual([
        query,
        expect.arrayContaining([id]),
      ])
    }
  })
})
