// Public reads compared with a bare `Bun.serve` handler that sends the same bytes, measured alternately so that both run
// under the same conditions. The ratio is held to its bound if wrk is the load generator.
import { startBare } from './support/bare.ts'
import { generator, type Load, load, median, rounded } from './support/load.ts'
import { report, startService } from './support/service.ts'
import { demoWithArticles } from './support/site.ts'

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5)
const SECONDS = Number(process.env.BENCH_SECONDS ?? 2)

await using service = await startService(demoWithArticles(100, 11_000))
const site = `${service.url}/api/site`
const etag = (await fetch(site)).headers.get('ETag')!

const CASES = [
  { name: 'site', url: site, headers: {}, minRatio: 0.95 },
  { name: 'site gzip', url: site, headers: { 'Accept-Encoding': 'gzip' }, minRatio: 0.7 },
  { name: 'site 304', url: site, headers: { 'If-None-Match': etag }, minRatio: 0.5 },
  { name: 'site without bodies', url: `${site}?bodies=false`, headers: {} },
  {
    name: 'site without bodies gzip',
    url: `${site}?bodies=false`,
    headers: { 'Accept-Encoding': 'gzip' },
    minRatio: 0.6,
  },
  { name: 'one member', url: `${service.url}/api/site/menu`, headers: {} },
  { name: 'article page', url: `${service.url}/blog/article-50`, headers: {} },
  { name: 'home page', url: `${service.url}/`, headers: {} },
  { name: 'blog page', url: `${service.url}/blog`, headers: {} },
  { name: 'one article', url: `${service.url}/api/articles/article-50`, headers: {} },
  { name: 'list of 20', url: `${service.url}/api/articles?page=1&per_page=20`, headers: {} },
]

const answers = await Promise.all(
  CASES.map(async ({ url, headers }) => {
    const response = await fetch(url, { headers, decompress: false } as RequestInit)
    const names = ['Content-Type', 'Content-Encoding', 'ETag']
    const sent = names.flatMap((name) => {
      const value = response.headers.get(name)
      return value === null ? [] : [[name, value]]
    })
    const body = response.status === 304 ? null : new Uint8Array(await response.arrayBuffer())
    return { status: response.status, headers: Object.fromEntries(sent), body }
  }),
)
await using bare = await startBare(answers)

for (const [index, { name, url, headers, minRatio }] of CASES.entries()) {
  const ours: Load[] = []
  const theirs: Load[] = []
  const ratios: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    theirs.push(await load({ url: bare.urls[index]!, seconds: SECONDS, headers }))
    ours.push(await load({ url, seconds: SECONDS, headers }))
    ratios.push(ours.at(-1)!.perSecond / theirs.at(-1)!.perSecond)
  }
  const failures = ours.reduce((sum, { failures }) => sum + failures, 0)
  if (failures > 0) throw new Error(`${failures} requests for ${url} failed`)
  report(
    `reads: ${name}`,
    {
      generator,
      database: service.database,
      bytes: answers[index]!.body?.byteLength ?? 0,
      per_second: Math.round(median(ours.map(({ perSecond }) => perSecond))),
      bare_per_second: Math.round(median(theirs.map(({ perSecond }) => perSecond))),
      ratio: rounded(median(ratios), 2),
      p99_ms: rounded(median(ours.map(({ p99 }) => p99))),
      bare_p99_ms: rounded(median(theirs.map(({ p99 }) => p99))),
    },
    {},
    minRatio === undefined || generator !== 'wrk' ? {} : { ratio: minRatio },
  )
}
