// Keeps the full-text index in step with the content, from the change log: shortly after a commit, so that one pass serves
// many writes, and always before a search that would miss a change. A change is never lost: a search compares the state of
// the index with that of the content. What a transaction has no time for is indexed in batches.

import { gt, inArray, type SQL, sql } from 'drizzle-orm'
import { type Database, lockUntilCommit, rowsOf, type Tx } from '../../platform/db/database.ts'
import { contentVersions } from '../../platform/db/schema/history.ts'
import { createSingleFlight } from '../../platform/single-flight.ts'
import type { Resource, Row } from '../definition/define-resource.ts'
import { findResource, resources } from '../resources/resource-registry.ts'
import { readChangedIds } from '../snapshot/content-changes.ts'
import { SearchDocuments } from './search-documents.ts'
import { readVersion, SearchStates, type State } from './search-states.ts'

/** Writes of this time are indexed together. */
const DELAY_MS = 200
/**
 * A transaction indexes its changes itself when the index would be more changes behind than this: the log keeps 200, and
 * without it a whole resource is indexed anew. So many records fit into a transaction.
 */
const MAX_BEHIND = 80
/** For more changed records than this, indexing the whole resource is simpler. */
const MAX_CHANGED = 500
/** The time that a record may take on a busy machine: a transaction indexes no more of them than fit into its deadline. */
const MS_PER_RECORD = 60
/** Records that a transaction in the background indexes. */
const BATCH = 50

