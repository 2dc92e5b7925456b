// Whether the trail still says what was written. Rows changed, put in between or taken out of it are found; rows taken
// off its end are not, as nothing comes after them: compare `last` with the hashes in the log.
import { sql } from 'drizzle-orm'
import type { Database } from '../db/database.ts'
import { hashedContent } from './append-audit-row.ts'

type Link = { id: number; content: string; hash: string }

export type AuditChainReport = {
  ok: boolean
  rows: number
  /** Id of the first row that does not follow from the one before it. */
  first_broken: number | null
  last: { id: number; hash: string } | null
}

/** Reads the whole trail, a batch at a time. Throws 503. */
export async function verifyAuditChain(database: Database): Promise<AuditChainReport> {
  const links = database.scan<Link>(
    (id, most) => sql`
      select id, ${hashedContent(sql`audit_log`)} as content, hash from audit_log
      where id > ${id} order by id limit ${most}`,
  )
  let rows = 0
  let broken: number | null = null
  let last = { id: 0, hash: '' }
  for await (const batch of links) {
    for (const { id, content, hash } of batch) {
      if (broken === null && (id !== last.id + 1 || hash !== hashOf(last.hash, content))) broken = id
      last = { id, hash }
    }
    rows += batch.length
  }
  return { ok: broken === null, rows, first_broken: broken, last: rows > 0 ? last : null }
}

const hashOf = (previous: string, content: string) =>
  new Bun.CryptoHasher('sha256').update(`${previous}\n${content}`).digest('hex')
