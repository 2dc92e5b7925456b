// Renders a variant of a stored image: cropped, scaled down, in another format. Uses the settings of process-image.ts.
import type { Sharp } from 'sharp'
import type { Rotation } from '../../content/images/image-edit.ts'
import type { CropBox, Size } from '../../content/images/image-variants.ts'
import { AppError } from '../../text/errors.ts'
import type { Format } from '../image-formats.ts'
import { DECODING_SECONDS, FAIL_ON, limits, loadSharp } from '../process-image.ts'

/** `crop` is a part of the turned image. */
export type Rendering = { from: Format; to: Format; rotation: Rotation; crop: CropBox | null; size: Size }

/** Throws 503 for a stored image that cannot be decoded. */
export async function renderVariant(
  bytes: Uint8Array,
  { from, to, rotation, crop, size }: Rendering,
): Promise<Uint8Array> {
  // The frames of an animation cannot be turned.
  const isAnimated = rotation === 0 && (from === 'gif' || from === 'webp') && (to === 'gif' || to === 'webp')
  const sharp = await loadSharp()
  const image = sharp(bytes, {
    limitInputPixels: limits.pixels + 1,
    failOn: FAIL_ON,
    animated: isAnimated,
  }).timeout({
    seconds: DECODING_SECONDS,
  })
  if (rotation !== 0) image.rotate(rotation)
  if (crop) image.extract(crop)
  image.resize({ ...size, fit: 'fill' })
  try {
    const isBilevel = from === 'png' && (await image.metadata()).bitsPerSample === 1
    return await (isBilevel ? encodeBilevel(image, to) : encode(image, to).toBuffer())
  } catch (cause) {
    throw new AppError('unavailable', 'The image cannot be converted.', { cause })
  }
}

// Measured for a stored photograph of 2560 pixels, scaled to 640 and not at all: WebP 0.1 and 0.5 s, AVIF at effort 0 0.07
// and 0.4 s. Effort 2 takes 3 to 5 times as long as effort 0 for 2 % fewer bytes, effort 4 up to 50 times as long for 12 %.
function encode(image: Sharp, format: Format): Sharp {
  switch (format) {
    case 'jpeg':
      return image.flatten({ background: '#fff' }).jpeg({ quality: 78, mozjpeg: true })
    case 'png':
      return image.png({ compressionLevel: 9 })
    case 'webp':
      return image.webp({ quality: 78 })
    case 'gif':
      return image.gif({ keepDuplicateFrames: true })
    case 'avif':
      return image.avif({ quality: 55, effort: 0 })
  }
}

// A scanned page of text whose original has 84 KB, at 1280 pixels: WebP 307 KB with loss, 94 KB in four greys without;
// AVIF 269 KB, 129 KB at this quality.
async function encodeBilevel(image: Sharp, to: Format): Promise<Buffer> {
  if (to === 'avif') return image.avif({ quality: 30, effort: 0 }).toBuffer()
  if (to !== 'webp' && to !== 'png') return encode(image, to).toBuffer()
  const reduced = await image.png({ compressionLevel: 9, colours: 4, dither: 0 }).toBuffer()
  if (to === 'png') return reduced
  const sharp = await loadSharp()
  return sharp(reduced).webp({ lossless: true }).toBuffer()
}
