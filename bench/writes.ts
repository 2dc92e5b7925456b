// Writes per second beside those of a bare program and, with BENCH_BEFORE, of another release; delay until a write is visible in its own process and on two other replicas; effect of 50 writes per
// second on readers.
import { join } from 'node:path'
import connect from 'postgres'
import { startBareWrites } from './support/bare-writes.ts'
import { cpuMsOf } from './support/cpu.ts'
import { generator, load, median, rounded } from './support/load.ts'
import { benchPostgres, patchArticle, quantile, startReplicas, titleShown } from './support/replicas.ts'
import { report, signIn, startService } from './support/service.ts'
import { demoWithArticles } from './support/site.ts'

const SECONDS = Number(process.env.BENCH_SECONDS ?? 3)
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5)
const WRITES = 300

const PATCHES = 200
/** The sources of another release, to measure it alternately in the same run. */
const BEFORE = process.env.BENCH_BEFORE

const fill = demoWithArticles(100, 11_000)
await using postgres = await benchPostgres({ durable: true })
if (postgres) {
  {
    await using service = await startService(fill, { DATABASE_URL: postgres.url })
    await using bare = await startBareWrites(postgres.url)
    await using before = BEFORE ? await startBefore(join(BEFORE, 'src/main.ts')) : null
    const token = await signIn(service.url)
    const bareArticles = { ...bare, name: 'bare program', articles: bare.url, token: '' }
    const others = before ? [before] : []
    await compareWrites([bareArticles, ...others, await toWriter('service', service)])
    await measureCollections(await toWriter('service', service), others)
    await measureReads(service, token)
  }
  await using set = await startReplicas(3, postgres.url)
  const [first, ...others] = set.replicas
  const token = await signIn(first!.url)
  await measureVisibility(
    first!.url,
    others.map(({ url }) => url),
    token,
  )
}
{
  await using service = await startService(fill, { DATABASE_URL: '' })
  await compareWrites([await toWriter('service, embedded', service)])
}

type Service = { url: string; database: string }
/** `articles`: the URL below which articles are patched. */
type Writer = { name: string; pid: number; url: string; articles: string; token: string }

async function toWriter(name: string, { url, pid }: { url: string; pid: number }): Promise<Writer> {
  return { name, pid, url, articles: `${url}/api/admin/articles`, token: await signIn(url) }
}

/** The other release on a database of its own, on the same server. */
async function startBefore(main: string) {
  const url = new URL(postgres!.url)
  url.pathname = '/before'
  const sql = connect(postgres!.url)
  await sql`create database before`
  await sql.end()
  const service = await startService(fill, { DATABASE_URL: url.href }, main)
  return Object.assign(await toWriter('before', service), {
    [Symbol.asyncDispose]: () => service[Symbol.asyncDispose](),
  })
}

type Measured = { perSecond: number; times: number[]; cpuMs: number }

/** Calls `write` so many times in each lane; the time of the processor is that of the writer's process. */
async function measure(
  pid: number,
  lanes: number,
  count: number,
  write: (lane: number, round: number) => Promise<number>,
) {
  const times: number[] = []
  const cpu = cpuMsOf(pid)
  const started = performance.now()
  const run = async (lane: number) => {
    for (let round = 0; round < count / lanes; round++) times.push(await write(lane, round))
  }
  await Promise.all(Array.from({ length: lanes }, (_, lane) => run(lane)))
  const seconds = (performance.now() - started) / 1_000
  return { perSecond: times.length / seconds, times, cpuMs: (cpuMsOf(pid) - cpu) / times.length }
}

/** One editor and eight, each writer in turn, so that all meet the same other work on the machine. */
async function compareWrites(writers: readonly Writer[]) {
  for (const [editors, lanes] of [
    ['one editor', 1],
    ['eight editors', 8],
  ] as const) {
    const measured = new Map<Writer, Measured[]>(writers.map((writer) => [writer, []]))
    for (let round = 0; round < ROUNDS; round++)
      for (const writer of writers) {
        const patch = (lane: number, number: number) =>
          send(writer, 'PATCH', `${writer.articles}/${lane + 1}`, { title: `${editors} ${round} ${number}` })
        measured.get(writer)!.push(await measure(writer.pid, lanes, PATCHES, patch))
      }
    const floor = measured.get(writers[0]!)!
    for (const [{ name }, rounds] of measured) {
      const times = rounds.flatMap((round) => round.times)
      report(`writes of ${name}: ${editors}`, {
        per_second: Math.round(median(rounds.map(({ perSecond }) => perSecond))),
        p50_ms: rounded(quantile(times, 0.5)),
        p99_ms: rounded(quantile(times, 0.99)),
        cpu_ms: rounded(median(rounds.map(({ cpuMs }) => cpuMs))),
        of_the_first: rounded(median(rounds.map(({ perSecond }, n) => perSecond / floor[n]!.perSecond)), 2),
      })
    }
  }
}

