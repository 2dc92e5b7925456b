// Admin lists and the public search with 10,000 articles on Postgres, and the effect of 50 searches a second on readers.
import createClient from 'postgres'
import { generator, load, rounded } from './support/load.ts'
import { benchPostgres, quantile } from './support/replicas.ts'
import { report, signIn, startService } from './support/service.ts'
import { demoWithArticles } from './support/site.ts'

const SECONDS = Number(process.env.BENCH_SECONDS ?? 3)
const ROUNDS = 200
const ARTICLES = 10_000

const LISTS = [
  'page=1',
  'page=400&per_page=20',
  'status=published&sort=-updated_at&page=1',
  'sort=title&page=1',
  'seo_description_empty=true&page=1&fields=title,slug',
  'q=بازرسی&page=1',
  'q=article%209&sort=-published_at&page=1',
]

await using postgres = await benchPostgres()
if (postgres) {
  await using service = await startService(demoWithArticles(ARTICLES, 2_000), { DATABASE_URL: postgres.url })
  const token = await signIn(service.url)
  await waitUntilIndexed(service.url)
  await vacuum(postgres.url)
  for (const query of LISTS) {
    const times = await timesOf(`${service.url}/api/admin/articles?${query}`, () => ({
      Authorization: `Bearer ${token}`,
    }))
    reportTimes(`list: ${decodeURIComponent(query)}`, times, 30)
  }
  const words = await vocabulary(service.url)
  const search = (index: number) => {
    const [first, second] = [words[index % words.length]!, words[(index * 7 + 3) % words.length]!]
    const query = index % 2 === 0 ? `${first} ${second}` : first.slice(0, 4)
    return `${service.url}/api/search?q=${encodeURIComponent(query)}&lang=fa&page=${1 + Math.floor(index / words.length)}`
  }
  reportTimes('search, none of them cached', await timesOf(search, clientOf), 20)
  await measureReaders(service.url, search)
}

function reportTimes(name: string, times: number[], bound: number) {
  const figures = { p50_ms: rounded(quantile(times, 0.5)), p99_ms: rounded(quantile(times, 0.99)) }
  report(name, figures, { p99_ms: bound })
}

// Each request comes from another client, so that no limit is reached.
function clientOf(index: number): Record<string, string> {
  return { 'X-Forwarded-For': `100.64.${(index >> 8) & 255}.${index & 255}` }
}

async function timesOf(
  url: string | ((index: number) => string),
  headers: (index: number) => Record<string, string>,
) {
  const times: number[] = []
  for (let index = -20; index < ROUNDS; index++) {
    const address = typeof url === 'string' ? url : url(index + 20)
    const started = performance.now()
    const answer = await fetch(address, { headers: headers(index + 20) })
    await answer.arrayBuffer()
    if (answer.status !== 200) throw new Error(`${address} answered ${answer.status}`)
    // The first ones warm up.
    if (index >= 0) times.push(performance.now() - started)
  }
  return times
}

async function measureReaders(url: string, search: (index: number) => string) {
  const read = () => load({ url: `${url}/api/site/services`, seconds: SECONDS })
  const alone = await read()
  let isOver = false
  let count = 10_000
  const searching = (async () => {
    while (!isOver) {
      const index = count++
      void fetch(search(index), { headers: clientOf(index) }).then((answer) => answer.arrayBuffer())
      await Bun.sleep(20)
    }
  })()
  const beside = await read()
  isOver = true
  await searching
  report(
    `reads during 50 searches a second (${generator})`,
    {
      p99_ms_alone: rounded(alone.p99),
      p99_ms: rounded(beside.p99),
      factor: rounded(beside.p99 / alone.p99),
    },
    { factor: 3 },
  )
}

/** Does what autovacuum has done in a database that is a few minutes old. */
async function vacuum(url: string) {
  const sql = createClient(url, { max: 1 })
  await sql`vacuum analyze`
  await sql.end()
}

/** Waits for the index of the articles, which plain SQL wrote. */
async function waitUntilIndexed(url: string) {
  for (;;) {
    const answer = await fetch(`${url}/api/search?q=article&types=articles&lang=en&_=${Math.random()}`, {
      headers: clientOf(0),
    })
    const { total } = (await answer.json()) as { total: number }
    if (total >= ARTICLES) return
    await Bun.sleep(500)
  }
}

async function vocabulary(url: string): Promise<string[]> {
  const answer = await fetch(`${url}/api/articles?page=1&per_page=100`)
  const text = JSON.stringify(await answer.json())
  return [...new Set(text.match(/[\p{L}\p{M}]{4,}/gu)!.filter((word) => /[\u0600-\u06ff]/.test(word)))]
}
