// The public site in memory: the bodies that public reads send, which always include every write acknowledged before the
// read began. snapshot-sync.ts keeps the members up to date; this file builds the bodies from them.
import type { Database } from '../../platform/db/database.ts'
import type { Resource, Row } from '../definition/define-resource.ts'
import { isRedirectVisible, type PathLookup } from '../rules/visibility.ts'
import type { EncodedBody } from './encoded-body.ts'
import { ImageIndex, type PublicImage } from './image-index.ts'
import type { Detail } from './public-json.ts'
import { SnapshotCache } from './snapshot-cache.ts'
import { Member, memberJson, type SnapshotEntry, toEntry, withEntry, withMembers } from './snapshot-member.ts'
import { type Followed, SnapshotSync } from './snapshot-sync.ts'

type Options = {
  database: Database
  resources: readonly Resource[]
  languages: readonly string[]
  clock: () => Date
  /** Called with the duration of each refresh. */
  onRebuilt?: (seconds: number) => void
  onError: (error: unknown) => void
  /** Called with the paths of images that were added, changed or removed. */
  onImagesChanged?: (paths: readonly string[]) => void
}

/** The visible records of some resources. Must be read synchronously: they may change during an `await`. */
export type SnapshotView = {
  /** Changes whenever the visible records do, by a write or as time passes. */
  key: string
  /** The visible records in their order. */
  entries(resource: Resource): readonly SnapshotEntry[]
  /** The visible record with this slug, or the visible redirect from this path, or null. */
  find(resource: Resource, slug: string): SnapshotEntry | null
  /** The image of the library with this relative URL, or null. */
  findImage(url: string): PublicImage | null
  /** The `images` member of an answer that shows media with these URLs. */
  imagesJson(urls: Iterable<string>): string
}

export class Snapshot {
  readonly #members: ReadonlyMap<string, Member>
  readonly #images: ImageIndex
  readonly #names: readonly string[]
  readonly #sync: SnapshotSync
  readonly #cache: SnapshotCache<SnapshotView>
  /** The resources whose records have pages, and the one that holds redirects. */
  readonly #withPages: readonly Resource[]
  readonly #redirects: Resource | undefined

  constructor(private readonly options: Options) {
    const { database, resources, onRebuilt, onError } = options
    this.#members = new Map(resources.map((resource) => [resource.name, new Member(resource)]))
    this.#images = new ImageIndex({
      isShown: (path) => this.#isShown(path),
      onChanged: (paths) => options.onImagesChanged?.(paths),
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

  /** For metrics, the time since the snapshot was last verified, and the size of `/api/site`, 0 until it is read. */
  stats(): { ageSeconds: number; bytes: number } {
    return {
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

  /** The whole site with this record in place of its public version, if it has one; built for each call. */
  async siteWith(resource: Resource, row: Row, detail: Detail): Promise<Buffer<ArrayBuffer>> {
    await this.#sync.refresh(this.#names)
    return this.#joinSite(detail, { resource, entry: toEntry(resource, row) })
  }

  /** One resource's member of the site; otherwise like `site`. */
  member(resource: Resource): EncodedBody | Promise<EncodedBody> {
    if (this.#sync.isFresh) return this.#buildMember(resource)
    const names = this.#withRedirectTargets([resource]).map(({ name }) => name)
    return this.#sync.refresh(names).then(() => this.#buildMember(resource))
  }

  /** The visible records of a resource, in their order. */
  async entries(resource: Resource): Promise<readonly SnapshotEntry[]> {
    await this.#sync.refresh([resource.name])
    return this.#visible(resource)
  }

  /** The visible record with this slug, or null. */
  async find(resource: Resource, slug: string): Promise<SnapshotEntry | null> {
    await this.#sync.refresh([resource.name])
    return this.#find(resource, slug)
  }

  /** The body of the visible record with this slug, or null. */
  async record(resource: Resource, slug: string): Promise<EncodedBody | null> {
    await this.#sync.refresh([resource.name, this.#images.source.name])
    const entry = this.#find(resource, slug)
    if (!entry) return null
    return this.#cache.record(entry, this.#images.edition, () =>
      withMembers(entry.fragment, `"images":${this.#images.json(entry.mediaUrls.full)}`),
    )
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

  #joinSite(detail: Detail, shown?: { resource: Resource; entry: SnapshotEntry }): Buffer<ArrayBuffer> {
    const members = this.options.resources.flatMap((resource) => [
      Buffer.from(`,${JSON.stringify(resource.member)}:`),
      ...(resource === shown?.resource
        ? memberJson(resource, withEntry(this.#visible(resource), shown.entry), detail)
        : this.#memberParts(resource, detail)),
    ])
    const head = `{"languages":${JSON.stringify(this.options.languages)}`
    // Last, so that a new image leaves the compressed parts of the members as they are.
    const images = `,"images":${this.#images.json(this.#shownMedia(detail, shown?.entry))}}`
    return Buffer.concat([Buffer.from(head), ...members, Buffer.from(images)]) as Buffer<ArrayBuffer>
  }

  #shownMedia(detail: Detail, shown?: SnapshotEntry): Set<string> {
    const now = this.options.clock().getTime()
    const urls = new Set(shown?.mediaUrls[detail])
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
    const entries = this.#visible(resource)
    return memberJson(
      resource,
      resource.redirectFields ? entries.filter((entry) => isRedirectVisible(entry, this.#paths)) : entries,
      detail,
    )
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
      find: (resource, slug) => {
        const entry = this.#find(resource, slug)
        const isHidden = entry && resource.redirectFields && !isRedirectVisible(entry, this.#paths)
        return isHidden ? null : entry
      },
      findImage: (url) => this.#images.find(url),
      imagesJson: (urls) => this.#images.json(urls),
    }
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

  readonly #paths: PathLookup = {
    hasVisiblePage: (path) => {
      const owner = this.#withPages.find(({ pagePrefix }) => path.startsWith(pagePrefix!))
      // A slug has neither dot nor slash, so the feed and deeper paths are no record's page.
      const slug = owner && /^([^/.]+)\/*$/.exec(path.slice(owner.pagePrefix!.length))?.[1]
      return owner && slug ? this.#find(owner, slug) !== null : null
    },
    redirectFrom: (path) => (this.#redirects ? this.#find(this.#redirects, path) : null),
  }
}
