// Appends to the audit log. Each row is written in the transaction of the change that it records, so neither exists
// without the other, and contains a hash over the row before it, so changed or removed rows can be detected.
import { type SQL, sql } from 'drizzle-orm'
import { type Database, lockUntilCommit, rowsOf, type Tx } from '../../platform/db/database.ts'
import { toDisplayName } from '../display-name.ts'

/**
 * `name` is the display name; `id` is a subject of the provider, `local:<id>`, or null for the service itself; `via` is the
 * API token that the actor used, such as `token "CI"`.
 */
export type AuditActor = { name: string; id: string | null; via?: string | null }

/** An action on an entity. `changes` must not contain secrets, nor `via`, which is the actor's. */
export type AuditEntry = {
  action: string
  entity: string
  entityId: string | number
  changes?: Record<string, unknown>
}

/** Adds an entry, which is written at the end of the transaction. */
export type AddAuditEntry = (entry: AuditEntry) => void

/** An appended row. */
export type AppendedRow = { id: number; hash: string }

/** The request that causes the entries; `onAppended` is called for each row after the commit. */
export type AuditOrigin = { requestId: string | null; onAppended(row: AppendedRow): void }

type AuditContext = { database: Database; audit?: AuditOrigin | undefined; deadlineMs?: number }

/**
 * Like `database.transaction`, and appends the entries that `run` adds. They are written right before the commit, because
 * from then on all other audited transactions wait for the lock; its holder waits for no other lock, so deadlocks are
 * impossible.
 */
export async function auditedTransaction<T>(
  { database, audit, deadlineMs }: AuditContext,
  actor: AuditActor,
  run: (tx: Tx, addEntry: AddAuditEntry) => Promise<T>,
): Promise<T> {
  let entries: AuditEntry[] = []
  let rows: AppendedRow[] = []
  const result = await database.transaction(
    (tx) => {
      entries = []
      return run(tx, (entry) => void entries.push(entry))
    },
    {
      ...(deadlineMs === undefined ? {} : { deadlineMs }),
      beforeCommit: async (tx) => {
        rows = await appendRows(tx, { actor, entries, requestId: audit?.requestId ?? null })
      },
    },
  )
  // After the commit, because a repeated transaction gets other hashes.
  for (const row of rows) audit?.onAppended(row)
  return result
}

type Batch = { actor: AuditActor; entries: AuditEntry[]; requestId: string | null }

/** Appends them within a transaction that ends at once: all others that are audited wait for it. */
export async function appendRows(tx: Tx, { actor, entries, requestId }: Batch): Promise<AppendedRow[]> {
  if (entries.length === 0) return []
  const rows = entries.map(({ action, entity, entityId, changes }) => ({
    actor: toDisplayName([actor.name], actor.id ?? 'system'),
    actor_id: actor.id,
    action,
    entity,
    entity_id: String(entityId),
    request_id: requestId,
    // `changes` has always been hashed, so an older version of the service still finds the chain intact.
    changes: actor.via ? { ...changes, via: actor.via } : (changes ?? null),
  }))
  // Pipelined, so that the lock is held for two round trips, this and the commit. The statement sees what was committed
  // when it begins, which is once the lock is taken.
  const [, appended] = await Promise.all([
    lockUntilCommit(tx, 'audit_log'),
    rowsOf<AppendedRow>(tx, insertChained(rows)),
  ])
  return appended
}

const insertChained = (rows: readonly object[]) => sql`
  with recursive noted as (
    select place, row.* from
      jsonb_array_elements(${JSON.stringify(rows)}::text::jsonb) with ordinality as element (value, place),
      jsonb_to_record(value) as row (actor text, actor_id text, action text, entity text, entity_id text,
        request_id text, changes jsonb)
  ), chain as (
    (select 0::bigint as place, id, occurred_at, null::text as actor, null::text as actor_id, null::text as action,
      null::text as entity, null::text as entity_id, null::text as request_id, null::jsonb as changes, hash
      from ((select id, occurred_at, hash from audit_log order by id desc limit 1)
        union all select 0, null, '' order by id desc limit 1) as last)
    union all
    select place, id, occurred_at, actor, actor_id, action, entity, entity_id, request_id, changes,
      encode(sha256(convert_to(previous || chr(10) || ${hashedContent(sql`entry`)}, 'UTF8')), 'hex')
    from (
      select noted.place, chain.id + 1 as id,
        greatest(clock_timestamp(), chain.occurred_at + interval '1 microsecond') as occurred_at,
        noted.actor, noted.actor_id, noted.action, noted.entity, noted.entity_id, noted.request_id,
        nullif(noted.changes, 'null'::jsonb) as changes, chain.hash as previous
      from chain join noted on noted.place = chain.place + 1
    ) as entry
  )
  insert into audit_log
    (id, occurred_at, actor, actor_id, action, entity, entity_id, request_id, changes, hash)
  select id, occurred_at, actor, actor_id, action, entity, entity_id, request_id, changes, hash
  from chain where place > 0 order by place
  returning id, hash`

/**
 * SQL for the text of a row that is hashed, after the previous hash and a line feed. It is the same in every session:
 * the time zone and the order of JSON keys are fixed.
 */
export const hashedContent = (row: SQL) => sql`json_build_array(
  ${row}.id, to_char(${row}.occurred_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), ${row}.actor,
  ${row}.actor_id, ${row}.action, ${row}.entity, ${row}.entity_id, ${row}.request_id, ${row}.changes)::text`
