// The five formats, known by their first bytes; what a file is called or says of itself does not count.

export const formats = {
  jpeg: { extension: 'jpg', mime: 'image/jpeg' },
  png: { extension: 'png', mime: 'image/png' },
  webp: { extension: 'webp', mime: 'image/webp' },
  gif: { extension: 'gif', mime: 'image/gif' },
  avif: { extension: 'avif', mime: 'image/avif' },
} as const

export type Format = keyof typeof formats

/** The format of an image that begins like this, or null for anything else. */
export function formatOf(bytes: Uint8Array): Format | null {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 256)).toString(
    'latin1',
  )
  if (start.startsWith('\xff\xd8\xff')) return 'jpeg'
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return 'png'
  if (/^RIFF.{4}WEBP/s.test(start)) return 'webp'
  if (/^GIF8[79]a/.test(start)) return 'gif'
  // ISO/IEC 23008-12: the file-type box names the brands, in groups of four.
  const brands = /^.{4}ftyp(.*)/s.exec(start)?.[1]?.slice(0, start.charCodeAt(3) - 8)
  return brands && /^(?:.{4})*?avi[fs]/s.test(brands) ? 'avif' : null
}
