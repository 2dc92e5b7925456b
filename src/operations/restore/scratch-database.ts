// The databases that a restore creates or keeps beside the real ones, recognised by their names:
// `<database>_<purpose>_<stamp>`.

import { type Connection, quoteIdentifier } from '../../platform/db/admin-connection.ts'
import { parseStamp } from '../backup/dump-names.ts'

/** `restore`: loaded, to be swapped in; `drill`: loaded to be counted; `before`: replaced by a restore and kept. */
export type Purpose = 'restore' | 'drill' | 'before'

export const scratchName = (database: string, purpose: Purpose, stamp: string) =>
  `${database}_${purpose}_${stamp}`

/** The databases with this purpose that belong to one of `databases`, oldest first. */
export async function findScratchDatabases(sql: Connection, databases: readonly string[], purpose: Purpose) {
  const rows = await sql<{ name: string }[]>`select datname as name from pg_database order by datname`
  return rows.flatMap(({ name }) => {
    const database = databases.find((it) => name.startsWith(`${it}_${purpose}_`))
    const stamp = database && name.slice(`${database}_${purpose}_`.length)
    return stamp && parseStamp(stamp) ? [{ name, database, stamp }] : []
  })
}

/** Drops a database and terminates its connections. */
export const dropDatabase = (sql: Connection, name: string) =>
  sql.unsafe(`drop database if exists ${quoteIdentifier(name)} with (force)`)
