// Optimistic concurrency: a record's version as its ETag, and what `If-Match` says to it (RFC 9110, 13.1.1).
import { AppError } from './errors.ts'

export const etagOf = (version: number) => `"${version}"`

/** Throws 412, which names the `subject`, unless `If-Match` is absent or names the current ETag; null: there is no record, which nothing names. */
export function assertFresh(ifMatch: string | null, current: string | null, subject = 'record') {
  if (ifMatch === null) return
  if (current === null) throw new AppError('stale', 'The record does not exist, or no longer.')
  const candidates = ifMatch.split(',').map((tag) => tag.trim())
  if (candidates.includes('*') || candidates.includes(current)) return
  throw new AppError('stale', `The ${subject} was changed since you read it.`, { headers: { ETag: current } })
}
