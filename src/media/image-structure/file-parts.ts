// No image needs this many segments, chunks or blocks; a hostile file could have millions of a few bytes each.
const MAX_PARTS = 100_000

/** Appends a part of a file unless it is null. Throws RangeError when there are too many. */
export function appendPart<Part>(parts: Part[], part: Part | null) {
  if (part === null) return
  if (parts.length >= MAX_PARTS) throw new RangeError('the file has too many parts')
  parts.push(part)
}
