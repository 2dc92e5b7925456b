// The public site in memory: the bodies that public reads send, which always include every write acknowledged before the
// read began. snapshot-sync.ts keeps the members up to date; this file builds the bodies from them.
import type { Database } from '../../platform/db/database.ts'
import { unavailable } from '../../text/errors.ts'
import type { Resource } from '../definition/define-resource.ts'
import { isRedirectVisible, type PathLookup } from '../rules/visibility.ts'
import type { EncodedBody } from './encoded-body.ts'
import type { EntryOrder } from './entry-order.ts'
import { type ListedFields, readListedFields } from './entry-rows.ts'
import { ImageIndex, type PublicImage } from './image-index.ts'
import type { Overlay } from './overlay.ts'
import type { Detail } from './public-json.ts'
import { mayBeMissing, RecordTexts } from './record-texts.ts'
import { type SitePart, type SiteStream, SiteStreams, type Streamed } from './site-streams.ts'
import { SnapshotCache } from './snapshot-cache.ts'
import { MissingFromMemory, type SnapshotEntry } from './snapshot-entry.ts'
import { Member, memberJson, withMembers } from './snapshot-member.ts'
import { type Followed, SnapshotSync } from './snapshot-sync.ts'

/** A site with more texts than this part of the memory for them is no longer kept as one body. */
const PART_OF_MEMORY = 1 / 4
/** A library with more than this is not kept whole. */
const PART_FOR_IMAGES = 1 / 64
/** Texts are loaded so often for one reader at most; each time it gets further. */
const MAX_LOADS = 100
const LISTED_PER_BATCH = 1_000
/** Of the member in `/api/site`; more are an empty list there. */
export const MAX_REDIRECTS_IN_SITE = 500

type Options = {
  database: Database
  resources: readonly Resource[]
  languages: readonly string[]
  clock: () => Date
  /** Of the texts of records. */
  maxBytes: number
  /** Called with the duration of each refresh. */
  onRebuilt?: (seconds: number) => void
  onError: (error: unknown) => void
  /** Called with the ids of images that were added, changed or removed; null: any of them. */
  onImagesChanged?: (ids: readonly number[] | null) => void
}

/** The visible records of some resources. Must be read synchronously: they may change during an `await`. */
export type SnapshotView = {
  /** Changes whenever the visible records do, by a write or as time passes. */
  key: string
  /** The visible records in their order. */
  entries(resource: Resource): readonly SnapshotEntry[]
  /** The visible records by position or the newest first. */
  order(resource: Resource, name: 'position' | 'newest'): EntryOrder
  /** The visible record with this slug, or the visible redirect from this path, or null. */
  find(resource: Resource, slug: string): SnapshotEntry | null
  /** The visible record with this slug, key or id, or null. */
  lookUp(resource: Resource, name: string): SnapshotEntry | null
  /** The image of the library with this relative URL, or null. */
  findImage(url: string): PublicImage | null
  /** The `images` member of an answer that shows media with these URLs. */
  imagesJson(urls: Iterable<string>): string
}

/** The site, or the member of a resource. */
type StreamedPart = { detail: Detail; resource?: Resource }

export type Listed = { entry: SnapshotEntry; fields: ListedFields; mediaUrls: readonly string[] }

export class Snapshot {
  readonly #members: ReadonlyMap<string, Member>
  readonly #images: ImageIndex
  readonly #names: readonly string[]
  readonly #sync: SnapshotSync
  readonly #texts: RecordTexts
  readonly #streams: SiteStreams
  readonly #maxSiteBytes: number
  readonly #cache: SnapshotCache<SnapshotView>
  /** The resources whose records have pages, and the one that holds redirects. */
  readonly #withPages: readonly Resource[]
  readonly #redirects: Resource | undefined

