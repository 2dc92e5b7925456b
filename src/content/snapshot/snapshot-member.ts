// One resource's part of the snapshot: a JSON fragment per published record, joined into the member's body on demand.
import { fieldInAll, type LanguageKey, type Translated, translationsOf } from '../../text/content-language.ts'
import type { Resource, Row } from '../definition/define-resource.ts'
import { pathFromUrl } from '../images/media-url.ts'
import { isVisibleAt, type Period, stablePeriodAround, visiblePeriod } from '../rules/visibility.ts'
import { resolveLink } from '../site-path.ts'
import type { Version } from './content-changes.ts'
import { type Detail, publicJson } from './public-json.ts'
import type { Followed } from './snapshot-sync.ts'

/** A published record in the form that public reads need. `from` and `until` bound the time in which it is visible. */
export type SnapshotEntry = Period & {
  id: number
  position: number
  /** The public view as JSON. */
  fragment: Buffer<ArrayBuffer>
  /** The public view without long texts; the fragment itself if the resource has none. */
  summary: Buffer<ArrayBuffer>
  /** The URLs of media in the fragment and in the summary. */
  mediaUrls: { [Name in Detail]: readonly string[] }
  slug: string | null
  key: string | null
  categoryId: number | null
  tags: readonly string[]
  /** The languages, apart from the primary one, in which the record has a title. */
  translations: readonly LanguageKey[]
  /** The number of words of the long text, by column; null where the write did not count them. */
  words: Translated<'words', number | null> | null
  /** The path that a redirect starts from; null for other resources. */
  redirectFrom: string | null
  /** The path of this site that a redirect leads to; null for a target elsewhere and for other resources. */
  redirectTo: string | null
}

const COMMA = Buffer.from(',')

export class Member implements Followed<SnapshotEntry> {
  /** Undefined until the member is read for the first time. */
  version: Version | undefined
  /** Counts the changes that may be visible to the public. */
  edition = 0
  #entries = new Map<number, SnapshotEntry>()
  // Computed from the entries on demand.
  #sorted: SnapshotEntry[] | null = null
  #visible: { entries: readonly SnapshotEntry[]; period: Period } | null = null
  #bySlug: Map<string | null, SnapshotEntry> | null = null
  #stablePeriod: Period | null = null
  #mediaUrls: { [Name in Detail]?: { of: readonly SnapshotEntry[]; urls: ReadonlySet<string> } } = {}
  #mediaPaths: { of: ReadonlySet<string>; paths: ReadonlySet<string | null> } | null = null

  constructor(readonly resource: Resource) {}

  get source() {
    return this.resource
  }

  toEntry(row: Row): SnapshotEntry {
    return toEntry(this.resource, row)
  }

  replaceAll(entries: readonly SnapshotEntry[]) {
    this.#entries = new Map(entries.map((entry) => [entry.id, entry]))
    this.#startEdition()
  }

  replaceSome(ids: readonly number[], entries: readonly SnapshotEntry[]): boolean {
    const isPublic = entries.length > 0 || ids.some((id) => this.#entries.has(id))
    for (const id of ids) this.#entries.delete(id)
    for (const entry of entries) this.#entries.set(entry.id, entry)
    if (isPublic) this.#startEdition()
    return isPublic
  }

  #startEdition() {
    this.edition++
    this.#sorted = this.#visible = this.#bySlug = this.#stablePeriod = null
  }

  /** The entries that are visible at `now`, in their order. */
  visible(now: number): readonly SnapshotEntry[] {
    const period = this.stablePeriod(now)
    if (this.#visible?.period !== period) {
      this.#sorted ??= [...this.#entries.values()].sort(compareEntries)
      this.#visible = { entries: this.#sorted.filter((entry) => isVisibleAt(entry, now)), period }
    }
    return this.#visible.entries
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

  /** Whether an entry that is visible at `now` shows the file with this path in the library. */
  showsMedia(path: string, now: number): boolean {
    const urls = this.mediaUrls(now, 'full')
    if (this.#mediaPaths?.of !== urls)
      this.#mediaPaths = { of: urls, paths: new Set([...urls].map(pathFromUrl)) }
    return this.#mediaPaths.paths.has(path)
  }

  /** The entry with this slug, or the redirect from this path, if it is visible at `now`, else null. */
  find(slug: string, now: number): SnapshotEntry | null {
    this.#bySlug ??= new Map(
      [...this.#entries.values()].map((entry) => [entry.slug ?? entry.redirectFrom, entry]),
    )
    const entry = this.#bySlug.get(slug)
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

/** These entries with this one in its place, instead of the one with the same id. */
export const withEntry = (entries: readonly SnapshotEntry[], entry: SnapshotEntry) =>
  [...entries.filter(({ id }) => id !== entry.id), entry].sort(compareEntries)

const compareEntries = (a: SnapshotEntry, b: SnapshotEntry) => a.position - b.position || a.id - b.id

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

const wordsOf = (row: Row) =>
  Object.fromEntries(fieldInAll('words').map((name) => [name, row[name] ?? null])) as SnapshotEntry['words']

/** A row as the snapshot keeps it. */
export function toEntry(resource: Resource, row: Row): SnapshotEntry {
  const { redirectFields } = resource
  const { json, mediaUrls } = publicJson(resource, row)
  const redirectFrom = redirectFields ? String(row[redirectFields.from]) : null
  return {
    id: row.id,
    position: typeof row.position === 'number' ? row.position : 0,
    fragment: json.full,
    summary: json.summary,
    mediaUrls,
    slug: typeof row.slug === 'string' ? row.slug : null,
    key: resource.key ? String(row[resource.key]) : null,
    categoryId: typeof row.category_id === 'number' ? row.category_id : null,
    tags: Array.isArray(row.tags) ? row.tags : [],
    translations: translationsOf(row, 'title'),
    words: resource.countedText ? wordsOf(row) : null,
    redirectFrom,
    redirectTo:
      redirectFields && redirectFrom !== null
        ? (resolveLink(String(row[redirectFields.to]), redirectFrom)?.path ?? null)
        : null,
    ...visiblePeriod(resource, row),
  }
}
