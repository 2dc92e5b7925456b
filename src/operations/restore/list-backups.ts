// The output of `restore --list`.
import { type Dump, isGood } from '../backup/dump-catalogue.ts'
import { parseStamp } from '../backup/dump-names.ts'
import type { OffSiteDump } from '../backup/off-site-copy.ts'

type Options = {
  dumps: readonly Dump[]
  offSite: readonly OffSiteDump[]
  databases: readonly string[]
  directory: string
}

/** A line per stamp with its databases, newest first. */
export function formatList({ dumps, offSite, databases, directory }: Options): string {
  const stamps = [...new Set([...dumps, ...offSite].map(({ stamp }) => stamp))].sort().reverse()
  if (stamps.length === 0) return `there is no dump of ${databases.join(' or ')} in ${directory}`
  return stamps
    .map((stamp) => {
      const columns = databases.map((database) => {
        const local = dumps.find((dump) => dump.stamp === stamp && dump.database === database)
        const hasCopy = offSite.some((dump) => dump.stamp === stamp && dump.database === database)
        if (local) return describe(local) + (hasCopy ? ' (+ off-site copy)' : '')
        return hasCopy ? `${database} in the object store` : `no ${database}`
      })
      return `${stamp}  ${parseStamp(stamp)!.toISOString()}  ${columns.join(', ')}`
    })
    .join('\n')
}

function describe(dump: Dump) {
  if (!isGood(dump))
    return `${dump.database} DAMAGED (${dump.size} bytes instead of ${dump.entry?.size ?? 'some'})`
  const rows = dump.entry ? `, ${dump.entry.rows} rows` : ', not in the manifest'
  return `${dump.database} ${dump.size} bytes${rows}`
}
