// The articles that an article links to: its neighbours in the blog, and those about the same subjects.

import { articles } from '../resources/articles.ts'
import { compareNewest, type EntryOrder, groupOfCategory, groupOfTag } from '../snapshot/entry-order.ts'
import type { SnapshotView } from '../snapshot/snapshot.ts'
import type { SnapshotEntry } from '../snapshot/snapshot-entry.ts'
import { blogOrder } from './blog-order.ts'

const MAX_RELATED = 4
/** Of a tag or category with more articles, only the newest are compared. */
const MAX_COMPARED = 500
const SCORE = { tag: 2, category: 1 }

export type ArticleLinks = {
  /** The article before this one in the order of the blog, and the one after it. */
  previous: SnapshotEntry | null
  next: SnapshotEntry | null
  /** Articles with the most shared tags come first, then those of the same category, then the newest. */
  related: SnapshotEntry[]
}

export function articleLinks(view: SnapshotView, entry: SnapshotEntry): ArticleLinks {
  const order = blogOrder(view)
  const place = order.indexOf(entry)
  return {
    previous: place === -1 ? null : (order.all[place - 1] ?? null),
    next: place === -1 ? null : (order.all[place + 1] ?? null),
    related: relatedTo(entry, view.order(articles, 'newest')),
  }
}

function relatedTo(entry: SnapshotEntry, newest: EntryOrder): SnapshotEntry[] {
  const scores = new Map<SnapshotEntry, number>()
  const add = (group: string, score: number) => {
    for (const other of newest.group(group).slice(0, MAX_COMPARED + 1)) {
      if (other.id !== entry.id) scores.set(other, (scores.get(other) ?? 0) + score)
    }
  }
  for (const tag of new Set(entry.tags)) add(groupOfTag(tag), SCORE.tag)
  if (entry.categoryId !== null) add(groupOfCategory(entry.categoryId), SCORE.category)
  return [...scores]
    .sort(([a, scoreA], [b, scoreB]) => scoreB - scoreA || compareNewest(a, b))
    .slice(0, MAX_RELATED)
    .map(([related]) => related)
}
