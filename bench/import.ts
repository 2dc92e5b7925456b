// Records per second of a WordPress import of 3,000 posts on both databases, and its effect on readers; a second run.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { item, wxr } from '../tests/moving/wordpress/wxr.ts'
import { generator, load, rounded } from './support/load.ts'
import { benchPostgres } from './support/replicas.ts'
import { ADMIN, report, startService } from './support/service.ts'

const POSTS = Number(process.env.BENCH_POSTS ?? 3_000)
const MAIN = join(import.meta.dir, '../src/main.ts')
const MIN_PER_SECOND = { postgres: 200, embedded: 80 } as const
const PARAGRAPH = `<p>${'خط لوله و ایستگاه پمپاژ تازه راه افتاد. A new pumping station. '.repeat(6)}</p>\n`

const directory = mkdtempSync(join(tmpdir(), 'frontage-import-'))
const file = join(directory, 'export.xml')
const posts = Array.from({ length: POSTS }, (_, index) =>
  item({ id: index + 1, title: `Post ${index + 1}`, content: PARAGRAPH.repeat(5) }),
)
await Bun.write(file, wxr(posts.join('\n')))
try {
  await using postgres = await benchPostgres()
  if (postgres) await measure({ DATABASE_URL: postgres.url })
  await measure({ DATABASE_URL: '' })
} finally {
  rmSync(directory, { recursive: true })
}

async function measure(environment: { DATABASE_URL: string }) {
  const kind = environment.DATABASE_URL ? 'postgres' : 'embedded'
  await using service = await startService(null, environment)
  const reads = { url: `${service.url}/api/site/services`, seconds: 8, connections: 4 }
  // The first requests of a process find its code not yet compiled.
  await load(reads)
  const before = await load(reads)
  const reading = load(reads)
  const seconds = await importInto(service.url)
  const busy = await reading
  const again = await importInto(service.url)
  const after = await load(reads)
  // The measurement stands on both sides of the import: the speed of a shared machine changes within a minute.
  const quiet = (before.p99 + after.p99) / 2
  const perSecond = Math.round(POSTS / seconds)
  report(
    'import of a WordPress export',
    {
      generator,
      database: kind,
      posts: POSTS,
      per_second: perSecond,
      second_run_s: rounded(again),
      quiet_p99_ms: rounded(quiet),
      busy_p99_ms: rounded(busy.p99),
      ratio: rounded(busy.p99 / quiet, 2),
    },
    generator === 'wrk' ? { ratio: 3 } : {},
  )
  if (perSecond < MIN_PER_SECOND[kind]) process.exitCode = 1
}

/** Returns the seconds that the import took. */
async function importInto(url: string): Promise<number> {
  const started = performance.now()
  const child = Bun.spawn(
    [process.execPath, MAIN, 'import-wordpress', file, '--url', url, '--email', ADMIN.email],
    {
      env: { ...process.env, FRONTAGE_PASSWORD: ADMIN.password },
      stdout: 'ignore',
      stderr: 'inherit',
    },
  )
  const code = await child.exited
  if (code !== 0) throw new Error(`the import exited with ${code}`)
  return (performance.now() - started) / 1_000
}
