import { appendPart } from './file-parts.ts'
import type { ImageStructure } from './image-structure.ts'

const SOI_LENGTH = 2
const [EOI, SOS, APP0, APP14, COM] = [0xd9, 0xda, 0xe0, 0xee, 0xfe]
/** Baseline and progressive frames, tables, restart interval and start of scan. */
const IMAGE_MARKERS: readonly number[] = [0xc0, 0xc1, 0xc2, 0xc4, SOS, 0xdb, 0xdd]

// ITU T.81, B.1: segments with a length; after each start of scan, coded data up to the next marker.
export function readJpeg(file: Buffer): Partial<ImageStructure> | null {
  const imageData: Buffer[] = [file.subarray(0, SOI_LENGTH)]
  let canStrip = true
  let at = SOI_LENGTH
  for (;;) {
    while (file.readUInt8(at) === 0xff && file.readUInt8(at + 1) === 0xff) at++
    if (file.readUInt8(at) !== 0xff) return null
    const marker = file.readUInt8(at + 1)
    if (marker === EOI) {
      imageData.push(file.subarray(at, at + 2))
      return { imageData: canStrip ? imageData : null }
    }
    const segmentEnd = at + 2 + file.readUInt16BE(at + 2)
    const end = marker === SOS ? findScanEnd(file, segmentEnd) : segmentEnd
    const segment = file.subarray(at, end)
    if (IMAGE_MARKERS.includes(marker)) appendPart(imageData, segment)
    else if (marker === APP0) appendPart(imageData, withoutThumbnail(segment))
    else if (marker === APP14 && isAdobe(segment)) appendPart(imageData, segment)
    else if (marker === APP14 || !isMetadata(marker)) canStrip = false
    at = end
  }
}

const isMetadata = (marker: number) => (marker >= 0xe1 && marker <= 0xef) || marker === COM

// JFIF 1.02: 16 bytes after the marker, the last two of them the size of a thumbnail that follows.
function withoutThumbnail(segment: Buffer): Buffer | null {
  if (segment.length < 18 || segment.toString('latin1', 4, 9) !== 'JFIF\0') return null
  if (segment.length === 18) return segment
  const header = Buffer.from(segment.subarray(0, 18))
  header.writeUInt16BE(16, 2)
  header.writeUInt16BE(0, 16)
  return header
}

// Tells how the colours are coded, so it cannot be dropped; the regular one has room for nothing else.
const isAdobe = (segment: Buffer) => segment.length === 16 && segment.toString('latin1', 4, 9) === 'Adobe'

function findScanEnd(file: Buffer, from: number) {
  for (let at = file.indexOf(0xff, from); at !== -1; at = file.indexOf(0xff, at + 1)) {
    const next = file.readUInt8(at + 1)
    const isStuffingOrRestart = next === 0 || next === 0xff || (next >= 0xd0 && next <= 0xd7)
    if (!isStuffingOrRestart) return at
  }
  throw new RangeError('the scan has no end')
}
