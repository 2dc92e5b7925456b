import { describe, expect, test } from 'bun:test'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import sharp, { type Metadata } from 'sharp'
import { inspectImage, limits, optimiseImage, type ProcessedImage } from '../../src/media/process-image.ts'
import * as images from '../support/images.ts'
import { realImages } from '../support/images.ts'
import { findSharedData } from '../support/shared-data.ts'

const processImage = async (bytes: Uint8Array): Promise<ProcessedImage> =>
  optimiseImage(bytes, await inspectImage(bytes))
const readMetadata = (bytes: Uint8Array, animated = false) => sharp(bytes, { animated }).metadata()
/** The kinds of metadata that the file contains. */
const metadataIn = (found: Metadata) =>
  (['exif', 'xmp', 'iptc', 'icc', 'orientation'] as const).filter((name) => found[name] !== undefined)

describe('optimiseImage', () => {
  test('scales down to 2560 pixels and keeps the aspect ratio', async () => {
    const output = await processImage(await images.jpeg({ width: 4_000, height: 1_000 }))
    expect(output).toMatchObject({ width: limits.longestSide, height: 640, format: 'jpeg' })
    const tall = await processImage(await images.png({ width: 100, height: 3_000 }))
    expect(tall).toMatchObject({ width: 85, height: limits.longestSide })
  })

  test('applies the EXIF orientation and removes EXIF', async () => {
    const bytes = await sharp(await images.noise(60, 40).png().toBuffer())
      .withExif({ IFD0: { Make: 'Camera' }, IFD3: { GPSLatitude: '35/1 41/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    expect((await readMetadata(bytes)).exif).toBeDefined()
    const output = await processImage(bytes)
    expect(output).toMatchObject({ width: 40, height: 60 })
    expect(metadataIn(await readMetadata(output.bytes))).toEqual([])
    expect(Buffer.from(output.bytes).includes('Camera')).toBe(false)
  })

  test.each(['jpeg', 'png', 'webp', 'avif'] as const)(
    'converts another colour profile to sRGB in %s',
    async (format) => {
      const bytes = await images.noise(40, 40).withIccProfile('p3').toFormat(format).toBuffer()
      expect((await readMetadata(bytes)).icc).toBeDefined()
      const found = await readMetadata((await processImage(bytes)).bytes)
      expect([found.space, metadataIn(found)]).toEqual(['srgb', []])
    },
  )

  test('keeps the original bytes when re-encoding would not shrink them', async () => {
    for (const quality of [10, 30]) {
      const bytes = await images.noise(120, 90).jpeg({ quality, mozjpeg: true }).toBuffer()
      expect((await processImage(bytes)).bytes).toBe(bytes)
    }
    const gif = await images.gif()
    expect((await processImage(gif)).bytes).toBe(gif)
  })

  test('scaling down does not make the file larger', async () => {
    const bytes = await images.noise(2_600, 200).webp({ quality: 20 }).toBuffer()
    const output = await processImage(bytes)
    expect(output.width).toBe(limits.longestSide)
    expect(output.bytes.byteLength).toBeLessThanOrEqual(bytes.byteLength)
  })

  test.each(['jpeg', 'png', 'webp', 'gif'] as const)('removes trailing data from %s', async (format) => {
    const hidden = Buffer.concat([await images.inFormat[format](), Buffer.alloc(64)])
    const output = await processImage(hidden)
    expect(output.bytes).not.toBe(hidden)
    expect(await processImage(output.bytes)).toMatchObject({ width: 40, height: 30 })
  })

  test('removes comments', async () => {
    const plain = await images.png()
    const text = images.pngChunk('tEXt', Buffer.from('Author\0Somebody'))
    const output = await processImage(Buffer.concat([plain.subarray(0, 33), text, plain.subarray(33)]))
    expect(Buffer.from(output.bytes).includes('Somebody')).toBe(false)
    const jpeg = await images.jpeg()
    const comment = Buffer.from('\xff\xfe\x00\x0aSomebody', 'latin1')
    const cleaned = await processImage(Buffer.concat([jpeg.subarray(0, 2), comment, jpeg.subarray(2)]))
    expect(Buffer.from(cleaned.bytes).includes('Somebody')).toBe(false)
  })

  test('keeps lossless images lossless', async () => {
    const bytes = await images.noise(50, 50).webp({ lossless: true }).withMetadata().toBuffer()
    const output = await processImage(bytes)
    const pixels = (data: Uint8Array) => sharp(data).raw().toBuffer()
    expect(await pixels(output.bytes)).toEqual(await pixels(bytes))
  })

  test('keeps frames, delays and loop count of animations', async () => {
    const output = await processImage(images.gifWithFrames(12))
    expect(await readMetadata(output.bytes, true)).toMatchObject({
      pages: 12,
      loop: 0,
      delay: Array(12).fill(100),
    })
  })
})

/** Small images with metadata that can be removed without touching their pixels. */
const withMetadata: Record<string, () => Promise<Uint8Array>> = {
  async 'PNG with gAMA and text chunks'() {
    const png = await sharp(await images.png({ width: 90, height: 60 }))
      .png({ palette: true, colours: 2, compressionLevel: 9 })
      .toBuffer()
    const gamma = images.pngChunk('gAMA', Buffer.from([0, 0, 0xb1, 0x8f]))
    const text = images.pngChunk('tEXt', Buffer.from('a\0Somebody'))
    return Buffer.concat([png.subarray(0, 33), gamma, text, png.subarray(33)])
  },
  async 'JPEG with EXIF and a comment'() {
    const jpeg = await images
      .noise(40, 40)
      .withExif({ IFD0: { Make: 'Somebody' } })
      .jpeg({ quality: 5, mozjpeg: true })
      .toBuffer()
    return Buffer.concat([
      jpeg.subarray(0, 2),
      Buffer.from('\xff\xfe\x00\x0aSomebody', 'latin1'),
      jpeg.subarray(2),
    ])
  },
  async 'JPEG with a thumbnail in its JFIF header'() {
    const jpeg = await images.noise(40, 40).jpeg({ quality: 5, mozjpeg: true }).toBuffer()
    const header = Buffer.from('\xff\xe0\0\x13JFIF\0\x01\x02\0\0\x01\0\x01\x01\x01rgb', 'latin1')
    return Buffer.concat([jpeg.subarray(0, 2), header, jpeg.subarray(2)])
  },
  'WebP with EXIF': () =>
    images
      .noise(40, 40)
      .withExif({ IFD0: { Make: 'Somebody' } })
      .webp({ quality: 1 })
      .toBuffer(),
  async 'GIF with a comment'() {
    const gif = images.gifWithFrames(3)
    return Buffer.concat([
      gif.subarray(0, 19),
      Buffer.from('!\xfe\x08Somebody\0', 'latin1'),
      gif.subarray(19),
    ])
  },
}

test.each([1, 10, 500])(
  'an AVIF without its last %i bytes is refused before the decoder fills the gap',
  async (missing) => {
    const file = await images.noise(64, 64).avif({ effort: 0 }).toBuffer()
    await inspectImage(file)
    expect(inspectImage(file.subarray(0, -missing))).rejects.toThrow('damaged')
  },
)

describe('a JPEG whose decoder warns, as browsers show it', () => {
  const baseline = () => images.noise(300, 200).jpeg().toBuffer()
  const startOfScan = (file: Buffer) => file.indexOf(Buffer.from([0xff, 0xda]))
  const damaged: [string, (file: Buffer) => Buffer][] = [
    [
      'scan parameters of a common phone',
      (file) => {
        file[startOfScan(file) + 2 + file.readUInt16BE(startOfScan(file) + 2) - 2] = 0
        return file
      },
    ],
    [
      'bytes too many before a marker',
      (file) => {
        return Buffer.concat([file.subarray(0, -2), Buffer.alloc(16, 0x55), file.subarray(-2)])
      },
    ],
    ['bytes after the picture', (file) => Buffer.concat([file, Buffer.from('trailer')])],
  ]

  test.each(damaged)('is taken with %s', async (_, damage) => {
    const file = damage(await baseline())
    const { width, height } = await optimiseImage(file, await inspectImage(file))
    expect([width, height]).toEqual([300, 200])
  })

  test.each(damaged)('is refused with %s if it is truncated', async (_, damage) => {
    const whole = damage(await baseline())
    const file = whole.subarray(0, Math.floor(whole.length * 0.9))
    expect(inspectImage(file).then((header) => optimiseImage(file, header))).rejects.toThrow('damaged')
  })

  const reported = findSharedData('reports/images/samsung-like-invalid-sos.jpg')
  test.skipIf(!reported)('is taken as reported', async () => {
    const file = await Bun.file(reported!).bytes()
    expect((await optimiseImage(file, await inspectImage(file))).width).toBe(300)
  })
})

describe('an image that needs no other pixels', () => {
  test.each(Object.entries(withMetadata))('%s loses its metadata and does not grow', async (_, make) => {
    const bytes = await make()
    const output = await processImage(bytes)
    expect(output.bytes.byteLength).toBeLessThan(bytes.byteLength)
    const { stripped } = await inspectImage(bytes)
    for (const cleaned of [output.bytes, stripped!]) {
      expect(Buffer.from(cleaned).includes('Somebody')).toBe(false)
      expect(metadataIn(await readMetadata(cleaned))).toEqual([])
      // Nothing is left to remove.
      expect((await inspectImage(cleaned)).stripped).toBe(cleaned)
    }
    const pixels = (data: Uint8Array) => sharp(data, { animated: true }).raw().toBuffer()
    expect(await pixels(stripped!)).toEqual(await pixels(bytes))
  })

  test.each(['jpeg', 'png', 'webp', 'gif', 'avif'] as const)(
    'a %s without metadata never grows',
    async (format) => {
      for (const [width, height] of [
        [1, 1],
        [16, 16],
        [64, 48],
      ] as const) {
        for (const source of [images.noise(width, height), sharp(await images.png({ width, height }))]) {
          const bytes = await source.toFormat(format, { quality: 10 }).toBuffer()
          expect((await processImage(bytes)).bytes.byteLength).toBeLessThanOrEqual(bytes.byteLength)
        }
      }
    },
  )

  test('an AVIF with EXIF is re-encoded without it', async () => {
    const bytes = await images
      .noise(40, 40)
      .withExif({ IFD0: { Make: 'Somebody' } })
      .avif({ effort: 0 })
      .toBuffer()
    expect(Buffer.from(bytes).includes('Somebody')).toBe(true)
    const output = await processImage(bytes)
    expect(Buffer.from(output.bytes).includes('Somebody')).toBe(false)
  })

  test('hidden data in a block that cannot be dropped forces re-encoding', async () => {
    const gif = images.gifWithFrames(2)
    const loop = gif.indexOf('NETSCAPE2.0')
    const hidden = Buffer.concat([
      gif.subarray(0, loop + 15),
      Buffer.from('\x08Somebody', 'latin1'),
      gif.subarray(loop + 15),
    ])
    expect((await inspectImage(hidden)).stripped).toBeNull()
    const output = await processImage(hidden)
    expect(Buffer.from(output.bytes).includes('Somebody')).toBe(false)
    expect(await readMetadata(output.bytes, true)).toMatchObject({ pages: 2 })
  })
})

describe('limits, checked before decoding', () => {
  const codeOf = (bytes: Uint8Array) =>
    inspectImage(bytes).then(
      () => null,
      (error) => error.errors?.[0]?.code ?? error.code,
    )

  test('50 megapixels per frame', async () => {
    expect(await codeOf(images.hugePng(7_071))).toBeNull()
    expect(await codeOf(images.hugePng(7_072))).toBe('too_many_pixels')
    expect(await codeOf(images.hugePng(30_000))).toBe('too_many_pixels')
    await expect(inspectImage(images.hugePng(9_000))).rejects.toThrow(
      'has 9000 × 9000 pixels; the maximum is 50 megapixels',
    )
  })

  test('300 frames, 200 megapixels in all', async () => {
    expect(await codeOf(images.gifWithFrames(301))).toBe('too_many_frames')
    const frames = images.gifWithFrames(100)
    frames.writeUInt16LE(1_500, 6)
    frames.writeUInt16LE(1_500, 8)
    expect(await codeOf(frames)).toBe('too_many_pixels')
    await expect(inspectImage(frames)).rejects.toThrow('× 100 frames; the maximum is 200 megapixels')
  })
})

describe.skipIf(!realImages)('real images', () => {
  const names = realImages ? readdirSync(realImages).sort() : []
  const broken = ['check.svg', 'corrupt-header.jpg', 'truncated.jpg']
  const read = (name: string) => Bun.file(join(realImages!, name)).bytes()

  test.each(names.filter((name) => !broken.includes(name)))('%s is accepted', async (name) => {
    const bytes = await read(name)
    const output = await processImage(bytes)
    const found = await readMetadata(output.bytes, true)
    expect(found).toMatchObject({
      space: expect.stringMatching(/^(?:srgb|b-w)$/),
      depth: 'uchar',
    })
    expect(metadataIn(found)).toEqual([])
    expect(Math.max(output.width, output.height)).toBeLessThanOrEqual(limits.longestSide)
    expect(found.hasAlpha).toBe((await readMetadata(bytes)).hasAlpha)
  })

  test.each(broken)('%s is refused', async (name) => {
    expect(processImage(await read(name))).rejects.toMatchObject({ status: name.endsWith('svg') ? 415 : 422 })
  })

  test.each([
    ['Landscape_6.jpg', 600, 450],
    ['Portrait_3.jpg', 450, 600],
  ])('%s becomes upright', async (name, width, height) => {
    const output = await processImage(await read(name))
    expect(output).toMatchObject({ width, height })
    // The same picture as in a viewer that applies EXIF orientation.
    const expected = await sharp(await read(name))
      .autoOrient()
      .resize(8, 8, { fit: 'fill' })
      .raw()
      .toBuffer()
    const shown = await sharp(output.bytes).resize(8, 8, { fit: 'fill' }).raw().toBuffer()
    for (const [index, value] of shown.entries()) expect(Math.abs(value - expected[index]!)).toBeLessThan(24)
  })

  test('animations keep their timing', async () => {
    for (const name of ['rotating-squares.gif', 'animated-loop-3.webp']) {
      const before = await readMetadata(await read(name), true)
      const { pages, loop, delay } = await readMetadata((await processImage(await read(name))).bytes, true)
      expect({ pages, loop, delay }).toEqual({ pages: before.pages, loop: before.loop, delay: before.delay })
    }
  })
})
