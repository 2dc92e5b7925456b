// The audit log. Rows are only inserted (triggers of the migration refuse anything else), each with a hash over the row
// before it. `audit/append-audit-row.ts` is the only writer.
import { index, integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

export const auditLog = pgTable(
  'audit_log',
  {
    /** Without gaps: assigned under a lock, not by a sequence. */
    id: integer().primaryKey(),
    /** Later than in every row before. */
    occurred_at: timestamp({ withTimezone: true }).notNull(),
    actor: text().notNull(),
    /** The actor's subject at the identity provider, or `local:<id>`; null for the service itself. */
    actor_id: text(),
    action: text().notNull(),
    entity: text().notNull(),
    entity_id: text().notNull(),
    request_id: text(),
    changes: jsonb().$type<Record<string, unknown>>(),
    hash: text().notNull(),
  },
  (table) => [
    index('audit_log_time').on(table.occurred_at),
    index('audit_log_entity').on(table.entity, table.entity_id),
  ],
)
