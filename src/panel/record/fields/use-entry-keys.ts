import { useState } from 'react'
import { moveEntry } from './move-entry.ts'

type Keys = { keys: readonly number[]; next: number }

const grow = ({ keys, next }: Keys, count: number): Keys => {
  const added = Array.from({ length: Math.max(0, count - keys.length) }, (_, index) => next + index)
  return { keys: [...keys, ...added].slice(0, count), next: next + added.length }
}

/** A key for each of `count` entries that stays with it when it moves, so that it keeps its inputs. */
export function useEntryKeys(count: number) {
  const [stored, setStored] = useState<Keys>(() => grow({ keys: [], next: 0 }, count))
  const current = stored.keys.length === count ? stored : grow(stored, count)
  if (current !== stored) setStored(current)
  return {
    keys: current.keys,
    forget: (index: number) => setStored({ ...current, keys: current.keys.toSpliced(index, 1) }),
    move: (from: number, to: number) => setStored({ ...current, keys: moveEntry(current.keys, from, to) }),
  }
}
