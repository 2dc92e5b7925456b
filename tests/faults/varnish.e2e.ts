// Varnish with the shipped configuration in front of three replicas: after a publish no reader sees the old page for longer
// than a second, what is private is never kept, and pages outlive the service. Prints figures.
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type Cluster, createCluster } from '../support/cluster.ts'
import { freePort } from '../support/free-port.ts'
import { hasVarnish, startVarnish } from '../support/varnish.ts'
import { call, eventually, startReplicas, tokenFrom } from './replicas.ts'

const ROUNDS = 20
const MAX_OLD_MS = 1_000

const made = hasVarnish ? await createCluster() : null
if (!made) console.log(`skipped: the cache in front (no ${hasVarnish ? 'Postgres binaries' : 'varnishd'})`)
const cached = test.skipIf(!made)

let cluster: Cluster
let set: Awaited<ReturnType<typeof startReplicas>>
let varnish: Awaited<ReturnType<typeof startVarnish>>
let direct: string[]
let token: string
let id: number

beforeAll(async () => {
  if (!made) return
  cluster = made
  const port = await freePort()
  set = await startReplicas(3, cluster.url, {
    CDN_MAX_AGE_SECONDS: '300',
    CDN_PURGE: 'varnish',
    CDN_PURGE_URLS: `http://127.0.0.1:${port}`,
  })
  direct = set.replicas.map(({ url }) => url)
  varnish = await startVarnish(port, direct)
  token = await tokenFrom(direct[0]!)
  const article = { title: '0', slug: 'one', status: 'published', content: '<p>text</p>' }
  id = (await call(direct[0]!, 'POST', '/api/admin/articles', article, token)).body.id
})

afterAll(async () => {
  if (!made) return
  await varnish?.stop()
  await set?.stop()
  await made[Symbol.asyncDispose]()
})

async function get(path: string, headers: Record<string, string> = {}, init: RequestInit = {}) {
  const response = await fetch(varnish.url + path, { headers, redirect: 'manual', ...init })
  return {
    status: response.status,
    headers: response.headers,
    text: await response.text(),
    isHit: response.headers.get('X-Cache') === 'HIT',
  }
}
const publish = async (title: string) =>
  expect((await call(direct[0]!, 'PATCH', `/api/admin/articles/${id}`, { title }, token)).status).toBe(200)

cached(
  'pages and reads come from the cache until a change is published; no reader sees the old one for longer than a second',
  async () => {
    await eventually(async () => (await get('/blog/one')).isHit)
    const watched = {
      page: { path: '/blog/one', titleIn: (text: string) => /<h1[^>]*>\s*([^<]+?)\s*</.exec(text)?.[1] },
      list: { path: '/blog', titleIn: (text: string) => /\/blog\/one"[^>]*>\s*([^<]*?)\s*</.exec(text)?.[1] },
      article: { path: '/api/articles/one', titleIn: (text: string) => JSON.parse(text).title },
      site: { path: '/api/site', titleIn: (text: string) => JSON.parse(text).articles[0].title },
    }
    let round = 0
    let acknowledged = performance.now()
    const old: number[] = []
    let hits = 0
    let reads = 0
    let slowestRead = 0
    let isReading = true
    const readers = Object.values(watched).map(async ({ path, titleIn }) => {
      while (isReading) {
        const asked = performance.now()
        const [expected, since] = [round, acknowledged]
        const { status, text, isHit } = await get(path)
        slowestRead = Math.max(slowestRead, performance.now() - asked)
        expect([path, status]).toEqual([path, 200])
        const shown = titleIn(text)
        reads++
        if (isHit) hits++
        // A list may show more than the title in its link.
        if (shown !== undefined && /^\d+$/.test(shown) && Number(shown) < expected) old.push(asked - since)
        await Bun.sleep(5)
      }
    })
    for (let number = 1; number <= ROUNDS; number++) {
      await publish(String(number))
      acknowledged = performance.now()
      round = number
      await Bun.sleep(700 + Math.random() * 600)
    }
    isReading = false
    await Promise.all(readers)
    // Purges are repeated for two seconds.
    await Bun.sleep(3_000)
    const latest = Math.round(Math.max(0, ...old))
    console.log(
      `varnish: ${ROUNDS} changes, ${reads} reads, ${Math.round((hits / reads) * 100)}% from the cache; ` +
        `${old.length} reads showed the old title, the last one ${latest} ms after the acknowledgement`,
    )
    expect(latest).toBeLessThan(MAX_OLD_MS + slowestRead)
    expect(hits).toBeGreaterThan(reads / 2)
  },
)

cached('what is private is never kept', async () => {
  const secret = { Authorization: `Bearer ${token}` }
  const made = await call(direct[0]!, 'POST', `/api/admin/articles/${id}/preview`, undefined, token)
  const preview = new URL(made.body.url)
  const paths: [string, Record<string, string>][] = [
    [preview.pathname + preview.search, {}],
    ['/api/admin/articles', secret],
    ['/api/auth/me', secret],
    ['/health/ready', {}],
    ['/contact?sent=contact', {}],
    ['/blog?q=text', {}],
  ]
  for (const [path, headers] of paths) {
    for (let time = 0; time < 3; time++) {
      const { status, isHit } = await get(path, headers)
      expect([path, status, isHit]).toEqual([path, 200, false])
    }
  }
  expect((await get('/api/admin/articles')).status).toBe(401)
})

cached('each language has its own copy, whatever the browser prefers; tags stay inside', async () => {
  await get('/blog/one', { 'Accept-Language': 'en' })
  const primary = await get('/blog/one', { 'Accept-Language': 'en', 'Accept-Encoding': 'gzip' })
  const english = await get('/blog/one?lang=en', { 'Accept-Language': 'fa' })
  expect([primary.headers.get('Content-Language'), english.headers.get('Content-Language')]).toEqual([
    'fa',
    'en',
  ])
  expect(primary.text).not.toBe(english.text)
  for (const name of ['Surrogate-Key', 'Cache-Tag', 'CDN-Cache-Control'])
    expect(primary.headers.has(name)).toBe(false)
  const cookie = await get('/blog/one', { Cookie: '_analytics=1' })
  expect(cookie.isHit).toBe(true)
})

cached('a purge is taken only straight from the service', async () => {
  await eventually(async () => (await get('/api/site')).isHit)
  // The headers that a proxy in front forwards.
  const forwarded = { 'X-Purge-Tags': 'site', 'X-Forwarded-For': '203.0.113.7' }
  expect((await get('/', forwarded, { method: 'PURGE' })).status).toBe(403)
  expect((await get('/', { 'X-Purge-Tags': '.*' }, { method: 'PURGE' })).status).toBe(400)
  expect((await get('/api/site')).isHit).toBe(true)
  expect((await get('/', { 'X-Purge-Tags': 'site' }, { method: 'PURGE' })).status).toBe(200)
  expect((await get('/api/site')).isHit).toBe(false)
})

// The last test, because it ends the service.
cached('pages in the cache outlive the service', async () => {
  await get('/blog/one')
  // Nothing is purged if there is no change.
  for (let read = 0; read < 40; read++) {
    expect((await get('/blog/one')).isHit).toBe(true)
    await Bun.sleep(25)
  }
  await Promise.all(set.replicas.map((replica) => replica.stop()))
  set.replicas.length = 0
  const { status, isHit } = await get('/blog/one')
  expect([status, isHit]).toEqual([200, true])
  expect((await get('/api/admin/articles')).status).toBe(503)
})
