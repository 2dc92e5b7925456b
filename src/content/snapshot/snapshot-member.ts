// One resource's part of the snapshot: its published records, joined into the member's body on demand.
import { getTableName, sql } from 'drizzle-orm'
import { rowsOf, type Tx } from '../../platform/db/database.ts'
import { parseRecordId } from '../../text/record-id.ts'
import type { Resource, Row } from '../definition/define-resource.ts'
import { pathFromUrl } from '../images/media-url.ts'
import { isVisibleAt, type Period, stablePeriodAround } from '../rules/visibility.ts'
import type { LargeTable, Version } from './content-changes.ts'
import { compareByPosition, compareNewest, EntryOrder } from './entry-order.ts'
import { readEntryRows } from './entry-rows.ts'
import type { Detail } from './public-json.ts'
import { mayBeMissing, type RecordTexts } from './record-texts.ts'
import { SnapshotEntry, toEntry } from './snapshot-entry.ts'
import type { Followed } from './snapshot-sync.ts'

type Options = { texts: RecordTexts; clock: () => Date; maxTableBytes: number }

const COMMA = Buffer.from(',')

export class Member implements Followed<SnapshotEntry> {
  /** Undefined until the member is read for the first time. */
  version: Version | undefined
  /** Counts the changes that may be visible to the public. */
  edition = 0
  #entries = new Map<number, SnapshotEntry>()
  readonly #slugs = new Map<string, SnapshotEntry>()
  #stablePeriod: Period | null = null
  /** Of the entries that are visible in the period. */
  #orders: { period: Period | null; position?: EntryOrder; newest?: EntryOrder } = { period: null }
  #mediaUrls: { [Name in Detail]?: { of: readonly SnapshotEntry[]; urls: ReadonlySet<string> } } = {}
  #mediaPaths: { of: ReadonlySet<string>; paths: ReadonlySet<string | null> } | null = null

  constructor(
    readonly resource: Resource,
    private readonly options: Options,
  ) {}

  get source() {
    return this.resource
  }

  toEntry(row: Row): SnapshotEntry {
    return toEntry(this.resource, row)
  }

  /** The texts of a table that would fill the memory are read when they are asked for. */
  async readLargeTable(tx: Tx): Promise<LargeTable<SnapshotEntry> | null> {
    const { resource, options } = this
    if (!mayBeMissing(resource) || (await bytesOf(tx, resource)) <= options.maxTableBytes) return null
    return {
      rowsAfter: (last, max) => readEntryRows(tx, resource, { last, max }),
      toEntry: (row) => new SnapshotEntry(resource, row),
    }
  }

