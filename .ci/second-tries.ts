// What failed once runs again by itself, twice, before a day's work is refused: a file that passes both times is unsteady.
import { skipsOf } from './report.ts'
import { type Result, runFileAlone, runLane } from './run-lane.ts'
import { type FileResult, hasFailed } from './test-results.ts'

export type Tried = Result & {
  /** Files that failed and then passed twice, with the failures of the first time. */
  unsteady: FileResult[]
}

export const untried = (result: Result): Tried => ({ ...result, unsteady: [] })

const TRIES = 2
/** Where more files fail than this, the change is at fault, not the machine. */
const MAX_FILES = 10

/**
 * Runs the files with failures again, with the lane's servers, and judges the lane anew. A lane that failed as a whole, or in
 * too many files, stays as it is; so does one whose second tries are cut short by `stopped`.
 */
export async function tryAgain(result: Tried, within: string, stopped: AbortSignal): Promise<Tried> {
  const { work } = result.lane
  const failed = result.files.filter(hasFailed)
  if (work.kind === 'check' || result.state !== 'failed' || result.reason !== null) return result
  if (failed.length === 0 || failed.length > MAX_FILES) return result
  const steady = new Set<string>()
  const again = await runLane(result.lane, within, stopped, async (setting) => {
    const outputs: string[] = []
    for (const { file } of failed) {
      let passes = 0
      while (passes < TRIES) {
        const { state, output } = await runFileAlone(work, file, setting)
        outputs.push(`== ${file}, run again by itself: ${state}\n${output}`)
        if (state !== 'passed') break
        passes++
      }
      if (passes === TRIES) steady.add(file)
    }
    return { state: 'passed', passed: 0, skipped: 0, reason: null, files: [], output: outputs.join('\n') }
  })
  const unsteady = failed.filter(({ file }) => steady.has(file))
  const files = result.files.filter(({ file }) => !steady.has(file))
  return {
    ...result,
    state: files.some(hasFailed) ? 'failed' : 'passed',
    passed: result.passed + unsteady.reduce((sum, { failures }) => sum + failures.length, 0),
    files,
    unsteady,
    seconds: result.seconds + again.seconds,
    output: [...skipsOf(result.output), again.output].join('\n'),
  }
}
