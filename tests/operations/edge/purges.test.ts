// A published change is purged from the cache in front: by the tags of what changed, once for all replicas, again for
// replicas that hear of it later, and again when the cache did not confirm it.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { createPurgeQueue } from '../../../src/operations/edge/purge-queue.ts'
import { PurgeWorker } from '../../../src/operations/edge/purge-worker.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { eventually } from '../../support/eventually.ts'

describe('the worker', () => {
  let app: TestApp
  let purged: string[][] = []
  let isRefused = false

  const workerOf = ({ deps }: Pick<TestApp, 'deps'>) =>
    new PurgeWorker({
      queue: createPurgeQueue(deps.database),
      purge: async (tags) => {
        if (isRefused) throw new Error('refused')
        purged.push([...tags].sort())
      },
      shown: () => deps.snapshot.shownStates(),
      onError: () => {},
    })
  let worker: PurgeWorker

  const rowOf = async (tag: string) => {
    const result: any = await app.deps.database.query((tx) =>
      tx.execute(sql`select round, attempts, due_at is null as done, extract(epoch from due_at)::float8 as due,
        extract(epoch from clock_timestamp())::float8 as now from edge_purges where tag = ${tag}`),
    )
    return (result.rows ?? result)[0]
  }
  /** Lets the worker pass; the purge of the tag is due this time after that. */
  async function expectDue(tag: string, seconds: number) {
    const before = (await rowOf(tag))?.now ?? 0
    await worker.pass()
    const { due, now } = await rowOf(tag)
    expect(due).toBeWithin(before + seconds, now + seconds + 0.001)
  }
  async function create(resource: string, body: object) {
    const answer = await app.admin('POST', `/api/admin/${resource}`, { body })
    expect([answer.status, answer.body.errors]).toEqual([201, undefined])
    // The first change of a resource is read after its commit.
    await app.anyone('GET', '/api/site')
    return answer
  }
  const makeDue = () =>
    app.deps.database.query((tx) =>
      tx.execute(sql`update edge_purges set due_at = clock_timestamp() where due_at is not null`),
    )

  beforeAll(async () => {
    app = await startApp()
    // The first change of a resource reads it as a whole.
    await create('articles', { title: 'first', status: 'published' })
    worker = workerOf(app)
  })
  afterAll(() => app[Symbol.asyncDispose]())
  beforeEach(async () => {
    isRefused = false
    await worker.pass()
    for (let round = 0; round < 3; round++) {
      await makeDue()
      await worker.pass()
    }
    purged = []
  })

  test('purges at the first start what every page may show', async () => {
    await app.deps.database.query((tx) => tx.execute(sql`truncate edge_purges`))
    await workerOf(app).pass()
    expect(purged).toHaveLength(1)
    for (const tag of ['articles', 'media', 'pages', 'site', 'site-settings'])
      expect(purged[0]).toContain(tag)
  })

  test('purges a change three times: at once, after 0.4 s and after 2 s', async () => {
    await create('services', { title: 'new' })
    await expectDue('services', 0.4)
    expect(purged).toEqual([['pages', 'services', 'site']])
    await makeDue()
    await expectDue('services', 2)
    await makeDue()
    await worker.pass()
    expect(purged).toHaveLength(3)
    expect(await rowOf('services')).toMatchObject({ round: 3, done: true })
    await makeDue()
    await worker.pass()
    expect(purged).toHaveLength(3)
  })

  test('does not purge for a draft, but for its publication', async () => {
    const draft = await create('articles', { title: 'draft' })
    await app.admin('PATCH', `/api/admin/articles/${draft.body.id}`, { body: { title: 'draft 2' } })
    await worker.pass()
    expect(purged).toEqual([])
    await app.admin('PATCH', `/api/admin/articles/${draft.body.id}`, { body: { status: 'published' } })
    await worker.pass()
    expect(purged).toEqual([['articles', 'pages', 'site']])
  })

  test('purges a scheduled article when its time has come', async () => {
    const now = Date.now()
    const published_at = new Date(now + 3_600_000).toISOString()
    const body = { title: 'later', status: 'published', published_at }
    expect((await app.admin('POST', '/api/admin/articles', { body })).status).toBe(201)
    await worker.pass()
    await makeDue()
    purged = []
    app.setClock(new Date(now + 3_600_001))
    await worker.pass()
    app.setClock(null)
    expect(purged).toEqual([['articles', 'pages', 'site']])
  })

  test('repeats a purge that the cache did not confirm, less and less often', async () => {
    isRefused = true
    await create('team', { name: 'someone' })
    await worker.pass()
    expect(await rowOf('team')).toMatchObject({ round: 0, attempts: 1, done: false })
    await makeDue()
    await expectDue('team', 2)
    expect((await rowOf('team')).attempts).toBe(2)
    isRefused = false
    await makeDue()
    await worker.pass()
    expect(purged).toEqual([['pages', 'site', 'team']])
    expect(await rowOf('team')).toMatchObject({ round: 1, attempts: 0 })
  })

  test('of two replicas one purges a change', async () => {
    const other = await app.beside()
    const beside = workerOf(other)
    await beside.pass()
    await makeDue()
    await beside.pass()
    purged = []
    await create('offices', { name: 'office' })
    // The other replica has heard of it as well.
    await eventually(async () =>
      (await (await other.app.request('/api/site/offices')).text()).includes('office'),
    )
    await Promise.all([worker.pass(), beside.pass()])
    expect(purged.filter((tags) => tags.includes('offices'))).toHaveLength(1)
  })

  test('a change during a purge is purged as well', async () => {
    await create('timeline', { title: 'one', period: '1400' })
    const slow = new PurgeWorker({
      queue: createPurgeQueue(app.deps.database),
      shown: () => app.deps.snapshot.shownStates(),
      onError: () => {},
      purge: async (tags) => {
        purged.push([...tags])
        if (purged.length === 1) {
          await create('timeline', { title: 'two', period: '1401' })
          await worker.pass()
        }
      },
    })
    await slow.pass()
    // The outcome of the first purge has not hidden the second change.
    expect(await rowOf('timeline')).toMatchObject({ round: 1, done: false })
    expect(purged.filter((tags) => tags.includes('timeline')).length).toBe(2)
  })
})

