// Keeps the full-text index in step with the content: every write is indexed in its own transaction, and changes by
// other programs are indexed from the change log before the next search.
import { setImmediate as nextTurn } from 'node:timers/promises'
import { and, eq, gt, inArray, type SQL, sql } from 'drizzle-orm'
import type { Resource, Row } from '../content/define-resource.ts'
import { findResource, resources } from '../content/resource-registry.ts'
import { readChangedIds, readVersions } from '../content/snapshot/content-changes.ts'
import { isPublished } from '../content/visibility.ts'
import { type ContentVersion, type Database, lockUntilCommit, rowsOf, type Tx } from '../db/database.ts'
import { contentVersions } from '../db/schema/history.ts'
import { recordWords, searchDocuments, searchStates } from '../db/schema/search.ts'
import { allTextOf, contentOf, isSearchable } from './searchable.ts'
import { vectorOf } from './text-search-config.ts'
import { indexedText } from './words.ts'

/** Raise when documents are made in another way; the index is then rebuilt at the next start. */
const FORMAT = 4
/** A transaction that changed more records than this leaves them to a rebuild. */
const MAX_CHANGED = 500
/** Rows a transaction of a rebuild indexes, well within the deadline of a transaction. */
const BATCH = 50
/** Few, because the embedded database runs a statement in this thread. */
const ROWS_PER_STATEMENT = 2
/** A `tsvector` holds 1 MB; this many characters always fit. */
const MAX_INDEXED = 150_000

type Options = {
  database: Database
  /** Language tags of the plain and of the `_en` fields. */
  languages: readonly [string, string]
  clock: () => Date
  onError(error: unknown): void
}

export class SearchIndex {
  readonly #format: string
  readonly #rebuilds = new Map<string, Promise<void>>()
  #catchingUp: Promise<void> | null = null
  #isClosed = false

  constructor(private readonly options: Options) {
    this.#format = `${FORMAT} ${options.languages.join(' ')}`
  }

  /** Follows the writes of this process and indexes in the background what is missing. */
  open() {
    this.options.database.onChange(async (tx, versions) => {
      for (const version of versions) await this.#follow(tx, version)
      return () => {}
    })
    void this.catchUp().catch(this.options.onError)
  }

  async close() {
    this.#isClosed = true
    await this.settled()
  }

  /** Whether searches see an old index for now. */
  get isRebuilding() {
    return this.#rebuilds.size > 0
  }

