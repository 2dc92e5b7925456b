// The articles that an article links to: its neighbours in the blog, and those about the same subjects.

import { articles } from '../resources/articles.ts'
import type { SnapshotView } from '../snapshot/snapshot.ts'
import type { SnapshotEntry } from '../snapshot/snapshot-member.ts'
import { blogEntries, newestFirst } from './blog-order.ts'

const MAX_RELATED = 4
/** Of a tag or category with more articles, only the newest are compared. */
const MAX_COMPARED = 500
const SCORE = { tag: 2, category: 1 }

type Entries = readonly SnapshotEntry[]

export type ArticleLinks = {
  /** The article before this one in the order of the blog, and the one after it. */
  previous: SnapshotEntry | null
  next: SnapshotEntry | null
  /** Articles with the most shared tags come first, then those of the same category, then the newest. */
  related: SnapshotEntry[]
}

export function articleLinks(view: SnapshotView, entry: SnapshotEntry): ArticleLinks {
  const inOrder = blogEntries(view)
  const place = placesOf(inOrder).get(entry.id)
  return {
    previous: place === undefined ? null : (inOrder[place - 1] ?? null),
    next: place === undefined ? null : (inOrder[place + 1] ?? null),
    related: relatedTo(entry, subjectsOf(view.entries(articles))),
  }
}

const places = new WeakMap<Entries, Map<number, number>>()

const placesOf = (entries: Entries) =>
  places.getOrInsertComputed(entries, () => new Map(entries.map(({ id }, index) => [id, index])))

/** The newest articles by tag and by category. */
type Subjects = { byTag: Map<string, SnapshotEntry[]>; byCategory: Map<number, SnapshotEntry[]> }

const subjects = new WeakMap<Entries, Subjects>()

const subjectsOf = (entries: Entries) =>
  subjects.getOrInsertComputed(entries, () => {
    const result: Subjects = { byTag: new Map(), byCategory: new Map() }
    for (const entry of newestFirst(entries)) {
      for (const tag of new Set(entry.tags)) addTo(result.byTag, tag, entry)
      if (entry.categoryId !== null) addTo(result.byCategory, entry.categoryId, entry)
    }
    return result
  })

function addTo<Key>(lists: Map<Key, SnapshotEntry[]>, key: Key, entry: SnapshotEntry) {
  const list = lists.getOrInsertComputed(key, () => [])
  if (list.length <= MAX_COMPARED) list.push(entry)
}

function relatedTo(entry: SnapshotEntry, { byTag, byCategory }: Subjects): SnapshotEntry[] {
  const scores = new Map<SnapshotEntry, number>()
  const add = (others: Entries = [], score: number) => {
    for (const other of others) {
      if (other.id !== entry.id) scores.set(other, (scores.get(other) ?? 0) + score)
    }
  }
  for (const tag of new Set(entry.tags)) add(byTag.get(tag), SCORE.tag)
  if (entry.categoryId !== null) add(byCategory.get(entry.categoryId), SCORE.category)
  return [...scores]
    .sort(
      ([a, scoreA], [b, scoreB]) => scoreB - scoreA || (a.from === b.from ? b.id - a.id : b.from - a.from),
    )
    .slice(0, MAX_RELATED)
    .map(([related]) => related)
}
