// The public site with one record in its current state, published or not, in place of its public version.
import type { Resource } from '../definition/define-resource.ts'
import type { SnapshotView } from '../snapshot/snapshot.ts'
import { type SnapshotEntry, withEntry } from '../snapshot/snapshot-member.ts'

/** Like `view`, with this record. */
export function viewWithRecord(view: SnapshotView, resource: Resource, entry: SnapshotEntry): SnapshotView {
  const entries = withEntry(view.entries(resource), entry)
  return {
    ...view,
    key: `${view.key} preview`,
    entries: (asked) => (asked === resource ? entries : view.entries(asked)),
    find: (asked, slug) => (asked === resource && slug === entry.slug ? entry : view.find(asked, slug)),
  }
}
