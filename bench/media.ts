// Uploads 8 photographs of 12 megapixels at once and measures other requests meanwhile.
import { latenciesUntil } from './support/latency.ts'
import { rounded } from './support/load.ts'
import { photograph, upload } from './support/photograph.ts'
import { quantile } from './support/replicas.ts'
import { report, signIn, startService } from './support/service.ts'

const UPLOADS = 8

const photographs = await Promise.all(Array.from({ length: UPLOADS }, (_, index) => photograph(index)))
await using service = await startService()
const token = await signIn(service.url)
const idle = await latenciesUntil(service.url, Bun.sleep(2_000))
const started = performance.now()
const uploads = Promise.all(
  photographs.map((bytes, index) => upload(service.url, token, bytes, `photograph ${index}.jpg`)),
)
const busy = await latenciesUntil(service.url, uploads)
const seconds = (performance.now() - started) / 1_000
await uploads

report(
  'reads while 8 photographs are worked on',
  {
    database: service.database,
    seconds: rounded(seconds),
    live_requests: busy.length,
    idle_p99_ms: rounded(quantile(idle, 0.99)),
    live_p50_ms: rounded(quantile(busy, 0.5)),
    live_p99_ms: rounded(quantile(busy, 0.99)),
    live_max_ms: rounded(quantile(busy, 1)),
    most_mb: Math.round(service.peakMemory()),
  },
  { live_p99_ms: 50, most_mb: 700 },
)
