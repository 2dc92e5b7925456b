// Keeps the snapshot's members in step with the database. Writes of this process are applied at their commit. A member
// becomes stale when another process announces a change, or when the change counters, read once a second, differ; only
// the changes are then read, one refresh at a time.
import { setTimeout as sleep } from 'node:timers/promises'
import type { ContentVersion, Database, Tx } from '../../platform/db/database.ts'
import { withDeadline } from '../../platform/db/with-deadline.ts'
import { giveWay } from '../../platform/give-way.ts'
import { createSingleFlight } from '../../platform/single-flight.ts'
import { isPublished } from '../rules/visibility.ts'
import type { Version } from './content-changes.ts'
import { type Change, type Kept, readChange, readLoggedChange, readVersions } from './content-changes.ts'
import { writtenBy } from './written-rows.ts'

export const CONTENT_CHANNEL = 'frontage_content'

const POLL_MS = 1_000
/** While reading the counters takes longer than this part of the database's deadline, the snapshot counts as unverified. */
const SLOW_POLL = 0.1
/** A transaction with more changed records leaves reading them to a refresh after its commit. */
const MAX_ROWS_IN_TRANSACTION = 100

/** A batch makes many entries; other requests are answered meanwhile. */
const ENTRIES_AT_ONCE = 20

/** A table's rows in memory. */
export type Followed<Entry = unknown> = Kept<Entry> & {
  /** Undefined until the rows are read for the first time. */
  version: Version | undefined
  replaceAll(entries: readonly Entry[]): void
  /**
   * Replaces the rows with these ids by `entries`, which lacks deleted and hidden ones. Returns whether the change may be
   * visible to the public.
   */
  replaceSome(ids: readonly number[], entries: readonly Entry[]): boolean
}

type Options = {
  database: Database
  members: ReadonlyMap<string, Followed>
  /** Called with the names of the members that changed, before any reader sees them. */
  onApplied: (names: readonly string[]) => void
  /** Called with the duration of each refresh. */
  onRebuilt?: ((seconds: number) => void) | undefined
  onError: (error: unknown) => void
}

export class SnapshotSync {
  /** Numbers the changes that this process heard of. */
  #lastHeard = 0
  /** For each stale member, the numbers of the first and the last change that it lacks. */
  readonly #stale = new Map<string, { first: number; last: number }>()
  readonly #refreshes = createSingleFlight(() => this.#readChanges())
  /** The changes that transactions of this process are about to commit. */
  readonly #committing = new Set<readonly ContentVersion[]>()
  #isUnverified = false
  readonly #closed = new AbortController()
  /** When the counters were last read, by `performance.now()`. */
  #verifiedAt = performance.now()

  constructor(private readonly options: Options) {
    for (const name of options.members.keys()) this.#stale.set(name, { first: 0, last: 0 })
  }

