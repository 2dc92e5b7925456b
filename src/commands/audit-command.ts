import { type AuditRow, listAuditLog } from '../accounts/audit/list-audit-log.ts'
import { toDatabaseConfig } from '../platform/config/config.ts'
import { parseEnv } from '../platform/config/env.ts'
import { createDatabase } from '../platform/db/database.ts'
import { openDriver } from '../platform/db/open-driver.ts'

const UNDEFINED_TABLE = '42P01'
const COLUMNS = ['occurred_at', 'actor', 'action', 'entity', 'entity_id'] as const

/** Prints the newest `limit` rows of the audit log, newest first. Does not migrate the database. */
export async function audit(environment: Record<string, string | undefined>, limit: number) {
  const { database: env } = parseEnv(environment, ['database'])
  await using opened = new AsyncDisposableStack()
  const driver = await openDriver({ database: toDatabaseConfig(env), dataDirectory: env.DATA_DIR }, opened)
  const database = createDatabase(driver)
  opened.defer(() => database.close())
  try {
    console.log(formatTable((await listAuditLog(database, { limit })).items))
    return 0
  } catch (error) {
    if ((error as { code?: unknown }).code !== UNDEFINED_TABLE) throw error
    console.error('The database has no audit log yet: run migrate first.')
    return 1
  }
}

/** Columns of the rows, aligned; a token that acted stands behind the actor. */
export function formatTable(rows: AuditRow[]) {
  const named = rows.map(({ actor, via, ...row }) => ({ ...row, actor: via ? `${actor} (${via})` : actor }))
  const lines = [[...COLUMNS], ...named.map((row) => COLUMNS.map((name) => row[name]))]
  const widths = COLUMNS.map((_, column) => Math.max(...lines.map((line) => line[column]!.length)))
  const format = (line: string[]) => line.map((cell, column) => cell.padEnd(widths[column]!)).join('  ')
  return lines.map((line) => format(line).trimEnd()).join('\n')
}