describe('the service asks', () => {
  type Request = { line: string; headers: Headers; body: any }
  let requests: Request[] = []
  const cache = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      const text = await request.text()
      const line = `${request.method} ${new URL(request.url).pathname}`
      requests.push({ line, headers: request.headers, body: text ? JSON.parse(text) : null })
      return new Response(null)
    },
  })
  afterAll(() => cache.stop(true))

  async function first(env: Record<string, string>, isIt: (request: Request) => boolean = () => true) {
    requests = []
    const app = await startApp({ CDN_MAX_AGE_SECONDS: '300', ...env })
    await app.admin('POST', '/api/admin/services', { body: { title: 'new' } })
    await eventually(() => requests.some(isIt))
    await app[Symbol.asyncDispose]()
    return requests.find(isIt)!
  }
  const token = { CDN_PURGE_TOKEN: 'the-token' }

  test('Fastly for its surrogate keys', async () => {
    const { line, headers, body } = await first({
      CDN_PURGE: 'fastly',
      CDN_PURGE_URLS: cache.url.origin,
      CDN_PURGE_ZONE: 'the-service',
      ...token,
    })
    expect([line, headers.get('Fastly-Key')]).toEqual(['POST /service/the-service/purge', 'the-token'])
    expect(body.surrogate_keys).toContain('pages')
  })

  test('Cloudflare for its cache tags', async () => {
    const { line, headers, body } = await first({
      CDN_PURGE: 'cloudflare',
      CDN_PURGE_URLS: cache.url.origin,
      CDN_PURGE_ZONE: 'zone1',
      ...token,
    })
    expect([line, headers.get('Authorization')]).toEqual([
      'POST /client/v4/zones/zone1/purge_cache',
      'Bearer the-token',
    ])
    expect(body.tags).toContain('pages')
  })

  test('every server of Varnish for a pattern of tags', async () => {
    const urls = `${cache.url.origin}/a,${cache.url.origin}/b`
    const env = { CDN_PURGE: 'varnish', CDN_PURGE_URLS: urls }
    const { headers } = await first(env, ({ line }) => line === 'PURGE /b')
    expect(headers.get('X-Purge-Tags')).toMatch(/^[a-z-]+(\|[a-z-]+)*$/)
    expect(requests.map(({ line }) => line)).toContain('PURGE /a')
  })
})
