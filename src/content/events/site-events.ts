// The event streams of frontends and static builds: which members of `/api/site` changed, and their new ETags. Compares what
// readers may see, so that drafts are no event, while scheduled records, restored databases and plain SQL are.
import { WorkLoop } from '../../platform/work-loop.ts'
import { AppError } from '../../text/errors.ts'
import type { Resource } from '../definition/define-resource.ts'
import type { Snapshot } from '../snapshot/snapshot.ts'
import { COMMENT, COMMENT_MS, EventStream, encodeMessage } from './event-stream.ts'

type Options = {
  snapshot: Snapshot
  resources: readonly Resource[]
  onError: (error: unknown) => void
}

/** Without a resource, the images. */
type Member = { name: string; path: string; resource: Resource | null }

/** A change in the public site. */
export type SiteChange = { members: { name: string; path: string; etag: string }[] }

/** 10,000 take 45 MB, and a second until all of them are told. */
const MAX_LISTENERS = 15_000
const MAX_OF_CLIENT = 100
const TICK_MS = 250
const HASH_LENGTH = 5

export class SiteEvents {
  readonly #listeners = new Set<EventStream>()
  readonly #counts = new Map<string, number>()
  readonly #members: readonly Member[]
  readonly #loop: WorkLoop
  #editions: string | null = null
  /** By member, as of the last comparison. */
  #etags: ReadonlyMap<string, string> = new Map()
  #comparing: Promise<void> | null = null
  #commentedAt = 0
  #isClosed = false

  constructor(private readonly options: Options) {
    const { resources, onError } = options
    this.#members = [
      ...resources.map((resource) => ({
        name: resource.member,
        path: `/api/site/${resource.name}`,
        resource,
      })),
      { name: 'images', path: '/api/site', resource: null },
    ]
    this.#loop = new WorkLoop({ pass: () => this.#pass(), pauseMs: TICK_MS, onError })
  }

  /** Ends all streams; their readers resume on another replica. */
  close() {
    this.#isClosed = true
    for (const stream of this.#listeners) stream.close()
    return this.#loop.stop()
  }

  get count(): number {
    return this.#listeners.size
  }

  /**
   * A stream that begins with what changed since the event `lastId` of any replica. `client`: whom the limit counts by.
   * Throws 429 and 503.
   */
  async stream(client: string, lastId: string | null): Promise<ReadableStream<Uint8Array>> {
    this.#assertRoom(client)
    // One that is under way may have begun before the last change.
    await this.#comparing?.catch(() => {})
    await this.#compare()
    // Others may have come meanwhile.
    this.#assertRoom(client)
    const stream = new EventStream(() => {
      this.#listeners.delete(stream)
      this.#count(client, -1)
      if (this.#listeners.size === 0) void this.#loop.stop()
    })
    this.#count(client, 1)
    this.#listeners.add(stream)
    if (this.#loop.isStopped) this.#loop.start()
    stream.send(this.#greeting(lastId))
    return stream.body
  }

  #assertRoom(client: string) {
    if (this.#isClosed || this.#listeners.size >= MAX_LISTENERS)
      throw new AppError('unavailable', 'Too many listeners; try again later.', {
        headers: { 'Retry-After': '60' },
      })
    if ((this.#counts.get(client) ?? 0) >= MAX_OF_CLIENT)
      throw new AppError('too_many_requests', `An address can have ${MAX_OF_CLIENT} event streams at once.`, {
        headers: { 'Retry-After': '60' },
      })
  }

  #count(client: string, change: number) {
    const count = (this.#counts.get(client) ?? 0) + change
    if (count > 0) this.#counts.set(client, count)
    else this.#counts.delete(client)
  }

  #greeting(lastId: string | null): Uint8Array {
    const id = this.#id
    if (lastId === null || lastId === id) return encodeMessage({ id })
    // Of a release with other members.
    if (lastId.length !== id.length) return encodeMessage({ event: 'reset', id, data: {} })
    const changed = this.#members.filter((_, index) => hashAt(lastId, index) !== hashAt(id, index))
    return this.#message(changed)
  }

  /** A short hash of each ETag: with it, any replica can tell what a reader lacks. */
  get #id(): string {
    return this.#members.map(({ name }) => shortHash(this.#etags.get(name)!)).join('')
  }

  #message(changed: readonly Member[]): Uint8Array {
    const members = changed.map(({ name, path }) => ({ name, path, etag: this.#etags.get(name)! }))
    return encodeMessage({ event: 'changed', id: this.#id, data: { members } satisfies SiteChange })
  }

  async #pass() {
    await this.#compare()
    if (performance.now() - this.#commentedAt < COMMENT_MS) return
    this.#commentedAt = performance.now()
    this.#send(COMMENT)
  }

  #send(bytes: Uint8Array) {
    for (const stream of this.#listeners) stream.send(bytes)
  }

  /** Tells the listeners of what has changed since the last comparison. */
  #compare(): Promise<void> {
    this.#comparing ??= this.#readTags().finally(() => {
      this.#comparing = null
    })
    return this.#comparing
  }

  async #readTags() {
    const { snapshot } = this.options
    const editions = JSON.stringify(snapshot.shownStates().map(({ edition }) => edition))
    if (editions === this.#editions) return
    const tags = new Map<string, string>()
    for (const { name, resource } of this.#members) tags.set(name, await snapshot.memberTag(resource))
    const changed = this.#members.filter(({ name }) => this.#etags.get(name) !== tags.get(name))
    this.#etags = tags
    this.#editions = editions
    if (changed.length > 0) this.#send(this.#message(changed))
  }
}

const hashAt = (id: string, index: number) => id.slice(index * HASH_LENGTH, (index + 1) * HASH_LENGTH)

/** A number of exactly five digits to the base 36. */
function shortHash(etag: string): string {
  const lowest = 36n ** BigInt(HASH_LENGTH - 1)
  return ((Bun.hash.xxHash3(etag) % (lowest * 35n)) + lowest).toString(36)
}
