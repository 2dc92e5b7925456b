// Hostile request bodies: other requests have to stay fast and memory low while anonymous clients send bodies with
// 216,695 keys, or leave 400 bodies of 2 MB unfinished.
import { type Attack, attack } from './support/hostile-bodies.ts'
import { latenciesUntil } from './support/latency.ts'
import { rounded } from './support/load.ts'
import { benchPostgres, quantile } from './support/replicas.ts'
import { report, startService } from './support/service.ts'

const SECONDS = Number(process.env.BENCH_SECONDS ?? 8)
const ATTACKS: Record<Attack, string> = {
  keys: '216,695 keys over 4 connections',
  unfinished: '400 unfinished bodies',
  'unfinished-chunked': '400 unfinished chunked bodies',
}

await using postgres = await benchPostgres()
await using service = await startService(null, postgres ? { DATABASE_URL: postgres.url } : {})
await Bun.sleep(1_000)
const idle = await latenciesUntil(service.url, Bun.sleep(2_000))
const idleMb = service.memory()

for (const [kind, name] of Object.entries(ATTACKS)) {
  let peakMb = 0
  const watch = setInterval(() => {
    peakMb = Math.max(peakMb, service.memory())
  }, 50)
  const attacking = attack(service.url, kind as Attack, SECONDS)
  const latencies = await latenciesUntil(service.url, attacking)
  clearInterval(watch)
  report(
    `hostile bodies: ${name}`,
    {
      database: service.database,
      ...(await attacking),
      idle_p99_ms: rounded(quantile(idle, 0.99)),
      live_p50_ms: rounded(quantile(latencies, 0.5)),
      live_p99_ms: rounded(quantile(latencies, 0.99)),
      idle_mb: Math.round(idleMb),
      peak_mb: Math.round(peakMb),
      memory_ratio: rounded(peakMb / idleMb, 2),
    },
    { live_p99_ms: 50, memory_ratio: 1.3 },
  )
  await Bun.sleep(1_000)
}
