// Reads the container of an image file without decoding a pixel: its frames, and its image data apart from metadata.
import type { Format } from '../image-formats.ts'
import { readAvif } from './avif-structure.ts'
import { readGif } from './gif-structure.ts'
import type { ImageStructure } from './image-structure.ts'
import { readJpeg } from './jpeg-structure.ts'
import { readPng } from './png-structure.ts'
import { readWebp } from './webp-structure.ts'

const readers: Record<Format, (file: Buffer) => Partial<ImageStructure> | null> = {
  jpeg: readJpeg,
  png: readPng,
  webp: readWebp,
  gif: readGif,
  avif: readAvif,
}

/** Null for a container that is malformed or truncated. */
export function readStructure(format: Format, bytes: Uint8Array): ImageStructure | null {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  try {
    const structure = readers[format](file)
    return (
      structure && {
        imageData: null,
        hasTrailingData: false,
        frameCount: 1,
        hasUnsupportedAnimation: false,
        isLossless: false,
        ...structure,
      }
    )
  } catch (error) {
    // A read past the end of the file.
    if (error instanceof RangeError) return null
    throw error
  }
}

/** The file without metadata; `bytes` itself if it contains none, null if only re-encoding removes it. */
export function stripMetadata(bytes: Uint8Array, { imageData }: ImageStructure): Uint8Array | null {
  if (imageData === null) return null
  const stripped = Buffer.concat(imageData)
  return stripped.equals(bytes) ? bytes : stripped
}
