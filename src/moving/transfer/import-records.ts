// Imports the records of all resources: finds each record's counterpart in the target, translates its references, and
// creates or changes it, or leaves it where both are the same.

import type { Resource } from '../../content/definition/define-resource.ts'
import { sha256 } from '../../platform/sha256.ts'
import { type ArchivedRecord, recordHead, resourceFile, TransferError } from './archive-format.ts'
import type { Change, Outcome, Summary, Target } from './import-target.ts'
import type { Archive } from './open-archive.ts'
import { accountFields, importOrder, naturalKey, recordFields } from './record-references.ts'

const BATCH_SIZE = 100
const BATCH_BYTES = 1_048_576

export type RecordImport = {
  archive: Archive
  target: Target
  /** Paths of images that got another name, by their path in the archive. */
  renamed: ReadonlyMap<string, string>
  dryRun: boolean
  summary: Summary
  onProgress(kind: string): void
}

/** Throws TransferError for a record that cannot be imported; the caller's transaction then undoes the others. */
export async function importRecords(job: RecordImport) {
  const idsByResource = new Map<string, Map<number, number>>()
  for (const resource of importOrder()) {
    const ids = new Map<number, number>()
    idsByResource.set(resource.name, ids)
    await new ResourceImport(job, resource, idsByResource).run()
  }
}

type Known = { id: number; version: number; digest: string; isPristine: boolean; isTaken: boolean }

class ResourceImport {
  readonly #known = new Map<string, Known[]>()
  readonly #done = new Set<number>()
  readonly #ids: Map<number, number>
  #isEmpty = true
  #created: { record: ArchivedRecord; archivedId: number }[] = []
  #changes: Change[] = []
  #bytes = 0

  constructor(
    private readonly job: RecordImport,
    private readonly resource: Resource,
    private readonly idsByResource: Map<string, Map<number, number>>,
  ) {
    this.#ids = idsByResource.get(resource.name)!
  }

  async run() {
    const { archive } = this.job
    const name = resourceFile(this.resource.name)
    await this.#readTarget()
    // Records that refer to others of the same resource wait for a pass in which those are imported.
    for (let done = -1; done < this.#done.size && this.#done.size < archive.count(name); ) {
      done = this.#done.size
      for await (const record of archive.records(name, recordHead)) {
        if (!this.#done.has(record.id)) await this.#importRecord(record)
      }
      await this.#flush()
    }
    if (this.#done.size < archive.count(name))
      throw new TransferError(
        `${name} has records with the same id, or that refer to each other in a circle. Nothing was imported.`,
      )
  }

  async #readTarget() {
    for await (const batch of this.job.target.records(this.resource)) {
      for (const record of batch) {
        this.#isEmpty = false
        const { id, version } = record
        const isPristine = this.resource.singleton && version === 1 && record.created_at === record.updated_at
        const known = { id, version, digest: this.#digestOf(record), isPristine, isTaken: false }
        for (const key of this.#keysOf(record)) this.#known.set(key, [...(this.#known.get(key) ?? []), known])
      }
    }
  }

  async #importRecord(archived: ArchivedRecord) {
    const record = this.#translated(archived)
    if (!record) return
    const { summary, onProgress } = this.job
    this.#done.add(archived.id)
    const known = this.#find(record)
    const outcome = this.#plan(record, known)
    if (known) this.#ids.set(archived.id, known.id)
    summary.add(this.resource.name, outcome)
    onProgress(this.resource.name)
    this.#bytes += outcome === 'left' ? 0 : JSON.stringify(record).length
    if (this.#created.length + this.#changes.length >= BATCH_SIZE || this.#bytes >= BATCH_BYTES)
      await this.#flush()
  }

  #plan(record: ArchivedRecord, known: Known | null): Outcome {
    if (!known) {
      this.#created.push({ record, archivedId: record.id })
      return 'created'
    }
    const { id, version, isPristine, digest } = known
    if (digest === this.#digestOf(record) && !isPristine) return 'left'
    this.#changes.push({ id, version, record, isPristine })
    return 'changed'
  }

  async #flush() {
    const { target, dryRun } = this.job
    const created = this.#created.splice(0)
    const changes = this.#changes.splice(0)
    this.#bytes = 0
    const records = created.map(({ record }) => record)
    if (!dryRun && changes.length > 0) await target.change(this.resource, changes)
    // Ids that no record has, so that in a dry run references to new records differ from all existing ones.
    const ids = dryRun
      ? records.map(({ id }) => -id)
      : records.length > 0
        ? await target.create(this.resource, records, this.#isEmpty)
        : []
    for (const [index, { archivedId }] of created.entries()) this.#ids.set(archivedId, ids[index]!)
  }

  /** The record with the target's ids and paths; null if it refers to one of its own resource that is not imported yet. */
  #translated(archived: ArchivedRecord): ArchivedRecord | null {
    const record = this.#withRenamedImages({ ...archived })
    for (const { name, target } of recordFields(this.resource)) {
      const reference = record[name]
      if (reference === null || reference === undefined) continue
      const id = this.idsByResource.get(target)?.get(reference as number)
      if (id === undefined && target === this.resource.name) return null
      if (id === undefined)
        throw new TransferError(
          `${resourceFile(this.resource.name)}: record ${archived.id} refers to ${target} ${reference}, which the archive does not have. Nothing was imported.`,
        )
      record[name] = id
    }
    for (const name of accountFields(this.resource)) record[name] = this.#accountOf(record[name])
    return record
  }

  #accountOf(email: unknown): number | null {
    if (typeof email !== 'string') return null
    const id = this.job.target.accounts.get(email.toLowerCase())
    if (id === undefined)
      this.job.summary.notes.add(
        `No account with the email address ${email}; its ${this.resource.name} have no author.`,
      )
    return id ?? null
  }

  #withRenamedImages(record: ArchivedRecord): ArchivedRecord {
    const { renamed } = this.job
    if (renamed.size === 0) return record
    const text = JSON.stringify(record).replace(MEDIA_LINK, (link, path: string) => {
      const name = renamed.get(decodePath(path))
      return name === undefined ? link : `/media/${name}`
    })
    return JSON.parse(text)
  }

  #find(record: ArchivedRecord): Known | null {
    for (const key of this.#keysOf(record)) {
      const known = this.#known.get(key)?.find(({ isTaken }) => !isTaken)
      if (!known) continue
      known.isTaken = true
      return known
    }
    return null
  }

  /** The keys that identify a record in two sites, the surest first. */
  #keysOf(record: ArchivedRecord): string[] {
    const { resource } = this
    if (resource.singleton) return ['single']
    const key = naturalKey(resource)
    if (key) return [`key ${record[key]}`]
    const created = Date.parse(record.created_at)
    return [
      `id ${record.id} ${created}`,
      `created ${created} ${JSON.stringify(record[resource.listColumns[0]!])}`,
      `same ${digest(resource, record, false)}`,
    ]
  }

  #digestOf = (record: ArchivedRecord) => digest(this.resource, record, this.job.target.isLossless)
}

// The link is in JSON, where quotes are escaped.
const MEDIA_LINK = /\/media\/([^"'\\\s<>?#()&]+)/g

function decodePath(path: string) {
  try {
    return decodeURIComponent(path).normalize('NFC')
  } catch {
    return path
  }
}

/** The digest of everything that editors write, with or without the position in the list. */
function digest(resource: Resource, record: ArchivedRecord, withPosition: boolean) {
  const values = Object.keys(resource.input.shape)
    .filter((name) => withPosition || name !== 'position')
    .map((name) => record[name] ?? null)
  return sha256(JSON.stringify(values), 'base64')
}
