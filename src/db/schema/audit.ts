// Who changed what. Rows are only ever added (triggers of the migration refuse the rest), each hashed with the one
// before it; see `audit/emit.ts`, the only writer.
import { index, integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

export const auditLog = pgTable(
  'audit_log',
  {
    /** Without a gap: given under a lock, not by a sequence. */
    id: integer().primaryKey(),
    /** Later than that of every row before it. */
    occurred_at: timestamp({ withTimezone: true }).notNull(),
    actor: text().notNull(),
    /** Whose name that is: a subject of the identity provider or `local:<id>`; null for the service itself. */
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
