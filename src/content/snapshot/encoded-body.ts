// A response body made once and sent often: its bytes, and their encodings made on first demand off the event loop.

import { promisify } from 'node:util'
import { brotliCompress, constants, zstdCompress } from 'node:zlib'
import { gzipInPieces, type Piece } from './incremental-gzip.ts'

export type Encoding = 'br' | 'zstd' | 'gzip'

/** `bytes` in one encoding with the strong ETag of just that encoding. */
export type Representation = { bytes: Uint8Array<ArrayBuffer>; etag: string; encoding: Encoding | null }

/** What bodies that follow one another keep of each other. */
export type Lineage = { pieces: readonly Piece[] }

const SUFFIX = { br: '-br', zstd: '-zs', gzip: '-gz' } as const

// Below this, headers weigh more than what an encoding saves.
const WORTH_ENCODING = 1_024

/** Above this, only gzip is quick enough for a body that may change again at once. */
const LARGE = 65_536
const SETTLED_MS = 1_000

export class EncodedBody {
  readonly identity: Representation
  readonly #tag: string
  readonly #tags: ReadonlySet<string>
  readonly #made = performance.now()
  readonly #encoded = new Map<Encoding, Promise<Representation>>()
  readonly #ready = new Map<Encoding, Representation>()

  constructor(
    bytes: Uint8Array<ArrayBuffer>,
    private readonly lineage: Lineage = { pieces: [] },
  ) {
    this.#tag = `${bytes.byteLength.toString(36)}-${Bun.hash.xxHash3(bytes).toString(36)}`
    this.#tags = new Set(['', ...Object.values(SUFFIX)].map((suffix) => `"${this.#tag}${suffix}"`))
    this.identity = { bytes, etag: `"${this.#tag}"`, encoding: null }
  }

  /** The ETag among `candidates` that one of this body's encodings has, or null. */
  matching(candidates: readonly string[]): string | null {
    return candidates.find((candidate) => this.#tags.has(candidate)) ?? null
  }

  /** The body in this encoding, where it is at hand; as it is where no encoding is asked for. */
  ready(encoding: Encoding | undefined): Representation | null {
    return encoding === undefined ? this.identity : (this.#ready.get(encoding) ?? null)
  }

  /**
   * The body in the first of these encodings; as it is where none is asked for or worth it. In the first moments of a
   * large body gzip is made instead where it is among them: brotli takes ten times as long, for nothing if editors are
   * at work.
   */
  represent(encodings: readonly Encoding[]): Representation | Promise<Representation> {
    const [best] = encodings
    const { byteLength } = this.identity.bytes
    if (best === undefined || byteLength < WORTH_ENCODING) return this.identity
    if (best === 'gzip' || byteLength < LARGE || !encodings.includes('gzip')) return this.#encode(best)
    if (performance.now() - this.#made > SETTLED_MS) this.#encode(best).catch(() => {})
    return this.#ready.get(best) ?? this.#ready.get('gzip') ?? this.#encode('gzip')
  }

  #encode(encoding: Encoding): Promise<Representation> {
    let made = this.#encoded.get(encoding)
    if (!made) {
      made = this.#compress(encoding).then((bytes) => {
        const representation = { bytes, etag: `"${this.#tag}${SUFFIX[encoding]}"`, encoding }
        this.#ready.set(encoding, representation)
        return representation
      })
      this.#encoded.set(encoding, made)
    }
    return made
  }

  async #compress(encoding: Encoding): Promise<Uint8Array<ArrayBuffer>> {
    const { bytes } = this.identity
    if (encoding === 'br') return bytesOf(await brotli(bytes, QUALITY))
    if (encoding === 'zstd') return bytesOf(await zstd(bytes))
    const { gzip, pieces } = await gzipInPieces(bytes, this.lineage.pieces)
    this.lineage.pieces = pieces
    return bytesOf(gzip)
  }
}

const QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }
const brotli = promisify<Uint8Array, typeof QUALITY, Buffer>(brotliCompress)
const zstd = promisify<Uint8Array, Buffer>(zstdCompress)

const bytesOf = ({ buffer, byteOffset, byteLength }: Buffer) =>
  new Uint8Array(buffer as ArrayBuffer, byteOffset, byteLength)
