// A read never gets what was stale when it was asked, and costs no more than what changed.
import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { ensureFirstAdmin } from '../../../src/auth/first-admin.ts'
import { resources } from '../../../src/content/registry.ts'
import { Snapshot } from '../../../src/content/snapshot/snapshot.ts'
import type { Database } from '../../../src/db/client.ts'
import { ADMIN, type Client, clientOf, tokenOf } from '../../support/app.ts'
import { createTestDatabase } from '../../support/database.ts'
import { eventually, openSite, type Site } from './open-site.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>
let site: Site
let other: Site
let admin: Client

beforeAll(async () => {
  database = await createTestDatabase()
  site = await openSite(database)
  other = await openSite(database, { listens: false })
  await ensureFirstAdmin(site.deps.auth, ADMIN)
  admin = clientOf(site.app, await tokenOf(site.app, ADMIN))
  await database.driver.drizzle.execute(sql`insert into articles (title, slug, position, status, published_at, content)
    select 't' || n, 's' || n, n, 'published', '2020-01-01', repeat('x', 200) from generate_series(1, 200) n`)
  await eventually(async () => (await site.anyone('GET', '/api/site/articles')).body.length === 200)
}, 60_000)

afterAll(async () => {
  await site.close()
  await other.close()
  await database.driver.close()
  await database.drop()
})

beforeEach(() => site.forget())

/** What a rebuild of the snapshot read, but for the counters. */
const rebuilt = () =>
  site.queries.filter(({ sql, readOnly }) => readOnly && !/content_(?:versions|changes)/.test(sql))

async function make(resource: string, body: object): Promise<number> {
  const answer = await admin('POST', `/api/admin/${resource}`, { body })
  expect(answer.status).toBe(201)
  return answer.body.id
}

test('a read after an acknowledged write sees it, with readers and writers side by side', async () => {
  const records = [
    { resource: 'services', member: 'services', field: 'title', id: await make('services', { title: '0' }) },
    { resource: 'services', member: 'services', field: 'title', id: await make('services', { title: '0' }) },
    {
      resource: 'faqs',
      member: 'faqs',
      field: 'answer',
      id: await make('faqs', { question: '?', answer: '0' }),
    },
    { resource: 'articles', member: 'articles', field: 'title', id: 150 },
    { resource: 'about', member: 'about', field: 'title', id: 1 },
  ]
  const acknowledged = records.map(() => 0)
  const numberIn = (member: any, { field, id }: { field: string; id: number }) =>
    Number((Array.isArray(member) ? member.find((record) => record.id === id) : member)[field])
  let writing = true
  let reads = 0

  const write = async (index: number) => {
    const record = records[index]!
    for (let round = 1; round <= 40; round++) {
      const body = { [record.field]: String(round) }
      const { status } = await admin('PATCH', `/api/admin/${record.resource}/${record.id}`, { body })
      expect(status).toBe(200)
      acknowledged[index] = round
      const answer = await site.anyone('GET', `/api/site/${record.resource}`)
      expect(numberIn(answer.body, record)).toBe(round)
    }
  }
  const read = async () => {
    const seen = records.map(() => 0)
    while (writing) {
      const least = [...acknowledged]
      const { status, body } = await site.anyone('GET', '/api/site')
      expect(status).toBe(200)
      for (const [index, record] of records.entries()) {
        const number = numberIn(body[record.member], record) || 0
        expect(number).toBeGreaterThanOrEqual(Math.max(least[index]!, seen[index]!))
        seen[index] = number
      }
      reads++
      await Bun.sleep(1)
    }
  }
  const readers = [read(), read(), read()]
  await Promise.all(records.map((_, index) => write(index)))
  writing = false
  await Promise.all(readers)
  expect(reads).toBeGreaterThan(10)
}, 60_000)

test('what was made or removed is there or gone in the next read, in every public route', async () => {
  for (let round = 1; round <= 20; round++) {
    const id = await make('articles', {
      title: `Round ${round}`,
      slug: `round-${round}`,
      status: 'published',
      tags: ['round'],
    })
    expect((await site.anyone('GET', `/api/articles/round-${round}`)).body.id).toBe(id)
    expect((await site.anyone('GET', '/api/articles?tag=round')).body.total).toBe(1)
    expect((await admin('DELETE', `/api/admin/articles/${id}`)).status).toBe(204)
    expect((await site.anyone('GET', `/api/articles/round-${round}`)).status).toBe(404)
    expect((await site.anyone('GET', '/api/articles?tag=round')).body.total).toBe(0)
  }
})

