// Selects the dumps that a restore or drill uses.
import { type Dump, isGood } from '../backup/dump-catalogue.ts'
import { dumpName, parseStamp } from '../backup/dump-names.ts'
import { OperationError } from '../backup/postgres-tools.ts'

/** The options `--stamp` and `--database`; null when not given. */
export type Selection = { stamp: string | null; database: string | null }

/**
 * The selected dumps, in the order of `databases`: those of the given stamp, or of the newest stamp with a good dump of
 * every selected database. Throws `OperationError` when one is missing.
 */
export function chooseDumps(
  dumps: readonly Dump[],
  databases: readonly string[],
  { stamp, database }: Selection,
): Dump[] {
  if (stamp !== null && !parseStamp(stamp))
    throw new OperationError(`invalid stamp ${stamp}; stamps look like 20260803T101500Z`)
  if (database !== null && !databases.includes(database))
    throw new OperationError(`${database} is not one of BACKUP_DATABASES (${databases.join(', ')})`)
  const selected = database === null ? databases : [database]
  return stamp === null ? newestComplete(dumps, selected) : dumpsOf(stamp, dumps, selected)
}

const find = (dumps: readonly Dump[], stamp: string, database: string) =>
  dumps.find((dump) => dump.stamp === stamp && dump.database === database)

function newestComplete(dumps: readonly Dump[], databases: readonly string[]): Dump[] {
  const stamps = [...new Set(dumps.map((dump) => dump.stamp))].sort().reverse()
  for (const stamp of stamps) {
    const found = databases.map((database) => find(dumps, stamp, database))
    if (found.every((dump) => dump && isGood(dump))) return found as Dump[]
  }
  throw new OperationError(
    stamps.length === 0
      ? `there is no dump of ${databases.join(' or ')}`
      : `no stamp has a good dump of ${databases.join(' and ')}; see --list, or select one database with --database`,
  )
}

function dumpsOf(stamp: string, dumps: readonly Dump[], databases: readonly string[]): Dump[] {
  const found = databases.flatMap((database) => find(dumps, stamp, database) ?? [])
  if (found.length === databases.length) return found
  const missing = databases.filter((database) => !find(dumps, stamp, database))
  const names = missing.map((database) => dumpName({ database, stamp }))
  const hint =
    found.length > 0 ? `; --database ${found[0]!.database} restores only that database` : '; see --list'
  throw new OperationError(`there is no ${names.join(' and no ')}${hint}`)
}
