// Time from process start to the first response of the public site, and memory use.
import { load, median } from './support/load.ts'
import { benchPostgres } from './support/replicas.ts'
import { report, startService } from './support/service.ts'
import { demoWithArticles } from './support/site.ts'

const STARTS = 5

await using postgres = await benchPostgres()
if (postgres) await measure({ DATABASE_URL: postgres.url }, { cold_start_ms: 500, idle_mb: 150 })
await measure({ DATABASE_URL: '' }, {})

async function measure(environment: Record<string, string>, bounds: Record<string, number>) {
  const starts: number[] = []
  const first = await startService(demoWithArticles(100, 11_000), environment)
  const newDatabase = first.coldStartMs
  const directory = first.directory
  await first.stop()
  try {
    for (let round = 0; round < STARTS - 1; round++) {
      const service = await startService(null, { ...environment, DATA_DIR: directory })
      starts.push(service.coldStartMs)
      await service[Symbol.asyncDispose]()
    }
    await using service = await startService(null, { ...environment, DATA_DIR: directory })
    starts.push(service.coldStartMs)
    await Bun.sleep(2_000)
    const idle = service.memory()
    for (const headers of [{}, { 'Accept-Encoding': 'gzip' }, { 'Accept-Encoding': 'br' }]) {
      await load({ url: `${service.url}/api/site`, seconds: 2, headers })
    }
    await Bun.sleep(1_000)
    report(
      'start and memory',
      {
        database: service.database,
        first_start_ms: Math.round(newDatabase),
        cold_start_ms: Math.round(median(starts)),
        idle_mb: Math.round(idle),
        after_load_mb: Math.round(service.memory()),
      },
      bounds,
    )
  } finally {
    await first[Symbol.asyncDispose]()
  }
}
