// The public site with some records in another state, as previews show it.
import type { Resource } from '../definition/define-resource.ts'
import { compareByPosition, compareNewest, EntryOrder } from './entry-order.ts'
import type { Detail } from './public-json.ts'
import type { SnapshotEntry } from './snapshot-entry.ts'

/** A record in the state that is shown; `entry` is null where it is not shown at all. */
export type ShownRecord = { resource: Resource; id: number; entry: SnapshotEntry | null }

/** The parts of a view that records are read by. */
type View = {
  key: string
  entries(resource: Resource): readonly SnapshotEntry[]
  order(resource: Resource, name: 'position' | 'newest'): EntryOrder
  find(resource: Resource, slug: string): SnapshotEntry | null
}

export class Overlay {
  readonly #records: ReadonlyMap<Resource, ReadonlyMap<number, SnapshotEntry | null>>

  constructor(shown: readonly ShownRecord[]) {
    const byResource = Map.groupBy(shown, ({ resource }) => resource)
    this.#records = new Map(
      [...byResource].map(([resource, records]) => [
        resource,
        new Map(records.map(({ id, entry }) => [id, entry])),
      ]),
    )
  }

  /** The visible records of a resource, by position; `visible`: those of the public site. */
  entries(resource: Resource, visible: readonly SnapshotEntry[]): readonly SnapshotEntry[] {
    const records = this.#records.get(resource)
    if (!records) return visible
    const shown = [...records.values()].filter((entry) => entry !== null)
    return [...visible.filter(({ id }) => !records.has(id)), ...shown].sort(compareByPosition)
  }

  /** The record with this slug, or the redirect from this path. A former slug finds it too, as its redirect will. */
  find(resource: Resource, slug: string, visible: SnapshotEntry | null): SnapshotEntry | null {
    const records = this.#records.get(resource)
    if (!records) return visible
    for (const entry of records.values())
      if (entry && (entry.slug ?? entry.redirectFrom) === slug) return entry
    return visible && records.has(visible.id) ? records.get(visible.id)! : visible
  }

  mediaUrls(detail: Detail): string[] {
    return [...this.#records.values()].flatMap((records) =>
      [...records.values()].flatMap((entry) => entry?.mediaUrls[detail] ?? []),
    )
  }

  /** The view with these records. Its key is that of no cache. */
  over<Whole extends View>(view: Whole): Whole {
    const orders = new Map<string, EntryOrder>()
    const entries = (resource: Resource) => this.entries(resource, view.entries(resource))
    return {
      ...view,
      key: `${view.key} preview ${crypto.randomUUID()}`,
      entries,
      order: (resource: Resource, name: 'position' | 'newest') =>
        this.#records.has(resource)
          ? orders.getOrInsertComputed(
              `${resource.name} ${name}`,
              () =>
                new EntryOrder(
                  [...entries(resource)],
                  name === 'position' ? compareByPosition : compareNewest,
                ),
            )
          : view.order(resource, name),
      find: (resource: Resource, slug: string) => this.find(resource, slug, view.find(resource, slug)),
    }
  }
}