/** `max`: the records that the transaction has time for. */
type Range = { since: State; version: State; max: number }
/** `isCurrent`: every change was indexed; a result that is not must not be cached. */
export type Answer<Row> = { rows: Row[]; isCurrent: boolean }

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
  readonly #documents: SearchDocuments
  readonly #states: SearchStates
  readonly #rebuilds = new Map<string, Promise<void>>()
  readonly #catchUps = createSingleFlight(() => this.#catchUp())
  /** The counters of the changes that this process knows to be indexed. */
  readonly #indexed = new Map<string, number>()
  #timer: Timer | undefined
  #isClosed = false

  constructor(private readonly options: Options) {
    this.#documents = new SearchDocuments(options)
    this.#states = new SearchStates(options.languages)
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
        if (isFarBehind && (await this.#indexChanges(tx, findResource(name)!, deadlineMs)) !== null)
          indexed.push([name, counter])
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
    await Promise.all(this.#rebuilds.values())
  }

  /** Resolves when every change so far is indexed. */
  async settled() {
    await this.catchUp().catch(() => {})
    await Promise.all(this.#rebuilds.values())
  }

  /**
   * Indexes every change that was committed before the call; one query where there are none. Where the log does not reach
   * back far enough a rebuild starts, and searches see the old index until it is done. Throws 503.
   */
  async catchUp(): Promise<void> {
    // The one under way may have missed the latest changes.
    await this.#catchUps.current?.catch(() => {})
    await this.#catchUps.run()
  }

  /**
   * Runs a statement that searches these resources, and again if there were changes to index. It gets a `text[]` to return
   * in its first row. Throws 503.
   */
  async search<Row extends { outdated: string[] }>(
    names: readonly string[],
    find: (outdated: SQL) => Promise<Row[]>,
  ): Promise<Answer<Row>> {
    const outdated = sql`array(select ${contentVersions.resource} ${this.#states.behind}
      and ${inArray(contentVersions.resource, [...names])})`
    const answer = async () => {
      const rows = await find(outdated)
      return { rows, isCurrent: rows[0]!.outdated.length === 0 }
    }
    const first = await answer()
    return (await this.#catchUpWith(first.rows[0]!.outdated)) ? answer() : first
  }

  /** Indexes the changes of these resources; false where there are none, or rebuilds are at them. */
  async #catchUpWith(names: readonly string[]): Promise<boolean> {
    if (names.length === 0) return false
    if (!this.#catchUps.current && names.every((name) => this.#rebuilds.has(name))) return false
    await this.catchUp()
    return true
  }

  #catchUpSoon() {
    if (this.#isClosed) return
    const { onError, startTimer = (run) => setTimeout(run, DELAY_MS) } = this.options
    this.#timer ??= startTimer(() => void this.catchUp().catch(onError))
  }

  async #catchUp() {
    const { database } = this.options
    clearTimeout(this.#timer)
    this.#timer = undefined
    for (const resource of await this.#outdated()) {
      if (this.#isClosed || this.#rebuilds.has(resource.name)) continue
      const counter = await database.transaction((tx) =>
        this.#indexChanges(tx, resource, database.deadlineMs),
      )
      if (counter !== null) {
        this.#indexed.set(resource.name, counter)
        continue
      }
      const isShort = (await database.query((tx) => this.#unindexed(tx, resource))) !== null
      const rebuild = this.#rebuild(resource).finally(() => this.#rebuilds.delete(resource.name))
      this.#rebuilds.set(resource.name, rebuild.catch(this.options.onError))
      if (isShort) await rebuild
    }
  }

  async #outdated(): Promise<Resource[]> {
    const rows = await this.options.database.query((tx) =>
      rowsOf<{ name: string }>(tx, sql`select ${contentVersions.resource} as name ${this.#states.behind}`),
    )
    const names = new Set(rows.map(({ name }) => name))
    return resources.filter(({ name }) => names.has(name))
  }

  /**
   * Indexes what changed since the state of the index, or all of a small resource. Returns the counter of the last change
   * that is then indexed; null where the transaction has no time for it.
   */
  async #indexChanges(tx: Tx, resource: Resource, deadlineMs: number): Promise<number | null> {
    const max = Math.min(MAX_CHANGED, Math.floor(deadlineMs / MS_PER_RECORD))
    // The statements are pipelined: those after the lock begin once it is taken.
    const [, state, version] = await Promise.all([
      lockUntilCommit(tx, `search ${resource.name}`),
      this.#states.read(tx, resource),
      readVersion(tx, resource),
    ])
    if (!version) return null
    const isIndexed = state
      ? await this.#indexSince(tx, resource, { since: state, version, max })
      : await this.#indexAll(tx, resource, { version, max })
    return isIndexed ? version.counter : null
  }

  async #indexSince(tx: Tx, resource: Resource, { since, version, max }: Range): Promise<boolean> {
    if (version.token === since.token) return true
    const { table } = resource
    const ids = await readChangedIds(tx, resource, { known: since, maxRows: max })
    if (!ids) return this.#indexAll(tx, resource, { version, max })
    // By their ids: a changed record is missing among the rows only if it was deleted.
    const rows = await tx.select().from(table).where(inArray(table.id, ids))
    await this.#documents.replace(tx, resource, ids, rows as Row[])
    await this.#states.write(tx, resource, version)
    return true
  }

  async #indexAll(tx: Tx, resource: Resource, { version, max }: Omit<Range, 'since'>): Promise<boolean> {
    const rows = (await tx
      .select()
      .from(resource.table)
      .limit(max + 1)) as Row[]
    if (rows.length > max) return false
    await this.#documents.deleteMissing(tx, resource)
    await this.#documents.replace(tx, resource, idsOf(rows), rows)
    await this.#states.write(tx, resource, version)
    return true
  }

  /** Indexes what the index lacks in batches, then what changed meanwhile. */
  async #rebuild(resource: Resource): Promise<void> {
    const { database } = this.options
    for (let isDone = false; !isDone && !this.#isClosed; ) {
      const since = await database.query((tx) => readVersion(tx, resource))
      if (!since) return
      const ids = await database.query((tx) => this.#unindexed(tx, resource))
      await (ids ? this.#indexRecords(resource, ids) : this.#indexTable(resource))
      if (this.#isClosed) return
      isDone = await database.transaction(async (tx) => {
        await lockUntilCommit(tx, `search ${resource.name}`)
        await this.#documents.deleteMissing(tx, resource)
        await this.#states.write(tx, resource, since)
        const version = await readVersion(tx, resource)
        return version !== null && this.#indexSince(tx, resource, { since, version, max: BATCH })
      })
    }
  }

  /** The ids of the records that the index may lack; null where they are too many. */
  async #unindexed(tx: Tx, resource: Resource): Promise<number[] | null> {
    const { table } = resource
    const state = await this.#states.read(tx, resource)
    const changed = state && (await readChangedIds(tx, resource, { known: state, maxRows: MAX_CHANGED }))
    if (changed) return changed
    const all = await tx
      .select({ id: table.id })
      .from(table)
      .limit(MAX_CHANGED + 1)
    return all.length > MAX_CHANGED ? null : idsOf(all as { id: number }[])
  }

  async #indexRecords(resource: Resource, ids: readonly number[]) {
    for (let from = 0; from < ids.length && !this.#isClosed; from += BATCH)
      await this.#indexBatch(resource, inArray(resource.table.id, ids.slice(from, from + BATCH)))
  }

  async #indexTable(resource: Resource) {
    const { table } = resource
    let batch: Row[]
    let after = 0
    do {
      batch = await this.#indexBatch(resource, gt(table.id, after))
      after = batch.at(-1)?.id ?? after
    } while (batch.length === BATCH && !this.#isClosed)
  }

  /** Indexes and returns the first records that meet the condition, at most a batch. */
  #indexBatch(resource: Resource, condition: SQL): Promise<Row[]> {
    const { table } = resource
    return this.options.database.transaction(async (tx) => {
      const batch = (await tx.select().from(table).where(condition).orderBy(table.id).limit(BATCH)) as Row[]
      await this.#documents.replace(tx, resource, idsOf(batch), batch)
      return batch
    })
  }
}

const idsOf = (rows: readonly Pick<Row, 'id'>[]) => rows.map(({ id }) => id)
