// Runs lanes one after the other and prints each one's output when it has ended, then a table and the closing line.
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { constants, tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Lane } from './lane.ts'
import { installMissing } from './need.ts'
import { outputOf, type Row, report, rowOf } from './report.ts'
import { type Result, runLane } from './run-lane.ts'
import { type Tried, tryAgain, untried } from './second-tries.ts'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

export type Options = {
  /** Whether files that failed run again by themselves after the last lane. */
  secondTries?: boolean
  /** Lanes that would begin later than this are not run, and one that runs then is ended. */
  limitSeconds?: number
  /** Rows of lanes that ended in an earlier run. */
  kept?: readonly Row[]
  /** Called with the rows so far, whenever a lane has ended. */
  keep?: (rows: readonly Row[]) => Promise<void>
}

/**
 * Returns the exit code: 0 if every lane has run (or cannot, on this machine) and nothing failed, 128 and the signal's number
 * after a signal.
 */
export async function runLanes(lanes: readonly Lane[], options: Options = {}): Promise<number> {
  const { secondTries = false, limitSeconds, kept = [], keep = async () => {} } = options
  const interruption = new AbortController()
  let received: (typeof SIGNALS)[number] | null = null
  for (const signal of SIGNALS)
    process.once(signal, () => {
      received = signal
      interruption.abort(`interrupted by ${signal}`)
    })
  const whole = deadline(limitSeconds, 'the limit of the whole run')
  const stopped = AbortSignal.any([interruption.signal, whole.signal])
  const directory = await mkdtemp(join(tmpdir(), 'ci-'))
  await chmod(directory, 0o755) // Postgres does not run as root.
  try {
    const ahead = lanes.filter(({ name }) => !kept.some((row) => row.name === name))
    await installMissing(
      ahead.flatMap(({ needs, wants }) => [...needs, ...wants]),
      console.log,
    )
    let results: Tried[] = []
    const rows = () =>
      lanes.flatMap(({ name }) => {
        const result = results.find(({ lane }) => lane.name === name)
        return result ? [rowOf(result)] : kept.filter((row) => row.name === name)
      })
    for (const lane of ahead) {
      const result = stopped.aborted ? notRun(lane) : await runLimited(lane, directory, stopped)
      results.push(untried(result))
      if (result.state !== 'not run') console.log(outputOf(result))
      if (!stopped.aborted) await keep(rows())
    }
    if (secondTries)
      results = await inTurn(results, async (result) => {
        const tried = await tryAgain(result, directory, stopped)
        if (tried !== result) console.log(outputOf(tried))
        return tried
      })
    console.log(report(rows()))
    if (received !== null) return 128 + constants.signals[received]
    return rows().every(({ state }) => state === 'passed' || state === 'skipped') ? 0 : 1
  } finally {
    whole.clear()
    await rm(directory, { recursive: true, force: true })
  }
}

async function runLimited(lane: Lane, directory: string, stopped: AbortSignal): Promise<Result> {
  const own = deadline(lane.limitSeconds, 'its limit')
  try {
    return await runLane(lane, directory, AbortSignal.any([stopped, own.signal]))
  } finally {
    own.clear()
  }
}

/** A signal that aborts after so many seconds, or never, with a reason that names the limit. */
function deadline(seconds: number | undefined, name: string) {
  const controller = new AbortController()
  const end = () => controller.abort(`ended at ${name}, ${seconds} s`)
  const timer = seconds === undefined ? null : setTimeout(end, seconds * 1_000)
  return { signal: controller.signal, clear: () => timer !== null && clearTimeout(timer) }
}

const notRun = (lane: Lane): Result => ({
  lane,
  state: 'not run',
  passed: 0,
  skipped: 0,
  reason: null,
  files: [],
  output: '',
  seconds: 0,
  load: 0,
})

async function inTurn<Item>(items: readonly Item[], act: (item: Item) => Promise<Item>): Promise<Item[]> {
  const done: Item[] = []
  for (const item of items) done.push(await act(item))
  return done
}
