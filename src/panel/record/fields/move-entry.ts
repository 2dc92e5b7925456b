// The order of a list's entries while one of them is dragged.

/** The list with the entry at `from` moved to `to`. */
export function moveEntry<Entry>(entries: readonly Entry[], from: number, to: number): Entry[] {
  const entry = entries[from]
  if (entry === undefined) return [...entries]
  return entries.toSpliced(from, 1).toSpliced(to, 0, entry)
}

/** The place where an entry belongs that is dragged to `y`, by the vertical middles of all entries. */
export const placeAt = (middles: readonly number[], from: number, y: number): number =>
  middles.filter((middle, index) => index !== from && middle < y).length
