// The blurred previews behind images that are still loading. A page shows them by classes in one style element of its own,
// because its Content-Security-Policy allows no style attributes.
import { crc32, deflateSync } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import { thumbHashToRGBA } from 'thumbhash'
import type { FocalPoint } from '../../content/images/focal-point.ts'

/** Pixels of the longer side: what a ThumbHash holds, which browsers enlarge smoothly. */
const LONGER_SIDE = 12

/** The placeholders of one page. */
export class Placeholders {
  readonly #classes = new Map<string, string>()

  /** The class for an image, or null if it has no placeholder or would shine through it. */
  classFor(image: { placeholder: string | null; focal: FocalPoint }): string | null {
    const url = image.placeholder === null ? null : previewUrl(image.placeholder)
    if (!url) return null
    const { x, y } = image.focal
    const background = `url(${url}) ${percent(x)} ${percent(y)}/cover no-repeat`
    const name = this.#classes.get(background) ?? `p${this.#classes.size + 1}`
    this.#classes.set(background, name)
    return name
  }

  /** The text of the style element; empty if the page needs none. */
  get css(): string {
    return [...this.#classes]
      .map(([background, name]) => `:root img.${name}{background:${background}}`)
      .join('')
  }
}

const percent = (share: number) => `${Math.round(share * 1_000) / 10}%`

const previews = new LRUCache<string, { url: string | null }>({ max: 5_000 })

/** A `data:` URL of the preview; null for images with transparency, which would show it for good. */
function previewUrl(placeholder: string): string | null {
  let preview = previews.get(placeholder)
  if (!preview) {
    preview = { url: drawPreview(Buffer.from(placeholder, 'base64')) }
    previews.set(placeholder, preview)
  }
  return preview.url
}

function drawPreview(hash: Uint8Array): string | null {
  // The format's third byte has the flag for transparency (https://evanw.github.io/thumbhash/).
  const isTransparent = ((hash[2] ?? 0x80) & 0x80) !== 0
  if (isTransparent) return null
  const { w, h, rgba } = thumbHashToRGBA(hash)
  const scale = LONGER_SIDE / Math.max(w, h)
  const [width, height] = [w, h].map((length) => Math.max(1, Math.round(length * scale))) as [number, number]
  // Each row starts with its filter, here none (PNG, section 9).
  const rows = Buffer.alloc(height * (1 + width * 3))
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const source = (Math.floor(((y + 0.5) / height) * h) * w + Math.floor(((x + 0.5) / width) * w)) * 4
      rows.set(rgba.subarray(source, source + 3), y * (1 + width * 3) + 1 + x * 3)
    }
  }
  return `data:image/png;base64,${png(width, height, rows).toString('base64')}`
}

function png(width: number, height: number, rows: Buffer): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  // Eight bits, red, green and blue.
  header.set([8, 2, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.byteLength)
  checksum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, checksum])
}
