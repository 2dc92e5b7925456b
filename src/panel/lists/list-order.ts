// Moving records in an ordered list. `reorder` puts the ids that it gets in front, so a request holds the order from the
// first record up to the last one that changes its place.
import { toLatinDigits } from '../records/parse-field-value.ts'

/** The ids with `id` at `position`, counted from 1; a position past either end is the first or the last one. */
export function moveToPosition(ids: readonly number[], id: number, position: number): number[] {
  const others = ids.filter((other) => other !== id)
  const index = Math.min(Math.max(position, 1), ids.length) - 1
  return others.toSpliced(index, 0, id)
}

/** The ids with `moved`, in their present order, before or after `target`. */
export function moveBeside(
  ids: readonly number[],
  { moved, target, side }: { moved: ReadonlySet<number>; target: number; side: 'before' | 'after' },
): number[] {
  const targetIndex = ids.indexOf(target)
  const before = ids.slice(0, side === 'before' ? targetIndex : targetIndex + 1)
  const after = ids.slice(before.length)
  const stays = (id: number) => !moved.has(id)
  return [...before.filter(stays), ...ids.filter((id) => moved.has(id)), ...after.filter(stays)]
}

/** The ids with `moved` where they stood in `before`: each after the one that it followed there. */
export function moveBack(
  ids: readonly number[],
  { moved, before }: { moved: ReadonlySet<number>; before: readonly number[] },
): number[] {
  let order = ids.filter((id) => !moved.has(id))
  for (const [index, id] of before.entries()) {
    if (!moved.has(id) || !ids.includes(id)) continue
    const place = index === 0 ? 0 : order.indexOf(before[index - 1]!) + 1
    order = order.toSpliced(place, 0, id)
  }
  return order
}

/** The length of the beginning that must be sent: up to the last place with another record; 0 if nothing moved. */
export const changedLength = (before: readonly number[], after: readonly number[]) =>
  after.findLastIndex((id, index) => before[index] !== id) + 1

/** A whole number from 1 to `total` as typed, in Latin, Persian or Arabic digits; null for anything else. */
export function parsePosition(text: string, total: number): number | null {
  const latin = toLatinDigits(text.trim())
  const position = /^\d{1,6}$/.test(latin) ? Number(latin) : 0
  return position >= 1 && position <= total ? position : null
}
