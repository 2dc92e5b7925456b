// What the user reads at the end of an import: a table of counts, then what did not come along and why.
import type { Outcome, Result } from './import-site.ts'
import type { Remark } from './to-records.ts'

const OUTCOMES: Outcome[] = ['created', 'already there', 'skipped', 'failed']
const NAMES_SHOWN = 5

export function formatSummary(results: Result[], changed: Remark[]): string {
  const outcome = (wanted: Outcome) => results.filter((result) => result.outcome === wanted)
  const created = new Set(outcome('created').map(identity))
  const sections = [
    formatTable(countRows(results)),
    formatReasons('Failed', outcome('failed'), Number.POSITIVE_INFINITY),
    formatReasons('Skipped', outcome('skipped')),
    formatReasons(
      'Created otherwise than it was',
      changed.filter((remark) => created.has(identity(remark))),
    ),
  ]
  return `${sections.filter(Boolean).join('\n\n')}\n`
}

const identity = ({ kind, name }: { kind: string; name: string }) => `${kind}\0${name}`

function countRows(results: Result[]): string[][] {
  const sum = (list: Result[]) => String(list.reduce((total, { count }) => total + count, 0))
  const rows = [...Map.groupBy(results, ({ kind }) => kind)].map(([kind, list]) => [
    kind,
    sum(list),
    ...OUTCOMES.map((outcome) => sum(list.filter((result) => result.outcome === outcome))),
  ])
  return [['kind', 'in file', ...OUTCOMES], ...rows]
}

function formatTable(rows: string[][]): string {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)))
  const line = (row: string[]) =>
    row
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[0]!) : cell.padStart(widths[column]!)))
      .join('  ')
  return rows.map(line).join('\n')
}

type Reasoned = Pick<Result, 'kind' | 'name' | 'reason' | 'count'>

/** One entry for each kind and reason, with the first `most` names. */
function formatReasons(heading: string, list: Reasoned[], most = NAMES_SHOWN): string {
  if (list.length === 0) return ''
  const groups = Map.groupBy(list, ({ kind, reason }) => `${kind}\0${reason}`)
  const lines = [...groups.values()].map((group) => {
    const { kind, reason } = group[0]!
    const count = group.reduce((total, entry) => total + entry.count, 0)
    const names = [...new Set(group.map(({ name }) => name))].filter(Boolean)
    const more = names.length > most ? ` and ${names.length - most} more` : ''
    const shown = names.length > 0 ? `\n    ${names.slice(0, most).join(' · ')}${more}` : ''
    return `  ${kind} (${count}): ${reason}${shown}`
  })
  return [`${heading}:`, ...lines].join('\n')
}
