// A read is never older than a write acknowledged before it, and a refresh reads only the changes.
import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { eq, sql } from 'drizzle-orm'
import type { Row } from '../../../src/content/definition/define-resource.ts'
import { articles } from '../../../src/content/resources/articles.ts'
import { resources } from '../../../src/content/resources/resource-registry.ts'
import { Snapshot } from '../../../src/content/snapshot/snapshot.ts'
import { CONTENT_CHANNEL } from '../../../src/content/snapshot/snapshot-sync.ts'
import { noteWritten } from '../../../src/content/snapshot/written-rows.ts'
import type { Database, Tx } from '../../../src/platform/db/database.ts'
import { addFirstAdmin } from '../../support/accounts.ts'
import { ADMIN, type Client, clientOf, tokenOf } from '../../support/app.ts'
import { createTestDatabase } from '../../support/database.ts'
import { eventually } from '../../support/eventually.ts'
import { roundsOf } from '../../support/rounds.ts'
import { openSite, type Site } from './open-site.ts'

// The embedded database has one session, so there are fewer interleavings to try.
const ROUNDS = roundsOf(20, 5)

let database: Awaited<ReturnType<typeof createTestDatabase>>
let site: Site
let other: Site
let admin: Client

beforeAll(async () => {
  database = await createTestDatabase()
  site = await openSite(database)
  other = await openSite(database, { listens: false })
  await addFirstAdmin(site.deps.auth, ADMIN)
  admin = clientOf(site.app, await tokenOf(site.app, ADMIN))
  await database.driver.drizzle.execute(sql`insert into articles (title, slug, position, status, published_at, content)
    select 't' || n, 's' || n, n, 'published', '2020-01-01', repeat('x', 200) from generate_series(1, 200) n`)
  await eventually(async () => (await site.anyone('GET', '/api/site/articles')).body.length === 200)
})

afterAll(async () => {
  await site.close()
  await other.close()
  await database.driver.close()
  await database.drop()
})

beforeEach(() => site.forget())

