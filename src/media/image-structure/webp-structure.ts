import { appendPart } from './file-parts.ts'
import type { ImageStructure } from './image-structure.ts'

const RIFF_HEADER_LENGTH = 12
const CHUNK_HEADER_LENGTH = 8
const IMAGE_CHUNKS: readonly string[] = ['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ANIM', 'ANMF']
const FRAME_CHUNKS: readonly string[] = ['VP8 ', 'VP8L', 'ALPH']
const FRAME_HEADER_LENGTH = 16
/** The bits of VP8X that announce a colour profile, EXIF and XMP. */
const METADATA_FLAGS = 0x20 | 0x08 | 0x04

type Chunk = { type: string; bytes: Buffer }

// RFC 9649.
export function readWebp(file: Buffer): Partial<ImageStructure> {
  const end = 8 + file.readUInt32LE(4)
  const chunks = readChunks(file, RIFF_HEADER_LENGTH, end)
  const frames = chunks.filter(({ type }) => type === 'ANMF')
  const frameChunks = frames.flatMap(({ bytes }) =>
    readChunks(bytes, CHUNK_HEADER_LENGTH + FRAME_HEADER_LENGTH, bytes.length),
  )
  const canStrip = end <= file.length && frameChunks.every(({ type }) => FRAME_CHUNKS.includes(type))
  return {
    imageData: canStrip ? withoutMetadata(file, chunks) : null,
    frameCount: Math.max(1, frames.length),
    isLossless: [...chunks, ...frameChunks].some(({ type }) => type === 'VP8L'),
  }
}

/** Chunks have an even length; the padding byte is part of `bytes`. */
function readChunks(bytes: Buffer, start: number, end: number): Chunk[] {
  const chunks: Chunk[] = []
  let at = start
  while (at < end) {
    const size = bytes.readUInt32LE(at + 4)
    const next = at + CHUNK_HEADER_LENGTH + size + (size % 2)
    appendPart(chunks, { type: bytes.toString('latin1', at, at + 4), bytes: bytes.subarray(at, next) })
    at = next
  }
  return chunks
}

function withoutMetadata(file: Buffer, chunks: readonly Chunk[]): Buffer[] {
  const parts = chunks
    .filter(({ type }) => IMAGE_CHUNKS.includes(type))
    .map(({ type, bytes }) => (type === 'VP8X' ? withoutFlags(bytes) : bytes))
  const header = Buffer.from(file.subarray(0, RIFF_HEADER_LENGTH))
  header.writeUInt32LE(
    parts.reduce((sum, { length }) => sum + length, 4),
    4,
  )
  return [header, ...parts]
}

function withoutFlags(chunk: Buffer) {
  const copy = Buffer.from(chunk)
  copy[CHUNK_HEADER_LENGTH]! &= ~METADATA_FLAGS
  return copy
}
