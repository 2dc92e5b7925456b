// Ten minutes of reads, writes, uploads and sign-ins on three replicas. No request may fail and no acknowledged write be
// lost; writes must become visible everywhere in time, memory must stay flat, and all replicas must end with the
// contents of the database.
import sharp from 'sharp'
import { rounded } from './support/load.ts'
import { benchPostgres, patchArticle, quantile, startReplicas, titleShown } from './support/replicas.ts'
import { report, signIn, startService } from './support/service.ts'
import { demoWithArticles } from './support/site.ts'

const SECONDS = Number(process.env.SOAK_SECONDS ?? 600)
const SAMPLE_MS = 5_000

await using postgres = await benchPostgres()
if (!postgres) throw new Error('The soak test needs Postgres: install it, or set BENCH_DATABASE_URL.')
await using set = await startReplicas(3, postgres.url, demoWithArticles(100, 11_000))
const { replicas } = set
const urls = replicas.map(({ url }) => url)
const token = await signIn(urls[0]!)
const until = performance.now() + SECONDS * 1_000
const failures: string[] = []
const visible: number[] = []
const counts = { reads: 0, writes: 0, uploads: 0, sign_ins: 0 }
const acknowledged = new Map<number, string>()
const any = <T>(values: readonly T[]) => values[Math.floor(Math.random() * values.length)]!

/** Runs `act` at this interval until the end; records failures and continues. */
async function every(milliseconds: number, act: (round: number) => Promise<void>) {
  for (let round = 0; performance.now() < until; round++) {
    const next = performance.now() + milliseconds
    await act(round).catch((error) => void failures.push(String(error)))
    await Bun.sleep(Math.max(0, next - performance.now()))
  }
}

async function read() {
  const encoding = any(['identity', 'gzip', 'gzip, deflate, br, zstd'])
  const path = any(['/api/site', '/api/site', '/api/articles?per_page=20', '/blog', '/api/site/menu'])
  const answer = await fetch(any(urls) + path, { headers: { 'Accept-Encoding': encoding } })
  const text = await answer.text()
  if (answer.status !== 200 || text.length < 100) throw new Error(`${path} returned ${answer.status}`)
  if (path.startsWith('/api')) JSON.parse(text)
  counts.reads++
}

/** Each writer has its own articles, so the last title it wrote is the one to expect. */
async function write(writer: number, round: number) {
  const id = 1 + writer * 30 + (round % 30)
  const title = `soak ${writer} ${round}`
  const url = any(urls)
  await patchArticle(url, token, id, { title })
  acknowledged.set(id, title)
  counts.writes++
  if ((await titleShown(url, `article-${id}`)) !== title) throw new Error('a write was not visible at once')
  const started = performance.now()
  const other = any(urls.filter((it) => it !== url))
  while ((await titleShown(other, `article-${id}`)) !== title) {
    if (performance.now() - started > 5_000)
      throw new Error('a write was not visible on another replica within 5 s')
    await Bun.sleep(1)
  }
  visible.push(performance.now() - started)
}

const photograph = await sharp({ create: { width: 1_600, height: 1_200, channels: 3, background: '#456' } })
  .jpeg()
  .toBuffer()

async function upload(round: number) {
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(photograph)]), `soak-${round}.jpg`)
  const headers = { Authorization: `Bearer ${token}` }
  const answer = await fetch(`${any(urls)}/api/admin/upload`, { method: 'POST', body: form, headers })
  if (answer.status !== 201) throw new Error(`the upload returned ${answer.status}`)
  const { id, url } = (await answer.json()) as { id: number; url: string }
  for (const replica of urls) {
    const image = await fetch(replica + url)
    await image.arrayBuffer()
    if (image.status !== 200) throw new Error(`the image returned ${image.status}`)
  }
  const gone = await fetch(`${any(urls)}/api/admin/media/${id}`, { method: 'DELETE', headers })
  if (gone.status !== 204) throw new Error(`the deletion returned ${gone.status}`)
  counts.uploads++
}

async function signInAgain() {
  if (!(await signIn(any(urls)))) throw new Error('the sign-in failed')
  counts.sign_ins++
}

const memory: number[][] = replicas.map(() => [])
const watch = setInterval(() => {
  for (const [index, replica] of replicas.entries()) memory[index]!.push(replica.memory())
}, SAMPLE_MS)
await Promise.all([
  ...[0, 1, 2].map(() => every(20, read)),
  ...[0, 1, 2].map((writer) => every(200, (round) => write(writer, round))),
  every(3_000, upload),
  every(2_000, signInAgain),
])
clearInterval(watch)

await Bun.sleep(2_000)
const tags = await Promise.all(urls.map(async (url) => (await fetch(`${url}/api/site`)).headers.get('ETag')))
await using fresh = await startService(null, { DATABASE_URL: postgres.url })
const truth = (await fetch(`${fresh.url}/api/site`)).headers.get('ETag')
let lost = 0
for (const [id, title] of acknowledged) {
  for (const url of urls) if ((await titleShown(url, `article-${id}`)) !== title) lost++
}
const average = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
// Average per fifth of the run, of the largest replica; the first two fifths are warm-up.
const fifths = [0, 1, 2, 3, 4].map((fifth) =>
  Math.max(
    ...memory.map((samples) =>
      average(samples.slice((fifth * samples.length) / 5, ((fifth + 1) * samples.length) / 5)),
    ),
  ),
)
for (const failure of new Set(failures)) console.error(failure)
report(
  `soak of ${SECONDS} s on 3 replicas`,
  {
    ...counts,
    failures: failures.length,
    lost_writes: lost,
    differing_replicas: tags.filter((tag) => tag !== truth).length,
    visible_p50_ms: rounded(quantile(visible, 0.5)),
    visible_p99_ms: rounded(quantile(visible, 0.99)),
    visible_max_ms: rounded(quantile(visible, 1)),
    most_mb: Math.round(Math.max(...memory.flat())),
    mb_by_fifths: fifths.map(Math.round).join(' '),
    growth_mb: Math.round(fifths[4]! - fifths[2]!),
  },
  { failures: 0, lost_writes: 0, differing_replicas: 0, visible_max_ms: 1_500, growth_mb: 30 },
)
