// gzip in pieces. A deflate stream is a row of blocks that end on a byte where the compressor flushes (RFC 1951, 3.2.4),
// so a body that changed in one place is compressed anew just there. A piece may refer to the bytes before it as it does
// in any other gzip, so nothing is lost for it.
import { promisify } from 'node:util'
import { constants, crc32, deflateRaw, deflateRawSync } from 'node:zlib'

export type Piece = { bytes: Uint8Array; deflated: Uint8Array }

/** How far back a block may refer; no piece is shorter, unless it is the only one. */
const WINDOW_BYTES = 32_768
const PIECE_BYTES = WINDOW_BYTES
/** What is compressed within a millisecond or two: to hand it to another thread and wait for it takes longer. */
const AT_ONCE_BYTES = 4 * WINDOW_BYTES

/** A member header without name and time (RFC 1952, 2.3). */
const HEAD = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3])
/** An empty last block. */
const LAST_BLOCK = Buffer.from([3, 0])

type Settings = { finishFlush: number; dictionary?: Uint8Array }
const deflateElsewhere = promisify<Uint8Array, Settings, Buffer>(deflateRaw)

/** Compresses, off the event loop where it is much, what `known`, the pieces of an earlier body, does not hold. */
export async function gzipInPieces(bytes: Uint8Array<ArrayBuffer>, known: readonly Piece[]) {
  const { before, from, to, after } = compare(bytes, known)
  const deflate = to - from <= AT_ONCE_BYTES ? deflateRawSync : deflateElsewhere
  const count = Math.max(Math.floor((to - from) / PIECE_BYTES), from < to ? 1 : 0)
  const made = Array.from({ length: count }, async (_, index): Promise<Piece> => {
    const [start, end] = [index, index + 1].map((at) => from + Math.round(((to - from) * at) / count))
    const piece = bytes.subarray(start!, end!)
    const dictionary = bytes.subarray(Math.max(0, start! - WINDOW_BYTES), start!)
    const deflated = await deflate(piece, {
      finishFlush: constants.Z_SYNC_FLUSH,
      ...(dictionary.byteLength > 0 && { dictionary }),
    })
    return { bytes: piece, deflated }
  })
  const pieces = [...before, ...(await Promise.all(made)), ...after]
  const end = Buffer.alloc(8)
  end.writeUInt32LE(crc32(bytes), 0)
  end.writeUInt32LE(bytes.byteLength % 2 ** 32, 4)
  const gzip = Buffer.concat([HEAD, ...pieces.map(({ deflated }) => deflated), LAST_BLOCK, end])
  return { gzip: gzip as Buffer<ArrayBuffer>, pieces }
}

/** The pieces that `bytes` begins and ends with, and between which of its bytes there are others. */
function compare(bytes: Uint8Array<ArrayBuffer>, known: readonly Piece[]) {
  const before: Piece[] = []
  const after: Piece[] = []
  let from = 0
  let to = bytes.byteLength
  for (const { bytes: old, deflated } of known) {
    // A view of the new body takes the place of the old one's, which need not be kept.
    const view = bytes.subarray(from, from + old.byteLength)
    if (Buffer.compare(view, old) !== 0) break
    before.push({ bytes: view, deflated })
    from += view.byteLength
  }
  for (const { bytes: old, deflated } of known.slice(before.length).reverse()) {
    const view = bytes.subarray(Math.max(from, to - old.byteLength), to)
    if (Buffer.compare(view, old) !== 0) break
    after.unshift({ bytes: view, deflated })
    to -= view.byteLength
  }
  // What follows a change refers to it; what is short takes a neighbour along, or changes would crumble the body.
  const isWhole = from === to && after.length === 0
  if (!isWhole) to += after.shift()?.bytes.byteLength ?? 0
  if (from < to && to - from < WINDOW_BYTES) from -= before.pop()?.bytes.byteLength ?? 0
  return { before, from, to, after }
}