  /** Reads every member once, then follows the changes until `close`. */
  async open() {
    const { database } = this.options
    database.onChange((tx, changes) => this.#followTransaction(tx, changes))
    await this.#refreshes.run()
    await database.listen(
      CONTENT_CHANNEL,
      (payload) => this.#onAnnouncement(payload),
      () => void this.#compareCounters(),
    )
    void this.#poll()
  }

  close() {
    this.#closed.abort()
  }

  /** Whether no member is known to be stale. */
  get isFresh() {
    return this.#stale.size === 0
  }

  /** Whether the counters could not be read lately, so that the snapshot may be out of date. */
  get isUnverified() {
    return this.#isUnverified
  }

  get secondsSinceVerified() {
    return (performance.now() - this.#verifiedAt) / 1_000
  }

  /**
   * Waits until these members have every change that was heard of before the call; later changes do not delay it. Throws
   * 503 if the database is unavailable, or if reading takes longer than its deadline; the reading goes on in that case.
   */
  async refresh(names: readonly string[]) {
    const heard = this.#lastHeard
    const isStale = () =>
      names.some((name) => (this.#stale.get(name)?.first ?? Number.POSITIVE_INFINITY) <= heard)
    if (!isStale()) return
    await withDeadline(this.options.database.deadlineMs, async ({ hasExpired }) => {
      while (isStale() && !hasExpired()) await this.#refreshes.run()
    })
  }

  /** Like `refresh`, for members that are known to lack changes that were not heard of. */
  async refreshNow(names: readonly string[]) {
    this.#markStale(names)
    await this.refresh(names)
  }

  #markStale(names: readonly string[]) {
    const stale = names.filter((name) => this.options.members.has(name))
    if (stale.length === 0 || this.#closed.signal.aborted) return
    this.#lastHeard++
    for (const name of stale) {
      const first = this.#stale.get(name)?.first ?? this.#lastHeard
      this.#stale.set(name, { first, last: this.#lastHeard })
    }
    // If this fails, the next reader finds the member stale and tries again.
    this.refresh(stale).catch(() => {})
  }

  /**
   * Takes the changes of a transaction of this process before its commit, while it still locks the counters, and applies
   * them after it, so that readers need not wait for a refresh.
   */
  async #followTransaction(tx: Tx, versions: readonly ContentVersion[]) {
    const start = performance.now()
    const changes = await this.#readTransaction(tx, versions)
    this.#committing.add(versions)
    const seconds = (performance.now() - start) / 1_000
    return (isCommitted: boolean) => {
      this.#committing.delete(versions)
      const read = isCommitted ? changes.filter((change) => change !== null) : []
      this.#apply(read)
      if (read.length > 0) this.options.onRebuilt?.(seconds)
      const applied = new Set(read.map(({ source }) => source.name))
      this.#markStale(versions.map(({ resource }) => resource).filter((name) => !applied.has(name)))
    }
  }

  #readTransaction(tx: Tx, versions: readonly ContentVersion[]): Promise<(Change | null)[]> {
    const changes = versions.map(async ({ resource, previous, ...current }) => {
      const member = this.options.members.get(resource)
      if (!member?.version || this.#closed.signal.aborted) return null
      const written = writtenBy(tx, resource)
      // Nothing else has changed since the state that the member shows.
      if (written && previous === member.version.token) {
        const { source, version: known } = member
        const entries: unknown[] = []
        for (const row of written.rows.filter(isPublished)) {
          if (entries.length % ENTRIES_AT_ONCE === ENTRIES_AT_ONCE - 1) await giveWay()
          entries.push(member.toEntry(row))
        }
        return { source, known, version: current, ids: [...written.ids], entries }
      }
      const range = { known: member.version, current, maxRows: MAX_ROWS_IN_TRANSACTION }
      return readLoggedChange(tx, member, range)
    })
    return Promise.all(changes)
  }

  /** Applies each change unless its member has the resulting version, or a later one, already. */
  #apply(changes: readonly Change[]) {
    const changed: string[] = []
    for (const { source, known, version, entries, ids } of changes) {
      const member = this.options.members.get(source.name)!
      const hasMovedOn = member.version !== known && (member.version?.counter ?? 0) >= (version?.counter ?? 0)
      if (hasMovedOn) continue
      member.version = version
      if (!ids) member.replaceAll(entries)
      else if (!member.replaceSome(ids, entries)) continue
      changed.push(source.name)
    }
    if (changed.length > 0) this.options.onApplied(changed)
  }

  async #readChanges() {
    const start = performance.now()
    // Both are taken before the transaction begins, so that it sees at least these changes.
    const heard = this.#lastHeard
    const known = [...this.options.members.values()].map((member) => ({ member, version: member.version }))
    const changes = await this.options.database.readConsistently(async (tx, onProgress) => {
      const versions = await readVersions(tx)
      const found = await Promise.all(
        known.map(({ member, version }) => {
          const current = versions.get(member.source.name) ?? null
          return readChange(tx, member, { known: version, current, onProgress })
        }),
      )
      return found.filter((change) => change !== null)
    })
    this.#apply(changes)
    for (const [name, { first, last }] of this.#stale) {
      if (last <= heard) this.#stale.delete(name)
      else this.#stale.set(name, { first: Math.max(first, heard + 1), last })
    }
    this.#isUnverified = false
    this.#verifiedAt = performance.now()
    this.options.onRebuilt?.((this.#verifiedAt - start) / 1_000)
  }

  // The payload is `<resource> <counter>`, sent at commit by the triggers.
  async #onAnnouncement(payload: string) {
    const [name = '', counter] = payload.split(' ')
    // Notifications of this process's own commit can arrive before the commit returns.
    const isOwn = [...this.#committing].some((versions) =>
      versions.some((version) => version.resource === name && version.counter >= Number(counter)),
    )
    if (isOwn) return
    await this.#refreshes.current?.catch(() => {})
    const shown = this.options.members.get(name)?.version
    if (!this.#stale.has(name) && Number(counter) > (shown?.counter ?? 0)) this.#markStale([name])
  }

  async #poll() {
    while (!this.#closed.signal.aborted) {
      await sleep(POLL_MS, undefined, { signal: this.#closed.signal, ref: false }).catch(() => {})
      if (!this.#closed.signal.aborted) await this.#compareCounters()
    }
  }

  // Compares tokens, because a restored database may have lower counters.
  async #compareCounters() {
    const late = setTimeout(() => {
      this.#isUnverified = true
    }, this.options.database.deadlineMs * SLOW_POLL)
    try {
      const current = await this.options.database.query(readVersions)
      const differing = [...this.options.members].filter(
        ([name, member]) => (current.get(name)?.token ?? null) !== (member.version?.token ?? null),
      )
      this.#isUnverified = false
      this.#verifiedAt = performance.now()
      if (differing.length > 0) this.#markStale(differing.map(([name]) => name))
    } catch (error) {
      this.#isUnverified = true
      if (!this.#closed.signal.aborted) this.options.onError(error)
    } finally {
      clearTimeout(late)
    }
  }
}
