import { appendPart } from './file-parts.ts'
import type { ImageStructure } from './image-structure.ts'

const SIGNATURE_LENGTH = 8
const IMAGE_CHUNKS: readonly string[] = [
  'IHDR',
  'PLTE',
  'tRNS',
  'IDAT',
  'IEND',
  'sRGB',
  'sBIT',
  'bKGD',
  'pHYs',
]

export function readPng(file: Buffer): Partial<ImageStructure> {
  const imageData: Buffer[] = [file.subarray(0, SIGNATURE_LENGTH)]
  let canStrip = true
  let hasUnsupportedAnimation = false
  let at = SIGNATURE_LENGTH
  for (let type = ''; type !== 'IEND'; ) {
    const end = at + 12 + file.readUInt32BE(at)
    type = file.toString('latin1', at + 4, at + 8)
    if (IMAGE_CHUNKS.includes(type)) appendPart(imageData, file.subarray(at, end))
    else if (isCritical(type)) canStrip = false
    if (type === 'acTL') hasUnsupportedAnimation = true
    at = end
  }
  return { imageData: canStrip ? imageData : null, hasUnsupportedAnimation }
}

// PNG, 5.4: the case of the first letter says whether a decoder may ignore the chunk.
const isCritical = (type: string) => /^[A-Z]/.test(type)