  constructor(private readonly options: Options) {
    const { database, resources, clock, maxBytes, onRebuilt, onError } = options
    this.#texts = new RecordTexts({ database, maxBytes })
    this.#streams = new SiteStreams(database)
    this.#maxSiteBytes = maxBytes * PART_OF_MEMORY
    const ofMember = { texts: this.#texts, clock, maxTableBytes: this.#maxSiteBytes }
    this.#members = new Map(resources.map((resource) => [resource.name, new Member(resource, ofMember)]))
    this.#images = new ImageIndex({
      database,
      maxTableBytes: maxBytes * PART_FOR_IMAGES,
      isShown: (path) => this.#isShown(path),
      onChanged: (ids) => options.onImagesChanged?.(ids),
    })
    this.#names = [...this.#members.keys(), this.#images.source.name]
    this.#withPages = resources.filter(({ pagePrefix }) => pagePrefix !== null)
    this.#redirects = resources.find(({ redirectFields }) => redirectFields)
    this.#cache = new SnapshotCache({
      members: this.#members,
      redirects: this.#redirects,
      clock: options.clock,
    })
    this.#sync = new SnapshotSync({
      database,
      members: new Map<string, Followed>([...this.#members, [this.#images.source.name, this.#images]]),
      onApplied: (names) => this.#cache.drop(names),
      onRebuilt,
      onError,
    })
  }

  /** Reads the site, then follows its changes until `close`. */
  open() {
    return this.#sync.open()
  }

  close() {
    this.#sync.close()
  }

  /** The site's language tags, the primary one first. */
  get languages() {
    return this.options.languages
  }

  /** Whether the database could not be queried lately, so that the snapshot may be out of date. */
  get isUnverified() {
    return this.#sync.isUnverified
  }

  /**
   * For metrics, the time since the snapshot was last verified, the size of `/api/site`, 0 until it is read, and of the texts
   * of records in memory.
   */
  stats(): { ageSeconds: number; bytes: number; textBytes: number } {
    return {
      textBytes: this.#texts.bytes,
      ageSeconds: this.#sync.secondsSinceVerified,
      bytes: this.#cache.siteBytes,
    }
  }

  /**
   * The whole site, with `summary` without long texts; synchronous unless a member is stale. Throws 503 if it is stale
   * and the database is unavailable.
   */
  site(detail: Detail = 'full'): EncodedBody | Promise<EncodedBody> {
    if (this.#sync.isFresh) return this.#buildSite(detail)
    return this.#sync.refresh(this.#names).then(() => this.#buildSite(detail))
  }

  /** The whole site with other states of some records; built for each call. */
  async siteWith(
    overlay: Overlay,
    detail: Detail,
  ): Promise<Buffer<ArrayBuffer> | ReadableStream<Uint8Array>> {
    await this.#sync.refresh(this.#names)
    if (!this.isLarge()) return this.#joinSite(detail, overlay)
    return (await this.#streams.open(this.#streamed({ detail, overlay }))).stream
  }

  /** A site or a member that `isLarge`, in parts; null if the reader has this state already. Otherwise like `site`. */
  async stream(of: StreamedPart, known: (tag: string) => boolean): Promise<SiteStream | null> {
    await this.#sync.refresh(this.#names)
    const streamed = this.#streamed(of)
    return known(streamed.tag()) ? null : this.#streams.open(streamed)
  }

  /** Whether the site, or the member of this resource, is too large for one body in memory: `stream` sends it in parts. */
  isLarge(resource?: Resource): boolean {
    const isTooMuch = this.#texts.isPartial || this.#texts.bytes > this.#maxSiteBytes
    return resource ? isTooMuch && mayBeMissing(resource) : isTooMuch || this.#images.isLarge
  }

  /** One resource's member of the site; otherwise like `site`. */
  member(resource: Resource): EncodedBody | Promise<EncodedBody> {
    if (this.#sync.isFresh) return this.#buildMember(resource)
    const names = this.#withRedirectTargets([resource]).map(({ name }) => name)
    return this.#sync.refresh(names).then(() => this.#buildMember(resource))
  }

  /**
   * The ETag of a resource's member of the site or, without a resource, of the images, which have no address of their own.
   * Otherwise like `site`.
   */
  async memberTag(resource: Resource | null): Promise<string> {
    if (resource && !this.isLarge(resource)) return (await this.member(resource)).identity.etag
    await this.#sync.refresh(this.#names)
    if (resource) return `"${this.#streamed({ detail: 'full', resource }).tag()}"`
    if (this.isLarge()) return `"${this.#images.version?.token}"`
    return `"${Bun.hash.xxHash3(this.#images.json(this.#shownMedia('full'))).toString(36)}"`
  }

  /** The body of the visible record with this slug, key or id, or null. */
  async record(resource: Resource, name: string): Promise<EncodedBody | null> {
    await this.#sync.refresh([
      ...this.#withRedirectTargets([resource]).map(({ name }) => name),
      this.#images.source.name,
    ])
    const build = () => {
      const entry = this.#lookUp(resource, name)
      if (!entry) return null
      return this.#cache.record(entry, this.#images.edition, () =>
        withMembers(entry.fragment, `"images":${this.#images.json(entry.mediaUrls.full)}`),
      )
    }
    return this.#retrying(async () => build())
  }

  /** The result of `use` for the view of these resources. It is called again after texts were loaded that it asked for. */
  read<T>(resources: readonly Resource[], use: (view: SnapshotView) => T): Promise<T> {
    return this.#retrying(async () => use(await this.view(resources)))
  }

  /** The data of these entries, all of one resource, for a sitemap. `mediaUrls` are empty where not all texts are in memory. */
  async *listed(entries: readonly SnapshotEntry[]): AsyncGenerator<Listed> {
    const { isPartial } = this.#texts
    for (let start = 0; start < entries.length; start += LISTED_PER_BATCH) {
      const batch = entries.slice(start, start + LISTED_PER_BATCH)
      const missing = batch.filter(({ texts }) => !texts)
      const ids = missing.map(({ id }) => id)
      const read =
        missing.length > 0
          ? await this.options.database.query((tx) => readListedFields(tx, missing[0]!.resource, ids))
          : []
      const byId = new Map(read.map((fields) => [fields.id, fields]))
      for (const entry of batch) {
        const { texts } = entry
        const fields: ListedFields | undefined = texts
          ? JSON.parse(texts.json.summary.toString())
          : byId.get(entry.id)
        if (fields) yield { entry, fields, mediaUrls: isPartial ? [] : texts!.mediaUrls.full }
      }
    }
  }

  async #retrying<T>(use: () => Promise<T>): Promise<T> {
    for (let loads = 0; ; loads++) {
      try {
        return await use()
      } catch (error) {
        if (!(error instanceof MissingFromMemory)) throw error
        if (loads === MAX_LOADS) throw unavailable('database')
        await this.#load(error)
      } finally {
        if (loads > 0) this.#texts.trim()
      }
    }
  }

  async #load({ entries, images }: MissingFromMemory) {
    if (images.length > 0) await this.#images.load(images)
    const outdated = await this.#texts.load(entries)
    // Another process has changed them, and its change was not heard of yet.
    if (outdated.length > 0) await this.#sync.refreshNow(outdated.map(({ resource }) => resource.name))
  }

  /** The visible records of these resources; redirects only if their targets are visible. Otherwise like `site`. */
  view(resources: readonly Resource[]): SnapshotView | Promise<SnapshotView> {
    if (this.#sync.isFresh) return this.#buildView(resources)
    const names = this.#withRedirectTargets(resources).map(({ name }) => name)
    return this.#sync.refresh([...names, this.#images.source.name]).then(() => this.#buildView(resources))
  }

  /**
   * By resource, and for the images as `media`: `edition` changes in this process whenever the visible records do, by a
   * write or as time passes; `state` names the same records in every process.
   */
  shownStates(): { tag: string; edition: string; state: string }[] {
    const now = this.options.clock().getTime()
    const { source, edition, version } = this.#images
    const states = [...this.#members.values()].map((member) => {
      const { from } = member.stablePeriod(now)
      const token = member.version?.token ?? 'unchanged'
      return { tag: member.resource.name, edition: `${member.edition}@${from}`, state: `${token}@${from}` }
    })
    return [...states, { tag: source.name, edition: String(edition), state: version?.token ?? 'unchanged' }]
  }

  #buildSite(detail: Detail): EncodedBody {
    return this.#cache.site(detail, () => this.#joinSite(detail))
  }

  #joinSite(detail: Detail, overlay?: Overlay): Buffer<ArrayBuffer> {
    const members = this.options.resources.flatMap((resource) => [
      Buffer.from(`,${JSON.stringify(resource.member)}:`),
      ...(this.#isLeftOut(resource)
        ? [Buffer.from('[]')]
        : overlay
          ? memberJson(resource, this.#shownRecords(resource, overlay), detail)
          : this.#memberParts(resource, detail)),
    ])
    const head = `{"languages":${JSON.stringify(this.options.languages)}`
    // Last, so that a new image leaves the compressed parts of the members as they are.
    const images = `,"images":${this.#images.json(this.#shownMedia(detail, overlay))}}`
    return Buffer.concat([Buffer.from(head), ...members, Buffer.from(images)]) as Buffer<ArrayBuffer>
  }

  #streamed({ detail, resource, overlay }: StreamedPart & { overlay?: Overlay }): Streamed {
    const resources = resource ? [resource] : this.options.resources
    const sitePart = (member: Resource) => [
      `,${JSON.stringify(member.member)}:`,
      ...(this.#isLeftOut(member) ? ['[]'] : this.#recordParts(member, overlay)),
    ]
    return {
      detail,
      refresh: async (outdated) => {
        await this.#sync.refresh(this.#names)
        if (outdated.length > 0) await this.#sync.refreshNow(outdated)
      },
      versions: () => new Map([...this.#members].map(([name, { version }]) => [name, version])),
      parts: () =>
        resource
          ? this.#recordParts(resource)
          : [`{"languages":${JSON.stringify(this.options.languages)}`, ...resources.flatMap(sitePart)],
      tag: () => {
        const states = this.shownStates().map(({ state }) => state)
        const fields = resources.map(({ publicFields }) => publicFields)
        return Bun.hash.xxHash3(JSON.stringify([detail, this.options.languages, states, fields])).toString(36)
      },
      end: (mediaUrls) => (resource ? [] : this.#imagesMember(mediaUrls)),
    }
  }

  async *#imagesMember(urls: ReadonlySet<string>): AsyncGenerator<string> {
    yield ',"images":'
    yield* this.#images.jsonParts(urls)
    yield '}'
  }

  #recordParts(resource: Resource, overlay?: Overlay): SitePart[] {
    const entries = this.#shownRecords(resource, overlay)
    if (resource.singleton) return entries[0] ? [{ resource, entries: [entries[0]] }] : ['null']
    const [open, close] = resource.key ? '{}' : '[]'
    return [open!, { resource, entries }, close!]
  }

  #shownMedia(detail: Detail, overlay?: Overlay): Set<string> {
    const now = this.options.clock().getTime()
    const urls = new Set(overlay?.mediaUrls(detail))
    for (const member of this.#members.values())
      for (const url of member.mediaUrls(now, detail)) urls.add(url)
    return urls
  }

  #isShown(path: string): boolean {
    const now = this.options.clock().getTime()
    return [...this.#members.values()].some((member) => member.showsMedia(path, now))
  }

  #buildMember(resource: Resource): EncodedBody {
    return this.#cache.member(
      resource.name,
      () => Buffer.concat(this.#memberParts(resource, 'full')) as Buffer<ArrayBuffer>,
    )
  }

  /** A member's JSON in parts, so that the whole site is joined in one step. */
  #memberParts(resource: Resource, detail: Detail): Uint8Array[] {
    const known = this.#cache.knownMember(resource.name)
    if (known && (detail === 'full' || resource.longFields.length === 0)) return [known]
    return memberJson(resource, this.#shownRecords(resource), detail)
  }

  /** The visible records, without redirects whose target is not. */
  #shownRecords(resource: Resource, overlay?: Overlay): readonly SnapshotEntry[] {
    const visible = this.#visible(resource)
    const entries = overlay ? overlay.entries(resource, visible) : visible
    if (!resource.redirectFields) return entries
    const paths = overlay
      ? this.#pathsBy((of, slug) => overlay.find(of, slug, this.#find(of, slug)))
      : this.#paths
    return entries.filter((entry) => isRedirectVisible(entry, paths))
  }

  /** The redirects of large sites are left out of the site: frontends ask for single ones. */
  #isLeftOut({ redirectFields }: Resource): boolean {
    return redirectFields !== null && this.#visible(this.#redirects!).length > MAX_REDIRECTS_IN_SITE
  }

  #buildView(resources: readonly Resource[]): SnapshotView {
    return this.#cache.view(resources, () => this.#newView(resources))
  }

  #newView(resources: readonly Resource[]): SnapshotView {
    const now = this.options.clock().getTime()
    const key = this.#withRedirectTargets(resources).map(({ name }) => {
      const member = this.#members.get(name)!
      return `${member.edition}@${member.stablePeriod(now).from}`
    })
    return {
      key: `${key.join(' ')} ${this.#images.edition}`,
      entries: (resource) => this.#visible(resource),
      order: (resource, name) =>
        this.#members.get(resource.name)!.order(this.options.clock().getTime(), name),
      find: (resource, slug) => this.#unlessDead(this.#find(resource, slug)),
      lookUp: (resource, name) => this.#lookUp(resource, name),
      findImage: (url) => this.#images.find(url),
      imagesJson: (urls) => this.#images.json(urls),
    }
  }

  /** The entry, unless it is a redirect whose target is not visible. */
  #unlessDead(entry: SnapshotEntry | null) {
    return entry?.resource.redirectFields && !isRedirectVisible(entry, this.#paths) ? null : entry
  }

  #lookUp(resource: Resource, name: string) {
    const member = this.#members.get(resource.name)!
    return this.#unlessDead(member.lookUp(name, this.options.clock().getTime()))
  }

  #find(resource: Resource, slug: string) {
    return this.#members.get(resource.name)!.find(slug, this.options.clock().getTime())
  }

  #visible(resource: Resource) {
    return this.#members.get(resource.name)!.visible(this.options.clock().getTime())
  }

  /** Adds the resources with pages if the redirects are among these: they decide which redirects are visible. */
  #withRedirectTargets(resources: readonly Resource[]) {
    return resources.some(({ redirectFields }) => redirectFields)
      ? [...resources, ...this.#withPages]
      : resources
  }

  readonly #paths = this.#pathsBy((resource, slug) => this.#find(resource, slug))

  #pathsBy(find: SnapshotView['find']): PathLookup {
    return {
      hasVisiblePage: (path) => {
        const owner = this.#withPages.find(({ pagePrefix }) => path.startsWith(pagePrefix!))
        // A slug has neither dot nor slash, so the feed and deeper paths are no record's page.
        const slug = owner && /^([^/.]+)\/*$/.exec(path.slice(owner.pagePrefix!.length))?.[1]
        return owner && slug ? find(owner, slug) !== null : null
      },
      redirectFrom: (path) => (this.#redirects ? find(this.#redirects, path) : null),
    }
  }
}
