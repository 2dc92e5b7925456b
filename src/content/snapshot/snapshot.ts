// The public site in memory: what the public reads send, never older than a write that was acknowledged before them.
// A write of this process brings what it changed along. A member goes stale when another process announces a change, or
// when the change counters (read once a second) differ from what the member shows; then just what changed is read again,
// one flight at a time.
import { setTimeout as sleep } from 'node:timers/promises'
import type { ContentVersion, Database, Tx } from '../../db/database.ts'
import type { Resource } from '../define-resource.ts'
import { type Change, readChange, readLoggedChange, readVersions } from './content-changes.ts'
import { EncodedBody, type Lineage } from './encoded-body.ts'
import { Member, memberPieces, type SnapshotEntry } from './snapshot-member.ts'

export const CONTENT_CHANNEL = 'frontage_content'

const POLL_MS = 1_000
/** A check of the counters that takes longer than this leaves their state unknown. */
const CHECK_MS = 500
/** A write of more records than this leaves reading them to the rebuild after it. */
const FEW_ROWS = 100
/** As many as a redirect may lead through; plain SQL may have made a circle. */
const MAX_HOPS = 20

type Options = {
  database: Database
  resources: readonly Resource[]
  languages: readonly string[]
  clock: () => Date
  /** Told how long each rebuild took. */
  onRebuilt?: (seconds: number) => void
  onError: (error: unknown) => void
}

/** What is public of some resources; to be read at once, before anything is awaited. */
export type SnapshotView = {
  /** Differs whenever what is public of them does, by a write or by the clock. */
  key: string
  /** In their order. */
  entries(resource: Resource): readonly SnapshotEntry[]
  /** The record with this slug, or the redirect from this path, or null. */
  find(resource: Resource, slug: string): SnapshotEntry | null
}

export class Snapshot {
  readonly #members = new Map<string, Member>()
  readonly #bodies = new Map<string, EncodedBody>()
  #site: EncodedBody | null = null
  readonly #lineages = new Map<string | null, Lineage>()
  /** When the clock alone changes what some of the bodies show. */
  #bodiesUntil = Number.NEGATIVE_INFINITY
  /** Counts the changes heard of; a stale resource has the numbers of the first and the last that it lacks. */
  #heard = 0
  readonly #stale = new Map<string, { first: number; last: number }>()
  #flight: Promise<void> | null = null
  /** What transactions of this process are about to have changed. */
  readonly #committing = new Set<readonly ContentVersion[]>()
  #unverified = false
  #closed = new AbortController()
  /** When the counters were last seen, by the process's own clock. */
  #seen = performance.now()

  constructor(private readonly options: Options) {
    for (const resource of options.resources) {
      this.#members.set(resource.name, new Member(resource))
      this.#stale.set(resource.name, { first: 0, last: 0 })
    }
  }

