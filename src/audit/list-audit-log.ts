import { sql } from 'drizzle-orm'
import { type Database, rowsOf } from '../db/database.ts'

export type AuditRow = {
  id: number
  occurred_at: string
  actor: string
  actor_id: string | null
  action: string
  entity: string
  entity_id: string
  request_id: string | null
  changes: Record<string, unknown> | null
  hash: string
}

export type AuditFilter = {
  limit: number
  actor?: string | undefined
  actor_id?: string | undefined
  action?: string | undefined
  entity?: string | undefined
  entity_id?: string | undefined
  request_id?: string | undefined
  /** Instants as RFC 3339; `from` counts in, `to` does not. */
  from?: string | undefined
  to?: string | undefined
  /** Only rows with a lower id: the page after the one that ended with it. */
  before?: number | undefined
}

const EQUAL = ['actor', 'actor_id', 'action', 'entity', 'entity_id', 'request_id'] as const

/** Rows of the trail, newest first; `next_before` asks for those after them, null where there are none. */
export async function listAuditLog(
  database: Database,
  filter: AuditFilter,
): Promise<{ items: AuditRow[]; limit: number; next_before: number | null }> {
  const { limit, from, to, before } = filter
  const wanted = EQUAL.flatMap((name) =>
    filter[name] === undefined ? [] : [sql`${sql.identifier(name)} = ${filter[name]}`],
  )
  if (from !== undefined) wanted.push(sql`occurred_at >= ${from}::text::timestamptz`)
  if (to !== undefined) wanted.push(sql`occurred_at < ${to}::text::timestamptz`)
  if (before !== undefined) wanted.push(sql`id < ${before}`)
  const where = wanted.length > 0 ? sql`where ${sql.join(wanted, sql` and `)}` : sql``
  const found = await database.query((tx) =>
    rowsOf<AuditRow & { changes_text: string | null }>(
      tx,
      sql`select id, to_char(occurred_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as occurred_at,
        actor, actor_id, action, entity, entity_id, request_id, changes::text as changes_text, hash
        from audit_log ${where} order by id desc limit ${limit + 1}`,
    ),
  )
  const items = found.slice(0, limit).map(({ changes_text, hash, ...row }) => ({
    ...row,
    changes: changes_text === null ? null : JSON.parse(changes_text),
    hash,
  }))
  return { items, limit, next_before: found.length > limit ? items.at(-1)!.id : null }
}
