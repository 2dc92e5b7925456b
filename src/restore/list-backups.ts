import { type Dump, isGood } from '../backup/dump-catalogue.ts'
import { momentOf } from '../backup/dump-names.ts'
import type { OffSiteDump } from '../backup/off-site-copy.ts'

type Given = {
  dumps: readonly Dump[]
  elsewhere: readonly OffSiteDump[]
  databases: readonly string[]
  directory: string
}

/** What can be restored, a stamp with its databases a line, newest first. */
export function formatList({ dumps, elsewhere, databases, directory }: Given): string {
  const stamps = [...new Set([...dumps, ...elsewhere].map(({ stamp }) => stamp))].sort().reverse()
  if (stamps.length === 0) return `there is no dump of ${databases.join(' or ')} in ${directory}`
  return stamps
    .map((stamp) => {
      const parts = databases.map((database) => {
        const here = dumps.find((dump) => dump.stamp === stamp && dump.database === database)
        const copy = elsewhere.some((dump) => dump.stamp === stamp && dump.database === database)
        if (here) return describe(here) + (copy ? ' (+ copy)' : '')
        return copy ? `${database} in the object store` : `no ${database}`
      })
      return `${stamp}  ${momentOf(stamp)!.toISOString()}  ${parts.join(', ')}`
    })
    .join('\n')
}

function describe(dump: Dump) {
  if (!isGood(dump))
    return `${dump.database} BROKEN (${dump.size} bytes instead of ${dump.entry?.size ?? 'some'})`
  const rows = dump.entry ? `, ${dump.entry.rows} rows` : ', not in the manifest'
  return `${dump.database} ${dump.size} bytes${rows}`
}
