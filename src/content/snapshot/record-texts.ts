// The public texts of records with long texts, as many as fit into memory; the others are read when they are asked for.
import { getTableColumns, sql } from 'drizzle-orm'
import type { Database, Tx } from '../../platform/db/database.ts'
import type { Resource, Row } from '../definition/define-resource.ts'
import { type Detail, type PublicJson, publicJson } from './public-json.ts'
import type { SnapshotEntry } from './snapshot-entry.ts'

type Entries = readonly SnapshotEntry[]

/** Of the objects that hold the texts of a record. */
const OVERHEAD_BYTES = 500
/** Rows that are read at a time. */
const ROWS_PER_BATCH = 500

/** Whether the texts of this resource may be out of memory. */
export const mayBeMissing = ({ longFields }: Resource) => longFields.length > 0

export class RecordTexts {
  /** Sizes of those in memory, the ones that came first being the first to go: neighbours share memory. */
  readonly #sizes = new Map<SnapshotEntry, number>()
  readonly #loading = new Map<SnapshotEntry, Promise<void>>()
  #bytes = 0
  #isPartial = false

  constructor(private readonly options: { database: Database; maxBytes: number }) {}

  /** Of all texts in memory. */
  get bytes() {
    return this.#bytes
  }

  /** Whether the texts of some records were left out of memory. */
  get isPartial() {
    return this.#isPartial
  }

  /** Takes entries into account that came with their texts or without them. */
  add(entries: Entries) {
    for (const entry of entries) {
      if (!entry.texts) this.#isPartial = true
      else this.#keep(entry)
    }
    this.trim()
  }

  remove(entries: Entries) {
    for (const entry of entries) {
      this.#bytes -= this.#sizes.get(entry) ?? 0
      this.#sizes.delete(entry)
    }
  }

  /** Drops what came first until the rest fits. */
  trim() {
    for (const [entry, size] of this.#sizes) {
      if (this.#bytes <= this.options.maxBytes) return
      this.#sizes.delete(entry)
      this.#bytes -= size
      entry.texts = null
      this.#isPartial = true
    }
  }

  /**
   * Reads the missing texts of these entries, once for all who ask; more than fit stay until the next `trim`. Returns the
   * entries that are outdated: their records were changed or deleted since.
   */
  async load(entries: Entries): Promise<Entries> {
    const missing = entries.filter(({ texts }) => !texts)
    const unasked = missing.filter((entry) => !this.#loading.has(entry))
    for (let start = 0; start < unasked.length; start += ROWS_PER_BATCH) {
      const batch = unasked.slice(start, start + ROWS_PER_BATCH)
      const loaded = this.#load(batch).finally(() => {
        for (const entry of batch) this.#loading.delete(entry)
      })
      for (const entry of batch) this.#loading.set(entry, loaded)
    }
    await Promise.all(new Set(missing.map((entry) => this.#loading.get(entry))))
    return missing.filter(({ texts }) => !texts)
  }

  async #load(entries: Entries) {
    const texts = await this.options.database.query((tx) => readTexts(tx, entries, 'full'))
    for (const [entry, found] of texts) {
      entry.texts = found
      this.#keep(entry)
    }
  }

  #keep(entry: SnapshotEntry) {
    const { full, summary } = entry.texts!.json
    const size = full.byteLength + (summary === full ? 0 : summary.byteLength) + OVERHEAD_BYTES
    this.#bytes += size - (this.#sizes.get(entry) ?? 0)
    this.#sizes.set(entry, size)
  }
}

/**
 * The texts of these entries as the database has them, without those whose records were changed or deleted since. With
 * `summary` the long texts are not read: only the summaries are right.
 */
export async function readTexts(
  tx: Tx,
  entries: Entries,
  detail: Detail,
): Promise<Map<SnapshotEntry, PublicJson>> {
  const found = new Map<SnapshotEntry, PublicJson>()
  for (const [resource, ofResource] of Map.groupBy(entries, ({ resource }) => resource)) {
    const { table, derived, longFields } = resource
    const columns = Object.entries(getTableColumns(table)).filter(
      ([name]) => detail === 'full' || !longFields.includes(name),
    )
    const ids = ofResource.map(({ id }) => id)
    const rows = await tx
      .select({ ...Object.fromEntries(columns), ...derived })
      .from(table)
      .where(sql`${table.id} = any(${sql.param(ids)}::int[])`)
    const byId = new Map((rows as Row[]).map((row) => [row.id, row]))
    for (const entry of ofResource) {
      const row = byId.get(entry.id)
      if (row?.version === entry.version) found.set(entry, publicJson(resource, row))
    }
  }
  return found
}
