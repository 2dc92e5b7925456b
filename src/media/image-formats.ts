// The five image formats. A file's format is detected from its first bytes; its name and declared type are ignored.

export const formats = {
  jpeg: { extension: 'jpg', mime: 'image/jpeg' },
  png: { extension: 'png', mime: 'image/png' },
  webp: { extension: 'webp', mime: 'image/webp' },
  gif: { extension: 'gif', mime: 'image/gif' },
  avif: { extension: 'avif', mime: 'image/avif' },
} as const

export type Format = keyof typeof formats

const byMime = new Map<string, Format>(
  Object.entries(formats).map(([format, { mime }]) => [mime, format as Format]),
)

/** Null for a media type that is no image. */
export const formatOfMime = (mime: string): Format | null => byMime.get(mime) ?? null

/** Null for any other format. */
export function detectFormat(bytes: Uint8Array): Format | null {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 256)).toString(
    'latin1',
  )
  if (start.startsWith('\xff\xd8\xff')) return 'jpeg'
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return 'png'
  if (/^RIFF.{4}WEBP/s.test(start)) return 'webp'
  if (/^GIF8[79]a/.test(start)) return 'gif'
  // ISO/IEC 23008-12: the file-type box lists brands of four characters each.
  const brands = /^.{4}ftyp(.*)/s.exec(start)?.[1]?.slice(0, start.charCodeAt(3) - 8)
  return brands && /^(?:.{4})*?avi[fs]/s.test(brands) ? 'avif' : null
}