test('a redirect comes and goes with the page that it leads to', async () => {
  const paths = async () =>
    (await site.anyone('GET', '/api/site/redirects')).body.map(({ from_path }: any) => from_path)
  const id = await make('articles', { title: 'Target', slug: 'target' })
  await make('redirects', { from_path: '/old', to_path: '/blog/target' })
  expect(await paths()).toEqual([])
  await admin('PATCH', `/api/admin/articles/${id}`, { body: { status: 'published' } })
  expect(await paths()).toEqual(['/old'])
  await admin('PATCH', `/api/admin/articles/${id}`, { body: { status: 'draft' } })
  expect(await paths()).toEqual([])
  expect((await site.anyone('GET', '/api/site')).body.redirects).toEqual([])
})

test('a change of one row reads that row and no other', async () => {
  const { status } = await admin('PATCH', '/api/admin/articles/100', { body: { title: 'changed' } })
  expect(status).toBe(200)
  expect((await site.anyone('GET', '/api/articles/s100')).body.title).toBe('changed')
  expect((await site.anyone('GET', '/api/site')).body.articles[99].title).toBe('changed')
  expect(rebuilt()).toHaveLength(1)
  expect(rebuilt()[0]!.rows).toBe(1)
})

test('a record that goes is not read at all, nor is the rest', async () => {
  const id = await make('articles', { title: 'short-lived', status: 'published' })
  await site.anyone('GET', '/api/site')
  site.forget()
  await admin('DELETE', `/api/admin/articles/${id}`)
  expect((await site.anyone('GET', '/api/site')).body.articles).toHaveLength(200)
  expect(rebuilt().map(({ rows }) => rows)).toEqual([0])
})

test('another process reads only what changed as well', async () => {
  await eventually(async () => (await other.anyone('GET', '/api/articles/s100')).body.title === 'changed')
  await eventually(async () => (await other.deps.snapshot.site()) && other.rebuilds > 0)
  other.forget()
  await admin('PATCH', '/api/admin/articles/100', { body: { title: 'again' } })
  await admin('PATCH', '/api/admin/articles/200', { body: { title: 'again' } })
  await eventually(async () => (await other.anyone('GET', '/api/articles/s200')).body.title === 'again')
  const rows = other.queries.filter(({ sql, readOnly }) => readOnly && /from "articles"/.test(sql))
  expect(rows.reduce((sum, query) => sum + query.rows, 0)).toBe(2)
})

test('two processes that write side by side come to show the same, each its own writes at once', async () => {
  const there = clientOf(other.app, admin.token)
  const write = async (client: Client, reader: Site, id: number, title: string) => {
    const { status } = await client('PATCH', `/api/admin/articles/${id}`, { body: { title } })
    expect(status).toBe(200)
    const shown = (await reader.anyone('GET', '/api/site/articles')).body.find(
      (article: any) => article.id === id,
    )
    // The record that both write may have been changed again by the other.
    if (id !== 1) expect(shown.title).toBe(title)
  }
  for (let round = 0; round < 5; round++) {
    await Promise.all([
      write(admin, site, 20 + round, `here ${round}`),
      write(there, other, 40 + round, `there ${round}`),
      write(admin, site, 1, `here ${round}`),
      write(there, other, 1, `there ${round}`),
    ])
  }
  const bodies = () =>
    Promise.all([site, other].map(async (one) => (await one.anyone('GET', '/api/site')).body))
  await eventually(async () => Bun.deepEquals(...((await bodies()) as [unknown, unknown])))
  const [{ articles }] = (await bodies()) as [{ articles: { id: number; title: string }[] }]
  const titles = new Map(articles.map(({ id, title }) => [id, title]))
  for (let round = 0; round < 5; round++) {
    expect([titles.get(20 + round), titles.get(40 + round)]).toEqual([`here ${round}`, `there ${round}`])
  }
})

