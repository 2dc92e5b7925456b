import { sql } from 'drizzle-orm'
import { type Database, rowsOf } from '../../platform/db/database.ts'

export type AuditRow = {
  id: number
  occurred_at: string
  actor: string
  actor_id: string | null
  /** The API token that the actor used, such as `token "CI"`; null for none. */
  via: string | null
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
  via?: string | undefined
  action?: string | undefined
  entity?: string | undefined
  entity_id?: string | undefined
  request_id?: string | undefined
  /** RFC 3339 timestamps; `from` is inclusive, `to` is exclusive. */
  from?: string | undefined
  to?: string | undefined
  /** Only rows with a lower id, for the next page. */
  before?: number | undefined
}

type StoredRow = Omit<AuditRow, 'via' | 'changes'> & { changes_text: string | null }

const EQUALITY_FILTERS = ['actor', 'actor_id', 'action', 'entity', 'entity_id', 'request_id'] as const

/** Audit rows, newest first. `next_before` is the `before` of the next page, or null on the last page. */
export async function listAuditLog(
  database: Database,
  filter: AuditFilter,
): Promise<{ items: AuditRow[]; limit: number; next_before: number | null }> {
  const { limit, via, from, to, before } = filter
  const conditions = EQUALITY_FILTERS.flatMap((name) =>
    filter[name] === undefined ? [] : [sql`${sql.identifier(name)} = ${filter[name]}`],
  )
  if (via !== undefined) conditions.push(sql`changes ->> 'via' = ${via}`)
  if (from !== undefined) conditions.push(sql`occurred_at >= ${from}::text::timestamptz`)
  if (to !== undefined) conditions.push(sql`occurred_at < ${to}::text::timestamptz`)
  if (before !== undefined) conditions.push(sql`id < ${before}`)
  const where = conditions.length > 0 ? sql`where ${sql.join(conditions, sql` and `)}` : sql``
  const rows = await database.query((tx) =>
    rowsOf<StoredRow>(
      tx,
      sql`select id, to_char(occurred_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as occurred_at,
        actor, actor_id, action, entity, entity_id, request_id, changes::text as changes_text, hash
        from audit_log ${where} order by id desc limit ${limit + 1}`,
    ),
  )
  const items = rows.slice(0, limit).map(present)
  return { items, limit, next_before: rows.length > limit ? items.at(-1)!.id : null }
}

function present({ id, occurred_at, actor, actor_id, changes_text, hash, ...row }: StoredRow): AuditRow {
  const stored = changes_text === null ? null : JSON.parse(changes_text)
  const { via = null, ...changes } = stored ?? {}
  const isEmpty = stored === null || (via !== null && Object.keys(changes).length === 0)
  return { id, occurred_at, actor, actor_id, via, ...row, changes: isEmpty ? null : changes, hash }
}
