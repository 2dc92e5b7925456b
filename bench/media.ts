// Uploads 8 photographs of 12 megapixels at once and measures other requests meanwhile.
import sharp from 'sharp'
import { latenciesUntil } from './support/latency.ts'
import { rounded } from './support/load.ts'
import { quantile } from './support/replicas.ts'
import { report, signIn, startService } from './support/service.ts'

const UPLOADS = 8
const [WIDTH, HEIGHT] = [4_000, 3_000]

const photographs = await Promise.all(Array.from({ length: UPLOADS }, (_, index) => photograph(index)))
await using service = await startService()
const token = await signIn(service.url)
const idle = await latenciesUntil(service.url, Bun.sleep(2_000))
const started = performance.now()
const uploads = Promise.all(photographs.map((bytes, index) => upload(bytes, `photograph ${index}`)))
const busy = await latenciesUntil(service.url, uploads)
const seconds = (performance.now() - started) / 1_000
const stored = (await uploads).filter((status) => status === 201).length
if (stored !== UPLOADS) throw new Error(`${stored} of ${UPLOADS} photographs were stored`)

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

// Gradients with noise, which compress about as well as a photograph.
async function photograph(seed: number) {
  const pixels = new Uint8Array(WIDTH * HEIGHT * 3)
  let state = seed + 1
  for (let at = 0; at < pixels.length; at++) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    const x = (at / 3) % WIDTH
    const y = at / 3 / WIDTH
    pixels[at] = 128 + 50 * Math.sin(x / 200 + seed) + 40 * Math.cos(y / 150) + ((state >> 16) % 30)
  }
  return sharp(pixels, { raw: { width: WIDTH, height: HEIGHT, channels: 3 } })
    .jpeg({ quality: 90 })
    .toBuffer()
}

async function upload(bytes: Uint8Array, name: string) {
  const form = new FormData()
  form.set('file', new Blob([bytes as Uint8Array<ArrayBuffer>]), `${name}.jpg`)
  const headers = { Authorization: `Bearer ${token}` }
  return (await fetch(`${service.url}/api/admin/upload`, { method: 'POST', body: form, headers })).status
}
