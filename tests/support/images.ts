// Images for tests, generated on demand, and the real ones in the shared test data.
import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import type { Answer, TestApp } from './app.ts'
import { findSharedData } from './shared-data.ts'

/** Folder of real images, or null. */
export const realImages = findSharedData('images')

type Size = { width?: number; height?: number }

const blank = ({ width = 40, height = 30 }: Size = {}) =>
  sharp({ create: { width, height, channels: 3, background: '#3a7' } })

export const jpeg = (size?: Size) => blank(size).jpeg().toBuffer()
export const png = (size?: Size) => blank(size).png().toBuffer()
export const webp = (size?: Size) => blank(size).webp().toBuffer()
export const gif = (size?: Size) => blank(size).gif().toBuffer()
export const avif = (size?: Size) => blank(size).avif({ effort: 0 }).toBuffer()

/** One blank image in each format. */
export const inFormat = { jpeg, png, webp, gif, avif }

/** Random pixels, which do not compress. */
export function noise(width: number, height: number) {
  const pixels = new Uint8Array(width * height * 3)
  for (let at = 0; at < pixels.length; at += 65_536) crypto.getRandomValues(pixels.subarray(at, at + 65_536))
  return sharp(pixels, { raw: { width, height, channels: 3 } })
}

/** An image of exactly this many bytes: data after the end of a JPEG is ignored and not kept. */
export async function jpegOf(bytes: number) {
  const image = await jpeg()
  return Buffer.concat([image, Buffer.alloc(bytes - image.byteLength)])
}

const CRC = (bytes: Uint8Array) => Bun.hash.crc32(bytes)

export function pngChunk(type: string, data: Uint8Array) {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, crc] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.byteLength)
  crc.writeUInt32BE(CRC(body))
  return Buffer.concat([length, body, crc])
}

/** A PNG of a few kilobytes that would decode to 2.7 GB. */
export function hugePng(side = 30_000) {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header.set([8, 2, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(new Uint8Array(50_000_000))),
    pngChunk('IEND', new Uint8Array()),
  ])
}

/** A GIF with this many frames of one pixel. */
export function gifWithFrames(frames: number) {
  const head = Buffer.from('GIF89a\x01\0\x01\0\x80\0\0\0\0\0\xff\xff\xff', 'latin1')
  const loop = Buffer.from('!\xff\x0bNETSCAPE2.0\x03\x01\0\0\0', 'latin1')
  const frame = (index: number) =>
    Buffer.from(
      `!\xf9\x04\0\x0a\0\0\0,\0\0\0\0\x01\0\x01\0\0\x02\x02${index % 2 ? 'L' : 'D'}\x01\0`,
      'latin1',
    )
  return Buffer.concat([
    head,
    loop,
    ...Array.from({ length: frames }, (_, index) => frame(index)),
    Buffer.from(';'),
  ])
}

type Form = Record<string, string | Blob | undefined>

/** Uploads bytes as a browser does, as `filename`, with the other form fields. */
export async function upload(
  { app, admin }: Pick<TestApp, 'app' | 'admin'>,
  bytes: Uint8Array,
  { filename = 'picture.jpg', ...fields }: Form & { filename?: string } = {},
): Promise<Answer> {
  const form = new FormData()
  form.set('file', new Blob([bytes as Uint8Array<ArrayBuffer>]), filename)
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) form.set(name, value)
  return send({ app, admin }, form)
}

export async function send(
  { app, admin }: Pick<TestApp, 'app' | 'admin'>,
  body: FormData | Uint8Array | ReadableStream,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const response = await app.request('/api/admin/upload', {
    method: 'POST',
    body: body as Uint8Array<ArrayBuffer>,
    headers: { Authorization: `Bearer ${admin.token}`, ...headers },
  })
  return { status: response.status, headers: response.headers, body: await response.json() }
}

/** All media rows and stored objects, in any state. */
export async function remains({ deps }: Pick<TestApp, 'deps'>) {
  const { media } = await import('../../src/platform/db/schema/media.ts')
  const rows = await deps.database.query((tx) => tx.select().from(media))
  const objects: string[] = []
  for await (const { key } of deps.storage.list()) objects.push(key)
  return { rows, objects: objects.sort() }
}
