// Verifies the hash chain of the audit log. Changed, inserted and removed rows are detected. Rows removed from the end
// are not, because no hash depends on them: compare `last` with the hashes in the service's log.

import { sql } from 'drizzle-orm'
import type { Database } from '../../platform/db/database.ts'
import { sha256 } from '../../platform/sha256.ts'
import { hashedContent } from './append-audit-row.ts'

type Link = { id: number; content: string; hash: string }

export type AuditChainReport = {
  ok: boolean
  rows: number
  /** Id of the first row whose hash does not match. */
  first_broken: number | null
  last: { id: number; hash: string } | null
}

/** Reads the whole audit log in batches. Throws 503. */
export async function verifyAuditChain(database: Database): Promise<AuditChainReport> {
  const links = database.scan<Link>(
    (id, max) => sql`
      select id, ${hashedContent(sql`audit_log`)} as content, hash from audit_log
      where id > ${id} order by id limit ${max}`,
  )
  let rows = 0
  let firstBroken: number | null = null
  let last = { id: 0, hash: '' }
  for await (const batch of links) {
    for (const { id, content, hash } of batch) {
      if (firstBroken === null && (id !== last.id + 1 || hash !== hashOf(last.hash, content)))
        firstBroken = id
      last = { id, hash }
    }
    rows += batch.length
  }
  return { ok: firstBroken === null, rows, first_broken: firstBroken, last: rows > 0 ? last : null }
}

const hashOf = (previous: string, content: string) => sha256(`${previous}\n${content}`)
