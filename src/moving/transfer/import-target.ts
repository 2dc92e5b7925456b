import type { Resource } from '../../content/definition/define-resource.ts'
import type { ArchivedImage, ArchivedRecord } from './archive-format.ts'

export type Outcome = 'created' | 'changed' | 'left'

/** A change of an existing record. `isPristine`: it is a singleton that nobody has edited yet. */
export type Change = { id: number; version: number; record: ArchivedRecord; isPristine: boolean }

/** The target of an import: a database (`database-target.ts`) or a running service (`import-service.ts`). */
export type Target = {
  /** Whether it keeps ids, versions, positions and timestamps. */
  isLossless: boolean
  /** Account ids by email address in lower case. */
  accounts: ReadonlyMap<string, number>
  /** All records of a resource in batches, as JSON. */
  records(resource: Resource): AsyncIterable<readonly ArchivedRecord[]>
  /** Creates records, where `isEmpty` with their own ids if possible; resolves with the ids in the same order. */
  create(resource: Resource, records: readonly ArchivedRecord[], isEmpty: boolean): Promise<number[]>
  change(resource: Resource, changes: readonly Change[]): Promise<void>
}

/** The media library that images are imported into. */
export type MediaTarget = {
  /** Whether images keep their paths unless another image has it. */
  isLossless: boolean
  /** Imports one image; resolves with its path there. With `dryRun`, only finds out what would happen. */
  importImage(
    image: ArchivedImage,
    options: { sha256: string; read(): Promise<Uint8Array>; dryRun: boolean },
  ): Promise<{ path: string; outcome: Outcome }>
  /** Reserves the path of an image that is gone. */
  reservePath(image: ArchivedImage, options: { dryRun: boolean }): Promise<void>
}

/** Counts what an import did or would do, by kind of record. */
export class Summary {
  readonly counts = new Map<string, Record<Outcome, number>>()
  readonly notes = new Set<string>()

  add(kind: string, outcome: Outcome) {
    const counts = this.counts.get(kind) ?? { created: 0, changed: 0, left: 0 }
    counts[outcome]++
    this.counts.set(kind, counts)
  }
}
