// gzip that recompresses only what changed. A deflate stream consists of blocks, and after a flush the next block starts
// on a byte boundary (RFC 1951, 3.2.4), so blocks of an earlier body can be reused. Back-references across chunks work as
// in any gzip, so the ratio does not suffer.
import { promisify } from 'node:util'
import { constants, crc32, deflateRaw, deflateRawSync } from 'node:zlib'

/** A part of a body and the deflate block made from it. */
export type GzipChunk = { bytes: Uint8Array; deflated: Uint8Array }

/** The distance that deflate can refer back. No chunk is shorter, unless it is the only one. */
const WINDOW_BYTES = 32_768
/** Up to this size, compressing takes a millisecond or two: less than handing the work to another thread. */
const MAX_SYNC_BYTES = 4 * WINDOW_BYTES

/** A member header without name and time (RFC 1952, 2.3). */
const HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3])
/** An empty block, marked as the last. */
const LAST_BLOCK = Buffer.from([3, 0])

type Settings = { finishFlush: number; dictionary?: Uint8Array }
const deflateAsync = promisify<Uint8Array, Settings, Buffer>(deflateRaw)

/**
 * Compresses `bytes`, reusing the chunks of an earlier body where the bytes are the same. Large changes are compressed off
 * the event loop. Returns the gzip and the chunks for the next body.
 */
export async function gzipIncrementally(bytes: Uint8Array<ArrayBuffer>, earlier: readonly GzipChunk[]) {
  const { before, from, to, after } = findReusable(bytes, earlier)
  const deflate = to - from <= MAX_SYNC_BYTES ? deflateRawSync : deflateAsync
  const count = Math.max(Math.floor((to - from) / WINDOW_BYTES), from < to ? 1 : 0)
  const compressed = Array.from({ length: count }, async (_, index): Promise<GzipChunk> => {
    const [start, end] = [index, index + 1].map((at) => from + Math.round(((to - from) * at) / count))
    const chunk = bytes.subarray(start!, end!)
    const dictionary = bytes.subarray(Math.max(0, start! - WINDOW_BYTES), start!)
    const deflated = await deflate(chunk, {
      finishFlush: constants.Z_SYNC_FLUSH,
      ...(dictionary.byteLength > 0 && { dictionary }),
    })
    return { bytes: chunk, deflated }
  })
  const chunks = [...before, ...(await Promise.all(compressed)), ...after]
  const trailer = Buffer.alloc(8)
  trailer.writeUInt32LE(crc32(bytes), 0)
  trailer.writeUInt32LE(bytes.byteLength % 2 ** 32, 4)
  const gzip = Buffer.concat([HEADER, ...chunks.map(({ deflated }) => deflated), LAST_BLOCK, trailer])
  return { gzip: gzip as Buffer<ArrayBuffer>, chunks }
}

/** The chunks that `bytes` starts and ends with, and the range between them that must be compressed. */
function findReusable(bytes: Uint8Array<ArrayBuffer>, earlier: readonly GzipChunk[]) {
  const before: GzipChunk[] = []
  const after: GzipChunk[] = []
  let from = 0
  let to = bytes.byteLength
  for (const { bytes: old, deflated } of earlier) {
    // Views of the new body replace those of the old one, which can then be collected.
    const view = bytes.subarray(from, from + old.byteLength)
    if (Buffer.compare(view, old) !== 0) break
    before.push({ bytes: view, deflated })
    from += view.byteLength
  }
  for (const { bytes: old, deflated } of earlier.slice(before.length).reverse()) {
    const view = bytes.subarray(Math.max(from, to - old.byteLength), to)
    if (Buffer.compare(view, old) !== 0) break
    after.unshift({ bytes: view, deflated })
    to -= view.byteLength
  }
  // The chunk after a change may refer to the changed bytes, so it is compressed again. A short range takes a neighbour
  // along, or the chunks would become ever smaller.
  const isUnchanged = from === to && after.length === 0
  if (!isUnchanged) to += after.shift()?.bytes.byteLength ?? 0
  if (from < to && to - from < WINDOW_BYTES) from -= before.pop()?.bytes.byteLength ?? 0
  return { before, from, to, after }
}
