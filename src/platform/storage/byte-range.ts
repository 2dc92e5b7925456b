// Parses a `Range` header with one byte range (RFC 9110, section 14.2). Any other value is ignored, which is allowed.

type Range = { start: number; end: number }

/** The header if it has exactly one byte range, else null. */
export const singleRange = (header: string | null | undefined): string | null =>
  header && /^bytes=(?:\d{1,15}-\d{0,15}|-[1-9]\d{0,14})$/.test(header) && !isReversed(header) ? header : null

/** The requested bytes of an object of `size` bytes; null for the whole object. */
export function rangeOf(header: string | null | undefined, size: number): Range | 'unsatisfiable' | null {
  const range = singleRange(header)
  if (range === null) return null
  const [, from = '', to = ''] = /=(\d*)-(\d*)$/.exec(range)!
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from)
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1)
  return start > end ? 'unsatisfiable' : { start, end }
}

function isReversed(header: string) {
  const [, from, to] = /=(\d+)-(\d+)$/.exec(header) ?? []
  return from !== undefined && Number(to) < Number(from)
}
