// A whole bilingual site of 3,000 posts from WordPress into Postgres: records a second, `/api/live` meanwhile, every old
// address, and a second run that writes nothing.
import { expectAddresses, expectFiles, prepareImport } from '../tests/moving/wordpress/generated-import.ts'
import { generateSite } from '../tests/moving/wordpress/generated-site.ts'
import { rounded } from './support/load.ts'
import { startProbe } from './support/probe.ts'
import { benchPostgres, quantile } from './support/replicas.ts'
import { ADMIN, report, startService } from './support/service.ts'

const POSTS = Number(process.env.BENCH_POSTS ?? 3_000)
const MIN_PER_SECOND = 200
const MAX_LIVE_P99_MS = 50

await using postgres = await benchPostgres()
const environment = { DATABASE_URL: postgres?.url ?? '', SITE_PRIMARY_LANGUAGE: 'fa' }
await using service = await startService(null, environment)
const site = generateSite({ seed: 25, posts: POSTS })
const account = { adminEmail: ADMIN.email, adminPassword: ADMIN.password }
const prepared = await prepareImport(site, { url: service.url, ...account })
try {
  const probe = startProbe(`${service.url}/api/live`)
  const started = performance.now()
  const first = await prepared.run()
  const seconds = (performance.now() - started) / 1_000
  const live = await probe.stop()
  if (first.code !== 0) throw new Error(first.output)
  const created = createdIn(first.output)
  await expectAddresses(site, (path) => fetch(service.url + path, { redirect: 'manual' }))
  await expectFiles(site, (path) => fetch(service.url + path, { redirect: 'manual' }))
  const before = await etagOf(`${service.url}/api/site`)
  const again = performance.now()
  const second = await prepared.run()
  const secondSeconds = (performance.now() - again) / 1_000
  if (second.code !== 0 || createdIn(second.output) !== 0) throw new Error(second.output)
  if ((await etagOf(`${service.url}/api/site`)) !== before) throw new Error('the second run changed the site')
  const perSecond = Math.round(created / seconds)
  const p99 = quantile(live, 0.99)
  report('import of a generated WordPress site', {
    database: postgres ? 'postgres' : 'embedded',
    posts: POSTS,
    records: created,
    per_second: perSecond,
    live_p99_ms: rounded(p99),
    live_max_ms: rounded(Math.max(...live)),
    addresses: site.addresses.size,
    second_run_s: rounded(secondSeconds),
  })
  if (perSecond < MIN_PER_SECOND || p99 > MAX_LIVE_P99_MS) process.exitCode = 1
} finally {
  await prepared.remove()
}

/** The sum of the column “created”. */
function createdIn(output: string): number {
  const table = output.slice(output.indexOf('\nkind ')).split('\n\n', 1)[0]!
  const rows = [...table.matchAll(/^[a-z-]+ +\d+ +(\d+)/gm)]
  return rows.reduce((sum, [, created]) => sum + Number(created), 0)
}

async function etagOf(url: string) {
  const response = await fetch(url)
  await response.body?.cancel()
  return response.headers.get('ETag')
}
