// The caches of the snapshot: bodies and views, kept until the records that they show change or time makes others visible.
import { LRUCache } from 'lru-cache'
import type { Resource } from '../definition/define-resource.ts'
import type { Period } from '../rules/visibility.ts'
import { EncodedBody, type GzipHistory } from './encoded-body.ts'
import type { Detail } from './public-json.ts'
import type { SnapshotEntry } from './snapshot-entry.ts'
import type { Member } from './snapshot-member.ts'

/** Bodies of single records that are kept: each takes about 10 KB with its encodings, and crawlers ask for all of them. */
export const MAX_RECORD_BODIES = 5_000

type Bytes = Buffer<ArrayBuffer>

type Options = {
  members: ReadonlyMap<string, Member>
  /** The resource that holds redirects: their visibility depends on other members. */
  redirects: Resource | undefined
  clock: () => Date
}

export class SnapshotCache<View> {
  readonly #members = new Map<string, EncodedBody>()
  readonly #sites: { [Name in Detail]: EncodedBody | null } = { full: null, summary: null }
  /** Bodies made from the images of the edition `images`. */
  readonly #records = new LRUCache<SnapshotEntry, { images: number; encoded: EncodedBody }>({
    max: MAX_RECORD_BODIES,
  })
  /** Building the key of a view of all resources takes a tenth of the time of a page. */
  #views = new WeakMap<readonly Resource[], View>()
  /** Histories by resource name, or by `full` and `summary` for the whole site. */
  readonly #gzipHistories = new Map<string, GzipHistory>()
  /** The time in which the cached bodies and views hold; a clock that is set back leaves it as well. */
  #period: Period = { from: 0, until: 0 }

  constructor(private readonly options: Options) {}

  /** The size of `/api/site`, 0 until it is read. */
  get siteBytes(): number {
    return this.#sites.full?.identity.bytes.byteLength ?? 0
  }

  site(detail: Detail, build: () => Bytes): EncodedBody {
    this.#dropOutdated()
    this.#sites[detail] ??= new EncodedBody(build(), this.#gzipHistory(detail))
    return this.#sites[detail]
  }

  member(name: string, build: () => Bytes): EncodedBody {
    this.#dropOutdated()
    let body = this.#members.get(name)
    if (!body) {
      body = new EncodedBody(build(), this.#gzipHistory(name))
      this.#members.set(name, body)
    }
    return body
  }

  /** The bytes of a member that was asked for before, if they still hold. */
  knownMember(name: string): Uint8Array | undefined {
    return this.#members.get(name)?.identity.bytes
  }

  /** `images` is the edition of the images that the body shows. */
  record(entry: SnapshotEntry, images: number, build: () => Bytes): EncodedBody {
    const known = this.#records.get(entry)
    if (known?.images === images) return known.encoded
    const encoded = new EncodedBody(build())
    this.#records.set(entry, { images, encoded })
    return encoded
  }

  view(resources: readonly Resource[], build: () => View): View {
    this.#dropOutdated()
    const view = this.#views.get(resources) ?? build()
    this.#views.set(resources, view)
    return view
  }

  /** Drops the bodies of members that changed; the others are valid as long as before. */
  drop(names: readonly string[]) {
    const now = this.options.clock().getTime()
    for (const name of names) {
      const member = this.options.members.get(name)
      if (!member) continue
      this.#period = overlap([this.#period, member.stablePeriod(now)])
      this.#members.delete(name)
    }
    this.#dropDependent()
  }

  // Records also appear and disappear as time passes.
  #dropOutdated() {
    const now = this.options.clock().getTime()
    if (this.#period.from <= now && now < this.#period.until) return
    this.#members.clear()
    this.#dropDependent()
    this.#period = overlap([...this.options.members.values()].map((member) => member.stablePeriod(now)))
  }

  /** Drops the redirects, the whole site and the views. */
  #dropDependent() {
    if (this.options.redirects) this.#members.delete(this.options.redirects.name)
    this.#sites.full = this.#sites.summary = null
    this.#views = new WeakMap()
  }

  #gzipHistory(name: string): GzipHistory {
    return this.#gzipHistories.getOrInsertComputed(name, () => ({ chunks: [] }))
  }
}

const overlap = (periods: readonly Period[]): Period => ({
  from: Math.max(...periods.map(({ from }) => from)),
  until: Math.min(...periods.map(({ until }) => until)),
})
