// The names that a restore gives to databases besides the target's own, by which it knows them again.

import { momentOf } from '../backup/dump-names.ts'
import { type Connection, quoted } from '../db/admin-connection.ts'

/** `restore`: filled and about to be swapped in; `drill`: filled to be counted; `before`: replaced and kept. */
export type Purpose = 'restore' | 'drill' | 'before'

export const scratchName = (database: string, purpose: Purpose, stamp: string) =>
  `${database}_${purpose}_${stamp}`

/** Databases of this purpose that belong to one of `databases`, oldest first. */
export async function findScratch(sql: Connection, databases: readonly string[], purpose: Purpose) {
  const rows = await sql<{ name: string }[]>`select datname as name from pg_database order by datname`
  return rows.flatMap(({ name }) => {
    const database = databases.find((it) => name.startsWith(`${it}_${purpose}_`))
    const stamp = database && name.slice(`${database}_${purpose}_`.length)
    return stamp && momentOf(stamp) ? [{ name, database, stamp }] : []
  })
}

/** Takes a database away, with whoever is in it. */
export const dropDatabase = (sql: Connection, name: string) =>
  sql.unsafe(`drop database if exists ${quoted(name)} with (force)`)
