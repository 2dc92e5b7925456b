// Scans and drawings with one bit a pixel: greys and codecs for photographs would make them several times as large.
import { afterAll, expect, test } from 'bun:test'
import sharp from 'sharp'
import { inspectImage, optimiseImage } from '../../src/media/process-image.ts'
import { startApp } from '../support/app.ts'
import { upload } from '../support/images.ts'

const app = await startApp()
afterAll(() => app[Symbol.asyncDispose]())

type Paint = (x: number, y: number) => boolean
async function bilevel(width: number, height: number, isBlack: Paint, colour = { r: 0, g: 0, b: 0 }) {
  const pixels = Buffer.alloc(width * height, 0xff)
  for (let at = 0; at < pixels.length; at++) if (isBlack(at % width, Math.floor(at / width))) pixels[at] = 0
  return sharp(pixels, { raw: { width, height, channels: 1 } })
    .tint(colour)
    .png({ palette: true, colours: 2, dither: 0, compressionLevel: 9 })
    .toBuffer()
}
/** Small rings and arcs at random places, as dense as the letters of a page. */
const writing: Paint = (() => {
  const width = 2_480
  const ink = new Uint8Array(width * 3_508)
  for (let letter = 0; letter < 4_000; letter++) {
    const seed = Math.imul(letter + 1, 2_654_435_761) >>> 0
    const [x, y] = [200 + (letter % 80) * 26, 200 + Math.floor(letter / 80) * 62]
    const radius = 6 + (seed % 5)
    for (let step = 0; step < 64 - (seed % 40); step++) {
      const angle = (step / 64 + (seed % 7) / 7) * 2 * Math.PI
      const [left, top] = [
        Math.round(x + radius * Math.cos(angle)),
        Math.round(y + 2 * radius * Math.sin(angle)),
      ]
      for (let dot = 0; dot < 16; dot++) ink[(top + (dot >> 2)) * width + left + (dot & 3)] = 1
    }
  }
  return (x: number, y: number) => ink[y * width + x] === 1
})()
const form: Paint = (x, y) => x % 500 < 3 || y % 75 < 3
const rings: Paint = (x, y) => Math.hypot(x - 1_500, y - 1_700) % 90 < 4

const scan = await bilevel(2_480, 3_508, writing)

test('a page at 300 dpi is stored with one bit a pixel and does not grow', () => staysSmall(scan))
test.each<[string, number, number, Paint]>([
  ['a form', 600, 2_800, form],
  ['a drawing', 4_960, 400, rings],
  ['a page that fits', 620, 877, writing],
  ['a narrow strip', 300, 4_000, writing],
])('%s is stored with one bit a pixel and does not grow', async (_, width, height, paint) => {
  await staysSmall(await bilevel(width, height, paint))
})

async function staysSmall(bytes: Buffer) {
  const stored = await optimiseImage(bytes, await inspectImage(bytes))
  expect(Math.max(stored.width, stored.height)).toBeLessThanOrEqual(2_560)
  expect((await sharp(stored.bytes).metadata()).bitsPerSample).toBe(1)
  expect(stored.bytes.byteLength).toBeLessThanOrEqual(bytes.byteLength)
}

test('its two colours stay', async () => {
  const bytes = await bilevel(2_600, 200, (x) => x < 1_300, { r: 200, g: 0, b: 0 })
  const { dominant: before } = await sharp(bytes)
    .extract({ left: 0, top: 0, width: 100, height: 100 })
    .stats()
  const stored = await optimiseImage(bytes, await inspectImage(bytes))
  const { dominant } = await sharp(stored.bytes).extract({ left: 0, top: 0, width: 100, height: 100 }).stats()
  expect(dominant).toEqual(before)
})

const { body: scanned } = await upload(app, scan, { name: 'scan' })

test.each([
  ['image/avif,image/webp,*/*', 2],
  ['image/webp', 1.5],
  ['*/*', 1.5],
])('its variants for a browser that accepts %s stay small', async (accept, factor) => {
  for (const width of factor === 2 ? [320, 640, 1_280] : [320, 640, 1_280, 2_560]) {
    const answer = await app.app.request(`${scanned.url}?w=${width}&f=auto`, { headers: { Accept: accept } })
    expect(answer.status).toBe(200)
    const bytes = await answer.bytes()
    const pixels = await sharp(bytes).metadata()
    // Antialiased edges have four greys; all of them would take three times as much.
    expect([pixels.width, bytes.byteLength < scanned.size * factor]).toEqual([
      Math.min(width, scanned.width),
      true,
    ])
  }
})
