// Writes per second; delay until a write is visible in its own process and on two other replicas; effect of 50 writes per
// second on readers.
import { generator, load, median, rounded } from './support/load.ts'
import { benchPostgres, patchArticle, quantile, startReplicas, titleShown } from './support/replicas.ts'
import { report, signIn, startService } from './support/service.ts'
import { demoWithArticles } from './support/site.ts'

const SECONDS = Number(process.env.BENCH_SECONDS ?? 3)
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5)
const WRITES = 300

const fill = demoWithArticles(100, 11_000)
await using postgres = await benchPostgres()
if (postgres) {
  {
    await using service = await startService(fill, { DATABASE_URL: postgres.url })
    const token = await signIn(service.url)
    await measureWrites(service, token)
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
  await measureWrites(service, await signIn(service.url))
}

type Service = { url: string; database: string }

async function measureWrites({ url, database }: Service, token: string) {
  for (const [name, lanes] of [
    ['one editor', 1],
    ['eight editors', 8],
  ] as const) {
    const times: number[] = []
    const started = performance.now()
    const edit = async (lane: number) => {
      for (let round = 0; round < WRITES / lanes; round++) {
        times.push(await patchArticle(url, token, lane + 1, { title: `${name} ${round}` }))
      }
    }
    await Promise.all(Array.from({ length: lanes }, (_, lane) => edit(lane)))
    const seconds = (performance.now() - started) / 1_000
    report(`writes: ${name}`, {
      database,
      per_second: Math.round(times.length / seconds),
      p50_ms: rounded(quantile(times, 0.5)),
      p99_ms: rounded(quantile(times, 0.99)),
    })
  }
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