/** Creations, deletions and batches of 100 creations, by one editor. */
async function measureCollections(service: Writer, others: readonly Writer[]) {
  for (const writer of [...others, service]) {
    const text = `<p>${'A sentence of some length about works at the harbour. '.repeat(100)}</p>`
    const article = (name: string) => ({ title: name, content: text, content_en: text, status: 'published' })
    const created = await measure(writer.pid, 1, 100, (_, n) =>
      send(writer, 'POST', writer.articles, article(`Created ${n}`)),
    )
    const batches = await measure(writer.pid, 1, 5, (_, n) => {
      const operations = Array.from({ length: 100 }, (_, k) => ({
        op: 'create',
        data: article(`Batch ${n} ${k}`),
      }))
      return send(writer, 'POST', `${writer.articles}/batch`, { operations })
    })
    const deleted = await measure(writer.pid, 1, 100, (_, n) =>
      send(writer, 'DELETE', `${writer.articles}/${101 + n}`),
    )
    report(`creations and deletions of ${writer.name}`, {
      created_per_second: Math.round(created.perSecond),
      deleted_per_second: Math.round(deleted.perSecond),
      in_batches_of_100_per_second: Math.round(100 * batches.perSecond),
    })
  }
}

async function send({ token }: Writer, method: string, url: string, body?: object): Promise<number> {
  const started = performance.now()
  const answer = await fetch(url, {
    method,
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${method} ${url} returned ${answer.status}: ${text.slice(0, 300)}`)
  return performance.now() - started
}

async function measureVisibility(writer: string, others: string[], token: string) {
  const same: number[] = []
  const elsewhere: number[] = []
  for (let round = 0; round < WRITES; round++) {
    const title = `seen ${round}`
    await patchArticle(writer, token, 1, { title })
    const acknowledged = performance.now()
    const arrivals = others.map(async (url) => {
      while ((await titleShown(url, 'article-1')) !== title) await Bun.sleep(1)
      elsewhere.push(performance.now() - acknowledged)
    })
    if ((await titleShown(writer, 'article-1')) !== title) throw new Error('a write was not visible at once')
    same.push(performance.now() - acknowledged)
    await Promise.all(arrivals)
  }
  report(
    'publish to visible',
    {
      replicas: others.length + 1,
      same_process_p50_ms: rounded(quantile(same, 0.5)),
      same_process_p99_ms: rounded(quantile(same, 0.99)),
      others_p50_ms: rounded(quantile(elsewhere, 0.5)),
      others_p99_ms: rounded(quantile(elsewhere, 0.99)),
    },
    { others_p99_ms: 50 },
  )
}

/** Alternates rounds with and without writers, because other work on the machine varies. */
async function measureReads({ url, database }: Service, token: string) {
  for (const [name, headers] of [
    ['site', {}],
    ['site gzip', { 'Accept-Encoding': 'gzip' }],
  ] as const) {
    const quiet: number[] = []
    const busy: number[] = []
    let written = 0
    let busySeconds = 0
    for (let round = 0; round < ROUNDS; round++) {
      quiet.push((await load({ url: `${url}/api/site`, seconds: SECONDS, headers })).p99)
      let number = 0
      const open: Promise<unknown>[] = []
      const writing = setInterval(() => {
        const id = 1 + (number++ % 100)
        open.push(patchArticle(url, token, id, { title: `${name} ${number}` }).then(() => written++))
      }, 20)
      const started = performance.now()
      const measured = await load({ url: `${url}/api/site`, seconds: SECONDS, headers })
      clearInterval(writing)
      await Promise.all(open)
      busySeconds += (performance.now() - started) / 1_000
      if (measured.failures > 0) throw new Error(`${measured.failures} reads failed`)
      busy.push(measured.p99)
    }
    report(
      `reads during 50 writes a second: ${name}`,
      {
        generator,
        database,
        writes_per_second: Math.round(written / busySeconds),
        quiet_p99_ms: rounded(median(quiet)),
        busy_p99_ms: rounded(median(busy)),
        ratio: rounded(median(busy.map((p99, round) => p99 / quiet[round]!)), 2),
      },
      generator === 'wrk' ? { ratio: 3 } : {},
    )
  }
}
