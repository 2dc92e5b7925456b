// One byte range of a `Range` header (RFC 9110, 14.2). What is not one well-formed range is ignored, as it may be.

type Range = { start: number; end: number }

/** The header if it asks for just one range of bytes, else null. */
export const singleRange = (header: string | null | undefined): string | null =>
  header && /^bytes=(?:\d{1,15}-\d{0,15}|-[1-9]\d{0,14})$/.test(header) && !isReversed(header) ? header : null

/** Which bytes of `size` the header asks for; null for all of them. */
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
