// A response body made once and sent often: its bytes, and their encodings made on first demand off the event loop.

import { promisify } from 'node:util'
import { brotliCompress, constants, gzip, zstdCompress } from 'node:zlib'

export type Encoding = 'br' | 'zstd' | 'gzip'

/** `bytes` in one encoding with the strong ETag of just that encoding. */
export type Representation = { bytes: Uint8Array<ArrayBuffer>; etag: string; encoding: Encoding | null }

const SUFFIX = { br: '-br', zstd: '-zs', gzip: '-gz' } as const

// Below this, headers weigh more than what an encoding saves.
const WORTH_ENCODING = 1_024

const compress: Record<Encoding, (bytes: Uint8Array) => Promise<Buffer>> = {
  br: (bytes) => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  zstd: (bytes) => promisify(zstdCompress)(bytes),
  gzip: (bytes) => promisify(gzip)(bytes),
}

export class Body {
  readonly identity: Representation
  readonly #tag: string
  readonly #encoded = new Map<Encoding, Promise<Representation>>()

  constructor(bytes: Uint8Array<ArrayBuffer>) {
    this.#tag = `${bytes.byteLength.toString(36)}-${Bun.hash.xxHash3(bytes).toString(36)}`
    this.identity = { bytes, etag: `"${this.#tag}"`, encoding: null }
  }

  /** The ETag among `candidates` that one of this body's encodings has, or null. */
  matching(candidates: readonly string[]): string | null {
    const known = [this.identity.etag, ...Object.values(SUFFIX).map((suffix) => `"${this.#tag}${suffix}"`)]
    return candidates.find((candidate) => known.includes(candidate)) ?? null
  }

  /** The body in this encoding; as it is where encoding is not asked for or not worth it. */
  represent(encoding: Encoding | null): Representation | Promise<Representation> {
    if (encoding === null || this.identity.bytes.byteLength < WORTH_ENCODING) return this.identity
    let made = this.#encoded.get(encoding)
    if (!made) {
      made = compress[encoding](this.identity.bytes).then((buffer) => ({
        bytes: new Uint8Array(buffer.buffer as ArrayBuffer, buffer.byteOffset, buffer.byteLength),
        etag: `"${this.#tag}${SUFFIX[encoding]}"`,
        encoding,
      }))
      this.#encoded.set(encoding, made)
    }
    return made
  }
}
