import type { ImageStructure } from './image-structure.ts'

const IMAGE_BOXES: readonly string[] = ['ftyp', 'meta', 'mdat']

// ISO/IEC 14496-12, 4.2. Metadata of the image is inside `meta`, where offsets into the file would have to be rewritten
// to remove it; the caller asks the decoder whether there is any.
export function readAvif(file: Buffer): Partial<ImageStructure> | null {
  let hasOnlyImageBoxes = true
  let at = 0
  while (at < file.length) {
    const size = file.readUInt32BE(at)
    if (!IMAGE_BOXES.includes(file.toString('latin1', at + 4, at + 8))) hasOnlyImageBoxes = false
    // 0: up to the end of the file; 1: the size follows in 64 bits.
    if (size === 0) break
    at += size === 1 ? Number(file.readBigUInt64BE(at + 8)) : Math.max(size, 8)
  }
  // The decoder fills the missing part of a cut picture with one colour.
  if (at > file.length) return null
  const brands = file.toString('latin1', 8, file.readUInt32BE(0))
  return {
    imageData: hasOnlyImageBoxes ? [file] : null,
    frameCount: null,
    hasUnsupportedAnimation: /^(?:.{4})*?avis/s.test(brands),
  }
}
