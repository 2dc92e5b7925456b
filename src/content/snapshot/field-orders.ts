// Public lists sorted by a field: the orders are kept, and follow changes of single records.
import { LRUCache } from 'lru-cache'
import { type ContentLanguage, parseField } from '../../text/content-language.ts'
import type { Resource } from '../definition/define-resource.ts'
import { fieldsOf } from '../describe-resource.ts'
import { EntryOrder } from './entry-order.ts'
import type { SnapshotView } from './snapshot.ts'
import { MissingFromMemory, type SnapshotEntry } from './snapshot-entry.ts'

/** `newest`, `position`, or the name of a field, with `-` before it for descending order. */
export type PublicSort = string

type Entries = readonly SnapshotEntry[]
type Value = string | number | boolean | null
type Kept = { of: Entries; order: EntryOrder }

const MAX_ORDERS = 100
/** Records whose texts are loaded together to be sorted, where they are not in memory. */
const MAX_LOADED = 500

/** The fields that public lists of this resource can be sorted by: short values that visitors see. */
export const publicSortFields = (resource: Resource): string[] =>
  fieldsOf(resource)
    .filter(
      ({ name, sortable }) =>
        sortable && resource.publicFields.includes(name) && !resource.longFields.includes(name),
    )
    .map(({ name }) => name)

export class FieldOrders {
  readonly #orders = new LRUCache<string, Kept>({ max: MAX_ORDERS })
  readonly #values = new WeakMap<SnapshotEntry, Map<string, Value>>()

  /** `languages` are those of the site, whose alphabets texts are sorted by. */
  constructor(private readonly languages: readonly ContentLanguage[]) {}

  /** The visible records in this order; empty values last, and equal ones by id. Must be called within `Snapshot.read`. */
  of(view: SnapshotView, resource: Resource, sort: PublicSort): EntryOrder {
    if (sort === 'position' || sort === 'newest') return view.order(resource, sort)
    const entries = view.entries(resource)
    const name = sort.replace(/^-/, '')
    this.#needValues(entries, name)
    const key = `${resource.name} ${sort}`
    const kept = this.#orders.get(key)
    if (kept?.of === entries) return kept.order
    if (kept) {
      const [before, now] = [new Set(kept.of), new Set(entries)]
      kept.order.change(
        kept.of.filter((entry) => !now.has(entry)),
        entries.filter((entry) => !before.has(entry)),
      )
      kept.of = entries
      return kept.order
    }
    const order = new EntryOrder([...entries], this.#compareBy(name, sort.startsWith('-')))
    this.#orders.set(key, { of: entries, order })
    return order
  }

  #needValues(entries: Entries, name: string) {
    const unknown = entries.filter((entry) => !this.#values.get(entry)?.has(name))
    const missing: SnapshotEntry[] = []
    for (const entry of unknown) {
      if (entry.texts) this.#valuesOf(entry).set(name, JSON.parse(entry.summary.toString())[name] ?? null)
      else missing.push(entry)
    }
    if (missing.length > 0) throw new MissingFromMemory(missing.slice(0, MAX_LOADED))
  }

  #valuesOf(entry: SnapshotEntry): Map<string, Value> {
    const known = this.#values.get(entry) ?? new Map<string, Value>()
    this.#values.set(entry, known)
    return known
  }

  #compareBy(name: string, isDescending: boolean) {
    const { key } = parseField(name)
    const { tag } = this.languages.find((language) => language.key === key) ?? this.languages[0]!
    const { compare: alphabetical } = new Intl.Collator(tag)
    const compare = (a: Value, b: Value) =>
      typeof a === 'string' && typeof b === 'string' ? alphabetical(a, b) : Number(a) - Number(b)
    const fieldOf = (entry: SnapshotEntry) => this.#values.get(entry)?.get(name) ?? null
    return (one: SnapshotEntry, other: SnapshotEntry) => {
      const [a, b] = [fieldOf(one), fieldOf(other)]
      if (a === null || b === null) return Number(a === null) - Number(b === null) || one.id - other.id
      return (isDescending ? compare(b, a) : compare(a, b)) || one.id - other.id
    }
  }
}
