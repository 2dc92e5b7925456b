// The report of a run: the output of each lane, a table, and the closing line.
import type { Result } from './run-lane.ts'
import type { Tried } from './second-tries.ts'
import type { FileResult } from './test-results.ts'

export const outputOf = ({ lane, state, seconds, output }: Result) =>
  `\n== ${lane.title}: ${state} after ${seconds.toFixed(0)} s\n${output}`

/** The numbers of a lane, in the order of the table. */
export type Row = {
  name: string
  state: Result['state']
  passed: number
  failed: number
  unsteady: number
  skipped: number
  seconds: number
  load: number
  /** A line for each failure, indented lines for its message. */
  failures: string[]
  unsteadyTests: string[]
  skips: string[]
}

export function rowOf({ lane, reason, files, unsteady, output, ...result }: Tried): Row {
  const failures = [...(reason === null ? [] : [`${lane.name}: ${reason}`]), ...files.flatMap(failureLines)]
  return {
    name: lane.name,
    state: result.state,
    passed: result.passed,
    failed: failures.length,
    unsteady: unsteady.reduce((sum, file) => sum + file.failures.length, 0),
    skipped: result.skipped,
    seconds: result.seconds,
    load: result.load,
    failures,
    unsteadyTests: unsteady
      .flatMap(failureLines)
      .map(
        (line) =>
          `${line}\n  after ${result.seconds.toFixed(0)} s of the lane, at a load of ${result.load.toFixed(1)}`,
      ),
    skips: skipsOf(output),
  }
}

/** The lines of an output that say what was skipped, and why. */
export const skipsOf = (output: string) => output.split('\n').filter((line) => line.startsWith('skipped: '))

/** Lines of an error that the report repeats. */
const MAX_LINES = 15

const failureLines = ({ file, failures }: FileResult) =>
  failures.map(({ test, message }) =>
    [
      `${file}: ${test}`,
      ...message
        .split('\n')
        .filter((line) => line.trim())
        .slice(0, MAX_LINES),
    ].join('\n  '),
  )

/** The skipped parts, the table, the unsteady and the failed tests, and the closing line. */
export function report(rows: readonly Row[]): string {
  return [
    ...section('Skipped', [...new Set(rows.flatMap(({ skips }) => skips))]),
    ...section('Lanes', table(rows)),
    ...section(
      'Unsteady: failed once, then passed twice by themselves',
      rows.flatMap(({ unsteadyTests }) => unsteadyTests),
    ),
    ...section(
      'Failed',
      rows.flatMap(({ failures }) => failures),
    ),
    `\n${sum(rows, 'passed')} passed, ${sum(rows, 'failed')} failed`,
  ].join('\n')
}

const section = (title: string, lines: string[]) => (lines.length === 0 ? [] : [`\n== ${title}`, ...lines])

const sum = (rows: readonly Row[], count: 'passed' | 'failed') =>
  rows.reduce((total, row) => total + row[count], 0)

const NUMBERS = ['passed', 'failed', 'unsteady', 'skipped', 'seconds'] as const

function table(rows: readonly Row[]): string[] {
  const lines = rows.map((row) => [
    row.name,
    row.state,
    ...NUMBERS.map((name) => row[name].toFixed(0)),
    row.load.toFixed(1),
  ])
  const all = [['lane', 'state', ...NUMBERS, 'load'], ...lines]
  const widths = all[0]!.map((_, column) => Math.max(...all.map((line) => line[column]!.length)))
  return all.map((line) =>
    line
      .map((cell, column) => (column < 2 ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!)))
      .join('  ')
      .trimEnd(),
  )
}