  /** Reads everything once, then follows the changes until `close`. */
  async open() {
    const { database } = this.options
    database.onChange((tx, changes) => this.#follow(tx, changes))
    await this.#refresh()
    await database.listen(
      CONTENT_CHANNEL,
      (payload) => this.#onAnnouncement(payload),
      () => void this.#check(),
    )
    void this.#poll()
  }

  close() {
    this.#closed.abort()
  }

  /** Language tags of the site, the primary one first. */
  get languages() {
    return this.options.languages
  }

  /** Whether the database could not be asked lately, so that what is served may be old. */
  get unverified() {
    return this.#unverified
  }

  /** For the metrics: since when nothing newer is known of, and the size of the whole site once somebody read it. */
  stats(): { ageSeconds: number; bytes: number } {
    return {
      ageSeconds: (performance.now() - this.#seen) / 1_000,
      bytes: this.#site?.identity.bytes.byteLength ?? 0,
    }
  }

  /** The whole site, at once where nothing is stale; throws 503 while it is known to be and the database is away. */
  site(): EncodedBody | Promise<EncodedBody> {
    if (this.#stale.size === 0) return this.#wholeSite()
    return this.#fresh([...this.#members.keys()]).then(() => this.#wholeSite())
  }

  #wholeSite(): EncodedBody {
    this.#expireBodies()
    if (!this.#site) {
      const head = `{"languages":${JSON.stringify(this.options.languages)}`
      const members = this.options.resources.flatMap((resource) => [
        Buffer.from(`,${JSON.stringify(resource.member)}:`),
        ...this.#pieces(resource),
      ])
      const bytes = Buffer.concat([Buffer.from(head), ...members, Buffer.from('}')]) as Buffer<ArrayBuffer>
      this.#site = new EncodedBody(bytes, this.#lineage(null))
    }
    return this.#site
  }

  /** One resource's member of the site; as `site`. */
  member(resource: Resource): EncodedBody | Promise<EncodedBody> {
    if (this.#stale.size === 0) return this.#currentMember(resource)
    const names = resource.redirectFields ? [resource, ...this.#pages()] : [resource]
    return this.#fresh(names.map(({ name }) => name)).then(() => this.#currentMember(resource))
  }

  #currentMember(resource: Resource): EncodedBody {
    this.#expireBodies()
    return this.#body(resource)
  }

  /** The records of a resource that are public now, in their order. */
  async entries(resource: Resource): Promise<readonly SnapshotEntry[]> {
    await this.#fresh([resource.name])
    return this.#visible(resource)
  }

  /** The public record with this slug, or null. */
  async find(resource: Resource, slug: string): Promise<SnapshotEntry | null> {
    await this.#fresh([resource.name])
    return this.#find(resource, slug)
  }

  /** The body of the public record with this slug, or null. */
  async record(resource: Resource, slug: string): Promise<EncodedBody | null> {
    const entry = await this.find(resource, slug)
    if (entry) entry.body ??= new EncodedBody(entry.fragment)
    return entry?.body ?? null
  }

  /** Looks at these resources, and the pages that redirects among them lead to. */
  async view(resources: readonly Resource[]): Promise<SnapshotView> {
    const read = resources.some(({ redirectFields }) => redirectFields)
      ? [...resources, ...this.#pages()]
      : resources
    await this.#fresh(read.map(({ name }) => name))
    const now = this.options.clock().getTime()
    const key = read.map(({ name }) => {
      const member = this.#members.get(name)!
      return `${member.edition}@${member.era(now).from}`
    })
    return {
      key: key.join(' '),
      entries: (resource) => this.#visible(resource),
      find: (resource, slug) => {
        const entry = this.#find(resource, slug)
        return entry && resource.redirectFields ? (this.#reachable([entry])[0] ?? null) : entry
      },
    }
  }

  #find(resource: Resource, slug: string) {
    return this.#members.get(resource.name)!.find(slug, this.options.clock().getTime())
  }

  #visible(resource: Resource) {
    return this.#members.get(resource.name)!.visible(this.options.clock().getTime())
  }

  #body(resource: Resource): EncodedBody {
    let body = this.#bodies.get(resource.name)
    if (!body) {
      const bytes = Buffer.concat(this.#pieces(resource)) as Buffer<ArrayBuffer>
      body = new EncodedBody(bytes, this.#lineage(resource.name))
      this.#bodies.set(resource.name, body)
    }
    return body
  }

  /** A member's bytes, which are joined only once where the whole site is asked for. */
  #pieces(resource: Resource): Uint8Array[] {
    const body = this.#bodies.get(resource.name)
    if (body) return [body.identity.bytes]
    const entries = this.#visible(resource)
    return memberPieces(resource, resource.redirectFields ? this.#reachable(entries) : entries)
  }

  #lineage(name: string | null): Lineage {
    const lineage = this.#lineages.get(name) ?? { pieces: [] }
    this.#lineages.set(name, lineage)
    return lineage
  }

  // A redirect to a page that the public may not see would tell that it exists; one from a page that it sees hides it.
  #reachable(redirects: readonly SnapshotEntry[]) {
    return redirects.filter((entry) => !this.#recordAt(entry.redirectFrom).found && this.#isReachable(entry))
  }

  /** The slug in the path of a record's page, and the public record that has it. */
  #recordAt(path: string | null) {
    const owner =
      path === null ? undefined : this.#pages().find(({ pagePrefix }) => path.startsWith(pagePrefix!))
    // No slug has a dot or a slash: the feed has no record, nor has what is deeper.
    const slug = owner && /^([^/.]+)\/*$/.exec(path!.slice(owner.pagePrefix!.length))?.[1]
    return { slug, found: owner && slug ? this.#find(owner, slug) : null }
  }

  /** Whether the page that a redirect leads to, by way of others or not, is public; also where it is no record's. */
  #isReachable({ redirectTo }: SnapshotEntry, hops = 0): boolean {
    if (redirectTo === null) return true
    const { slug, found } = this.#recordAt(redirectTo)
    if (found) return true
    const next = hops < MAX_HOPS ? this.#redirectFrom(redirectTo) : null
    return next ? this.#isReachable(next, hops + 1) : !slug
  }

  #redirectFrom(path: string) {
    const resource = this.options.resources.find(({ redirectFields }) => redirectFields)
    return resource ? this.#find(resource, path) : null
  }

  #pages() {
    return this.options.resources.filter(({ pagePrefix }) => pagePrefix !== null)
  }

  // Records appear and disappear with the clock as well.
  #expireBodies() {
    const now = this.options.clock().getTime()
    if (now < this.#bodiesUntil) return
    this.#dropBodies(this.#members.keys())
    this.#bodiesUntil = Math.min(...[...this.#members.values()].map((member) => member.era(now).until))
  }

