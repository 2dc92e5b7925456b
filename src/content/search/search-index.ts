// Keeps the full-text index in step with the content, from the change log: shortly after a commit, so that one step serves
// many writes, and before a search that would miss a change, unless that takes long. A change is never lost: a search
// compares the state of the index with that of the content.
//
// No write of content waits for it: steps index a few records each, as many as fit into a quarter of a second. Each takes
// the lock of its index first, reads what it writes after that, and writes the state as well. So the state is always true,
// whenever a process is stopped or paused, and any process can go on with a build.

import { asc, gt, inArray, type SQL, sql } from 'drizzle-orm'
import { type Database, lockUntilCommit, rowsOf, type Tx } from '../../platform/db/database.ts'
import { contentVersions } from '../../platform/db/schema/history.ts'
import type { Resource, Row } from '../definition/define-resource.ts'
import { findResource, resources } from '../resources/resource-registry.ts'
import { readChangedIds } from '../snapshot/content-changes.ts'
import { createIndexFormat, type IndexFormat } from './index-format.ts'
import { SearchDocuments } from './search-documents.ts'
import { isComplete, readVersion, SearchStates, type State, type Version } from './search-states.ts'

/** Writes of this time are indexed together. */
const DELAY_MS = 200
/** For more changed records than this, building the whole index is simpler. A search waits for no more. */
const MAX_CHANGED = 500
/** More than the log can name: each of its 200 changes up to 1,000. */
const MAX_LOGGED = 1_000_000
/** The part of the database's deadline for which a search waits until the changes of its resources are indexed. */
const SEARCH_WAIT = 0.5
/** Records of a resource's first step, and of any. */
const FIRST_STEP = 10
const LARGEST_STEP = 50
/** The time that a step should take: others wait for its lock, and embedded for the only session. */
const STEP_MS = 250
const BELOW_IDS = -(2 ** 31)

