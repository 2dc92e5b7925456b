import { appendPart } from './file-parts.ts'
import type { ImageStructure } from './image-structure.ts'

const HEADER_LENGTH = 13
const [TRAILER, IMAGE, EXTENSION] = [0x3b, 0x2c, 0x21]
const [GRAPHIC_CONTROL, APPLICATION] = [0xf9, 0xff]
const GRAPHIC_CONTROL_LENGTH = 8
const LOOP_LENGTH = 19

// GIF89a, 19 to 27: blocks up to the trailer. Their data is in sub-blocks, the last of which is empty.
export function readGif(file: Buffer): Partial<ImageStructure> | null {
  const firstBlock = HEADER_LENGTH + colourTableLength(file.readUInt8(10))
  const imageData: Buffer[] = [file.subarray(0, firstBlock)]
  let canStrip = true
  let frameCount = 0
  let at = firstBlock
  for (;;) {
    const introducer = file.readUInt8(at)
    if (introducer === TRAILER) break
    const end = blockEnd(file, at, introducer)
    if (end === null) return null
    const block = file.subarray(at, end)
    if (introducer === IMAGE) frameCount++
    const expected = introducer === EXTENSION ? extensionLength(block) : block.length
    if (expected === block.length) appendPart(imageData, block)
    else if (expected !== null) canStrip = false
    at = end
  }
  imageData.push(file.subarray(at, at + 1))
  return {
    imageData: canStrip ? imageData : null,
    frameCount,
    hasTrailingData: file.subarray(at + 1).some((byte) => byte !== 0),
  }
}

function blockEnd(file: Buffer, at: number, introducer: number): number | null {
  if (introducer === IMAGE) return skipSubBlocks(file, at + 11 + colourTableLength(file.readUInt8(at + 9)))
  if (introducer === EXTENSION) return skipSubBlocks(file, at + 2)
  return null
}

/** The regular length of an extension that animations need; null for one that can be dropped. */
function extensionLength(block: Buffer): number | null {
  if (block[1] === GRAPHIC_CONTROL) return GRAPHIC_CONTROL_LENGTH
  const isLoop =
    block[1] === APPLICATION && /^(?:NETSCAPE2\.0|ANIMEXTS1\.0)/.test(block.toString('latin1', 3, 14))
  return isLoop ? LOOP_LENGTH : null
}

const colourTableLength = (packed: number) => (packed & 0x80 ? 3 * 2 ** ((packed & 7) + 1) : 0)

function skipSubBlocks(file: Buffer, from: number) {
  let at = from
  while (file.readUInt8(at) !== 0) at += 1 + file.readUInt8(at)
  return at + 1
}
