// The only module that uses sharp: checks an image before decoding it and converts it to the form that is stored.
// Decoding runs on sharp's threads, one per image; the caller limits how many run at once.
import type { Metadata, Sharp } from 'sharp'
import { rgbaToThumbHash } from 'thumbhash'
import { AppError, invalid } from '../text/errors.ts'
import { detectFormat, type Format } from './image-formats.ts'
import type { ImageStructure } from './image-structure/image-structure.ts'
import { readStructure, stripMetadata } from './image-structure/read-structure.ts'

export const limits = {
  framePixels: 50_000_000,
  frames: 300,
  pixels: 200_000_000,
  longestSide: 2_560,
}

type EncodedImage = { bytes: Uint8Array; format: Format; width: number; height: number }

export type ProcessedImage = EncodedImage & {
  /** A ThumbHash as base64. */
  placeholder: string
}

export type ImageHeader = Omit<EncodedImage, 'bytes'> & {
  frames: number
  isLossless: boolean
  /** One bit a pixel, such as a scanned text or a drawing: greys would make it several times as large. */
  isBilevel: boolean
  /** The file without metadata, if its pixels can stay as they are: upright, sRGB and without a colour profile. */
  stripped: Uint8Array | null
}

const LOADERS = ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif']

let loaded: Promise<typeof import('sharp').default> | undefined

/** sharp is loaded with the first image, because it takes 30 MB of memory and 40 ms of the start. */
export const loadSharp = () => {
  loaded ??= import('sharp').then(({ default: sharp }) => {
    // Each image uses one thread: sharp's thread pool would take the cores from the event loop.
    sharp.concurrency(1)
    sharp.cache(false)
    // libvips detects the format by itself: allow only the loaders of the five formats.
    sharp.block({ operation: ['VipsForeignLoad'] })
    sharp.unblock({ operation: LOADERS.map((name) => `VipsForeignLoad${name}`) })
    return sharp
  })
  return loaded
}

export const DECODING_SECONDS = 60

/** For files that are known, or checked afterwards: see `HARMLESS`. */
export const FAIL_ON = 'error'
/** Warnings about JPEGs that browsers show whole: common phones write such scans. Missing data is a warning too. */
const HARMLESS = /Invalid SOS parameters|extraneous bytes before marker/

/**
 * Reads and checks the header before any pixel is decoded. Throws 415 for any other format and 422 for an image that
 * is empty, malformed, too large, or animated in a format whose animations would be lost.
 */
export async function inspectImage(bytes: Uint8Array): Promise<ImageHeader> {
  if (bytes.byteLength === 0) throw refused('empty', 'is empty')
  const format = detectFormat(bytes)
  if (!format) {
    throw new AppError(
      'unsupported_media_type',
      'The file is not a JPEG, PNG, WebP, GIF or AVIF image or a PDF.',
    )
  }
  const structure = readStructure(format, bytes)
  if (!structure) throw unreadable()
  if (structure.hasUnsupportedAnimation) {
    throw refused('unsupported_animation', `is an animated ${format.toUpperCase()}; send a GIF or a WebP`)
  }
  // A GIF can double as a script: `GIF89a/*…`, or with one after its trailer. Cameras and editors write no such file.
  if (format === 'gif' && (structure.hasTrailingData || startsWithComment(bytes))) {
    throw refused('not_only_an_image', 'contains more than an image')
  }
  assertFrameCount(structure.frameCount ?? 1)
  return readHeader(bytes, format, structure)
}

async function readHeader(
  bytes: Uint8Array,
  format: Format,
  structure: ImageStructure,
): Promise<ImageHeader> {
  const sharp = await loadSharp()
  const metadata = await sharp(bytes, {
    limitInputPixels: false,
    failOn: FAIL_ON,
    animated: canBeAnimated(format),
  })
    .metadata()
    .catch((cause: unknown) => {
      throw unreadable(cause)
    })
  if (metadata.format !== (format === 'avif' ? 'heif' : format)) throw unreadable()
  const frames = canBeAnimated(format) ? (metadata.pages ?? 1) : 1
  const { width, pageHeight: height = metadata.height } = metadata
  assertFrameCount(frames)
  assertPixelCount({ width, height, frames })
  return {
    format,
    width,
    height,
    frames,
    isLossless: structure.isLossless,
    isBilevel: format === 'png' && metadata.bitsPerSample === 1,
    stripped: stripIfPossible(bytes, structure, metadata),
  }
}

function stripIfPossible(bytes: Uint8Array, structure: ImageStructure, metadata: Metadata) {
  const { exif, xmp, iptc, icc, space, orientation = 1 } = metadata
  const isPlainSrgb = /^(?:srgb|rgb16|b-w|grey16)$/.test(space ?? '') && !icc
  if (!isPlainSrgb || orientation !== 1) return null
  const stripped = stripMetadata(bytes, structure)
  // Metadata that the structure does not show, as in AVIF.
  const isIncomplete = stripped === bytes && Boolean(exif || xmp || iptc)
  return isIncomplete ? null : stripped
}

/**
 * Returns the image upright, in sRGB, without metadata, at most 2560 pixels on its longest side, in its own format,
 * with its animation. Re-encodes it unless only removing the metadata gives the smaller file, so the result is larger
 * than `bytes` only when orientation, colour profile, size or metadata of an AVIF forced re-encoding. Throws 422.
 */
export async function optimiseImage(bytes: Uint8Array, header: ImageHeader): Promise<ProcessedImage> {
  const image = await compress(bytes, header)
  return { ...image, placeholder: await computePlaceholder(image.bytes) }
}

