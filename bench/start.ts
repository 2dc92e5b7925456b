// Time from process start to the first response of the public site, and memory use: of the bundle that the image runs, and
// of the sources.
import { join } from 'node:path'
import { bundleService } from '../deploy/image/bundle-service.ts'
import { load, median } from './support/load.ts'
import { benchPostgres } from './support/replicas.ts'
import { report, startService } from './support/service.ts'
import { demoWithArticles } from './support/site.ts'

const STARTS = 5

const SOURCES = join(import.meta.dir, '../src/main.ts')
const bundle = join(import.meta.dir, '../dist/service')
await bundleService(bundle)
const BUNDLE = join(bundle, 'src/main.ts')

await using postgres = await benchPostgres()
if (postgres) {
  const environment = { DATABASE_URL: postgres.url }
  await measure('start and memory', BUNDLE, environment, { cold_start_ms: 400, idle_mb: 100 })
  await measure('start and memory of the sources', SOURCES, environment, {})
}
await measure('start and memory', BUNDLE, { DATABASE_URL: '' }, {})

async function measure(
  name: string,
  main: string,
  environment: Record<string, string>,
  bounds: Record<string, number>,
) {
  const starts: number[] = []
  const first = await startService(demoWithArticles(100, 11_000), environment, main)
  const newDatabase = first.coldStartMs
  const directory = first.directory
  await first.stop()
  try {
    for (let round = 0; round < STARTS - 1; round++) {
      const service = await startService(null, { ...environment, DATA_DIR: directory }, main)
      starts.push(service.coldStartMs)
      await service[Symbol.asyncDispose]()
    }
    await using service = await startService(null, { ...environment, DATA_DIR: directory }, main)
    starts.push(service.coldStartMs)
    await Bun.sleep(2_000)
    const idle = service.memory()
    for (const headers of [{}, { 'Accept-Encoding': 'gzip' }, { 'Accept-Encoding': 'br' }]) {
      await load({ url: `${service.url}/api/site`, seconds: 2, headers })
    }
    await Bun.sleep(1_000)
    report(
      name,
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
