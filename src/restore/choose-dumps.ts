// Which dumps a restore takes.
import { type Dump, isGood } from '../backup/dump-catalogue.ts'
import { dumpName, momentOf } from '../backup/dump-names.ts'
import { OperationError } from '../backup/postgres-tools.ts'

export type Wish = { stamp: string | null; database: string | null }

/**
 * The dumps to restore, in order of `databases`: of the stamp that is named, or of the newest that has a good dump of
 * all of them. One of a stamp that lacks others only where the database is named.
 */
export function chooseDumps(dumps: readonly Dump[], databases: readonly string[], wish: Wish): Dump[] {
  const { stamp, database } = wish
  if (stamp !== null && !momentOf(stamp))
    throw new OperationError(`${stamp} is not a stamp, which looks like 20260803T101500Z`)
  if (database !== null && !databases.includes(database))
    throw new OperationError(`${database} is not one of BACKUP_DATABASES (${databases.join(', ')})`)
  const wanted = database === null ? databases : [database]
  const stamps = [...new Set(dumps.map((dump) => dump.stamp))].sort().reverse()
  const of = (candidate: string, name: string) =>
    dumps.find((dump) => dump.stamp === candidate && dump.database === name)
  if (stamp === null) {
    for (const candidate of stamps) {
      const found = wanted.map((name) => of(candidate, name))
      if (found.every((dump) => dump && isGood(dump))) return found as Dump[]
    }
    throw new OperationError(
      stamps.length === 0
        ? `there is no dump of ${wanted.join(' or ')}`
        : `no stamp has a whole dump of ${wanted.join(' and ')}; --list shows what there is, --database takes one alone`,
    )
  }
  const found = wanted.flatMap((name) => of(stamp, name) ?? [])
  if (found.length === wanted.length) return found
  const missing = wanted.filter((name) => !of(stamp, name)).map((name) => dumpName({ database: name, stamp }))
  const hint =
    found.length > 0 ? `; --database ${found[0]!.database} restores it alone` : '; --list shows what there is'
  throw new OperationError(`there is no ${missing.join(', no ')}${hint}`)
}
