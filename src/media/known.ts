// Images that were found ready: served again without asking the database, also while that is away. Their bytes never
// change; once an image is deleted the store has nothing under its path, on whatever replica it was deleted.
import type { MediaRow } from './records.ts'

const MOST = 10_000

export type Known = {
  get(path: string): MediaRow | undefined
  add(row: MediaRow): void
  forget(path: string): void
}

export function createKnown(): Known {
  const rows = new Map<string, MediaRow>()
  return {
    get: (path) => rows.get(path),
    add(row) {
      if (rows.size >= MOST) rows.delete(rows.keys().next().value!)
      rows.set(row.path, row)
    },
    forget: (path) => void rows.delete(path),
  }
}
