// How the service grows: with 100, 1,000, 10,000 and 100,000 articles on Postgres, half as many media and ten times as many
// messages. Writes the curves to docs/growth.svg when all sizes were measured (`BENCH_SIZES=100,1000` measures some of them).
import { join } from 'node:path'
import createClient from 'postgres'
import { drawCurves } from './support/draw-curves.ts'
import { rounded } from './support/load.ts'
import { benchPostgres, quantile } from './support/replicas.ts'
import { report, signIn, startService } from './support/service.ts'
import { demoWithArticles } from './support/site.ts'
import { copyIndex, grow, INDEXED } from './support/sizes.ts'

const ALL = [100, 1_000, 10_000, 100_000]
const SIZES = process.env.BENCH_SIZES?.split(',').map(Number) ?? ALL
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 60)
const PICTURE = join(import.meta.dir, '../docs/growth.svg')
/** Figures of 100,000 articles may be this many times those of 10,000. */
const MAX_FACTOR = 2
const MAX_START_MS = 5_000
const MAX_MEMORY_MB = 1_200

type Figures = Record<string, number>

await using postgres = await benchPostgres()
if (!postgres) {
  console.error('skipped: sizes (Postgres is not installed)')
  process.exit(0)
}
await prepare(postgres.url)
const measured = new Map<number, Figures>()
for (const size of SIZES) {
  await grow(postgres.url, size)
  const figures = await measure(postgres.url, size)
  measured.set(size, figures)
  const { start_ms, memory_mb, ...others } = figures
  report(
    `size ${size}: start`,
    { start_ms: start_ms!, memory_mb: memory_mb! },
    size === ALL.at(-1) ? { start_ms: MAX_START_MS, memory_mb: MAX_MEMORY_MB } : {},
  )
  report(`size ${size}`, others, boundsOf(size))
}
if (ALL.every((size) => measured.has(size)))
  await Bun.write(
    PICTURE,
    drawCurves(
      ALL,
      ALL.map((size) => measured.get(size)!),
    ),
  )

/** The schema, the demo site and the first admin. */
async function prepare(url: string) {
  const service = await startService(demoWithArticles(1, 2_000), { DATABASE_URL: url })
  await service[Symbol.asyncDispose]()
}

async function measure(url: string, size: number): Promise<Figures> {
  await indexAll(url, size)
  await using service = await startService(
    null,
    { DATABASE_URL: url },
    undefined,
    '/api/articles?per_page=20',
  )
  const figures: Figures = { start_ms: Math.round(service.coldStartMs) }
  const token = await signIn(service.url)
  const admin = { Authorization: `Bearer ${token}` }
  const last = Math.ceil(size / 20)
  const lists: [name: string, path: (index: number) => string][] = [
    ['public_list_ms', () => '/api/articles?page=2&per_page=20'],
    ['article_ms', (index) => `/api/articles/article-${1 + ((index * 7_919) % size)}`],
    ['admin_list_ms', () => '/api/admin/articles?page=1&per_page=20'],
    ['admin_last_page_ms', () => `/api/admin/articles?page=${last}&per_page=20`],
    ['admin_search_ms', (index) => `/api/admin/articles?q=Article%20${1 + ((index * 7_919) % size)}&page=1`],
    ['media_list_ms', () => '/api/admin/media?page=1&per_page=20'],
    ['messages_list_ms', () => '/api/admin/messages?page=1&per_page=20'],
    ['trash_list_ms', () => '/api/admin/trash?page=1&per_page=20'],
    ['search_ms', (index) => `/api/search?q=Article%20${1 + ((index * 7_919) % size)}&lang=en`],
    [
      'search_common_ms',
      (index) => `/api/search?q=${encodeURIComponent('بازرسی')}&lang=fa&page=${1 + (index % 5)}`,
    ],
  ]
  for (const [name, path] of lists) {
    const times: number[] = []
    for (let index = -5; index < ROUNDS; index++) {
      const milliseconds = await timeOf(service.url + path(index + 5), admin, index)
      if (index >= 0) times.push(milliseconds)
    }
    figures[name] = rounded(quantile(times, 0.5))
    figures[name.replace('_ms', '_p99_ms')] = rounded(quantile(times, 0.99))
  }
  figures.sitemap_ms = rounded(await timeOf(`${service.url}/sitemap.xml`))
  figures.feed_ms = rounded(await timeOf(`${service.url}/blog/feed.xml`))
  figures.memory_mb = Math.round(service.memory())
  const exported = await timeOf(`${service.url}/api/admin/messages/export.csv`, admin)
  figures.export_s = rounded(exported / 1_000)
  figures.export_memory_mb = Math.round(service.peakMemory())
  figures.site_ms = rounded(await timeOf(`${service.url}/api/site`))
  figures.site_memory_mb = Math.round(service.peakMemory())
  return figures
}

/** Starts the service until its search has everything, and leaves the database as autovacuum would. */
async function indexAll(url: string, size: number) {
  if (size > INDEXED) return copyIndex(url)
  const started = performance.now()
  const service = await startService(null, { DATABASE_URL: url }, undefined, '/api/live')
  const sql = createClient(url, { max: 1, onnotice: () => {} })
  try {
    for (;;) {
      const [row] = await sql`select
        (select count(*)::int from search_documents where resource like 'articles %') as done,
        (select s.token is not distinct from v.token from content_versions v
          left join search_states s on s.resource like v.resource || ' %'
          where v.resource = 'articles') as current`
      if (row!.done >= 2 * size && row!.current) break
      await Bun.sleep(500)
    }
    console.log(`indexed after ${rounded((performance.now() - started) / 1_000)} s`)
    await sql`vacuum analyze`
  } finally {
    await sql.end()
    await service[Symbol.asyncDispose]()
  }
}

async function timeOf(url: string, headers: Record<string, string> = {}, index = 0): Promise<number> {
  const from = { 'X-Forwarded-For': `100.64.${(index >> 8) & 255}.${index & 255}` }
  const started = performance.now()
  const answer = await fetch(url, { headers: { ...from, ...headers } })
  for await (const _ of answer.body!);
  if (answer.status !== 200) throw new Error(`${url} answered ${answer.status}`)
  return performance.now() - started
}

/** The bounds are twice the times that lists and searches with 10,000 articles took. */
function boundsOf(size: number): Figures {
  const before = size === 100_000 ? measured.get(10_000) : undefined
  const names = Object.keys(before ?? {}).filter((name) =>
    /_(?:list|page|search|common)_ms$|^(?:search|article)_ms$/.test(name),
  )
  return Object.fromEntries(names.map((name) => [name, rounded(before![name]! * MAX_FACTOR)]))
}
