// Tells people what became of an import: progress, report and files, and here the summary printed at its end, a table of
// counts, then what was skipped, failed or changed, and why.
import type { ImportNote } from '../convert/import-notes.ts'

const OUTCOMES: Outcome[] = ['created', 'already there', 'skipped', 'failed']
const MAX_NAMES = 5

export function formatSummary(
  results: readonly Result[],
  { changed, deadLinks }: { changed: readonly ImportNote[]; deadLinks: readonly ImportNote[] },
): string {
  const withOutcome = (outcome: Outcome) => results.filter((result) => result.outcome === outcome)
  const created = new Set(withOutcome('created').map(identityOf))
  const sections = [
    formatTable(countRows(results)),
    formatReasons('Failed', withOutcome('failed'), Number.POSITIVE_INFINITY),
    formatReasons('Skipped', withOutcome('skipped')),
    formatReasons(
      'Created with changes',
      changed.filter((note) => created.has(identityOf(note))),
    ),
    formatDeadLinks(deadLinks),
  ]
  return `${sections.filter(Boolean).join('\n\n')}\n`
}

const identityOf = ({ kind, name }: { kind: string; name: string }) => `${kind}\0${name}`

/** A heading, then one row for each kind. */
export function countRows(results: readonly Result[]): string[][] {
  const sum = (list: readonly Result[]) => String(list.reduce((total, { count }) => total + count, 0))
  const rows = [...Map.groupBy(results, ({ kind }) => kind)].map(([kind, list]) => [
    kind,
    sum(list),
    ...OUTCOMES.map((outcome) => sum(list.filter((result) => result.outcome === outcome))),
  ])
  return [['kind', 'in file', ...OUTCOMES], ...rows]
}

function formatTable(rows: string[][]): string {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)))
  const formatRow = (row: string[]) =>
    row
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[0]!) : cell.padStart(widths[column]!)))
      .join('  ')
  return rows.map(formatRow).join('\n')
}

export type Reasoned = Pick<Result, 'kind' | 'name' | 'reason' | 'count'>

/** Each kind and reason with its names, each once, and how often it is there. */
export const groupReasons = (list: readonly Reasoned[]) =>
  [...Map.groupBy(list, ({ kind, reason }) => `${kind}\0${reason}`).values()].map((group) => ({
    kind: group[0]!.kind,
    reason: group[0]!.reason,
    count: group.reduce((total, entry) => total + entry.count, 0),
    names: [...new Set(group.map(({ name }) => name))].filter(Boolean),
  }))

/** One entry for each kind and reason, with the first `maxNames` names. */
function formatReasons(heading: string, list: readonly Reasoned[], maxNames = MAX_NAMES): string {
  if (list.length === 0) return ''
  const entries = groupReasons(list).map(({ kind, reason, count, names }) => {
    const more = names.length > maxNames ? ` and ${names.length - maxNames} more` : ''
    const listed = names.length > 0 ? `\n    ${names.slice(0, maxNames).join(' · ')}${more}` : ''
    return `  ${kind} (${count}): ${reason}${listed}`
  })
  return [`${heading}:`, ...entries].join('\n')
}

const MAX_LINKS = 100

function formatDeadLinks(links: readonly ImportNote[]): string {
  if (links.length === 0) return ''
  const listed = links.slice(0, MAX_LINKS).map(({ name, reason }) => `  ${reason} in “${name}”`)
  if (links.length > MAX_LINKS) listed.push(`  and ${links.length - MAX_LINKS} more: --report FILE lists all`)
  return [`Links that lead nowhere (${links.length}):`, ...listed].join('\n')
}

export type Outcome = 'created' | 'already there' | 'skipped' | 'failed'

/** The outcome of a record; `count` is the number of things under one name. */
export type Result = { kind: string; name: string; outcome: Outcome; reason: string | null; count: number }
