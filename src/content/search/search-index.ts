// Keeps the full-text index in step with the content, from the change log: shortly after a commit, so that one pass serves
// many writes, and always before a search that would miss a change. A change is never lost: a search compares the state of
// the index with that of the content. What a transaction has no time for is indexed in batches.
//
// Each transaction that writes to an index takes its lock first, reads what it writes after that, and writes the state as
// well. So the state is always true, whenever a process is stopped or paused, and any process can go on with a build.

import { asc, gt, inArray, type SQL, sql } from 'drizzle-orm'
import { type Database, lockUntilCommit, rowsOf, type Tx } from '../../platform/db/database.ts'
import { contentVersions } from '../../platform/db/schema/history.ts'
import { createSingleFlight } from '../../platform/single-flight.ts'
import type { Resource, Row } from '../definition/define-resource.ts'
import { findResource, resources } from '../resources/resource-registry.ts'
import { readChangedIds } from '../snapshot/content-changes.ts'
import { createIndexFormat, type IndexFormat } from './index-format.ts'
import { SearchDocuments } from './search-documents.ts'
import { isComplete, readVersion, SearchStates, type State, type Version } from './search-states.ts'

/** Writes of this time are indexed together. */
const DELAY_MS = 200
/**
 * A transaction indexes its changes itself when the index would be more changes behind than this: the log keeps 200, and
 * without it a whole resource is indexed anew. So many records fit into a transaction.
 */
const MAX_BEHIND = 80
/** For more changed records than this, building the whole index is simpler. A search waits for so many records. */
const MAX_CHANGED = 500
/** The time that a record may take on a busy machine: a transaction indexes no more of them than fit into its deadline. */
const MS_PER_RECORD = 60
/** Records that a transaction in the background indexes. */
const BATCH = 50
const BELOW_IDS = -(2 ** 31)

/** The counter of the last change that is indexed, and the number of records that are left, counted up to `MAX_CHANGED`. */
type Progress = { counter: number; left: number }
type Limits = {
  /** The records that the transaction has time for. */
  max: number
  /** Whether it indexes a part of more; none of them otherwise. */
  isBatch: boolean
}
/** `isCurrent`: every change was indexed; a result that is not must not be cached. */
type Answer<Row> = { rows: Row[]; isCurrent: boolean }

type Options = {
  database: Database
  /** Language tags, that of the primary language first. */
  languages: readonly string[]
  clock: () => Date
  onError(error: unknown): void
  /** Calls `run` after the time in which writes are collected. */
  startTimer?: (run: () => void) => Timer
}

export class SearchIndex {
  readonly #format: IndexFormat
  readonly #documents: SearchDocuments
  readonly #states: SearchStates
  readonly #builds = new Map<string, Promise<void>>()
  /** During the first build in this format, the keys of the indexes that are searched instead, by resource. */
  readonly #others = new Map<string, string>()
  readonly #catchUps = createSingleFlight(() => this.#catchUp())
  /** The counters of the changes that this process knows to be indexed. */
  readonly #indexed = new Map<string, number>()
  #timer: Timer | undefined
  #isClosed = false

  constructor(private readonly options: Options) {
    this.#format = createIndexFormat(options.languages)
    this.#documents = new SearchDocuments({ ...options, format: this.#format })
    this.#states = new SearchStates(this.#format)
  }

