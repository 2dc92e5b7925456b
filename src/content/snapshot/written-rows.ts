// The rows that a transaction has written, as the database returned them: the snapshot need not read them again.
import type { Tx } from '../../platform/db/database.ts'
import type { Resource, Row } from '../definition/define-resource.ts'

/** `rows` lacks deleted records. */
type Written = { ids: readonly number[]; rows: readonly Row[] }

const written = new WeakMap<Tx, Map<string, Written>>()

/** Notes the rows that one statement has written. */
export function noteWritten(
  tx: Tx,
  { name }: Resource,
  rows: readonly Row[],
  ids = rows.map(({ id }) => id),
) {
  const ofTransaction = written.get(tx) ?? new Map<string, Written>()
  written.set(tx, ofTransaction.set(name, { ids, rows }))
}

/** The rows of the resource that the last noted statement of the transaction has written, or null. */
export const writtenBy = (tx: Tx, name: string): Written | null => written.get(tx)?.get(name) ?? null

/** Notes for a transaction what one within it has written. */
export function noteWrittenWithin(tx: Tx, inner: Tx) {
  const ofInner = written.get(inner)
  if (ofInner) written.set(tx, new Map([...(written.get(tx) ?? []), ...ofInner]))
}
