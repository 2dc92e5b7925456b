// The report of a run: the output of each lane, a table, and the closing line.
import type { Result } from './run-lane.ts'

export const outputOf = ({ lane, state, seconds, output }: Result) =>
  `\n== ${lane.title}: ${state} after ${seconds.toFixed(0)} s\n${output}`

/** The skipped parts, the table, the failed tests and the closing line. */
export function report(results: readonly Result[]): string {
  const skips = results.flatMap(({ output }) => output.split('\n').filter((line) => /^skipped: /.test(line)))
  const failures = results.flatMap(({ lane, failures }) => failures.map((name) => `${lane.name}: ${name}`))
  return [
    ...section('Skipped', [...new Set(skips)]),
    ...section('Lanes', table(results)),
    ...section('Failed', failures),
    `\n${sum(results, 'passed')} passed, ${sum(results, 'failed')} failed`,
  ].join('\n')
}

const section = (title: string, lines: string[]) => (lines.length === 0 ? [] : [`\n== ${title}`, ...lines])

const sum = (results: readonly Result[], count: 'passed' | 'failed') =>
  results.reduce((total, result) => total + result[count], 0)

function table(results: readonly Result[]): string[] {
  const rows = results.map(({ lane, state, passed, failed, skipped, seconds }) => [
    lane.name,
    state,
    ...[passed, failed, skipped, seconds].map((number) => number.toFixed(0)),
  ])
  const all = [['lane', 'state', 'passed', 'failed', 'skipped', 'seconds'], ...rows]
  const widths = all[0]!.map((_, column) => Math.max(...all.map((row) => row[column]!.length)))
  return all.map((row) =>
    row
      .map((cell, column) => (column < 2 ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!)))
      .join('  '),
  )
}
