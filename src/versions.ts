// Optimistic concurrency: a record's version as its ETag, and what `If-Match` says to it (RFC 9110, 13.1.1).
import { AppError } from './errors.ts'

export const etagOf = (version: number) => `"${version}"`

/** Throws 412 unless `If-Match` is absent or names the current ETag; null: there is no record, which nothing names. */
export function assertFresh(ifMatch: string | null, current: string | null) {
  if (ifMatch === null) return
  if (current === null) throw new AppError('stale', 'The record does not exist, or no longer.')
  const candidates = ifMatch.split(',').map((tag) => tag.trim())
  if (candidates.includes('*') || candidates.includes(current)) return
  throw new AppError('stale', 'The record was changed since you read it.', { headers: { ETag: current } })
}