test('reads without a change ask the database for nothing', async () => {
  await site.anyone('GET', '/api/site')
  site.forget()
  for (let read = 0; read < 30; read++) {
    expect((await site.anyone('GET', '/api/site')).status).toBe(200)
    expect((await site.anyone('GET', '/api/articles?page=2')).status).toBe(200)
    expect((await site.anyone('GET', '/api/articles/s1')).status).toBe(200)
  }
  expect(site.rebuilds).toBe(0)
  expect(site.queries.filter(({ sql }) => !/content_versions/.test(sql))).toEqual([])
})

test('a draft that is edited changes nothing that is public', async () => {
  const id = await make('articles', { title: 'Draft' })
  const before = await site.anyone('GET', '/api/site')
  await admin('PATCH', `/api/admin/articles/${id}`, { body: { title: 'Still a draft' } })
  const after = await site.anyone('GET', '/api/site')
  expect(after.headers.get('ETag')).toBe(before.headers.get('ETag')!)
})

test('a hundred reads at once after a write share one rebuild', async () => {
  await admin('PATCH', '/api/admin/articles/7', { body: { title: 'seven' } })
  const answers = await Promise.all(Array.from({ length: 100 }, () => site.anyone('GET', '/api/articles/s7')))
  expect(new Set(answers.map(({ body }) => body.title))).toEqual(new Set(['seven']))
  expect(rebuilt()).toHaveLength(1)
  // The announcement of the same change may ask for the counters once more.
  expect(site.rebuilds).toBeLessThanOrEqual(2)

  site.forget()
  const writes = Array.from({ length: 10 }, (_, index) =>
    admin('PATCH', `/api/admin/articles/${index + 1}`, { body: { title: `write ${index}` } }),
  )
  await Promise.all([...writes, ...Array.from({ length: 100 }, () => site.anyone('GET', '/api/site'))])
  await site.anyone('GET', '/api/site')
  expect(site.rebuilds).toBeLessThanOrEqual(20)
})

test('a rebuild starts at the commit, before anybody reads', async () => {
  await admin('PATCH', '/api/admin/articles/8', { body: { title: 'eight' } })
  await eventually(() => rebuilt().length === 1, 500)
})

// Were a reader to wait until nothing at all is stale, a busy editor would keep it waiting for ever.
test('changes that come later do not keep a reader waiting', async () => {
  const real = site.deps.database
  let tellOfChange: (names: string[]) => void = () => {}
  let reads = 0
  const database: Database = {
    ...real,
    onChange: (listener) => {
      tellOfChange = listener
    },
    listen: async () => {},
    readConsistently: async (run) => {
      const result = await real.readConsistently(run)
      if (++reads < 50) tellOfChange(['faqs'])
      return result
    },
  }
  const snapshot = new Snapshot({
    database,
    resources,
    languages: ['fa', 'en'],
    clock: () => new Date(),
    onError: () => {},
  })
  await snapshot.open()
  const before = reads
  tellOfChange(['faqs'])
  await snapshot.member(resources.find(({ name }) => name === 'faqs')!)
  // One that may have begun before the change, and one that began after it.
  expect(reads - before).toBeLessThanOrEqual(3)
  snapshot.close()
})

test('a write whose commit was not confirmed is read again', async () => {
  const { drizzle } = database.driver
  const lossy = new Proxy(drizzle, {
    get(target, name) {
      const value = Reflect.get(target, name)
      if (name !== 'transaction') return typeof value === 'function' ? value.bind(target) : value
      return async (run: never, config?: { accessMode?: string }) => {
        const result = await target.transaction(run, config as never)
        if (config?.accessMode === 'read only') return result
        throw Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' })
      }
    },
  })
  const unlucky = await openSite(
    { driver: { ...database.driver, drizzle: lossy }, url: null },
    { listens: false },
  )
  const write = unlucky.deps.database.transaction((tx) =>
    tx.execute(sql`update about set title = 'committed'`),
  )
  await expect(write).rejects.toMatchObject({ code: 'unavailable' })
  expect((await unlucky.anyone('GET', '/api/site/about')).body.title).toBe('committed')
  await unlucky.close()
})
