// The order of the blog: newest first, or by position if the site settings say so.
import { articles } from '../resources/articles.ts'
import { siteSettings } from '../resources/site-settings.ts'
import type { EntryOrder } from '../snapshot/entry-order.ts'
import type { SnapshotView } from '../snapshot/snapshot.ts'
import type { SnapshotEntry } from '../snapshot/snapshot-entry.ts'

/** The resources that `blogOrder` reads. */
export const blogResources = [articles, siteSettings]

const isByPosition = new WeakMap<SnapshotEntry, boolean>()

/** The visible articles in the order of the blog. */
export function blogOrder(view: SnapshotView): EntryOrder {
  const [settings] = view.entries(siteSettings)
  const byPosition =
    settings &&
    isByPosition.getOrInsertComputed(
      settings,
      () => JSON.parse(settings.fragment.toString()).blog_order === 'position',
    )
  return view.order(articles, byPosition ? 'position' : 'newest')
}