  replaceAll(entries: readonly SnapshotEntry[]) {
    if (mayBeMissing(this.resource)) this.options.texts.remove([...this.#entries.values()])
    this.#entries = new Map(entries.map((entry) => [entry.id, entry]))
    this.#slugs.clear()
    this.#stablePeriod = null
    this.#add(entries)
    this.edition++
  }

  replaceSome(ids: readonly number[], entries: readonly SnapshotEntry[]): boolean {
    const removed = ids.flatMap((id) => this.#entries.get(id) ?? [])
    if (entries.length === 0 && removed.length === 0) return false
    for (const entry of removed) {
      this.#entries.delete(entry.id)
      const slug = slugOf(entry)
      if (slug !== null && this.#slugs.get(slug) === entry) this.#slugs.delete(slug)
    }
    if (mayBeMissing(this.resource)) this.options.texts.remove(removed)
    for (const entry of entries) this.#entries.set(entry.id, entry)
    this.#add(entries)
    this.#changeOrders(removed, entries)
    this.edition++
    return true
  }

  #add(entries: readonly SnapshotEntry[]) {
    for (const entry of entries) {
      const slug = slugOf(entry)
      if (slug !== null) this.#slugs.set(slug, entry)
    }
    if (mayBeMissing(this.resource)) this.options.texts.add(entries)
  }

  /** Keeps the orders, unless an entry goes whose appearance or disappearance bounds their period. */
  #changeOrders(removed: readonly SnapshotEntry[], added: readonly SnapshotEntry[]) {
    const period = this.#stablePeriod
    const now = this.options.clock().getTime()
    const kept = new Set(added.flatMap(changesOf))
    const bounds = period && changesOf(period).filter((time) => !kept.has(time))
    if (
      !bounds ||
      !isVisibleAt(period, now) ||
      removed.flatMap(changesOf).some((time) => bounds.includes(time))
    ) {
      this.#stablePeriod = null
      return
    }
    this.#stablePeriod = stablePeriodAround(now, [period, ...added])
    if (this.#orders.period !== period) return
    this.#orders.period = this.#stablePeriod
    const isShown = (entry: SnapshotEntry) => isVisibleAt(entry, now)
    const [gone, come] = [removed.filter(isShown), added.filter(isShown)]
    this.#orders.position?.change(gone, come)
    this.#orders.newest?.change(gone, come)
  }

  /** The entries that are visible at `now`, by position or the newest first. */
  order(now: number, name: 'position' | 'newest'): EntryOrder {
    const period = this.stablePeriod(now)
    if (this.#orders.period !== period) this.#orders = { period }
    this.#orders[name] ??= new EntryOrder(
      [...this.#entries.values()].filter((entry) => isVisibleAt(entry, now)),
      name === 'position' ? compareByPosition : compareNewest,
    )
    return this.#orders[name]
  }

  /** The entries that are visible at `now`, by position. */
  visible(now: number): readonly SnapshotEntry[] {
    return this.order(now, 'position').all
  }

  /** The URLs of media in the entries that are visible at `now`. */
  mediaUrls(now: number, detail: Detail): ReadonlySet<string> {
    const entries = this.visible(now)
    let known = this.#mediaUrls[detail]
    if (known?.of !== entries) {
      known = { of: entries, urls: new Set(entries.flatMap(({ mediaUrls }) => mediaUrls[detail])) }
      this.#mediaUrls[detail] = known
    }
    return known.urls
  }

  /** Whether an entry that is visible at `now` shows the file with this path in the library, or may do so. */
  showsMedia(path: string, now: number): boolean {
    if (mayBeMissing(this.resource) && this.options.texts.isPartial) return true
    const urls = this.mediaUrls(now, 'full')
    if (this.#mediaPaths?.of !== urls)
      this.#mediaPaths = { of: urls, paths: new Set([...urls].map(pathFromUrl)) }
    return this.#mediaPaths.paths.has(path)
  }

  /** The entry with this slug, or the redirect from this path, if it is visible at `now`, else null. */
  find(slug: string, now: number): SnapshotEntry | null {
    const entry = this.#slugs.get(slug)
    return entry && isVisibleAt(entry, now) ? entry : null
  }

  /** The entry with this slug, key or id, if it is visible at `now`, else null. */
  lookUp(name: string, now: number): SnapshotEntry | null {
    const entry =
      this.#slugs.get(name) ??
      (this.resource.key && this.visible(now).find(({ key }) => key === name)) ??
      this.#entries.get(parseRecordId(name) ?? Number.NaN)
    return entry && isVisibleAt(entry, now) ? entry : null
  }

  /** The period around `now` in which no entry appears or disappears; the same object for its whole length. */
  stablePeriod(now: number): Period {
    if (!this.#stablePeriod || !isVisibleAt(this.#stablePeriod, now)) {
      this.#stablePeriod = stablePeriodAround(now, this.#entries.values())
    }
    return this.#stablePeriod
  }
}

const slugOf = ({ slug, redirectFrom }: SnapshotEntry) => slug ?? redirectFrom
/** The times at which the entry appears and disappears. */
const changesOf = ({ from, until }: Period) => [from, until].filter(Number.isFinite)

/** Of the table without its indexes, long texts compressed. */
async function bytesOf(tx: Tx, { table }: Resource): Promise<number> {
  const [row] = await rowsOf<{ bytes: string | number }>(
    tx,
    sql`select pg_table_size(${getTableName(table)}::text::regclass) as bytes`,
  )
  return Number(row!.bytes)
}

/** The parts of the member's JSON: an object by key, a singleton's record, or a list. */
export function memberJson(
  resource: Resource,
  entries: readonly SnapshotEntry[],
  detail: Detail = 'full',
): Uint8Array[] {
  const jsonOf = (entry: SnapshotEntry) => (detail === 'full' ? entry.fragment : entry.summary)
  if (resource.singleton) return [entries[0] ? jsonOf(entries[0]) : Buffer.from('null')]
  const [open, close] = resource.key ? '{}' : '[]'
  const items = entries.map((entry) =>
    resource.key
      ? Buffer.concat([Buffer.from(`${JSON.stringify(entry.key)}:`), jsonOf(entry)])
      : jsonOf(entry),
  )
  return withCommas(open!, items, close!)
}

/** A JSON object with members added at its end. */
export const withMembers = (object: Uint8Array, members: string) =>
  Buffer.concat([object.subarray(0, -1), Buffer.from(`,${members}}`)]) as Buffer<ArrayBuffer>

/** JSON texts joined with commas, between `open` and `close`. */
export const joinJson = (open: string, items: readonly Uint8Array[], close: string) =>
  Buffer.concat(withCommas(open, items, close)) as Buffer<ArrayBuffer>

function withCommas(open: string, items: readonly Uint8Array[], close: string): Uint8Array[] {
  const parts: Uint8Array[] = [Buffer.from(open)]
  for (const [index, item] of items.entries()) {
    if (index > 0) parts.push(COMMA)
    parts.push(item)
  }
  parts.push(Buffer.from(close))
  return parts
}