async function compress(bytes: Uint8Array, header: ImageHeader): Promise<EncodedImage> {
  const { format, width, height, frames, isBilevel } = header
  const { longestSide: side } = limits
  const fits = Math.max(width, height) <= side
  const stripped = fits ? header.stripped : null
  const options = { limitInputPixels: limits.pixels + 1, animated: frames > 1, autoOrient: frames === 1 }
  const sharp = await loadSharp()
  // Only still images have an orientation; frames of animations are stored upright.
  const decode = (failOn: 'warning' | 'error', kernel: { kernel?: 'nearest' }) =>
    sharp(bytes, { ...options, failOn })
      .timeout({ seconds: DECODING_SECONDS })
      .resize({ ...kernel, width: side, height: side, fit: 'inside', withoutEnlargement: true })
  for (let step = 0; ; step++) {
    const encoded = (failOn: 'warning' | 'error') =>
      encode(decode(failOn, isBilevel && step > 0 ? { kernel: 'nearest' } : {}), header, step).toBuffer({
        resolveWithObject: true,
      })
    const { data, info } = await encoded('warning')
      .catch((cause: unknown) => {
        if (cause instanceof Error && HARMLESS.test(cause.message)) return encoded('error')
        throw cause
      })
      .catch((cause: unknown) => {
        throw unreadable(cause)
      })
    if (stripped && stripped.byteLength <= data.byteLength) return { bytes: stripped, format, width, height }
    if (fits || data.byteLength < bytes.byteLength || step === LAST_STEP) {
      return { bytes: data, format, width: info.width, height: info.pageHeight ?? info.height }
    }
  }
}

// After scaling down, a well compressed file can become larger: then it is compressed harder, step by step.
const LAST_STEP = 3

// A 12-megapixel photograph scaled to 2560 takes 0.35 s as JPEG, 0.45 s as WebP, 0.9 s as AVIF, 0.8 s as PNG.
// AVIF at its default effort can take 20 s.
function encode(pipeline: Sharp, { format, isLossless, isBilevel }: ImageHeader, step: number): Sharp {
  switch (format) {
    case 'jpeg':
      return pipeline.jpeg({ quality: [82, 68, 54, 20][step]!, mozjpeg: true })
    case 'png':
      if (isBilevel) return pipeline.png({ compressionLevel: 9, colours: 2, dither: 0 })
      // Even 256 `colours` would turn the image into a palette image.
      return pipeline.png({ compressionLevel: 9, ...(step > 0 && { colours: [256, 256, 64, 16][step]! }) })
    case 'webp':
      return pipeline.webp({
        quality: [80, 65, 50, 10][step]!,
        lossless: isLossless && step === 0,
        nearLossless: isLossless && step === 1,
      })
    case 'gif':
      return pipeline.gif({ keepDuplicateFrames: true, colours: [256, 128, 64, 16][step]! })
    case 'avif':
      return pipeline.avif({ quality: [60, 45, 30, 10][step]!, effort: 2 })
  }
}

// The longest side that ThumbHash accepts.
const THUMBNAIL_SIDE = 100

/**
 * The ThumbHash of an image (of the first frame) as base64, at most 34 characters. Throws 422. In as many bytes as a BlurHash
 * it also holds the proportions and transparency of the image and more detail.
 */
export async function computePlaceholder(bytes: Uint8Array): Promise<string> {
  const sharp = await loadSharp()
  const { data, info } = await sharp(bytes, { limitInputPixels: limits.pixels + 1, failOn: FAIL_ON })
    .timeout({ seconds: DECODING_SECONDS })
    .resize({ width: THUMBNAIL_SIDE, height: THUMBNAIL_SIDE, fit: 'inside' })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
    .catch((cause: unknown) => {
      throw unreadable(cause)
    })
  return Buffer.from(rgbaToThumbHash(info.width, info.height, data)).toString('base64')
}

/** Draws a JPEG: `colour` returns red, green and blue (0–255) at a point with coordinates between 0 and 1. */
export async function drawJpeg(
  { width, height }: { width: number; height: number },
  colour: (x: number, y: number) => readonly [number, number, number],
): Promise<Uint8Array> {
  const pixels = new Uint8ClampedArray(width * height * 3)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) pixels.set(colour(x / width, y / height), (y * width + x) * 3)
  }
  const sharp = await loadSharp()
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 95 })
    .toBuffer()
}

const canBeAnimated = (format: Format) => format === 'gif' || format === 'webp'
const startsWithComment = (bytes: Uint8Array) =>
  /^[/][/*]/.test(String.fromCharCode(bytes[6] ?? 0, bytes[7] ?? 0))

const refused = (code: string, message: string) => invalid([{ path: 'file', code, message }])

function assertFrameCount(frames: number) {
  if (frames <= limits.frames) return
  throw refused('too_many_frames', `has ${frames} frames; the maximum is ${limits.frames}`)
}

function assertPixelCount({ width, height, frames }: Pick<ImageHeader, 'width' | 'height' | 'frames'>) {
  if (width * height <= limits.framePixels && width * height * frames <= limits.pixels) return
  const maxPixels = width * height > limits.framePixels ? limits.framePixels : limits.pixels
  const size = `${width} × ${height} pixels${frames > 1 ? ` × ${frames} frames` : ''}`
  throw refused('too_many_pixels', `has ${size}; the maximum is ${maxPixels / 1e6} megapixels`)
}

function unreadable(cause?: unknown) {
  const error = refused('unreadable_image', 'is damaged or incomplete')
  if (cause) error.cause = cause
  return error
}
