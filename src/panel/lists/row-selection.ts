type Ids = ReadonlySet<number>

export const toggled = (selected: Ids, id: number): Ids =>
  selected.has(id) ? new Set([...selected].filter((other) => other !== id)) : new Set([...selected, id])

/** Adds all ids between two of the page; only `to` if the other one is on no page that is shown. */
export function withRange(
  selected: Ids,
  ids: readonly number[],
  { from, to }: { from: number; to: number },
): Ids {
  const start = ids.includes(from) ? ids.indexOf(from) : ids.indexOf(to)
  const [first, last] = [start, ids.indexOf(to)].toSorted((a, b) => a - b)
  return new Set([...selected, ...ids.slice(first, last! + 1)])
}
