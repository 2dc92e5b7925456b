// Optimistic concurrency: a record's version as its ETag, compared with `If-Match` (RFC 9110, section 13.1.1).
import { AppError } from './errors.ts'

export const etagOf = (version: number) => `"${version}"`

/**
 * Throws 412 unless `ifMatch` is null or contains the current ETag. `current` is null when the record does not exist,
 * which no `If-Match` can match. `subject` names the record in the message.
 */
export function assertFresh(ifMatch: string | null, current: string | null, subject = 'record') {
  if (ifMatch === null) return
  if (current === null) throw new AppError('stale', 'The record does not exist.')
  const candidates = ifMatch.split(',').map((tag) => tag.trim())
  if (candidates.includes('*') || candidates.includes(current)) return
  throw new AppError('stale', `The ${subject} has changed since you read it; load it again.`, {
    headers: { ETag: current },
  })
}
