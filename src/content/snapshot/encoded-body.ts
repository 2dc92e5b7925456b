// A response body that is sent many times: its bytes, and their encodings, made on first demand off the event loop.
import { promisify } from 'node:util'
import { brotliCompress, constants, zstdCompress } from 'node:zlib'
import { type GzipChunk, gzipIncrementally } from './incremental-gzip.ts'

export type Encoding = 'br' | 'zstd' | 'gzip'

/** The body in one encoding (null: identity), with a strong ETag of its own. */
export type Representation = { bytes: Uint8Array<ArrayBuffer>; etag: string; encoding: Encoding | null }

/** The gzip chunks of the latest body, shared by successive versions of a body so that each reuses them. */
export type GzipHistory = { chunks: readonly GzipChunk[] }

const ETAG_SUFFIX = { br: '-br', zstd: '-zs', gzip: '-gz' } as const

/** Smaller bodies are sent as they are: the headers would outweigh the savings. */
const MIN_ENCODED_BYTES = 1_024

/** Above this size only gzip, which is incremental, is fast enough for a body that may change again at once. */
const LARGE_BYTES = 65_536
const SETTLED_MS = 1_000

export class EncodedBody {
  readonly identity: Representation
  readonly #tag: string
  readonly #etags: ReadonlySet<string>
  readonly #createdAt = performance.now()
  readonly #encodings = new Map<Encoding, Promise<Representation>>()
  readonly #finished = new Map<Encoding, Representation>()

  constructor(
    bytes: Uint8Array<ArrayBuffer>,
    private readonly gzipHistory: GzipHistory = { chunks: [] },
  ) {
    this.#tag = `${bytes.byteLength.toString(36)}-${Bun.hash.xxHash3(bytes).toString(36)}`
    this.#etags = new Set(['', ...Object.values(ETAG_SUFFIX)].map((suffix) => `"${this.#tag}${suffix}"`))
    this.identity = { bytes, etag: `"${this.#tag}"`, encoding: null }
  }

  /** The first of the ETags `candidates` that belongs to this body in any encoding, or null. */
  matching(candidates: readonly string[]): string | null {
    return candidates.find((candidate) => this.#etags.has(candidate)) ?? null
  }

  /** The body in this encoding if it was made already, else null; without an encoding, the body as it is. */
  ready(encoding: Encoding | undefined): Representation | null {
    return encoding === undefined ? this.identity : (this.#finished.get(encoding) ?? null)
  }

  /**
   * The body in the first of these encodings; as it is without encodings or if it is small. A large body is sent as gzip
   * in its first second, if that is accepted: brotli takes ten times as long, in vain while editors are at work.
   */
  represent(encodings: readonly Encoding[]): Representation | Promise<Representation> {
    const [best] = encodings
    const { byteLength } = this.identity.bytes
    if (best === undefined || byteLength < MIN_ENCODED_BYTES) return this.identity
    if (best === 'gzip' || byteLength < LARGE_BYTES || !encodings.includes('gzip')) return this.#encode(best)
    if (performance.now() - this.#createdAt > SETTLED_MS) this.#encode(best).catch(() => {})
    return this.#finished.get(best) ?? this.#finished.get('gzip') ?? this.#encode('gzip')
  }

  /** Makes an encoding before it is asked for. */
  async prepare(encoding: Encoding): Promise<void> {
    if (this.identity.bytes.byteLength >= MIN_ENCODED_BYTES) await this.#encode(encoding)
  }

  #encode(encoding: Encoding): Promise<Representation> {
    let encoded = this.#encodings.get(encoding)
    if (!encoded) {
      encoded = this.#compress(encoding).then((bytes) => {
        const representation = { bytes, etag: `"${this.#tag}${ETAG_SUFFIX[encoding]}"`, encoding }
        this.#finished.set(encoding, representation)
        return representation
      })
      this.#encodings.set(encoding, encoded)
    }
    return encoded
  }

  async #compress(encoding: Encoding): Promise<Uint8Array<ArrayBuffer>> {
    const { bytes } = this.identity
    if (encoding === 'br') return toBytes(await brotli(bytes, QUALITY))
    if (encoding === 'zstd') return toBytes(await zstd(bytes))
    const { gzip, chunks } = await gzipIncrementally(bytes, this.gzipHistory.chunks)
    this.gzipHistory.chunks = chunks
    return toBytes(gzip)
  }
}

const QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }
const brotli = promisify<Uint8Array, typeof QUALITY, Buffer>(brotliCompress)
const zstd = promisify<Uint8Array, Buffer>(zstdCompress)

const toBytes = ({ buffer, byteOffset, byteLength }: Buffer) =>
  new Uint8Array(buffer as ArrayBuffer, byteOffset, byteLength)
