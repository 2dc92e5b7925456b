// Caches the rows of ready images, so that they are served without a database query, also during a database outage.
// Stale entries are harmless: bytes never change, and after a delete the object store answers 404 on every replica.
import type { MediaRow } from './media-rows.ts'

const MAX_ENTRIES = 10_000

export type ImageCache = {
  get(path: string): MediaRow | undefined
  add(row: MediaRow): void
  delete(path: string): void
  /** Drops the images with these ids; null: all. */
  forget(ids: readonly number[] | null): void
}

export function createImageCache(): ImageCache {
  const rows = new Map<string, MediaRow>()
  return {
    get: (path) => rows.get(path),
    add(row) {
      if (rows.size >= MAX_ENTRIES) rows.delete(rows.keys().next().value!)
      rows.set(row.path, row)
    },
    delete: (path) => void rows.delete(path),
    forget(ids) {
      if (!ids) return rows.clear()
      const forgotten = new Set(ids)
      for (const [path, { id }] of rows) if (forgotten.has(id)) rows.delete(path)
    },
  }
}