/** How many records a step indexed, and how many are left, counted a little beyond `MAX_CHANGED`. */
type Progress = { indexed: number; left: number; isBuilding: boolean }
/** Brings the index of one resource up to date. `soon` resolves when it is done, or when it turns out to be long. */
type Work = { soon: Promise<void>; done: Promise<void>; isLong: boolean; isCurrent: boolean }
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
  readonly #works = new Map<string, Work>()
  /** During the first build in this format, the keys of the indexes that are searched instead, by resource. */
  readonly #others = new Map<string, string>()
  /** How many records fit into a step of each resource. */
  readonly #stepSizes = new Map<string, number>()
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
    database.onChange(async (_, versions) => () => {
      if (versions.some(({ resource }) => findResource(resource))) this.#catchUpSoon()
    })
    void this.catchUp().catch(onError)
  }

  async close() {
    this.#isClosed = true
    clearTimeout(this.#timer)
    await this.#worksDone()
  }

  /** Resolves when every change so far is indexed. */
  async settled() {
    await this.catchUp().catch(() => {})
    await this.#worksDone()
  }

  /** The `resource` of the rows in which a search finds the records of a resource. */
  keyOf(resource: string): string {
    return this.#others.get(resource) ?? this.#format.keyOf(resource)
  }

  /**
   * Indexes every change that was committed before the call; one query where there are none. It does not wait for a
   * resource that takes long, nor stop at one that fails. Throws 503.
   */
  async catchUp(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    for (const resource of await this.#outdated(resources)) await this.#bringUpToDate(resource)
  }

  /**
   * Waits until every change of the resource that was committed before the call is indexed, but not for long. Returns
   * whether that was reached. Throws 503.
   */
  async isCaughtUp(resource: Resource): Promise<boolean> {
    const outdated = await this.#outdated([resource])
    return outdated.length === 0 || (await this.#wait(outdated)).every((isCurrent) => isCurrent)
  }

  /**
   * Runs a statement that searches these resources, and again after a wait for changes that were not indexed. It gets the
   * keys of their indexes, and a `text[]` to return in its first row. Throws 503.
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
    const behind = resources.filter(({ name }) => first.rows[0]!.outdated.includes(name))
    if (behind.every(({ name }) => this.#works.get(name)?.isLong)) return first
    await this.#wait(behind)
    return answer()
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

  #catchUpSoon() {
    if (this.#isClosed) return
    const { onError, startTimer = (run) => setTimeout(run, DELAY_MS) } = this.options
    this.#timer ??= startTimer(() => void this.catchUp().catch(onError))
  }

  async #outdated(among: readonly Resource[]): Promise<Resource[]> {
    const rows = await this.options.database.query((tx) =>
      rowsOf<{ name: string }>(tx, sql`select ${contentVersions.resource} as name ${this.#states.behind}`),
    )
    const names = new Set(rows.map(({ name }) => name))
    return among.filter(({ name }) => names.has(name))
  }

  /** Resolves with whether each is up to date, when all are, or will take long, or the time of a search is over. */
  async #wait(outdated: readonly Resource[]): Promise<boolean[]> {
    const { promise: isOver, resolve } = Promise.withResolvers<boolean>()
    const timer = setTimeout(resolve, this.options.database.deadlineMs * SEARCH_WAIT, false)
    const each = outdated.map((resource) => Promise.race([this.#bringUpToDate(resource), isOver]))
    return Promise.all(each).finally(() => clearTimeout(timer))
  }

  /** Resolves with whether the index of the resource has every change before the call, at the latest when it will take long. */
  async #bringUpToDate(resource: Resource): Promise<boolean> {
    // The work under way may have missed the latest changes.
    await this.#works.get(resource.name)?.soon
    if (this.#isClosed) return false
    const work = this.#works.get(resource.name) ?? this.#startWork(resource)
    await work.soon
    return work.isCurrent
  }

  #startWork(resource: Resource): Work {
    const { name } = resource
    const { promise: soon, resolve } = Promise.withResolvers<void>()
    const run = async () => {
      try {
        await this.#index(resource, () => {
          work.isLong = true
          resolve()
        })
        work.isCurrent = true
      } catch (error) {
        this.options.onError(error)
      }
      this.#works.delete(name)
      this.#others.delete(name)
      resolve()
    }
    const work: Work = { soon, done: Promise.resolve(), isLong: false, isCurrent: false }
    this.#works.set(name, work)
    work.done = run()
    return work
  }

  async #worksDone() {
    await Promise.all([...this.#works.values()].map(({ done }) => done))
  }

  /** Indexes in steps what is missing. Calls `onLong` when a search should not wait for it. */
  async #index(resource: Resource, onLong: () => void) {
    const { database } = this.options
    const { name } = resource
    for (let left = 1; left > 0 && !this.#isClosed; ) {
      const progress = await this.#step(resource)
      left = progress.left
      if (progress.isBuilding && !this.#others.has(name)) {
        const other = await database.query((tx) => this.#states.findOther(tx, resource))
        if (other) this.#others.set(name, other)
      }
      if (left > MAX_CHANGED) onLong()
    }
  }

  /** Indexes a few records in a transaction; a step that fails is tried again with fewer. */
  async #step(resource: Resource): Promise<Progress> {
    const { name } = resource
    for (;;) {
      const size = this.#stepSizes.get(name) ?? FIRST_STEP
      const start = performance.now()
      try {
        const progress = await this.options.database.transaction((tx) => this.#advance(tx, resource, size))
        const change = Math.min(progress.indexed === size ? 2 : 1, STEP_MS / (performance.now() - start))
        this.#stepSizes.set(name, Math.max(1, Math.min(LARGEST_STEP, Math.floor(size * change))))
        return progress
      } catch (error) {
        if (size === 1 || this.#isClosed) throw error
        this.#stepSizes.set(name, Math.ceil(size / 4))
      }
    }
  }

  /** Indexes up to `max` of the records changed since the state of the index, then, while it is built, the next of all. */
  async #advance(tx: Tx, resource: Resource, max: number): Promise<Progress> {
    const { name, table } = resource
    // The statements are pipelined: those after the lock begin once it is taken.
    const [, state, version] = await Promise.all([
      lockUntilCommit(tx, `search ${this.#format.keyOf(name)}`),
      this.#states.read(tx, resource),
      readVersion(tx, resource),
    ])
    if (!version || (state?.token === version.token && isComplete(state)))
      return { indexed: 0, left: 0, isBuilding: false }
    const changed = state && (await this.#changedSince(tx, resource, { state, version }))
    // Where the log does not reach back to the state, the index is built anew.
    const builtUpTo = changed ? state.built_up_to : BELOW_IDS
    const first = changed ?? []
    const next =
      builtUpTo === null
        ? []
        : await idsAfter(tx, resource, { last: builtUpTo, max: max + MAX_CHANGED + 1 - first.length })
    const ids = [...first, ...next]
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
    return { indexed: now.length, left, isBuilding: !isBuilt }
  }

  /**
   * The ids of the records that are not indexed as of now, but those that a build has not come to; null if the log does
   * not tell, or they are too many.
   */
  async #changedSince(tx: Tx, resource: Resource, { state, version }: { state: State; version: Version }) {
    const isSame = state.token === version.token
    const changed = isSame ? [] : await readChangedIds(tx, resource, { known: state, maxRows: MAX_LOGGED })
    if (!changed) return null
    const builtUpTo = state.built_up_to ?? Number.POSITIVE_INFINITY
    const ids = [...new Set([...state.pending, ...changed])].filter((id) => id <= builtUpTo)
    return ids.length <= MAX_CHANGED ? ids : null
  }
}

async function idsAfter(tx: Tx, { table }: Resource, { last, max }: { last: number; max: number }) {
  const rows = await tx
    .select({ id: table.id })
    .from(table)
    .where(gt(table.id, last))
    .orderBy(asc(table.id))
    .limit(max)
  return rows.map(({ id }) => id as number)
}
