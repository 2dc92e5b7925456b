import { describe, expect, test } from 'bun:test'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import sharp, { type Metadata } from 'sharp'
import { examine, limits, optimise, type Picture } from '../../src/media/process-image.ts'
import * as images from '../support/images.ts'
import { realImages } from '../support/images.ts'

const work = async (bytes: Uint8Array): Promise<Picture> => optimise(bytes, await examine(bytes))
const look = (bytes: Uint8Array, animated = false) => sharp(bytes, { animated }).metadata()
/** What the file tells of besides its picture. */
const metadataIn = (found: Metadata) =>
  (['exif', 'xmp', 'iptc', 'icc', 'orientation'] as const).filter((name) => found[name] !== undefined)

describe('a picture', () => {
  test('larger than 2560 pixels is made that large, in its proportions', async () => {
    const made = await work(await images.jpeg({ width: 4_000, height: 1_000 }))
    expect(made).toMatchObject({ width: limits.longestSide, height: 640, format: 'jpeg' })
    const tall = await work(await images.png({ width: 100, height: 3_000 }))
    expect(tall).toMatchObject({ width: 85, height: limits.longestSide })
  })

  test('is turned upright, and what told of place and camera goes', async () => {
    const bytes = await sharp(await images.noise(60, 40).png().toBuffer())
      .withExif({ IFD0: { Make: 'Camera' }, IFD3: { GPSLatitude: '35/1 41/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    expect((await look(bytes)).exif).toBeDefined()
    const made = await work(bytes)
    expect(made).toMatchObject({ width: 40, height: 60 })
    expect(metadataIn(await look(made.bytes))).toEqual([])
    expect(Buffer.from(made.bytes).includes('Camera')).toBe(false)
  })

  test.each(['jpeg', 'png', 'webp', 'avif'] as const)(
    'in other colours becomes sRGB as %s',
    async (format) => {
      const bytes = await images.noise(40, 40).withIccProfile('p3').toFormat(format).toBuffer()
      expect((await look(bytes)).icc).toBeDefined()
      const found = await look((await work(bytes)).bytes)
      expect([found.space, metadataIn(found)]).toEqual(['srgb', []])
    },
  )

  test('that would grow is left as it came', async () => {
    for (const quality of [10, 30]) {
      const bytes = await images.noise(120, 90).jpeg({ quality, mozjpeg: true }).toBuffer()
      expect((await work(bytes)).bytes).toBe(bytes)
    }
    const gif = await images.gif()
    expect((await work(gif)).bytes).toBe(gif)
  })

  test('that had to shrink does not grow for it', async () => {
    const bytes = await images.noise(2_600, 200).webp({ quality: 20 }).toBuffer()
    const made = await work(bytes)
    expect(made.width).toBe(limits.longestSide)
    expect(made.bytes.byteLength).toBeLessThanOrEqual(bytes.byteLength)
  })

  test.each(['jpeg', 'png', 'webp', 'gif'] as const)(
    'with something behind its end as %s loses it',
    async (format) => {
      const hidden = Buffer.concat([await images.inFormat[format](), Buffer.alloc(64)])
      const made = await work(hidden)
      expect(made.bytes).not.toBe(hidden)
      expect(await work(made.bytes)).toMatchObject({ width: 40, height: 30 })
    },
  )

  test('with a comment loses it', async () => {
    const plain = await images.png()
    const text = images.pngChunk('tEXt', Buffer.from('Author\0Somebody'))
    const made = await work(Buffer.concat([plain.subarray(0, 33), text, plain.subarray(33)]))
    expect(Buffer.from(made.bytes).includes('Somebody')).toBe(false)
    const jpeg = await images.jpeg()
    const comment = Buffer.from('\xff\xfe\x00\x0aSomebody', 'latin1')
    const cleaned = await work(Buffer.concat([jpeg.subarray(0, 2), comment, jpeg.subarray(2)]))
    expect(Buffer.from(cleaned.bytes).includes('Somebody')).toBe(false)
  })

  test('without loss stays so', async () => {
    const bytes = await images.noise(50, 50).webp({ lossless: true }).withMetadata().toBuffer()
    const made = await work(bytes)
    const pixels = (data: Uint8Array) => sharp(data).raw().toBuffer()
    expect(await pixels(made.bytes)).toEqual(await pixels(bytes))
  })

  test('moving keeps its frames, their times and how often they run', async () => {
    const made = await work(images.gifWithFrames(12))
    expect(await look(made.bytes, true)).toMatchObject({ pages: 12, loop: 0, delay: Array(12).fill(100) })
  })
})

describe('limits, read before anything is decoded', () => {
  const codeOf = (bytes: Uint8Array) =>
    examine(bytes).then(
      () => null,
      (error) => error.errors?.[0]?.code ?? error.code,
    )

  test('50 megapixels a frame', async () => {
    expect(await codeOf(images.hugePng(7_071))).toBeNull()
    expect(await codeOf(images.hugePng(7_072))).toBe('too_many_pixels')
    expect(await codeOf(images.hugePng(30_000))).toBe('too_many_pixels')
    await expect(examine(images.hugePng(9_000))).rejects.toThrow(
      'has 9000 × 9000 pixels, more than 50 megapixels',
    )
  })

  test('300 frames, 200 megapixels in all', async () => {
    expect(await codeOf(images.gifWithFrames(301))).toBe('too_many_frames')
    const frames = images.gifWithFrames(100)
    frames.writeUInt16LE(1_500, 6)
    frames.writeUInt16LE(1_500, 8)
    expect(await codeOf(frames)).toBe('too_many_pixels')
    await expect(examine(frames)).rejects.toThrow('× 100 frames, more than 200 megapixels')
  })

  test('take no time', async () => {
    const huge = images.hugePng()
    const before = performance.now()
    await codeOf(huge)
    expect(performance.now() - before).toBeLessThan(500)
  })
})

describe.skipIf(!realImages)('real images', () => {
  const names = realImages ? readdirSync(realImages).sort() : []
  const broken = ['check.svg', 'corrupt-header.jpg', 'truncated.jpg']
  const read = (name: string) => Bun.file(join(realImages!, name)).bytes()

  test.each(names.filter((name) => !broken.includes(name)))('%s goes through', async (name) => {
    const bytes = await read(name)
    const made = await work(bytes)
    const found = await look(made.bytes, true)
    expect(found).toMatchObject({
      space: expect.stringMatching(/^(?:srgb|b-w)$/),
      depth: 'uchar',
    })
    expect(metadataIn(found)).toEqual([])
    expect(Math.max(made.width, made.height)).toBeLessThanOrEqual(limits.longestSide)
    expect(found.hasAlpha).toBe((await look(bytes)).hasAlpha)
  })

  test.each(broken)('%s is refused', async (name) => {
    expect(work(await read(name))).rejects.toMatchObject({ status: name.endsWith('svg') ? 415 : 422 })
  })

  test.each([
    ['Landscape_6.jpg', 600, 450],
    ['Portrait_3.jpg', 450, 600],
  ])('%s stands upright', async (name, width, height) => {
    const made = await work(await read(name))
    expect(made).toMatchObject({ width, height })
    // As a viewer that honours EXIF would have shown it.
    const expected = await sharp(await read(name))
      .autoOrient()
      .resize(8, 8, { fit: 'fill' })
      .raw()
      .toBuffer()
    const shown = await sharp(made.bytes).resize(8, 8, { fit: 'fill' }).raw().toBuffer()
    for (const [index, value] of shown.entries()) expect(Math.abs(value - expected[index]!)).toBeLessThan(24)
  })

  test('the animated ones still move as they did', async () => {
    for (const name of ['rotating-squares.gif', 'animated-loop-3.webp']) {
      const before = await look(await read(name), true)
      const { pages, loop, delay } = await look((await work(await read(name))).bytes, true)
      expect({ pages, loop, delay }).toEqual({ pages: before.pages, loop: before.loop, delay: before.delay })
    }
  })
})
