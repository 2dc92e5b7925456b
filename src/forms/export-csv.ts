import { type SQL, sql } from 'drizzle-orm'
import { assertAdmin } from '../auth/permissions.ts'
import { csv } from './csv.ts'
import type { FormAdminContext } from './form-context.ts'

type Columns = readonly ['id', ...string[]]
type Exported = { id: number } & Record<string, unknown>

const MESSAGES = ['id', 'created_at', 'name', 'email', 'phone', 'subject', 'message', 'locale'] as const
const SUBSCRIBERS = ['id', 'created_at', 'email', 'name', 'locale'] as const

/** All messages but the spam as CSV, oldest first. Throws 403 and 503 before the first chunk. */
export const exportMessages = (ctx: FormAdminContext) => exportTable(ctx, sql`contact_messages`, MESSAGES)

/** All subscribers but those that robots entered as CSV, oldest first. Throws 403 and 503 before the first chunk. */
export const exportSubscribers = (ctx: FormAdminContext) =>
  exportTable(ctx, sql`newsletter_subscribers`, SUBSCRIBERS)

function exportTable({ actor, database }: FormAdminContext, table: SQL, columns: Columns) {
  assertAdmin(actor)
  const selected = sql.join(columns.map(expression), sql`, `)
  const rows = database.scan<Exported>(
    (id, most) => sql`
      select ${selected} from ${table} where not spam and id > ${id} order by id limit ${most}`,
  )
  return csv(columns, rows)
}

// Both drivers would read an instant in a way of their own.
const expression = (column: string) =>
  column === 'created_at'
    ? sql`to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at`
    : sql.identifier(column)
