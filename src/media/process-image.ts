// The only user of sharp: looks at an image before decoding it, and makes of it what the site shows. Decoding runs on
// sharp's threads, one for each image; how many at once is the caller's to bound.
import sharp, { type Sharp } from 'sharp'
import { AppError, invalid } from '../errors.ts'
import { detectFormat, type Format } from './image-formats.ts'
import { type Anatomy, anatomyOf } from './image-structure.ts'

export const limits = {
  framePixels: 50_000_000,
  frames: 300,
  pixels: 200_000_000,
  longestSide: 2_560,
}

export type ProcessedImage = { bytes: Uint8Array; format: Format; width: number; height: number }

export type Header = Omit<ProcessedImage, 'bytes'> & {
  frames: number
  anatomy: Anatomy
  /** Turned, in other colours than sRGB, or with anything in it that is not the picture. */
  needsWork: boolean
}

// One thread an image: the pool beside it would take the cores from the event loop.
sharp.concurrency(1)
sharp.cache(false)
// libvips looks at the bytes for itself: it shall find no reader but those of the five formats.
sharp.block({ operation: ['VipsForeignLoad'] })
const LOADERS = ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif']
sharp.unblock({ operation: LOADERS.map((name) => `VipsForeignLoad${name}`) })

const DECODING_SECONDS = 60

/**
 * What the file says of itself, before any pixel is decoded. Throws 415 for what is none of the five formats and 422
 * for what is empty, broken, too large, or an animation that would be lost.
 */
export async function inspectImage(bytes: Uint8Array): Promise<Header> {
  if (bytes.byteLength === 0) throw refused('empty', 'is empty')
  const format = detectFormat(bytes)
  if (!format) {
    throw new AppError('unsupported_media_type', 'The file is not a JPEG, PNG, WebP, GIF or AVIF image.')
  }
  const anatomy = anatomyOf(format, bytes)
  if (!anatomy) throw unreadable()
  if (anatomy.hasUnsupportedAnimation) {
    throw refused('unsupported_animation', `is an animated ${format.toUpperCase()}; send a GIF or a WebP`)
  }
  // A GIF may also be a script (`GIF89a/*…`, or with one behind its end); no camera and no editor makes such a file.
  if (format === 'gif' && (anatomy.trailing || isComment(bytes))) {
    throw refused('not_only_an_image', 'holds more than an image')
  }
  if ((anatomy.frames ?? 1) > limits.frames) throw tooManyFrames(anatomy.frames!)
  return readHeader(bytes, format, anatomy)
}

async function readHeader(bytes: Uint8Array, format: Format, anatomy: Anatomy): Promise<Header> {
  const found = await sharp(bytes, { limitInputPixels: false, animated: canMove(format) })
    .metadata()
    .catch((cause: unknown) => {
      throw unreadable(cause)
    })
  if (found.format !== (format === 'avif' ? 'heif' : format)) throw unreadable()
  const frames = canMove(format) ? (found.pages ?? 1) : 1
  const { width, pageHeight: height = found.height, orientation = 1 } = found
  if (frames > limits.frames) throw tooManyFrames(frames)
  if (width * height > limits.framePixels || width * height * frames > limits.pixels) {
    const maxPixels = width * height > limits.framePixels ? limits.framePixels : limits.pixels
    const size = `${width} × ${height} pixels${frames > 1 ? ` × ${frames} frames` : ''}`
    throw refused('too_many_pixels', `has ${size}; the maximum is ${maxPixels / 1e6} megapixels`)
  }
  const { exif, xmp, iptc, icc, space } = found
  const isPlain = /^(?:srgb|rgb16|b-w|grey16)$/.test(space ?? '') && orientation === 1
  const needsWork = !isPlain || !anatomy.bare || Boolean(exif || xmp || iptc || icc)
  return { format, width, height, frames, anatomy, needsWork }
}

/**
 * The image as the site shows it: upright, sRGB, without metadata, its longest side at most 2560 pixels, in its own
 * format, animations moving as before. One that needs nothing of this and would grow is left as it came. Throws 422.
 */
export async function optimiseImage(bytes: Uint8Array, header: Header): Promise<ProcessedImage> {
  const { format } = header
  const { longestSide: side } = limits
  const options = { limitInputPixels: limits.pixels + 1, animated: header.frames > 1 }
  // The orientation is a still image's; an animation's frames are stored upright.
  const pipeline = sharp(bytes, { ...options, autoOrient: header.frames === 1 })
    .timeout({ seconds: DECODING_SECONDS })
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
  const fits = Math.max(header.width, header.height) <= side
  for (let step = 0; ; step++) {
    const { data, info } = await encode(pipeline.clone(), header, step)
      .toBuffer({ resolveWithObject: true })
      .catch((cause: unknown) => {
        throw unreadable(cause)
      })
    const isSmaller = data.byteLength < bytes.byteLength
    if (!isSmaller && !header.needsWork && fits) {
      return { bytes, format, width: header.width, height: header.height }
    }
    if (isSmaller || header.needsWork || step === LAST_STEP) {
      return { bytes: data, format, width: info.width, height: info.pageHeight ?? info.height }
    }
  }
}

// A file can be so well packed that fewer pixels take more bytes: then it is packed harder, step by step.
const LAST_STEP = 3

// Measured on a 12-megapixel photograph scaled to 2560: 0.35 s as JPEG, 0.45 s as WebP, 0.9 s as AVIF, 0.8 s as PNG.
// AVIF at its default effort can take 20 s.
function encode(pipeline: Sharp, { format, anatomy }: Header, step: number): Sharp {
  switch (format) {
    case 'jpeg':
      return pipeline.jpeg({ quality: [82, 68, 54, 20][step]!, mozjpeg: true })
    case 'png':
      // `colours` alone would turn the palette on.
      return pipeline.png({ compressionLevel: 9, ...(step > 0 && { colours: [256, 256, 64, 16][step]! }) })
    case 'webp':
      return pipeline.webp({
        quality: [80, 65, 50, 10][step]!,
        lossless: anatomy.lossless && step === 0,
        nearLossless: anatomy.lossless && step === 1,
      })
    case 'gif':
      return pipeline.gif({ keepDuplicateFrames: true, colours: [256, 128, 64, 16][step]! })
    case 'avif':
      return pipeline.avif({ quality: [60, 45, 30, 10][step]!, effort: 2 })
  }
}

/** A drawn JPEG: `colour` gives red, green and blue (0–255) at a point, both coordinates between 0 and 1. */
export async function drawJpeg(
  { width, height }: { width: number; height: number },
  colour: (x: number, y: number) => readonly [number, number, number],
): Promise<Uint8Array> {
  const pixels = new Uint8ClampedArray(width * height * 3)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) pixels.set(colour(x / width, y / height), (y * width + x) * 3)
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 95 })
    .toBuffer()
}

const canMove = (format: Format) => format === 'gif' || format === 'webp'
const isComment = (bytes: Uint8Array) => /^[/][/*]/.test(String.fromCharCode(bytes[6] ?? 0, bytes[7] ?? 0))

const refused = (code: string, message: string) => invalid([{ path: 'file', code, message }])
const tooManyFrames = (frames: number) =>
  refused('too_many_frames', `has ${frames} frames; the maximum is ${limits.frames}`)

function unreadable(cause?: unknown) {
  const error = refused('unreadable_image', 'is damaged or incomplete')
  if (cause) error.cause = cause
  return error
}