  /** Resolves when nothing is being indexed. */
  async settled() {
    await this.#catchingUp?.catch(() => {})
    await Promise.all(this.#rebuilds.values())
  }

  /**
   * Indexes the logged changes of other programs; one query where there are none. Where the log does not reach back far
   * enough a rebuild starts, and searches see the old index until it is done. Throws 503.
   */
  catchUp(): Promise<void> {
    this.#catchingUp ??= this.#catchUp().finally(() => {
      this.#catchingUp = null
    })
    return this.#catchingUp
  }

  /** Names of those of these resources that other programs have changed, for a statement that searches: a `text[]`. */
  outdated(names: readonly string[]): SQL {
    return sql`array(select ${contentVersions.resource} ${this.#behind}
      and ${inArray(contentVersions.resource, [...names])})`
  }

  /**
   * Indexes the changes of resources that `outdated` named; false where that would find no more, because there are none
   * or a rebuild is at it. Throws 503.
   */
  async catchUpWith(names: readonly string[]): Promise<boolean> {
    if (names.every((name) => this.#rebuilds.has(name))) return false
    await this.catchUp()
    return true
  }

  async #catchUp() {
    const { database } = this.options
    for (const resource of await this.#outdated()) {
      if (this.#isClosed || this.#rebuilds.has(resource.name)) continue
      const isIndexed = await database.transaction((tx) => this.#indexChanges(tx, resource))
      if (isIndexed) continue
      const rebuild = this.#rebuild(resource)
        .catch(this.options.onError)
        .finally(() => this.#rebuilds.delete(resource.name))
      this.#rebuilds.set(resource.name, rebuild)
    }
  }

  get #behind(): SQL {
    return sql`from ${contentVersions} left join ${searchStates} on ${searchStates.resource} = ${contentVersions.resource}
      where (${searchStates.token} is distinct from ${contentVersions.token}
        or ${searchStates.format} is distinct from ${this.#format})`
  }

  async #outdated(): Promise<Resource[]> {
    const rows = await this.options.database.query((tx) =>
      rowsOf<{ name: string }>(tx, sql`select ${contentVersions.resource} as name ${this.#behind}`),
    )
    const names = new Set(rows.map(({ name }) => name))
    return resources.filter(({ name }) => names.has(name))
  }

  async #follow(tx: Tx, { resource: name }: ContentVersion) {
    const resource = findResource(name)
    if (resource) await this.#indexChanges(tx, resource)
  }

  /** Indexes what changed since the state of the index, or all of a small resource; false where that is too much. */
  async #indexChanges(tx: Tx, resource: Resource): Promise<boolean> {
    await lockUntilCommit(tx, `search ${resource.name}`)
    const state = await this.#stateOf(tx, resource)
    return (state !== null && (await this.#indexSince(tx, resource, state))) || this.#indexAll(tx, resource)
  }

  async #indexSince(tx: Tx, resource: Resource, since: { counter: number; token: string }): Promise<boolean> {
    const version = (await readVersions(tx)).get(resource.name)
    if (!version || version.token === since.token) return true
    const ids = await readChangedIds(tx, resource, { known: since, maxRows: MAX_CHANGED })
    if (!ids) return false
    const { table } = resource
    const rows = ids.length > 0 ? await tx.select().from(table).where(inArray(table.id, ids)) : []
    await this.#replace(tx, resource, ids, rows as Row[])
    await this.#setState(tx, resource, version)
    return true
  }

  async #indexAll(tx: Tx, resource: Resource): Promise<boolean> {
    const version = (await readVersions(tx)).get(resource.name)
    const rows = (await tx
      .select()
      .from(resource.table)
      .limit(MAX_CHANGED + 1)) as Row[]
    if (!version || rows.length > MAX_CHANGED) return false
    await this.#deleteMissing(tx, resource)
    await this.#replace(tx, resource, idsOf(rows), rows)
    await this.#setState(tx, resource, version)
    return true
  }

  async #stateOf(tx: Tx, { name }: Resource) {
    const [state] = await tx.select().from(searchStates).where(eq(searchStates.resource, name))
    return state?.format === this.#format ? state : null
  }

  /** Indexes all records in batches, then what changed meanwhile. */
  async #rebuild(resource: Resource): Promise<void> {
    const { database } = this.options
    for (let isDone = false; !isDone && !this.#isClosed; ) {
      const since = (await database.query(readVersions)).get(resource.name)
      if (!since) return
      let after: number | null = 0
      while (after !== null && !this.#isClosed) after = await this.#indexBatch(resource, after)
      if (this.#isClosed) return
      isDone = await database.transaction(async (tx) => {
        await lockUntilCommit(tx, `search ${resource.name}`)
        await this.#deleteMissing(tx, resource)
        await this.#setState(tx, resource, since)
        return this.#indexSince(tx, resource, since)
      })
    }
  }

  /** The id that the next batch begins after; null after the last one. */
  async #indexBatch(resource: Resource, after: number): Promise<number | null> {
    const { table } = resource
    const rows = await this.options.database.transaction(async (tx) => {
      const batch = (await tx
        .select()
        .from(table)
        .where(gt(table.id, after))
        .orderBy(table.id)
        .limit(BATCH)) as Row[]
      await this.#replace(tx, resource, idsOf(batch), batch)
      return batch
    })
    return rows.length < BATCH ? null : rows.at(-1)!.id
  }

  async #setState(tx: Tx, resource: Resource, { counter, token }: { counter: number; token: string }) {
    const state = { counter, token, format: this.#format }
    await tx
      .insert(searchStates)
      .values({ resource: resource.name, ...state })
      .onConflictDoUpdate({ target: searchStates.resource, set: state })
  }

  async #deleteMissing(tx: Tx, { name, table }: Resource) {
    for (const index of [searchDocuments, recordWords])
      await tx.execute(sql`delete from ${index} where resource = ${name}
        and not exists (select 1 from ${table} where ${table.id} = record_id)`)
  }

  async #replace(tx: Tx, resource: Resource, ids: readonly number[], rows: readonly Row[]) {
    if (ids.length === 0) return
    for (const index of [searchDocuments, recordWords])
      await tx.delete(index).where(and(eq(index.resource, resource.name), inArray(index.record_id, [...ids])))
    for (let from = 0; from < rows.length; from += ROWS_PER_STATEMENT)
      await this.#insert(tx, resource, rows.slice(from, from + ROWS_PER_STATEMENT))
  }

  async #insert(tx: Tx, resource: Resource, rows: readonly Row[]) {
    const words: SQL[] = []
    const documents: SQL[] = []
    for (const row of rows) {
      // Folding the texts takes a millisecond; other requests are answered between two rows.
      await nextTurn()
      const text = indexedText(allTextOf(resource, row).slice(0, MAX_INDEXED))
      words.push(sql`(${resource.name}, ${row.id}::integer, to_tsvector('simple', ${text}::text))`)
      if (isSearchable(resource) && isPublished(row)) {
        await nextTurn()
        documents.push(...this.#documentsOf(resource, row))
      }
    }
    await tx.execute(
      sql`insert into ${recordWords} (resource, record_id, words) values ${sql.join(words, sql`, `)}`,
    )
    if (documents.length > 0)
      await tx.execute(sql`insert into ${searchDocuments}
        (resource, record_id, language, slug, title, body, visible_from, title_words, words)
        values ${sql.join(documents, sql`, `)}`)
  }

  #documentsOf(resource: Resource, row: Row): SQL[] {
    const { languages, clock } = this.options
    const visibleFrom = (row.published_at ?? row.created_at ?? clock()) as Date
    return (['primary', 'english'] as const).flatMap((side, index) => {
      const language = languages[index]!
      const content = contentOf(resource, row, side)
      if (!content || (index === 1 && language === languages[0])) return []
      const { title, keywords, body } = content
      const vector = (text: string, weight: string) =>
        sql`setweight(${vectorOf(language, indexedText(text.slice(0, MAX_INDEXED)))}, ${weight}::"char")`
      const words = sql`${vector(title, 'A')} || ${vector(keywords, 'B')} || ${vector(body, 'D')}`
      return [
        sql`(${resource.name}, ${row.id}::integer, ${language}, ${(row.slug as string | undefined) ?? null}, ${title},
          ${body}, ${visibleFrom.toISOString()}::timestamptz, ${vectorOf(language, indexedText(title))}, ${words})`,
      ]
    })
  }
}

const idsOf = (rows: readonly Row[]) => rows.map(({ id }) => id)
