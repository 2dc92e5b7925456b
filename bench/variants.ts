// Variants of images: the first request compared with bare sharp, known variants compared with originals, and 200 first
// requests at once.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { WIDTHS } from '../src/content/images/image-variants.ts'
import { latenciesUntil } from './support/latency.ts'
import { load, median, rounded } from './support/load.ts'
import { photograph, upload } from './support/photograph.ts'
import { quantile } from './support/replicas.ts'
import { report, signIn, startService } from './support/service.ts'

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 7)
const SECONDS = Number(process.env.BENCH_SECONDS ?? 2)
const AT_ONCE = 200

// The service has the same setting: no thread takes a second core from the event loop.
sharp.concurrency(1)
sharp.cache(false)

await using service = await startService()
const token = await signIn(service.url)
const folder = await mkdtemp(join(tmpdir(), 'frontage-variants-'))

try {
  await measureFirst()
  await measureKnown()
  await measureMany()
} finally {
  await rm(folder, { recursive: true })
}

async function measureFirst() {
  const ours: number[] = []
  const bare: number[] = []
  const ratios: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const url = await upload(service.url, token, await photograph(round), `first ${round}.jpg`)
    const source = join(folder, `${round}.jpg`)
    await writeFile(source, await fetchBytes(url))
    const runs = [
      async () => ours.push(await milliseconds(() => fetchBytes(`${url}?w=640&f=webp`))),
      async () => bare.push(await milliseconds(() => convert(source, join(folder, `${round}.webp`)))),
    ]
    for (const run of round % 2 ? runs : runs.toReversed()) await run()
    ratios.push(ours.at(-1)! / bare.at(-1)!)
  }
  report(
    'variants: the first 640-pixel WebP of a 12-megapixel JPEG',
    {
      database: service.database,
      milliseconds: rounded(median(ours)),
      bare_milliseconds: rounded(median(bare)),
      ratio: rounded(median(ratios), 2),
    },
    { ratio: 1.3 },
  )
}

/** Makes a variant without the service: reads, converts, writes. */
async function convert(from: string, to: string) {
  const bytes = await sharp(await readFile(from))
    .resize({ width: 640 })
    .webp({ quality: 78 })
    .toBuffer()
  await writeFile(to, bytes)
}

async function measureKnown() {
  const source = await upload(service.url, token, await photograph(100), 'known.jpg')
  const variant = `${source}?w=640&f=webp`
  // An original with the same bytes.
  const original = await upload(service.url, token, await fetchBytes(variant), 'small.webp')
  const sizes = [(await fetchBytes(variant)).byteLength, (await fetchBytes(original)).byteLength] as const
  const ours: number[] = []
  const theirs: number[] = []
  const ratios: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    theirs.push((await load({ url: service.url + original, seconds: SECONDS })).perSecond)
    ours.push((await load({ url: service.url + variant, seconds: SECONDS })).perSecond)
    ratios.push(ours.at(-1)! / theirs.at(-1)!)
  }
  report(
    'variants: a known one compared with an original',
    {
      bytes: sizes[0],
      original_bytes: sizes[1],
      per_second: Math.round(median(ours)),
      original_per_second: Math.round(median(theirs)),
      ratio: rounded(median(ratios), 2),
    },
    {},
    { ratio: 0.8 },
  )
}

async function measureMany() {
  const urls: string[] = []
  for (let index = 0; index < AT_ONCE / WIDTHS.length; index++)
    urls.push(await upload(service.url, token, await photograph(200 + index), `many ${index}.jpg`))
  const variants = urls.flatMap((url) => WIDTHS.map((width) => `${url}?w=${width}&f=webp`))
  const idle = await latenciesUntil(service.url, Bun.sleep(2_000))
  service.resetPeak()
  const started = performance.now()
  const answers = Promise.all(variants.map(async (url) => (await fetch(service.url + url)).status))
  const busy = await latenciesUntil(service.url, answers)
  const seconds = (performance.now() - started) / 1_000
  const statuses = await answers
  const refused = statuses.filter((status) => status === 503).length
  if (statuses.some((status) => status !== 200 && status !== 503))
    throw new Error('a variant could not be made')
  report(
    `variants: ${variants.length} first requests at once`,
    {
      seconds: rounded(seconds),
      made: variants.length - refused,
      refused,
      live_requests: busy.length,
      idle_p99_ms: rounded(quantile(idle, 0.99)),
      live_p99_ms: rounded(quantile(busy, 0.99)),
      most_mb: Math.round(service.peakMemory()),
    },
    { live_p99_ms: 50, most_mb: 700 },
  )
}

async function fetchBytes(url: string) {
  const response = await fetch(service.url + url)
  if (response.status !== 200) throw new Error(`${url} was answered with ${response.status}`)
  return response.bytes()
}

async function milliseconds(run: () => Promise<unknown>) {
  const start = performance.now()
  await run()
  return performance.now() - start
}
