// What an image file is made of, read from its container without decoding a pixel.
import type { Format } from './image-formats.ts'

export type Anatomy = {
  /** Nothing in it but the picture: no metadata, comment, profile, thumbnail, nor bytes after its end. */
  bare: boolean
  /** Bytes other than zeros follow the end of the picture. */
  trailing: boolean
  /** As the container counts them; null where that takes a decoder. */
  frames: number | null
  /** An animation that the encoder could not keep. */
  hasUnsupportedAnimation: boolean
  lossless: boolean
}

/** Null for a container that is broken or ends too early. */
export function anatomyOf(format: Format, bytes: Uint8Array): Anatomy | null {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  try {
    return readers[format](view)
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

const STILL = { frames: 1, trailing: false, hasUnsupportedAnimation: false, lossless: false }

const readers: Record<Format, (view: Buffer) => Anatomy | null> = {
  jpeg: readJpeg,
  png: readPng,
  webp: readWebp,
  gif: readGif,
  avif: readAvif,
}

const text = (view: Buffer, from: number, length: number) => view.toString('latin1', from, from + length)

// ITU T.81, B.1: segments with a length, and after each start of scan the coded data up to the next marker.
function readJpeg(view: Buffer): Anatomy | null {
  const bareMarkers = [0xc0, 0xc1, 0xc2, 0xc4, 0xda, 0xdb, 0xdd, 0xe0, 0xee]
  let bare = true
  let at = 2
  for (;;) {
    while (view.readUInt8(at) === 0xff && view.readUInt8(at + 1) === 0xff) at++
    if (view.readUInt8(at) !== 0xff) return null
    const marker = view.readUInt8(at + 1)
    at += 2
    if (marker === 0xd9) return { ...STILL, bare: bare && at === view.length }
    const length = view.readUInt16BE(at)
    // JFIF may hold a thumbnail behind its 16 bytes.
    if (!bareMarkers.includes(marker) || (marker === 0xe0 && length !== 16)) bare = false
    at += length
    if (marker === 0xda) at = endOfScan(view, at)
  }
}

function endOfScan(view: Buffer, from: number) {
  for (let at = view.indexOf(0xff, from); at !== -1; at = view.indexOf(0xff, at + 1)) {
    const next = view.readUInt8(at + 1)
    const isStuffing = next === 0 || next === 0xff || (next >= 0xd0 && next <= 0xd7)
    if (!isStuffing) return at
  }
  throw new RangeError('no marker ends the scan')
}

function readPng(view: Buffer): Anatomy {
  const bareChunks = ['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND', 'sRGB', 'sBIT', 'bKGD', 'pHYs']
  const types: string[] = []
  let at = 8
  while (types.at(-1) !== 'IEND') {
    types.push(text(view, at + 4, 4))
    at += 12 + view.readUInt32BE(at)
  }
  const bare = at === view.length && types.every((type) => bareChunks.includes(type))
  return { ...STILL, bare, hasUnsupportedAnimation: types.includes('acTL') }
}

function readWebp(view: Buffer): Anatomy {
  const bareChunks = ['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ANIM', 'ANMF']
  const types: string[] = []
  const end = 8 + view.readUInt32LE(4)
  let lossless = false
  let at = 12
  while (at < end) {
    const type = text(view, at, 4)
    types.push(type)
    const size = view.readUInt32LE(at + 4)
    if (type === 'VP8L' || (type === 'ANMF' && text(view, at + 24, 4) === 'VP8L')) lossless = true
    at += 8 + size + (size % 2)
  }
  const frames = Math.max(1, types.filter((type) => type === 'ANMF').length)
  const bare = at === view.length && types.every((type) => bareChunks.includes(type))
  return { ...STILL, bare, frames, lossless }
}

// GIF89a, 19 to 27: blocks up to the trailer; data come in sub-blocks of which an empty one is the last.
function readGif(view: Buffer): Anatomy | null {
  let bare = true
  let frames = 0
  let at = 13 + colours(view.readUInt8(10))
  for (;;) {
    const introducer = view.readUInt8(at)
    if (introducer === 0x3b) break
    if (introducer === 0x2c) {
      frames++
      at = skipSubBlocks(view, at + 11 + colours(view.readUInt8(at + 9)))
    } else if (introducer === 0x21) {
      const label = view.readUInt8(at + 1)
      const isLoop = label === 0xff && /^(?:NETSCAPE2\.0|ANIMEXTS1\.0)/.test(text(view, at + 3, 11))
      if (label !== 0xf9 && !isLoop) bare = false
      at = skipSubBlocks(view, at + 2)
    } else return null
  }
  const rest = view.subarray(at + 1)
  return {
    ...STILL,
    bare: bare && rest.length === 0,
    frames,
    trailing: rest.some((byte) => byte !== 0),
  }
}

const colours = (packed: number) => (packed & 0x80 ? 3 * 2 ** ((packed & 7) + 1) : 0)

function skipSubBlocks(view: Buffer, from: number) {
  let at = from
  while (view.readUInt8(at) !== 0) at += 1 + view.readUInt8(at)
  return at + 1
}

// ISO/IEC 14496-12, 4.2. The metadata of a picture lie within `meta`; the decoder tells of those.
function readAvif(view: Buffer): Anatomy {
  const bareBoxes = ['ftyp', 'meta', 'mdat']
  let bare = true
  let at = 0
  while (at < view.length) {
    const size = view.readUInt32BE(at)
    if (!bareBoxes.includes(text(view, at + 4, 4))) bare = false
    // 0: up to the end of the file; 1: the size follows in 64 bits.
    if (size === 0) break
    at += size === 1 ? Number(view.readBigUInt64BE(at + 8)) : Math.max(size, 8)
  }
  const brands = text(view, 8, view.readUInt32BE(0) - 8)
  return { ...STILL, bare, frames: null, hasUnsupportedAnimation: /^(?:.{4})*?avis/s.test(brands) }
}
