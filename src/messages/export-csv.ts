import { type SQL, sql } from 'drizzle-orm'
import { assertEditor } from '../accounts/permissions.ts'
import { assertThere } from '../accounts/proofs.ts'
import { mailLanguage } from '../mail/mail-kinds.ts'
import type { Outbox } from '../mail/outbox.ts'
import { toCsv } from '../text/csv.ts'
import type { FormAdminContext } from './form-context.ts'

type Columns = readonly ['id', ...string[]]
type ExportedRow = Record<string, unknown> & { id: number }

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
export async function exportMessages(ctx: FormAdminContext) {
  await assertMayExport(ctx)
  return exportTable(ctx, sql`contact_messages where`, MESSAGE_COLUMNS)
}

/**
 * Subscribers except spam as CSV, oldest first. Where mail is configured all of them with their state and the link that
 * ends the subscription; elsewhere those who are subscribed. Throws 403 and 503 before the first chunk.
 */
export async function exportSubscribers(ctx: FormAdminContext) {
  await assertMayExport(ctx)
  const { mail } = ctx
  const table = sql`newsletter_subscribers`
  if (!mail?.isOn) return exportTable(ctx, sql`${table} where state = 'subscribed' and`, SUBSCRIBER_COLUMNS)
  const rows = scanTable(ctx, sql`${table} where`, [...SUBSCRIBER_COLUMNS, 'state', 'link_id'])
  const columns: Columns = [...SUBSCRIBER_COLUMNS, 'state', 'unsubscribe_url']
  return toCsv(columns, withLinks(rows, mail))
}

async function* withLinks(
  batches: AsyncIterable<ExportedRow[]>,
  { links, siteLanguage }: Outbox,
): AsyncGenerator<ExportedRow[]> {
  for await (const batch of batches) {
    yield batch.map(({ link_id, ...row }) => {
      const language = row.locale ? mailLanguage(String(row.locale)) : siteLanguage
      return { ...row, unsubscribe_url: links.unsubscribe(String(link_id), language) }
    })
  }
}

const exportTable = (ctx: FormAdminContext, from: SQL, columns: Columns) =>
  toCsv(columns, scanTable(ctx, from, columns))

async function assertMayExport({ actor, database, clock }: FormAdminContext) {
  assertEditor(actor)
  await database.query((tx) => assertThere(tx, { clock }, actor))
}

/** `from` ends where a condition may follow. */
function scanTable({ database }: FormAdminContext, from: SQL, columns: Columns) {
  const selected = sql.join(columns.map(toExpression), sql`, `)
  return database.scan<ExportedRow>(
    (id, max) => sql`
      select ${selected} from ${from} not spam and id > ${id} order by id limit ${max}`,
  )
}

// SQL formats the times, because the two drivers parse timestamps differently.
const toExpression = (column: string) =>
  column === 'created_at'
    ? sql`to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at`
    : sql.identifier(column)
