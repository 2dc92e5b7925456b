// The order of the blog: newest first, or by position if the site settings say so.
import { articles } from '../resources/articles.ts'
import { siteSettings } from '../resources/site-settings.ts'
import type { SnapshotView } from '../snapshot/snapshot.ts'
import type { SnapshotEntry } from '../snapshot/snapshot-member.ts'

type Entries = readonly SnapshotEntry[]

/** The resources that `blogEntries` reads. */
export const blogResources = [articles, siteSettings]

const sorted = new WeakMap<Entries, Entries>()

/** These entries by the time they became visible, newest first; sorted once per array. */
export const newestFirst = (entries: Entries): Entries =>
  sorted.getOrInsertComputed(entries, () =>
    entries.toSorted((a, b) => (a.from === b.from ? b.id - a.id : b.from - a.from)),
  )

const isByPosition = new WeakMap<SnapshotEntry, boolean>()

/** The visible articles in the order of the blog. */
export function blogEntries(view: SnapshotView): Entries {
  const entries = view.entries(articles)
  const [settings] = view.entries(siteSettings)
  if (!settings) return newestFirst(entries)
  const byPosition = isByPosition.getOrInsertComputed(
    settings,
    () => JSON.parse(settings.fragment.toString()).blog_order === 'position',
  )
  return byPosition ? entries : newestFirst(entries)
}
