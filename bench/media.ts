// Uploads 8 photographs of 12 megapixels at once and measures other requests meanwhile.
import sharp from 'sharp'
import { report, signIn, startService } from './support/service.ts'

const UPLOADS = 8
const [WIDTH, HEIGHT] = [4_000, 3_000]
const EVERY_MS = 5

const photographs = await Promise.all(Array.from({ length: UPLOADS }, (_, index) => photograph(index)))
await using service = await startService()
const token = await signIn(service.url)
const idle = await latencies(service.url, Bun.sleep(2_000))
const started = performance.now()
const uploads = Promise.all(photographs.map((bytes, index) => upload(bytes, `photograph ${index}`)))
const busy = await latencies(service.url, uploads)
const seconds = (performance.now() - started) / 1_000
const stored = (await uploads).filter((status) => status === 201).length
if (stored !== UPLOADS) throw new Error(`${stored} of ${UPLOADS} photographs were stored`)

report(
  'reads while 8 photographs are worked on',
  {
    database: service.database,
    seconds: round(seconds),
    live_requests: busy.length,
    idle_p99_ms: percentile(idle, 0.99),
    live_p50_ms: percentile(busy, 0.5),
    live_p99_ms: percentile(busy, 0.99),
    live_max_ms: percentile(busy, 1),
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

/** Latencies of `GET /api/live`, requested every 5 ms until `end`, without waiting for earlier responses. */
async function latencies(url: string, end: Promise<unknown>): Promise<number[]> {
  const times: number[] = []
  const open: Promise<void>[] = []
  let over = false
  const stop = () => {
    over = true
  }
  end.then(stop, stop)
  while (!over) {
    open.push(ask(url).then((milliseconds) => void times.push(milliseconds)))
    await Bun.sleep(EVERY_MS)
  }
  await Promise.all(open)
  return times.sort((a, b) => a - b)
}

async function ask(url: string) {
  const before = performance.now()
  await (await fetch(`${url}/api/live`)).text()
  return performance.now() - before
}

function percentile(sorted: readonly number[], share: number) {
  return round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN)
}

function round(value: number) {
  return Math.round(value * 10) / 10
}