  #dropBodies(names: Iterable<string>) {
    for (const name of names) this.#bodies.delete(name)
    for (const { name, redirectFields } of this.options.resources)
      if (redirectFields) this.#bodies.delete(name)
    this.#site = null
  }

  #expire(names: readonly string[]) {
    const stale = names.filter((name) => this.#members.has(name))
    if (stale.length === 0 || this.#closed.signal.aborted) return
    this.#heard++
    for (const name of stale) {
      this.#stale.set(name, { first: this.#stale.get(name)?.first ?? this.#heard, last: this.#heard })
    }
    // A failure is the next reader's: it finds the member stale and tries again.
    this.#fresh(stale).catch(() => {})
  }

  /** Waits until none of these lacks a change that was heard of by now; later ones do not keep a reader waiting. */
  async #fresh(names: readonly string[]) {
    const asked = this.#heard
    while (names.some((name) => (this.#stale.get(name)?.first ?? Number.POSITIVE_INFINITY) <= asked))
      await this.#refresh()
  }

  /**
   * Reads what a transaction of this process changed while it still holds the counters, and shows it once that is
   * committed, so that nobody waits for a rebuild.
   */
  async #follow(tx: Tx, versions: readonly ContentVersion[]) {
    const start = performance.now()
    const changes = await this.#readChanges(tx, versions)
    this.#committing.add(versions)
    const seconds = (performance.now() - start) / 1_000
    return (isCommitted: boolean) => {
      this.#committing.delete(versions)
      const read = isCommitted ? changes.filter((change) => change !== null) : []
      this.#show(read)
      if (read.length > 0) this.options.onRebuilt?.(seconds)
      const shown = new Set(read.map(({ resource }) => resource.name))
      this.#expire(versions.map(({ resource }) => resource).filter((name) => !shown.has(name)))
    }
  }

  #readChanges(tx: Tx, versions: readonly ContentVersion[]): Promise<(Change | null)[]> {
    const changes = versions.map(async ({ resource, ...version }) => {
      const member = this.#members.get(resource)
      if (!member?.version || this.#closed.signal.aborted) return null
      return readLoggedChange(tx, member.resource, member.version, version, FEW_ROWS)
    })
    return Promise.all(changes)
  }

  /** Takes each change to what it leads to, unless that or more is shown already. */
  #show(changes: readonly Change[]) {
    const now = this.options.clock().getTime()
    const seen: string[] = []
    for (const { resource, known, version, rows, ids } of changes) {
      const member = this.#members.get(resource.name)!
      const hasMovedOn = member.version !== known && (member.version?.counter ?? 0) >= (version?.counter ?? 0)
      if (hasMovedOn) continue
      member.version = version
      if (!ids) member.replaceAll(rows)
      else if (!member.replaceSome(ids, rows)) continue
      seen.push(resource.name)
      // The bodies that stay keep the bound that they were made with.
      this.#bodiesUntil = Math.min(this.#bodiesUntil, member.era(now).until)
    }
    if (seen.length > 0) this.#dropBodies(seen)
  }

  async #refresh(): Promise<void> {
    if (this.#flight) return this.#flight
    this.#flight = this.#read().finally(() => {
      this.#flight = null
    })
    return this.#flight
  }

  async #read() {
    const start = performance.now()
    const heard = this.#heard
    // Before the transaction begins, so that it sees no less.
    const known = [...this.#members.values()].map(({ resource, version }) => ({ resource, version }))
    const changes = await this.options.database.readConsistently(async (tx) => {
      const current = await readVersions(tx)
      const found = await Promise.all(
        known.map(({ resource, version }) =>
          readChange(tx, resource, version, current.get(resource.name) ?? null),
        ),
      )
      return found.filter((change) => change !== null)
    })
    this.#show(changes)
    for (const [name, { first, last }] of this.#stale) {
      if (last <= heard) this.#stale.delete(name)
      else this.#stale.set(name, { first: Math.max(first, heard + 1), last })
    }
    this.#unverified = false
    this.#seen = performance.now()
    this.options.onRebuilt?.((this.#seen - start) / 1_000)
  }

  // `<resource> <counter>`, sent at commit by the triggers; the commits of this process are known already.
  async #onAnnouncement(payload: string) {
    const [name = '', counter] = payload.split(' ')
    // This process may hear of its own commit before the commit returns.
    const isOwn = [...this.#committing].some((versions) =>
      versions.some((version) => version.resource === name && version.counter >= Number(counter)),
    )
    if (isOwn) return
    await this.#flight?.catch(() => {})
    const shown = this.#members.get(name)?.version
    if (!this.#stale.has(name) && Number(counter) > (shown?.counter ?? 0)) this.#expire([name])
  }

  async #poll() {
    while (!this.#closed.signal.aborted) {
      await sleep(POLL_MS, undefined, { signal: this.#closed.signal, ref: false }).catch(() => {})
      if (!this.#closed.signal.aborted) await this.#check()
    }
  }

  // Any difference is a change, not only a higher number: a restored database goes back.
  async #check() {
    const late = setTimeout(() => {
      this.#unverified = true
    }, CHECK_MS)
    try {
      const current = await this.options.database.query(readVersions)
      const differing = [...this.#members].filter(
        ([name, member]) => (current.get(name)?.token ?? null) !== (member.version?.token ?? null),
      )
      this.#unverified = false
      this.#seen = performance.now()
      if (differing.length > 0) this.#expire(differing.map(([name]) => name))
    } catch (error) {
      this.#unverified = true
      if (!this.#closed.signal.aborted) this.options.onError(error)
    } finally {
      clearTimeout(late)
    }
  }
}