  /** Follows the writes of this process and indexes in the background what is missing. */
  open() {
    const { database, onError } = this.options
    database.onChange(async (tx, versions, deadlineMs) => {
      const changed = versions.filter(({ resource }) => findResource(resource))
      const indexed: [name: string, counter: number][] = []
      for (const { resource: name, counter } of changed) {
        // After a backup was restored the counters are lower.
        const isFarBehind = Math.abs(counter - (this.#indexed.get(name) ?? 0)) > MAX_BEHIND
        if (!isFarBehind) continue
        const { left } = await this.#advance(tx, findResource(name)!, transactionLimits(deadlineMs))
        if (left === 0) indexed.push([name, counter])
      }
      return (isCommitted) => {
        if (isCommitted) for (const [name, counter] of indexed) this.#indexed.set(name, counter)
        if (!isCommitted || indexed.length < changed.length) this.#catchUpSoon()
      }
    })
    void this.catchUp().catch(onError)
  }

  async close() {
    this.#isClosed = true
    clearTimeout(this.#timer)
    await this.#catchUps.current?.catch(() => {})
    await Promise.all(this.#builds.values())
  }

  /** Resolves when every change so far is indexed. */
  async settled() {
    await this.catchUp().catch(() => {})
    await Promise.all(this.#builds.values())
  }

  /** The `resource` of the rows in which a search finds the records of a resource. */
  keyOf(resource: string): string {
    return this.#others.get(resource) ?? this.#format.keyOf(resource)
  }

  /**
   * Indexes every change that was committed before the call; one query where there are none. Where the log does not reach
   * back far enough a build starts, and searches see the old index until it is done. Throws 503.
   */
  async catchUp(): Promise<void> {
    // The one under way may have missed the latest changes.
    await this.#catchUps.current?.catch(() => {})
    await this.#catchUps.run()
  }

  /**
   * Runs a statement that searches these resources, and again if there were changes to index. It gets the keys of their
   * indexes, and a `text[]` to return in its first row. Throws 503.
   */
  async search<Row extends { outdated: string[] }>(
    names: readonly string[],
    find: (parts: { keys: string[]; outdated: SQL }) => Promise<Row[]>,
  ): Promise<Answer<Row>> {
    const outdated = sql`array(select ${contentVersions.resource} ${this.#states.behind}
      and ${inArray(contentVersions.resource, [...names])})`
    const answer = async () => {
      const isOwn = !names.some((name) => this.#others.has(name))
      const rows = await find({ keys: names.map((name) => this.keyOf(name)), outdated })
      return { rows, isCurrent: isOwn && rows[0]!.outdated.length === 0 }
    }
    const first = await answer()
    return (await this.#catchUpWith(first.rows[0]!.outdated)) ? answer() : first
  }

  /** Deletes the indexes in formats that no process has used for a day. Throws 503. */
  async deleteUnused(): Promise<void> {
    const { database } = this.options
    for (const key of await database.query((tx) => this.#states.touch(tx)))
      await database.transaction(async (tx) => {
        await lockUntilCommit(tx, `search ${key}`)
        if (await this.#states.deleteUnused(tx, key)) await this.#documents.deleteAll(tx, key)
      })
  }

  /** Indexes the changes of these resources; false where there are none, or builds are at them. */
  async #catchUpWith(names: readonly string[]): Promise<boolean> {
    if (names.length === 0) return false
    if (!this.#catchUps.current && names.every((name) => this.#builds.has(name))) return false
    await this.catchUp()
    return true
  }

  #catchUpSoon() {
    if (this.#isClosed) return
    const { onError, startTimer = (run) => setTimeout(run, DELAY_MS) } = this.options
    this.#timer ??= startTimer(() => void this.catchUp().catch(onError))
  }

  async #catchUp() {
    const { database, onError } = this.options
    clearTimeout(this.#timer)
    this.#timer = undefined
    for (const resource of await this.#outdated()) {
      const { name } = resource
      if (this.#isClosed || this.#builds.has(name)) continue
      const { counter, left } = await database.transaction((tx) =>
        this.#advance(tx, resource, transactionLimits(database.deadlineMs)),
      )
      if (left === 0) {
        this.#indexed.set(name, counter)
        continue
      }
      const other = await database.query((tx) => this.#states.findOther(tx, resource))
      if (other) this.#others.set(name, other)
      const build = this.#build(resource).finally(() => {
        this.#builds.delete(name)
        this.#others.delete(name)
      })
      this.#builds.set(name, build.catch(onError))
      if (left <= MAX_CHANGED) await build
    }
  }

  async #outdated(): Promise<Resource[]> {
    const rows = await this.options.database.query((tx) =>
      rowsOf<{ name: string }>(tx, sql`select ${contentVersions.resource} as name ${this.#states.behind}`),
    )
    const names = new Set(rows.map(({ name }) => name))
    return resources.filter(({ name }) => names.has(name))
  }

  /** Indexes in batches what a transaction has no time for. */
  async #build(resource: Resource): Promise<void> {
    const { database } = this.options
    for (let isDone = false; !isDone && !this.#isClosed; ) {
      const { counter, left } = await database.transaction((tx) =>
        this.#advance(tx, resource, { max: BATCH, isBatch: true }),
      )
      this.#indexed.set(resource.name, counter)
      isDone = left === 0
    }
  }

  /** Indexes the records changed since the state of the index, then, while it is built, the next of all. */
  async #advance(tx: Tx, resource: Resource, { max, isBatch }: Limits): Promise<Progress> {
    const { name, table } = resource
    // The statements are pipelined: those after the lock begin once it is taken.
    const [, state, version] = await Promise.all([
      lockUntilCommit(tx, `search ${this.#format.keyOf(name)}`),
      this.#states.read(tx, resource),
      readVersion(tx, resource),
    ])
    if (!version || (state?.token === version.token && isComplete(state)))
      return { counter: version?.counter ?? 0, left: 0 }
    const changed = state && (await this.#changedSince(tx, resource, { state, version }))
    // Where the log does not reach back to the state, the index is built anew.
    const builtUpTo = changed ? state.built_up_to : BELOW_IDS
    const first = changed ?? []
    const next =
      builtUpTo === null
        ? []
        : await idsAfter(tx, resource, { last: builtUpTo, max: MAX_CHANGED + 1 - first.length })
    const ids = [...first, ...next]
    if (ids.length > max && !isBatch) return { counter: state?.counter ?? 0, left: ids.length }

    const now = ids.slice(0, max)
    const left = ids.length - now.length
    // By their ids: a changed record is missing among the rows only if it was deleted.
    const rows = (await tx.select().from(table).where(inArray(table.id, now))) as Row[]
    await this.#documents.replace(tx, resource, now, rows)
    const isBuilt = builtUpTo === null || left === 0
    if (isBuilt && builtUpTo !== null) await this.#documents.deleteMissing(tx, resource)
    await this.#states.write(tx, resource, {
      ...version,
      pending: first.slice(max),
      built_up_to: isBuilt ? null : (now.slice(first.length).at(-1) ?? builtUpTo),
    })
    return { counter: version.counter, left }
  }

  /** The ids of the records that are not indexed as of now; null if the log does not tell, or they are too many. */
  async #changedSince(tx: Tx, resource: Resource, { state, version }: { state: State; version: Version }) {
    const isSame = state.token === version.token
    const changed = isSame ? [] : await readChangedIds(tx, resource, { known: state, maxRows: MAX_CHANGED })
    const ids = changed && [...new Set([...state.pending, ...changed])]
    return ids && ids.length <= MAX_CHANGED ? ids : null
  }
}

/** Those of a transaction with this deadline that others wait for. */
const transactionLimits = (deadlineMs: number): Limits => ({
  max: Math.min(MAX_CHANGED, Math.floor(deadlineMs / MS_PER_RECORD)),
  isBatch: false,
})

async function idsAfter(tx: Tx, { table }: Resource, { last, max }: { last: number; max: number }) {
  const rows = await tx
    .select({ id: table.id })
    .from(table)
    .where(gt(table.id, last))
    .orderBy(asc(table.id))
    .limit(max)
  return rows.map(({ id }) => id as number)
}