/** The number of records that each read of the snapshot returned, in a transaction or in a refresh. */
const recordsRead = () =>
  site.queries
    .filter(({ sql, readOnly }) => /array\(+select unnest/.test(sql) || (readOnly && !/"content_/.test(sql)))
    .map(({ rows }) => rows)

async function make(resource: string, body: object): Promise<number> {
  const answer = await admin('POST', `/api/admin/${resource}`, { body })
  expect(answer.status).toBe(201)
  return answer.body.id
}

test('a read after an acknowledged write sees it, with concurrent readers and writers', async () => {
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
    for (let round = 1; round <= ROUNDS; round++) {
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
      const isAcknowledged = () => !Bun.deepEquals(acknowledged, least)
      await eventually(() => !writing || isAcknowledged())
    }
  }
  const readers = [read(), read(), read()]
  await Promise.all(records.map((_, index) => write(index)))
  writing = false
  await Promise.all(readers)
  expect(reads).toBeGreaterThan(10)
})

test('a created or deleted record is in the next read or not, in every public route', async () => {
  for (let round = 1; round <= ROUNDS; round++) {
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

test('a redirect is visible while its target is', async () => {
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

const shownTitle = async (slug: string) => (await site.anyone('GET', `/api/articles/${slug}`)).body.title

test('a changed row is not read again', async () => {
  const { status } = await admin('PATCH', '/api/admin/articles/100', { body: { title: 'changed' } })
  expect(status).toBe(200)
  expect(await shownTitle('s100')).toBe('changed')
  expect((await site.anyone('GET', '/api/site')).body.articles[99].title).toBe('changed')
  expect(recordsRead()).toEqual([])
})

test('a transaction that changes a resource in several ways reads the changed rows', async () => {
  const { database } = site.deps
  await database.transaction(async (tx) => {
    const [row] = (await tx
      .update(articles.table)
      .set({ version: 70 })
      .where(eq(articles.table.id, 100))
      .returning()) as [Row]
    noteWritten(tx, articles, [row])
    await tx.execute(sql`update articles set title = 'also changed' where id in (100, 101)`)
  })
  expect([await shownTitle('s100'), await shownTitle('s101')]).toEqual(['also changed', 'also changed'])
  expect(recordsRead()).toEqual([2])
})

test('a write reads what others have changed before it, too', async () => {
  // Without notifications, `other` does not know of the first change yet.
  await admin('PATCH', '/api/admin/articles/100', { body: { title: 'first' } })
  const editor = clientOf(other.app, await tokenOf(other.app, ADMIN))
  await editor('PATCH', '/api/admin/articles/101', { body: { title: 'second' } })
  const { body } = await other.anyone('GET', '/api/articles/s100')
  expect(body.title).toBe('first')
  // Its refresh must not be counted in the next test.
  await eventually(async () => (await shownTitle('s101')) === 'second')
})

test('a write is applied without a refresh, also when its own notification arrives', async () => {
  const announced: string[] = []
  await database.driver.listen(
    CONTENT_CHANNEL,
    (payload) => announced.push(payload),
    () => {},
  )
  for (let round = 0; round < 10; round++) {
    const title = `brought ${round}`
    await admin('PATCH', '/api/admin/articles/99', { body: { title } })
    expect((await site.anyone('GET', '/api/articles/s99')).body.title).toBe(title)
  }
  await eventually(() => announced.length >= 10)
  expect(recordsRead()).toEqual([])
  expect(site.rebuilds).toBe(0)
})

test('a write of many records is read by a refresh', async () => {
  const { body: before } = await site.anyone('GET', '/api/site/articles')
  const ids = before.map(({ id }: { id: number }) => id)
  site.forget()
  await admin('POST', '/api/admin/articles/reorder', { body: [...ids].reverse() })
  const { body: after } = await site.anyone('GET', '/api/site/articles')
  expect(after.map(({ id }: { id: number }) => id)).toEqual([...ids].reverse())
  expect(site.rebuilds).toBeGreaterThan(0)
  await admin('POST', '/api/admin/articles/reorder', { body: ids })
  // Its refresh must not be counted in the next test.
  await site.anyone('GET', '/api/site/articles')
})

test('a deletion reads no rows', async () => {
  const id = await make('articles', { title: 'short-lived', status: 'published' })
  await site.anyone('GET', '/api/site')
  site.forget()
  await admin('DELETE', `/api/admin/articles/${id}`)
  expect((await site.anyone('GET', '/api/site')).body.articles).toHaveLength(200)
  expect(recordsRead()).toEqual([])
})

test('another process also reads only the changes', async () => {
  await admin('PATCH', '/api/admin/articles/100', { body: { title: 'all before' } })
  await eventually(async () => (await other.anyone('GET', '/api/articles/s100')).body.title === 'all before')
  other.forget()
  await admin('PATCH', '/api/admin/articles/100', { body: { title: 'again' } })
  await admin('PATCH', '/api/admin/articles/200', { body: { title: 'again' } })
  await eventually(async () => (await other.anyone('GET', '/api/articles/s200')).body.title === 'again')
  const rows = other.queries.filter(({ sql, readOnly }) => readOnly && /array\(+select unnest/.test(sql))
  expect(rows.reduce((sum, query) => sum + query.rows, 0)).toBe(2)
})

test('two processes that write concurrently converge, each showing its own writes at once', async () => {
  const there = clientOf(other.app, admin.token)
  const write = async (client: Client, reader: Site, id: number, title: string) => {
    const { status } = await client('PATCH', `/api/admin/articles/${id}`, { body: { title } })
    expect(status).toBe(200)
    const shown = (await reader.anyone('GET', '/api/site/articles')).body.find(
      (article: any) => article.id === id,
    )
    // The other process may have changed the shared record again.
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

test('reads without a change do not query the database', async () => {
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

test('editing a draft changes nothing public', async () => {
  const id = await make('articles', { title: 'Draft' })
  const before = await site.deps.snapshot.site()
  await admin('PATCH', `/api/admin/articles/${id}`, { body: { title: 'Still a draft' } })
  // The very same object.
  expect(await site.deps.snapshot.site()).toBe(before)
})

test('a hundred concurrent reads after a change elsewhere share one refresh', async () => {
  const there = clientOf(other.app, admin.token)
  const writes = Array.from({ length: 10 }, (_, index) =>
    there('PATCH', `/api/admin/articles/${index + 1}`, { body: { title: `write ${index}` } }),
  )
  const reads = Array.from({ length: 100 }, () => site.anyone('GET', '/api/site'))
  const answers = await Promise.all([...writes, ...reads])
  expect(answers.every(({ status }) => status === 200)).toBe(true)
  await eventually(async () => (await site.anyone('GET', '/api/articles/s10')).body.title === 'write 9')
  expect(site.rebuilds).toBeLessThanOrEqual(20)
})

test('a refresh starts when a change is announced, before the next read', async () => {
  site.holdsPolls = true
  await clientOf(other.app, admin.token)('PATCH', '/api/admin/articles/8', { body: { title: 'eight' } })
  await eventually(() => recordsRead().includes(1))
  site.holdsPolls = false
})

/** A snapshot on a database that `change` modifies. */
async function openSnapshot(change: Partial<Database>) {
  const snapshot = new Snapshot({
    database: { ...site.deps.database, listen: async () => {}, ...change },
    resources,
    languages: ['fa', 'en'],
    clock: () => new Date(),
    maxBytes: 256 * 1_048_576,
    onError: () => {},
  })
  await snapshot.open()
  const shown = async (name: string) => {
    const body = await snapshot.member(resources.find((resource) => resource.name === name)!)
    return JSON.parse(Buffer.from(body.identity.bytes).toString())
  }
  return { shown, close: () => snapshot.close() }
}

// If readers waited until nothing is stale, a busy editor could keep them waiting forever.
test('later changes do not delay a reader', async () => {
  const real = site.deps.database
  let reads = 0
  let expire = async () => {}
  const { shown, close } = await openSnapshot({
    onChange: (listener) => {
      // The end of a transaction with an unknown outcome.
      const lost = [{ resource: 'offices', counter: 1, token: '', previous: null }]
      expire = () => real.query(async (tx) => (await listener(tx, lost, 5_000))(false))
    },
    readConsistently: async (run) => {
      const result = await real.readConsistently(run)
      if (++reads < 50) await expire()
      return result
    },
  })
  const before = reads
  await expire()
  await shown('offices')
  // One refresh that may have started before the change, and one that started after it.
  expect(reads - before).toBeLessThanOrEqual(3)
  close()
})

test('a refresh that began before a write does not undo it', async () => {
  const real = site.deps.database
  const change = (title: string) => (tx: Tx) => tx.execute(sql`update about set title = ${title}`)
  await real.transaction(change('first'))
  let heldBack = Promise.resolve()
  const refreshes = { begun: 0, ended: 0 }
  let hear: (payload: string) => void = () => {}
  let onChange: Database['onChange'] = real.onChange
  const { shown, close } = await openSnapshot({
    onChange: (listener) => onChange(listener),
    listen: async (_channel, onMessage) => {
      hear = onMessage
    },
    readConsistently: async (run) => {
      const result = await real.readConsistently(run)
      refreshes.begun++
      await heldBack
      refreshes.ended++
      return result
    },
  })
  for (let round = 0; round < ROUNDS; round++) {
    const { promise, resolve } = Promise.withResolvers<void>()
    heldBack = promise
    // A change of another process, which a refresh reads but applies with a delay.
    await real.query(change(`elsewhere ${round}`))
    const { begun } = refreshes
    hear(`about ${Number.MAX_SAFE_INTEGER}`)
    await eventually(() => refreshes.begun > begun)
    await real.transaction(change(`here ${round}`))
    resolve()
    expect((await shown('about')).title).toBe(`here ${round}`)
    await eventually(() => refreshes.ended === refreshes.begun)
    expect((await shown('about')).title).toBe(`here ${round}`)
  }
  onChange = () => {}
  close()
})

test('a closed snapshot stops following changes', async () => {
  const { close } = await openSnapshot({})
  close()
  site.forget()
  await site.deps.database.transaction((tx) =>
    tx.execute(sql`update articles set title = 'after the end' where id = 98`),
  )
  // The site's own snapshot reads the record; the closed one does not.
  expect(recordsRead()).toEqual([1])
  expect(site.rebuilds).toBe(0)
})

test('a write whose commit was not confirmed is read from the database', async () => {
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
