// Runs lanes side by side and prints each one's output when it has ended, then a table and the closing line.
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { availableParallelism, constants, tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Lane } from './lane.ts'
import { installMissing } from './need.ts'
import { outputOf, report } from './report.ts'
import { type Result, runLane } from './run-lane.ts'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Returns the exit code: 0 if nothing failed, 128 and the signal's number after a signal. */
export async function runLanes(lanes: readonly Lane[]): Promise<number> {
  const interruption = new AbortController()
  for (const signal of SIGNALS) process.once(signal, () => interruption.abort(signal))
  const directory = await mkdtemp(join(tmpdir(), 'ci-'))
  await chmod(directory, 0o755) // Postgres does not run as root.
  try {
    await installMissing(
      lanes.flatMap(({ needs, wants }) => [...needs, ...wants]),
      console.log,
    )
    const results = await runSideBySide(lanes, (lane) => runLane(lane, directory, interruption.signal))
    console.log(report(results))
    const { aborted, reason } = interruption.signal
    if (aborted) return 128 + constants.signals[reason as NodeJS.Signals]
    return results.every(({ failed }) => failed === 0) ? 0 : 1
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}

/**
 * A lane starts when enough processors are free, in the order of the list; a small one may overtake a large one. One that
 * needs more than there are starts when nothing else runs, and those that disturb each other run one after the other. Results are in the order of the list.
 */
async function runSideBySide(lanes: readonly Lane[], run: (lane: Lane) => Promise<Result>) {
  const cores = Math.max(2, availableParallelism())
  const waiting = new Set(lanes)
  const running = new Map<Lane, Promise<unknown>>()
  const results: Result[] = []
  const fits = (lane: Lane) => {
    const used = [...running.keys()].reduce((sum, one) => sum + one.cores, 0)
    const isApart = [...running.keys()].some(
      (one) => one.apartFrom.includes(lane.name) || lane.apartFrom.includes(one.name),
    )
    return !isApart && (running.size === 0 || used + lane.cores <= cores)
  }
  while (results.length < lanes.length) {
    for (const lane of waiting) {
      if (!fits(lane)) continue
      waiting.delete(lane)
      const ended = run(lane).then((result) => {
        running.delete(lane)
        results.push(result)
        console.log(outputOf(result))
      })
      running.set(lane, ended)
    }
    await Promise.race(running.values())
  }
  return lanes.map((lane) => results.find((result) => result.lane === lane)!)
}
