// One resource's part of the snapshot: a serialised fragment per record, joined into the member's body on demand.
import type { Resource, Row } from '../define-resource.ts'
import { present, summarise } from '../record-views.ts'
import { resolveLink } from '../site-path.ts'
import type { EncodedBody } from './encoded-body.ts'

/** A record as the public reads need it. */
export type SnapshotEntry = {
  id: number
  position: number
  /** The public view as JSON. */
  fragment: Buffer<ArrayBuffer>
  /** The same as the body of the record's own route, made when it is first asked for. */
  body: EncodedBody | null
  /** The view without its bodies; the same bytes where the resource has none. */
  summary: Buffer<ArrayBuffer>
  /** Values by which records are found and filtered. */
  slug: string | null
  key: string | null
  categoryId: number | null
  tags: readonly string[]
  /** Whether it has an English title. */
  inEnglish: boolean
  /** The path that the record leads from; null: the resource leads nowhere. */
  redirectFrom: string | null
  /** The path of this site that the record leads to; null: none. */
  redirectTo: string | null
  /** Milliseconds since the epoch between which the record is public. */
  from: number
  until: number
}

/** Which state of the database a member shows; null: a resource that never changed. */
export type Version = { counter: number; token: string } | null

/** From one moment at which a record appears or disappears to the next, in milliseconds since the epoch. */
export type Era = { from: number; until: number }

const COMMA = Buffer.from(',')

export class Member {
  /** Undefined: not read yet. */
  version: Version | undefined
  /** Counts the changes that the public could see. */
  edition = 0
  #entries = new Map<number, SnapshotEntry>()
  #sorted: SnapshotEntry[] | null = null
  #visible: { entries: readonly SnapshotEntry[]; era: Era } | null = null
  #bySlug: Map<string | null, SnapshotEntry> | null = null
  #era: Era | null = null

  constructor(readonly resource: Resource) {}

  /** Takes these rows as all there are. */
  replaceAll(rows: readonly Row[]) {
    this.#entries = new Map(rows.map((row) => [row.id, toEntry(this.resource, row)]))
    this.#forget()
  }

  /** Takes `rows` as what is left of the records with these ids; tells whether the public may see a difference. */
  replaceSome(ids: readonly number[], rows: readonly Row[]): boolean {
    const isSeen = rows.length > 0 || ids.some((id) => this.#entries.has(id))
    for (const id of ids) this.#entries.delete(id)
    for (const row of rows) this.#entries.set(row.id, toEntry(this.resource, row))
    if (isSeen) this.#forget()
    return isSeen
  }

  #forget() {
    this.edition++
    this.#sorted = this.#visible = this.#bySlug = this.#era = null
  }

  /** Entries that are public at `now`, in their order. */
  visible(now: number): readonly SnapshotEntry[] {
    const era = this.era(now)
    if (this.#visible?.era !== era) {
      this.#sorted ??= [...this.#entries.values()].sort((a, b) => a.position - b.position || a.id - b.id)
      const entries = this.#sorted.filter((entry) => entry.from <= now && now < entry.until)
      this.#visible = { entries, era }
    }
    return this.#visible.entries
  }

  /** The entry with this slug, or that leads from this path, if it is public at `now`, else null. */
  find(slug: string, now: number): SnapshotEntry | null {
    this.#bySlug ??= new Map(
      [...this.#entries.values()].map((entry) => [entry.slug ?? entry.redirectFrom, entry]),
    )
    const entry = this.#bySlug.get(slug)
    return entry && entry.from <= now && now < entry.until ? entry : null
  }

  /** The time around `now` in which the clock changes nothing that is public. */
  era(now: number): Era {
    if (this.#era && this.#era.from <= now && now < this.#era.until) return this.#era
    const era: Era = { from: Number.NEGATIVE_INFINITY, until: Number.POSITIVE_INFINITY }
    for (const { from, until } of this.#entries.values()) {
      for (const moment of [from, until]) {
        if (moment <= now && moment > era.from) era.from = moment
        if (moment > now && moment < era.until) era.until = moment
      }
    }
    this.#era = era
    return era
  }
}

/** The member as JSON, in pieces: an object by key, the record of a singleton, else a list. */
export function memberPieces(resource: Resource, entries: readonly SnapshotEntry[]): Uint8Array[] {
  if (resource.singleton) return [entries[0]?.fragment ?? Buffer.from('null')]
  const [open, close] = resource.key ? '{}' : '[]'
  const parts = entries.map(({ key, fragment }) =>
    resource.key ? Buffer.concat([Buffer.from(`${JSON.stringify(key)}:`), fragment]) : fragment,
  )
  return piecesOf(open!, parts, close!)
}

/** JSON texts between brackets, with commas. */
export const join = (open: string, parts: readonly Uint8Array[], close: string) =>
  Buffer.concat(piecesOf(open, parts, close)) as Buffer<ArrayBuffer>

function piecesOf(open: string, parts: readonly Uint8Array[], close: string): Uint8Array[] {
  const pieces: Uint8Array[] = [Buffer.from(open)]
  for (const [index, part] of parts.entries()) {
    if (index > 0) pieces.push(COMMA)
    pieces.push(part)
  }
  pieces.push(Buffer.from(close))
  return pieces
}

function toEntry(resource: Resource, row: Row): SnapshotEntry {
  const view = present(resource, row)
  const fragment = Buffer.from(JSON.stringify(view)) as Buffer<ArrayBuffer>
  return {
    id: row.id,
    position: typeof row.position === 'number' ? row.position : 0,
    fragment,
    body: null,
    summary:
      resource.longFields.length > 0
        ? (Buffer.from(JSON.stringify(summarise(resource, view))) as Buffer<ArrayBuffer>)
        : fragment,
    slug: typeof row.slug === 'string' ? row.slug : null,
    key: resource.key ? String(row[resource.key]) : null,
    categoryId: typeof row.category_id === 'number' ? row.category_id : null,
    tags: Array.isArray(row.tags) ? row.tags : [],
    inEnglish: typeof row.title_en === 'string' && row.title_en.trim() !== '',
    redirectFrom: resource.redirectFields ? String(row[resource.redirectFields.from]) : null,
    redirectTo: resource.redirectFields
      ? pathOf(String(row[resource.redirectFields.to]), String(row[resource.redirectFields.from]))
      : null,
    from: moment(row, resource.visibleBetween?.from, Number.NEGATIVE_INFINITY),
    until: moment(row, resource.visibleBetween?.until, Number.POSITIVE_INFINITY),
  }
}

const pathOf = (link: string, from: string) => resolveLink(link, from)?.path ?? null

function moment(row: Row, column: string | null | undefined, absent: number) {
  const value = column ? row[column] : null
  return value instanceof Date ? value.getTime() : absent
}
