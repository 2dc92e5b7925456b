// Exports a million contact messages and measures the service's memory meanwhile.
import { sql } from 'drizzle-orm'
import { toDatabaseConfig } from '../src/platform/config/config.ts'
import { parseEnv } from '../src/platform/config/env.ts'
import { createDatabase } from '../src/platform/db/database.ts'
import { openDriver } from '../src/platform/db/open-driver.ts'
import { report, signIn, startService } from './support/service.ts'

const ROWS = Number(process.env.BENCH_ROWS ?? 1_000_000)

await using service = await startService(async (environment) => {
  const { database: env } = parseEnv(environment, ['database'])
  await using opened = new AsyncDisposableStack()
  const driver = await openDriver({ database: toDatabaseConfig(env), dataDirectory: env.DATA_DIR }, opened)
  const database = createDatabase(driver)
  opened.defer(() => database.close())
  await database.migrate()
  await database.query((tx) => tx.execute(sql`truncate contact_messages restart identity`))
  for (let done = 0; done < ROWS; done += 50_000) {
    await database.query((tx) =>
      tx.execute(sql`
        insert into contact_messages (name, email, message)
        select 'نام ' || n, n || '@example.com', repeat('یک پیام، "نقل قول" ', 8)
        from generate_series(1, ${Math.min(50_000, ROWS - done)}::int) as n`),
    )
  }
})

const token = await signIn(service.url)

await Bun.sleep(1_000)
const idle = service.memory()
let peak = idle
const watch = setInterval(() => {
  peak = Math.max(peak, service.memory())
}, 50)
const started = performance.now()
const response = await fetch(`${service.url}/api/admin/messages/export.csv`, {
  headers: { Authorization: `Bearer ${token}` },
})
let bytes = 0
let lines = 0
// `--slow` simulates a slow client: unread rows must not accumulate in the service.
const pause = process.argv.includes('--slow') ? 2 : 0
for await (const chunk of response.body!) {
  bytes += chunk.byteLength
  for (const byte of chunk) if (byte === 10) lines++
  if (pause) await Bun.sleep(pause)
}
clearInterval(watch)
if (lines !== ROWS + 1) throw new Error(`the export has ${lines} lines for ${ROWS} rows`)

report(
  'csv export',
  {
    database: service.database,
    rows: ROWS,
    megabytes: Math.round(bytes / 1_048_576),
    seconds: Number(((performance.now() - started) / 1_000).toFixed(1)),
    idle_mb: Math.round(idle),
    over_idle_mb: Math.round(peak - idle),
  },
  { over_idle_mb: 250 },
)
