import type { SnapshotEntry } from './snapshot-entry.ts'

type Compare = (a: SnapshotEntry, b: SnapshotEntry) => number
type Entries = readonly SnapshotEntry[]

export const compareByPosition: Compare = (a, b) => a.position - b.position || a.id - b.id

export const compareNewest: Compare = (a, b) => (a.from === b.from ? b.id - a.id : b.from - a.from)

/** More changes than this are sorted in at once. */
const MAX_SINGLE = 50

/** Entries in one order, whole and by what they have in common, kept up to date change by change. */
export class EntryOrder {
  #all: Entries
  #groups: Map<string, Entries> | null = null

  constructor(
    entries: SnapshotEntry[],
    private readonly compare: Compare,
  ) {
    this.#all = entries.sort(compare)
  }

  /** A new array after each change. */
  get all(): Entries {
    return this.#all
  }

  /** The entries of a group that `groupOf…` names, in this order. */
  group(name: string): Entries {
    this.#groups ??= this.#makeGroups()
    return this.#groups.get(name) ?? NONE
  }

  /** The place of an entry in the order or in one of its groups; -1 if it is not there. */
  indexOf(entry: SnapshotEntry, entries = this.#all): number {
    const index = placeOf(entries, entry, this.compare)
    return entries[index]?.id === entry.id ? index : -1
  }

  change(removed: Entries, added: Entries) {
    this.#all = this.#changed(this.#all, removed, added)
    if (!this.#groups) return
    const gone = Map.groupBy(removed.flatMap(inGroups), ([name]) => name)
    const come = Map.groupBy(added.flatMap(inGroups), ([name]) => name)
    for (const name of new Set([...gone.keys(), ...come.keys()])) {
      const entries = this.#changed(
        this.#groups.get(name) ?? NONE,
        (gone.get(name) ?? []).map(([, entry]) => entry),
        (come.get(name) ?? []).map(([, entry]) => entry),
      )
      if (entries.length > 0) this.#groups.set(name, entries)
      else this.#groups.delete(name)
    }
  }

  #changed(entries: Entries, removed: Entries, added: Entries): Entries {
    if (removed.length + added.length > MAX_SINGLE) {
      const gone = new Set(removed)
      return [...entries.filter((entry) => !gone.has(entry)), ...added].sort(this.compare)
    }
    const changed = entries.slice()
    for (const entry of removed) {
      const index = placeOf(changed, entry, this.compare)
      if (changed[index] === entry) changed.splice(index, 1)
    }
    for (const entry of added) changed.splice(placeOf(changed, entry, this.compare), 0, entry)
    return changed
  }

  #makeGroups(): Map<string, Entries> {
    const groups = new Map<string, SnapshotEntry[]>()
    for (const entry of this.#all)
      for (const [name] of inGroups(entry)) groups.getOrInsertComputed(name, () => []).push(entry)
    return groups
  }
}

const NONE: Entries = []

export const groupOfCategory = (id: number) => `category ${id}`
export const groupOfTag = (tag: string) => `tag ${tag}`
/** Those with a title in this language, which is not the primary one. */
export const groupOfLanguage = (key: string) => `language ${key}`

function inGroups(entry: SnapshotEntry): [name: string, entry: SnapshotEntry][] {
  const { categoryId, tags, translations } = entry
  const names = [
    ...(categoryId === null ? [] : [groupOfCategory(categoryId)]),
    ...new Set(tags.map(groupOfTag)),
    ...translations.map(groupOfLanguage),
  ]
  return names.map((name) => [name, entry])
}

/** The index of the entry, or the one to insert it at. */
function placeOf(entries: Entries, entry: SnapshotEntry, compare: Compare): number {
  let [low, high] = [0, entries.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (compare(entries[middle]!, entry) < 0) low = middle + 1
    else high = middle
  }
  return low
}
