import { type SQL, sql } from 'drizzle-orm'
import { assertAdmin } from '../auth/permissions.ts'
import { toCsv } from './csv.ts'
import type { FormAdminContext } from './form-context.ts'

type Columns = readonly ['id', ...string[]]
type ExportedRow = { id: number } & Record<string, unknown>

const MESSAGE_COLUMNS = [
  'id',
  'created_at',
  'name',
  'email',
  'phone',
  'subject',
  'message',
  'locale',
] as const
const SUBSCRIBER_COLUMNS = ['id', 'created_at', 'email', 'name', 'locale'] as const

/** All messages except spam as CSV, oldest first. Throws 403 and 503 before the first chunk. */
export const exportMessages = (ctx: FormAdminContext) =>
  exportTable(ctx, sql`contact_messages`, MESSAGE_COLUMNS)

/** All subscribers except spam as CSV, oldest first. Throws 403 and 503 before the first chunk. */
export const exportSubscribers = (ctx: FormAdminContext) =>
  exportTable(ctx, sql`newsletter_subscribers`, SUBSCRIBER_COLUMNS)

function exportTable({ actor, database }: FormAdminContext, table: SQL, columns: Columns) {
  assertAdmin(actor)
  const selected = sql.join(columns.map(toExpression), sql`, `)
  const rows = database.scan<ExportedRow>(
    (id, max) => sql`
      select ${selected} from ${table} where not spam and id > ${id} order by id limit ${max}`,
  )
  return toCsv(columns, rows)
}

// Formatted in SQL, because the two drivers parse timestamps differently.
const toExpression = (column: string) =>
  column === 'created_at'
    ? sql`to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at`
    : sql.identifier(column)
